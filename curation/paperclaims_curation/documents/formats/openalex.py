"""OpenAlex works: answers of the API, snapshots in JSON Lines, lists as pyalex saves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_doi,
    find_openreview,
    find_year,
    name_in_order,
)
from paperclaims_curation.documents.entry import Entry, Part, Unreadable
from paperclaims_curation.documents.jsondecoding import DecodingError, decode
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    dig,
    find_keys,
    first_text,
    items_at,
    iter_entries,
    text_at,
    texts_of,
)
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.INVERTED_INDEX,
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_INDEXES = ("abstract_inverted_index", "abstract_inverted_index_v3")
_MARKS = frozenset((*_INDEXES, "abstract", "authorships", "primary_location", "referenced_works"))


def recognises(head: str, name: str) -> bool:
    """Whether there is an inverted index, or authorships of OpenAlex."""
    keys = find_keys(head)
    return not keys.isdisjoint(_INDEXES) or ("authorships" in keys and "openalex.org/" in head)


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The works of a document. `columns` has no meaning here."""
    return iter_entries(stream, _MARKS, _read_work)


def join_index(index: Any) -> str | None:
    """The text of an inverted index, its words in order; null if a word has no valid position.

    Two words at one position both stay. Positions without a word leave no trace.
    """
    if isinstance(index, str):
        try:
            index, _ = decode(index.strip(), 0)
        except DecodingError:
            return None
    if isinstance(index, dict) and isinstance(index.get("InvertedIndex"), dict):
        index = index["InvertedIndex"]
    if not isinstance(index, dict):
        return None
    places: dict[tuple[int, str], None] = {}
    for word, positions in index.items():
        for position in positions if isinstance(positions, list) else [positions]:
            if not isinstance(position, int) or isinstance(position, bool) or position < 0:
                return None
            places[position, word] = None
    # The sort keeps the order of words at one position.
    return " ".join(word for _, word in sorted(places, key=lambda place: place[0]))


def _read_work(work: JsonObject, place: Place) -> Part:
    index = next((work[key] for key in _INDEXES if work.get(key)), None)
    abstract = text_at(work, "abstract") or "" if index is None else join_index(index)
    if abstract is None:
        message = "the inverted index is no object of words with their positions"
        return Unreadable(place, message, "fetch this work from OpenAlex anew")
    locations = [
        work.get("primary_location"),
        work.get("best_oa_location"),
        *items_at(work, "locations"),
        work.get("host_venue"),
    ]
    licensed = next((at for at in locations if text_at(at, "license")), None)
    addresses = texts_of(dig(at, "landing_page_url") for at in locations)
    doi = find_doi(texts_of((work.get("doi"), dig(work, "ids", "doi"))))
    return Entry(
        0,
        place,
        abstract,
        title=first_text(work.get("title"), work.get("display_name")),
        authors=_read_names(work),
        venue=first_text(
            dig(work, "primary_location", "source", "display_name"),
            dig(work, "host_venue", "display_name"),
        ),
        year=find_year(texts_of((work.get("publication_year"), work.get("publication_date")))),
        openreview=find_openreview(addresses),
        arxiv=find_arxiv((doi or "", *addresses)),
        doi=doi,
        license=text_at(licensed, "license"),
        license_source=text_at(licensed, "landing_page_url"),
        page=first_text(*addresses, work.get("id")),
    )


def _read_names(work: JsonObject) -> tuple[str, ...]:
    names = (
        first_text(dig(authorship, "author", "display_name"), dig(authorship, "raw_author_name"))
        for authorship in items_at(work, "authorships")
    )
    return tuple(ordered for name in names if name and (ordered := name_in_order(name)))
