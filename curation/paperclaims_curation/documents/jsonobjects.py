"""Look into the objects of JSON documents, whatever they hold, and make entries of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import (
    clean_name,
    name_in_order,
    number_entries,
    show,
)
from paperclaims_curation.documents.entry import Part, Skipped, Unreadable
from paperclaims_curation.documents.jsonreading import iter_values
from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.problem import Place

JsonObject = Mapping[str, Any]

_START = re.compile(r"[\ufeff\s]*[\[{]")
_KEY = re.compile(r'"([^"\\\n]{1,60})"\s*:')


def find_keys(head: str) -> AbstractSet[str]:
    """The keys in the beginning of a document, at any depth; none if it is not JSON."""
    return frozenset(_KEY.findall(head)) if _START.match(head) else frozenset()


def iter_entries(
    stream: BinaryIO, marks: AbstractSet[str], read: Callable[[JsonObject, Place], Part]
) -> Iterator[Part]:
    """The parts that `read` makes of the objects of a document, entries numbered.

    An object with one of the keys in `marks` is an entry, not an object around entries.
    """
    return number_entries(_iter_read(stream, marks, read))


def _iter_read(
    stream: BinaryIO, marks: AbstractSet[str], read: Callable[[JsonObject, Place], Part]
) -> Iterator[Part]:
    for found in iter_values(stream, marks):
        yield found if isinstance(found, Unreadable) else read_value(*found, read)


def read_value(place: Place, value: Any, read: Callable[[JsonObject, Place], Part]) -> Part:
    """The part that `read` makes of an object. Null is an entry that is not there."""
    if isinstance(value, dict):
        return read(value, place)
    if value is None:
        return Skipped(place, "null", "no abstract")
    hint = "an entry is an object with keys, as {...}"
    return Unreadable(place, "a bare value, where an entry is expected", hint)


def skip(place: Place, title: str | None, reason: str) -> Skipped:
    """The part for an object that is not to be an entry."""
    return Skipped(place, show(title or "") or "(no title)", reason)


def dig(value: Any, *path: str) -> Any:
    """What stands in objects inside each other under the keys of `path`; null if nothing does."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def text_at(value: Any, *path: str) -> str | None:
    """The text or number at a path, as text; null if there is none, or only white space."""
    match found := dig(value, *path):
        case str():
            return found if found.strip() else None
        case bool():
            return None
        case int() | Decimal():
            return str(found)
        case _:
            return None


def first_text(*values: Any) -> str | None:
    """The first of the values that is a text, or whose first item is one."""
    items = (value[0] if isinstance(value, list) and value else value for value in values)
    return next((text for item in items if (text := text_at(item))), None)


def items_at(value: Any, *path: str) -> list[Any]:
    """The list at a path; empty if there is none."""
    found = dig(value, *path)
    return found if isinstance(found, list) else []


def texts_of(values: Iterable[Any]) -> list[str]:
    """Those of the values that are texts."""
    return [text for value in values if (text := text_at(value))]


def read_authors(value: Any) -> tuple[str, ...]:
    """The names in a list of texts or objects, or in one text; nothing else about the people."""
    if isinstance(value, list):
        return tuple(name for author in value if (name := _read_name(author)))
    text = text_at(value)
    return split_authors(text) if text else ()


def _read_name(author: Any) -> str:
    if not isinstance(author, Mapping):
        return name_in_order(text_at(author) or "")
    middle = author.get("middle")
    parts = [text_at(author, key) for key in ("given", "first")]
    parts += texts_of(middle) if isinstance(middle, list) else [text_at(middle)]
    parts += [text_at(author, key) for key in ("family", "last", "suffix")]
    whole = first_text(*(author.get(key) for key in ("name", "fullname", "literal")))
    # The comma of `Toy Research, Inc.` does not part names.
    return clean_name(whole or " ".join(filter(None, parts)))
