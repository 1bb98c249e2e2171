"""The columns of tables and the keys of objects: which field they hold, and what their values say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from paperclaims_curation.documents.citations import find_year, split_keywords
from paperclaims_curation.documents.entry import Entry, Unreadable
from paperclaims_curation.documents.people import clean_name, split_authors
from paperclaims_curation.problem import Place

__all__ = ["FIELDS", "find_columns", "find_missing_column", "make_entry", "split_authors"]

# Per field of `Entry`, the names in the order in which they are preferred, without spaces and
# signs. Two capital letters are Web of Science's tags.
_NAMES = {
    "abstract": (
        "abstract AB abstracts abstracttext paperabstract articleabstract abstractnote"
        " englishabstract abstracten summary summaries dcdescriptionabstract 摘要 résumé resumen"
        " zusammenfassung"
    ),
    "title": (
        "title TI titles articletitle documenttitle papertitle primarytitle itemtitle displayname"
        " 标题 题名 titre título titel"
    ),
    "authors": (
        "authorfullnames AF authors author AU authornames authorname authorlist authorsname"
        " paperauthors firstauthors creators creator authorshipsauthordisplayname 作者 autoren auteurs autores"
    ),
    "venue": (
        "sourcetitle SO venue publicationtitle journal journaltitle journalname journalbook"
        " conference conferencename booktitle proceedingstitle containertitle"
        " primarylocationsourcedisplayname publication"
    ),
    "year": (
        "year publicationyear PY pubyear yearpublished publishedyear yearofpublication"
        " publicationdate datepublished publisheddate pubdate published date issued coverdate 年份 jahr"
        " année año"
    ),
    "track": "track",
    "presentation": "presentation presentationtype",
    "primary_area": "primaryarea primarycategory",
    "keywords": "authorkeywords DE keywords keyword manualtags tags",
    "openreview": "openreview openreviewid openreviewforum openreviewurl",
    "arxiv": "arxiv arxivid arxivurl eprint entryid",
    "doi": "doi DI digitalobjectidentifier articledoi paperdoi",
    "license": "license licence",
    "license_source": "licensesource licencesource",
    "code_url": "codeurl codelink githuburl repositoryurl",
    "page": "link url pageurl paperurl articleurl landingpageurl absurl abstracturl externalurl",
}
FIELDS = tuple(_NAMES)
"""The fields of `Entry` that a column may hold."""

_COUNT_SHOWN = 40
_ABSENT = frozenset(["", "-", "n/a", "na", "nan", "none", "null"])
_QUOTED = re.compile(r"\\.|'((?:[^'\\]|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\"", re.DOTALL)


def _form(name: str) -> str:
    """A name without what writers vary: case, spaces and signs."""
    stripped = name.strip()
    if len(stripped) == 2 and stripped.isascii() and stripped.isupper():
        return stripped
    return "".join(char for char in stripped.casefold() if char.isalnum())


def _known(names: Mapping[str, str]) -> dict[str, str]:
    """The columns with known names; `names` maps what a column is called to the column."""
    forms: dict[str, str] = {}
    for name, column in names.items():
        forms.setdefault(_form(name), column)
    found = {
        field: next((forms[form] for form in known.split() if form in forms), None)
        for field, known in _NAMES.items()
    }
    return {field: column for field, column in found.items() if column is not None}


def find_columns(names: Iterable[str], columns: Mapping[str, str]) -> Mapping[str, str]:
    """Which column holds which field of `Entry`: field to column, only those that are there.

    Columns are known by their names in the exports of literature databases and in common data
    sets, in any case and with any signs; a dotted name is inside another column, and counts if
    the table has no abstract of its own. `columns` gives columns by name and wins; a field whose
    column is not there is left out.
    """
    known = list(names)
    found = _known({name: name for name in known})
    if "abstract" not in found:
        groups: dict[str, dict[str, str]] = {}
        for name in known:
            group, _, last = name.rpartition(".")
            groups.setdefault(group, {})[last] = name
        inside = next((f for group in groups.values() if "abstract" in (f := _known(group))), {})
        found |= inside
    forms = {_form(name): name for name in reversed(known)}
    for field, wanted in columns.items():
        if field not in FIELDS:
            continue
        column = wanted if wanted in known else forms.get(_form(wanted))
        if column is None:
            found.pop(field, None)
        else:
            found[field] = column
    return found


def find_missing_column(
    names: Sequence[str], columns: Mapping[str, str], place: Place
) -> Unreadable | None:
    """What is wrong with a table that has no column of abstracts, or not one of `columns`."""
    found = find_columns(names, columns)
    shown = [" ".join(name.split())[:60] for name in names if name.strip()]
    more = f" and {len(shown) - _COUNT_SHOWN} more" if len(shown) > _COUNT_SHOWN else ""
    listed = f"the columns are: {', '.join(shown[:_COUNT_SHOWN])}{more}"
    for field, wanted in columns.items():
        if field not in found:
            message = f"there is no column {' '.join(wanted.split())!r} for {field}"
            return Unreadable(place, message, listed)
    if "abstract" in found:
        return None
    if {"PMID", "Citation"} <= set(names):
        hint = "save the search in the format PubMed (.nbib) or as XML"
        return Unreadable(place, "PubMed's CSV has no abstracts", hint)
    hint = f"name the column of abstracts with --column abstract=NAME; {listed}"
    return Unreadable(place, "no column is known to hold abstracts", hint)


def _inside(value: Any, keys: Iterable[str]) -> Any:
    """What an object holds under the first of these keys; any other value as it is."""
    if not isinstance(value, dict):
        return value
    return next((value[key] for key in keys if value.get(key)), None)


def _text(value: Any) -> str:
    """A value as text; the pieces of a list are lines."""
    if isinstance(value, str):
        return value
    value = _inside(value, ("value", "text", "name"))
    pieces = value if isinstance(value, list | tuple) else [value]
    lines = []
    for piece in pieces:
        match _inside(piece, ("value", "text", "name")):
            case None | dict() | list() | tuple():
                pass
            case bytes() as content:
                lines.append(content.decode("utf-8", "surrogateescape"))
            case other:
                lines.append(str(other))
    return "\n".join(lines)


def _given(value: Any) -> str | None:
    text = _text(value)
    return None if text.strip().casefold() in _ABSENT else text


def _items(value: Any) -> list[Any] | None:
    """The items of a list, also of one written in JSON or as Python prints it; else null."""
    if isinstance(value, list | tuple):
        return list(value)
    text = value.strip() if isinstance(value, str) else ""
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        return list(json.loads(text))
    except (ValueError, RecursionError):
        found = _QUOTED.findall(text)
        pieces = [single or double for single, double in found if single or double]
    if "{" in text:
        pieces = [value for key, value in pairwise(pieces) if key == "name"]
    return [re.sub(r"\\(['\"\\])", r"\1", piece) for piece in pieces]


def _name(value: Any) -> str:
    """A name out of a list: a text, an object, or family name, given name and suffix."""
    if isinstance(value, dict) and isinstance(value.get("author"), dict):
        value = value["author"]
    if isinstance(value, dict):
        keys = ("name", "full_name", "fullName", "fullname", "display_name")
        given = _inside(value, ("given", "first", "firstName", "first_name"))
        family = _inside(value, ("family", "last", "lastName", "last_name"))
        value = _inside(value, keys) or [family, given]
    if isinstance(value, list | tuple):
        parts = list(value)
        return " ".join(_text(part) for part in (*parts[1:2], *parts[:1], *parts[2:]) if part)
    return clean_name(_text(value))


def _authors(value: Any) -> tuple[str, ...]:
    items = _items(value)
    if items is None:
        return split_authors(_given(value) or "")
    return tuple(name for item in items if (name := _name(item)))


def _keywords(value: Any) -> tuple[str, ...]:
    items = _items(value)
    if items is None:
        return split_keywords((_given(value) or "").replace("|", ";"))
    return tuple(keyword for item in items if (keyword := _text(item).strip()))


def make_entry(values: Mapping[str, Any], place: Place) -> Entry:
    """The entry of a row or object, by what it has for each field of `Entry`.

    Its abstract may be empty or none at all: `citations.number_entries` sees to that, and to its
    position, which is 0 here.
    """
    read = {"abstract", "authors", "year", "keywords"}
    return Entry(
        0,
        place,
        _text(values.get("abstract")),
        authors=_authors(values.get("authors")),
        year=find_year([_text(values.get("year"))]),
        keywords=_keywords(values.get("keywords")),
        **{field: _given(value) for field, value in values.items() if field not in read},
    )
