"""CSL-JSON references, as Zotero, Mendeley, pandoc and DOI resolvers write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import (
    clean_name,
    find_arxiv,
    find_doi,
    find_license,
    find_openreview,
    find_page,
    find_year,
    name_in_order,
    number_entries,
    split_keywords,
)
from paperclaims_curation.documents.entry import Entry, Part, Unreadable
from paperclaims_curation.documents.jsonreading import iter_values
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_MARKS = frozenset(("title", "abstract", "author", "container-title", "issued", "DOI"))
_INSIDE = ("references", "csljson", "csl", "csl-json")
"""Keys under which some programs keep references, besides those that `iter_values` knows."""

# Words that only CSL-JSON has; Crossref's answers have some of them, and others besides.
_START = re.compile(
    r"\"(?:date-parts|citation-key|container-title-short|non-dropping-particle)\"\s*:"
    r"|\"type\"\s*:\s*\"(?:article-(?:journal|magazine|newspaper)|paper-conference|post-weblog"
    r"|entry-(?:dictionary|encyclopedia)|motion_picture|personal_communication|review-book"
    r"|legal_case)\""
)
_CROSSREF = re.compile(
    r"\"(?:message|indexed|prefix|reference-count|is-referenced-by-count)\"\s*:"
    r"|\"(?:title|container-title)\"\s*:\s*\["
)
_NAME_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")


def recognises(head: str, name: str) -> bool:
    """Whether it is JSON with the keys or types of CSL, and none of those that Crossref adds."""
    is_json = head.lstrip("\ufeff \t\r\n").startswith(("[", "{"))
    return is_json and bool(_START.search(head)) and not _CROSSREF.search(head)


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The references of a document. `columns` has no meaning here."""
    return number_entries(_iter_references(stream))


def _iter_references(stream: BinaryIO) -> Iterator[Part]:
    for found in iter_values(stream, _MARKS):
        if isinstance(found, Unreadable):
            yield found
        else:
            yield from _read(*found)


def _read(place: Place, value: Any) -> Iterator[Part]:
    if isinstance(value, list):
        for item in value:
            yield from _read(place, item)
    elif not isinstance(value, dict):
        yield Unreadable(place, "not a reference: an object was expected", "take it away")
    elif _MARKS.isdisjoint(value) and (key := next(filter(value.get, _INSIDE), None)):
        yield from _read(place, value[key])
    else:
        yield _read_reference(place, value)


def _read_reference(place: Place, value: dict[str, Any]) -> Part:
    abstract = value.get("abstract")
    if isinstance(abstract, list):
        abstract = "\n\n".join(item for item in abstract if isinstance(item, str))
    if not isinstance(abstract, str | None):
        return Unreadable(place, "the abstract is not a text", "write it as a string")
    addresses = [*_texts(value, "URL"), *_texts(value, "id")]
    notes = _texts(value, "note", "number", "archive", "archive_location", "container-title")
    return Entry(
        position=0,
        place=place,
        abstract=abstract or "",
        title=next(_texts(value, "title"), None),
        authors=tuple(filter(None, map(_read_name, _list(value.get("author"))))),
        venue=next(_texts(value, "container-title", "event-title", "event"), None),
        year=find_year(_iter_dates(value.get("issued"))),
        keywords=tuple(
            word for text in _texts(value, "keyword", "keywords") for word in split_keywords(text)
        ),
        openreview=find_openreview(addresses),
        arxiv=find_arxiv([*_texts(value, "DOI"), *addresses, *notes]),
        doi=find_doi(_texts(value, "DOI", "doi"), addresses),
        license=find_license(_texts(value, "license", "copyright", "rights")),
        page=find_page(_texts(value, "URL")),
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _texts(value: Mapping[str, Any], *keys: str) -> Iterator[str]:
    """The non-empty texts under the keys, in a list or not."""
    for key in keys:
        for item in _list(value.get(key)):
            if isinstance(item, str) and item.strip():
                yield item


def _read_name(name: Any) -> str:
    if isinstance(name, str):
        return name_in_order(name)
    if not isinstance(name, dict):
        return ""
    parts = [text.strip() for part in _NAME_PARTS for text in _texts(name, part)]
    if parts:
        return clean_name(" ".join(parts))
    literal = next(_texts(name, "literal"), "")
    return clean_name(literal) or name_in_order(next(_texts(name, "name"), ""))


def _iter_dates(issued: Any) -> Iterator[str]:
    """The texts and numbers of a date, from the surest to the least sure."""
    if isinstance(issued, dict):
        for key in ("date-parts", "year", "raw", "literal", "date-time", "string"):
            yield from _iter_dates(issued.get(key))
    elif isinstance(issued, list):
        for item in issued:
            yield from _iter_dates(item)
    elif issued is not None:
        yield str(issued)
