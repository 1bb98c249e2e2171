"""Make the draft record of an abstract."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.importing.bibliography import BibliographyEntry
from paperclaims_curation.importing.selecting import Candidate
from paperclaims_curation.links import FoundLink, find_links, guess_link_kind
from paperclaims_curation.recordfile.quotes import Region
from paperclaims_curation.recordfile.reading import parse_file, resolve_file
from paperclaims_curation.recordfile.words import whole_words
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_schema.claim import Quote
from paperclaims_schema.record import (
    SCHEMA_VERSION,
    AbstractLink,
    Annotation,
    ArtifactAvailability,
    ExternalLink,
    Identifiers,
    Link,
    Record,
    Source,
    abstract_sha256,
)
from paperclaims_schema.vocabularies import Availability, LinkKind, Origin, Split, Status


def _abstract_link(abstract: str, found: FoundLink) -> AbstractLink:
    # A quote cuts no word, and a URL may follow one without a space.
    start, end = whole_words(abstract, found.start, found.end)
    quote = abstract[start:end]
    starts = Region.whole(abstract).occurrences(quote)
    occurrence = starts.index(start) + 1 if len(starts) > 1 else None
    return AbstractLink(
        url=found.url,
        kind=guess_link_kind(found.url),
        origin=Origin.ABSTRACT,
        evidence=(Quote(quote=quote, occurrence=occurrence),),
    )


def _target(url: str) -> str:
    return url.casefold().rstrip("/").removesuffix(".git")


def _external_links(
    entry: BibliographyEntry | None, in_abstract: Sequence[AbstractLink]
) -> list[ExternalLink]:
    if entry is None or entry.code_url is None or entry.code_url_source is None:
        return []
    if _target(entry.code_url) in {_target(link.url) for link in in_abstract}:
        return []
    return [
        ExternalLink(
            url=entry.code_url,
            kind=LinkKind.CODE,
            origin=Origin.EXTERNAL,
            seen_on=entry.code_url_source,
        )
    ]


def _availability(links: Sequence[AbstractLink]) -> ArtifactAvailability:
    def availability(kind: LinkKind) -> Availability:
        linked = any(link.kind is kind for link in links)
        return Availability.LINKED if linked else Availability.NONE

    return ArtifactAvailability(
        code=availability(LinkKind.CODE),
        data=availability(LinkKind.DATA),
        model=availability(LinkKind.MODEL),
    )


def draft_record(candidate: Candidate, split: Split, config: CollectionConfig) -> Record:
    """The draft of a new record: the bibliography and the links, and no annotation.

    `availability` is `linked` where the abstract gives a URL of the kind, else `none`.
    """
    entry, known = candidate.entry, candidate.bibliography
    in_abstract = [_abstract_link(entry.abstract, found) for found in find_links(entry.abstract)]
    links: list[Link] = [*in_abstract, *_external_links(known, in_abstract)]
    return Record(
        record_id=candidate.record_id,
        schema_version=SCHEMA_VERSION,
        title=entry.title or (known.title if known else None),
        authors=(known.authors if known else None) or (),
        venue=config.venue,
        year=config.year,
        track=known.track if known else None,
        presentation=known.presentation if known else None,
        primary_area=known.primary_area if known else None,
        keywords=(known.keywords if known else None) or (),
        identifiers=known.identifiers if known else Identifiers(),
        source=known.source
        if known
        else Source(document=candidate.document.name, position=entry.position),
        split=split,
        abstract=entry.abstract,
        abstract_sha256=abstract_sha256(entry.abstract),
        links=tuple(links),
        availability=_availability(in_abstract),
        annotation=Annotation(status=Status.DRAFT, rules_version=config.rules_version),
    )


def find_obstacle(candidate: Candidate, config: CollectionConfig) -> str | None:
    """Why the draft would not come back from its file as it is; null if it would."""
    try:
        # The longest word for a split: with any other, the file is no larger.
        record = draft_record(candidate, Split.VALIDATION, config)
        content = format_model(record).encode("utf-8")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    except ValueError as error:
        return str(error)
    file = parse_file(Path(f"{record.record_id}.yaml"), content, Record)
    _, problems = resolve_file(file)
    if problems:
        return problems[0].message
    return None if file.model == record else "its file would be read differently"
