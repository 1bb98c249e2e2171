"""Change a record: what it lacks is added, or the text of a draft is replaced."""

from __future__ import annotations

from pydantic import ValidationError

from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_schema.record import ExternalLink, Identifiers, Record

_BIBLIOGRAPHIC = (
    "title",
    "authors",
    "venue",
    "year",
    "track",
    "presentation",
    "primary_area",
    "keywords",
)


def _identifiers(first: Identifiers | CleanEntry, second: Identifiers | CleanEntry) -> Identifiers:
    return Identifiers(
        openreview=first.openreview or second.openreview,
        arxiv=first.arxiv or second.arxiv,
        doi=first.doi or second.doi,
    )


def add_missing(record: Record, clean: CleanEntry) -> Record | None:
    """The record with the title, names and identifiers that it lacks and the entry has.

    Null if there are none, or none that a record can hold.
    """
    try:
        changed = record.model_dump() | {
            "title": record.title or clean.title,
            "authors": record.authors or clean.authors,
            "identifiers": _identifiers(record.identifiers, clean),
        }
        new = Record.model_validate(changed)
    except ValidationError:
        return None
    return new if new != record else None


def replace_abstract(old: Record, new: Record) -> Record:
    """The draft `new`, made from a changed text, with what `old` says about the paper."""
    kept = {name: given for name in _BIBLIOGRAPHIC if (given := getattr(old, name))}
    known = {link.url for link in new.links}
    external = (link for link in old.links if isinstance(link, ExternalLink))
    bibliography = new.source.bibliography or old.source.bibliography
    return new.model_copy(
        update={
            **kept,
            "identifiers": _identifiers(old.identifiers, new.identifiers),
            "source": new.source.model_copy(update={"bibliography": bibliography}),
            "versions": tuple(dict.fromkeys((*old.versions, *new.versions))),
            "links": (*new.links, *(link for link in external if link.url not in known)),
        }
    )
