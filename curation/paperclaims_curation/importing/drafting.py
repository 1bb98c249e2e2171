"""Make the draft record of an abstract."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_curation.importing.bibliography import BibliographyEntry
from paperclaims_curation.importing.selecting import Candidate
from paperclaims_curation.links import FoundLink, find_links, guess_link_kind
from paperclaims_curation.recordfile.canonicalreading import read_canonical
from paperclaims_curation.recordfile.modelwriting import format_quickly
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT
from paperclaims_curation.recordfile.quotes import Region
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.recordfile.resolving import find_spans
from paperclaims_curation.recordfile.words import whole_words
from paperclaims_curation.recordfile.writing import to_plain
from paperclaims_schema.claim import Quote
from paperclaims_schema.record import (
    SCHEMA_VERSION,
    AbstractLink,
    Annotation,
    ArtifactAvailability,
    ExternalLink,
    Link,
    Record,
    abstract_sha256,
)
from paperclaims_schema.vocabularies import Availability, LinkKind, Origin, Split, Status


def _abstract_link(abstract: str, found: FoundLink) -> AbstractLink:
    # A quote cuts no word, and a URL may follow one without a space.
    start, end = whole_words(abstract, found.start, found.end)
    while start > 0 and unicodedata.combining(abstract[start]):
        start -= 1
    quote = abstract[start:end]
    starts = Region.whole(abstract).occurrences(quote)
    occurrence = starts.index(start) + 1 if len(starts) > 1 else None
    return AbstractLink(
        url=found.url,
        kind=guess_link_kind(found.url),
        origin=Origin.ABSTRACT,
        evidence=(Quote(quote=quote, occurrence=occurrence),),
    )


def _links_of(abstract: str) -> list[FoundLink]:
    # Most abstracts hold none, and to see that is quick.
    return find_links(abstract) if "://" in abstract else []


def _target(url: str) -> str:
    return url.casefold().rstrip("/").removesuffix(".git")


def _external_links(
    candidate: Candidate, in_abstract: Sequence[AbstractLink]
) -> list[ExternalLink]:
    known, entry = candidate.bibliography, candidate.clean.entry
    url, seen_on = entry.code_url, entry.page
    if known is not None and known.code_url is not None:
        url, seen_on = known.code_url, known.code_url_source
    if (
        url is None
        or seen_on is None
        or _target(url) in {_target(link.url) for link in in_abstract}
    ):
        return []
    try:
        return [ExternalLink(url=url, kind=LinkKind.CODE, origin=Origin.EXTERNAL, seen_on=seen_on)]
    except ValidationError:
        return []


@cache
def _availability(kinds: frozenset[LinkKind]) -> ArtifactAvailability:
    def availability(kind: LinkKind) -> Availability:
        return Availability.LINKED if kind in kinds else Availability.NONE

    return ArtifactAvailability(
        code=availability(LinkKind.CODE),
        data=availability(LinkKind.DATA),
        model=availability(LinkKind.MODEL),
    )


@cache
def _annotation(rules_version: str) -> Annotation:
    return Annotation(status=Status.DRAFT, rules_version=rules_version)


def _given_by_entry(clean: CleanEntry, config: CollectionConfig) -> dict[str, Any]:
    """What the document says about the paper, as fields of a record."""
    entry = clean.entry
    return {
        "title": clean.title,
        "authors": clean.authors,
        "venue": config.venue or entry.venue,
        "year": config.year or entry.year,
        "track": entry.track if entry.track in config.tracks else None,
        "presentation": entry.presentation if entry.presentation in config.presentations else None,
        "primary_area": entry.primary_area,
        "keywords": clean.keywords,
        "identifiers": {"openreview": clean.openreview, "arxiv": clean.arxiv, "doi": clean.doi},
    }


def _given_by_bibliography(known: BibliographyEntry) -> dict[str, Any]:
    given = {
        "title": known.title,
        "authors": known.authors or (),
        "track": known.track,
        "presentation": known.presentation,
        "primary_area": known.primary_area,
        "keywords": known.keywords or (),
        "identifiers": known.identifiers.model_dump(),
    }
    return {name: value for name, value in given.items() if value}


def _source(candidate: Candidate) -> dict[str, Any]:
    clean, known = candidate.clean, candidate.bibliography
    entry = clean.entry
    page = entry.license_source or entry.page
    is_licensed = bool(entry.license and page)
    given = {
        "document": candidate.document,
        "position": entry.position,
        "format": candidate.format,
        "columns": tuple(f"{field}={name}" for field, name in candidate.columns.items()),
        "cleaning": clean.cleaning,
        "received": clean.received,
        "license": entry.license if is_licensed else None,
        "license_source": page if is_licensed else None,
    }
    if known is not None:
        kept = (
            {"bibliography"}
            if known.licence is None
            else {"bibliography", "license", "license_source"}
        )
        given |= known.source.model_dump(include=kept)
    return given


_DROPPABLE = (
    "title",
    "authors",
    "venue",
    "year",
    "track",
    "presentation",
    "primary_area",
    "keywords",
)


def _drop(given: dict[str, Any], loc: tuple[int | str, ...]) -> bool:
    """Leave out the field that a record cannot hold; false if it cannot do without."""
    if loc[:1] == ("identifiers",) and len(loc) > 1:
        given["identifiers"] = {**given["identifiers"], loc[1]: None}
    elif loc[:1] == ("source",) and loc[1:2] not in {("document",), ("position",), ("received",)}:
        given["source"] = {**given["source"], "license": None, "license_source": None}
    elif loc and loc[0] in _DROPPABLE:
        del given[str(loc[0])]
    else:
        return False
    return True


def draft_record(
    candidate: Candidate, split: Split, config: CollectionConfig
) -> tuple[Record, list[str]]:
    """The draft of a new record, without annotation, and the fields that had to be left out.

    `availability` is `linked` where the abstract gives a URL of the kind, else `none`.

    Raises:
        ValidationError: no record can hold the abstract.
    """
    clean, known = candidate.clean, candidate.bibliography
    in_abstract = [_abstract_link(clean.abstract, found) for found in _links_of(clean.abstract)]
    links: list[Link] = [*in_abstract, *_external_links(candidate, in_abstract)]
    given = _given_by_entry(clean, config)
    if known is not None:
        given |= _given_by_bibliography(known)
    given |= {
        "record_id": candidate.record_id,
        "schema_version": SCHEMA_VERSION,
        "source": _source(candidate),
        "versions": candidate.versions,
        "split": split,
        "abstract": clean.abstract,
        "abstract_sha256": abstract_sha256(clean.abstract),
        "links": tuple(links),
        "availability": _availability(frozenset(link.kind for link in in_abstract)),
        "annotation": _annotation(config.rules_version),
    }
    left_out: list[str] = []
    while True:
        try:
            return Record.model_validate(given), left_out
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = ".".join(str(part) for part in first["loc"][:2] if isinstance(part, str))
            if name in left_out or not _drop(given, first["loc"]):
                raise
            left_out.append(name)


def _is_plain(text: str) -> bool:
    """Whether a text is made of visible ASCII characters, spaces and line ends only."""
    return text.isascii() and text.replace("\n", "").isprintable()


def format_draft(record: Record) -> str:
    """The text of the record's file.

    Raises:
        ValueError: the record would not come back from the file as it is; says why in a few words.
    """
    text = format_quickly(record)
    # What the writer makes of ASCII is known to come back. Of all else there is too much to be sure.
    is_sure = _is_plain(text) or read_canonical(text) == to_plain(record)
    if not is_sure or len(text) > SIZE_LIMIT // 4:
        file = parse_file(Path(f"{record.record_id}.yaml"), text.encode("utf-8"), Record)
        if file.model != record:
            raise ValueError(
                file.problems[0].message if file.problems else "its file would be read differently"
            )
    failures = find_spans(record, record.abstract).failures if record.links else []
    if failures:
        raise ValueError(failures[0].message)
    return text
