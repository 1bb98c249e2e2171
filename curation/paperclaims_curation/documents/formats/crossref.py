"""Crossref works: answers of the API, single or in lists, and the public dump in JSON Lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import find_doi, find_year
from paperclaims_curation.documents.entry import Entry, Part
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    dig,
    find_keys,
    first_text,
    items_at,
    iter_entries,
    read_authors,
    text_at,
    texts_of,
)
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_OWN_KEYS = frozenset(
    (
        *("message-type", "message", "indexed", "deposited", "reference-count"),
        *("is-referenced-by-count", "references-count", "content-domain"),
    )
)
# CSL, its relative, has titles without a list.
_LISTED_TITLE = re.compile(r'"title"\s*:\s*\[')
_DATES = ("issued", "published-print", "published-online", "published", "posted", "created")


def recognises(head: str, name: str) -> bool:
    """Whether there are DOIs beside keys of Crossref's own."""
    keys = find_keys(head)
    return "DOI" in keys and (
        not keys.isdisjoint(_OWN_KEYS) or _LISTED_TITLE.search(head) is not None
    )


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The works of a document. `columns` has no meaning here."""
    return iter_entries(stream, frozenset(("DOI",)), _read_work)


def _read_work(work: JsonObject, place: Place) -> Part:
    licenses = [item for item in items_at(work, "license") if text_at(item, "URL")]
    # That of the published version goes before those for text mining and for manuscripts.
    licenses.sort(key=lambda item: dig(item, "content-version") != "vor")
    license_name = text_at(licenses[0], "URL") if licenses else None
    page = first_text(work.get("URL"), dig(work, "resource", "primary", "URL"))
    return Entry(
        0,
        place,
        first_text(work.get("abstract")) or "",
        title=first_text(work.get("title")),
        authors=read_authors(work.get("author")),
        venue=first_text(work.get("container-title"), dig(work, "event", "name")),
        year=next((year for name in _DATES if (year := _read_year(work.get(name)))), None),
        doi=find_doi(texts_of((work.get("DOI"),))),
        license=license_name,
        license_source=page if license_name else None,
        page=page,
    )


def _read_year(date: Any) -> int | None:
    parts = items_at(date, "date-parts")
    return find_year(texts_of(parts[0][:1])) if parts and isinstance(parts[0], list) else None
