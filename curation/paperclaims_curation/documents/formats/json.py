"""JSON Lines, or a JSON list, of objects with a key for the abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_openreview,
    number_entries,
)
from paperclaims_curation.documents.columns import find_columns, find_missing_column, make_entry
from paperclaims_curation.documents.entry import Part, Unreadable
from paperclaims_curation.documents.jsonobjects import JsonObject, dig, read_value, texts_of
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

_START = re.compile(r"[\ufeff\s]*(?:\{\s*[\"}]|(?:\[\s*)+(?:[{\"\]]|null\b))")
_MARKS = frozenset(("abstract", "Abstract", "ABSTRACT", "abstractText", "abstract_text"))

# Per field, where else it may stand: in objects inside, as in records of this tool, or under a key
# that can hold something else. The last are taken only if nothing better is there.
_ELSEWHERE = {
    "abstract": ("description", "Description"),
    "openreview": ("identifiers.openreview",),
    "arxiv": ("identifiers.arxiv", "externalIds.ArXiv"),
    "doi": ("identifiers.doi", "externalIds.DOI", "ids.doi"),
    "license": ("source.license",),
    "license_source": ("source.license_source",),
    "code_url": ("code", "github", "repository", "repo"),
}
_PLANS_KEPT = 1000
_DEPTH_LIMIT = 4


def recognises(head: str, name: str) -> bool:
    """Whether it begins as an object or a list of them, or is named so."""
    return bool(_START.match(head)) or name.endswith((".json", ".jsonl", ".ndjson"))


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The objects of a document. The keys in `columns` may be dotted: `content.abstract.value`."""
    return number_entries(_Reader(columns).iter_read(stream))


class _Reader:
    """Finds out, once per form of objects, which key holds which field."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        self._columns = columns
        self._plans: dict[tuple[str, ...], Mapping[str, str]] = {}
        self._found: set[str] = set()

    def iter_read(self, stream: BinaryIO) -> Iterator[Part]:
        wanted = self._columns.get("abstract")
        marks = {wanted, wanted.partition(".")[0]} if wanted else _MARKS
        first = None
        for found in iter_values(stream, marks):
            if isinstance(found, Unreadable):
                yield found
                continue
            place, value = found
            first = first or place
            # A bare text among them can only be an abstract.
            value = {"abstract": value} if isinstance(value, str) else value
            for row in _iter_rows(value) if isinstance(value, dict) else (value,):
                yield read_value(place, row, self._read)
        if first and not self._found >= {"abstract", *self._columns}:
            names = sorted({name for plan in self._plans for name in plan})
            if missing := find_missing_column(names, self._columns, first):
                yield missing

    def _read(self, value: JsonObject, place: Place) -> Part:
        names = tuple(_iter_names(value))
        plan = self._plans.get(names)
        if plan is None:
            if len(self._plans) >= _PLANS_KEPT:
                self._plans.clear()
            plan = self._plans[names] = self._make_plan(names)
            self._found.update(plan)
        values = {field: _find(value, name) for field, name in plan.items()}
        addresses = texts_of((values.get("page"),))
        if "arxiv" not in plan:
            values["arxiv"] = find_arxiv(addresses, bare=texts_of((value.get("id"),)))
        if "openreview" not in plan:
            values["openreview"] = find_openreview(addresses)
        if not str(values.get("code_url")).startswith(("http:", "https:")):
            values["code_url"] = None
        return make_entry(values, place)

    def _make_plan(self, names: tuple[str, ...]) -> Mapping[str, str]:
        plan = dict(find_columns(names, self._columns))
        for field, others in _ELSEWHERE.items():
            found = next((name for name in others if name in names), None)
            if found and field not in plan and field not in self._columns:
                plan[field] = found
        return plan


def _iter_rows(value: JsonObject) -> Iterator[JsonObject]:
    """The rows of an object of columns, as data frames are saved; any other object itself."""
    first, *others = value.values() or (None,)
    if others and isinstance(first, list) and all(_is_column(item, first) for item in others):
        for row in zip(*value.values(), strict=True):
            yield dict(zip(value, row, strict=True))
    elif others and isinstance(first, dict) and all(_is_column(item, first) for item in others):
        for index in first:
            yield {name: column[index] for name, column in value.items()}
    else:
        yield value


def _is_column(value: Any, first: Any) -> bool:
    if isinstance(first, dict):
        return isinstance(value, dict) and value.keys() == first.keys()
    return isinstance(value, list) and len(value) == len(first)


def _iter_names(value: JsonObject, above: str = "", depth: int = 1) -> Iterator[str]:
    """The keys of an object, and dotted those of objects inside."""
    for key, item in value.items():
        yield above + key
        if isinstance(item, dict) and depth < _DEPTH_LIMIT:
            yield from _iter_names(item, f"{above}{key}.", depth + 1)


def _find(value: JsonObject, name: str) -> Any:
    return value[name] if name in value else dig(value, *name.split("."))
