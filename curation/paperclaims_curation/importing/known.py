"""What a collection has already, and which of it an entry is."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from paperclaims_curation.documents.identifiers import (
    arxiv_base,
    arxiv_of_doi,
    arxiv_version,
    identity_keys,
)
from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import SourceFormat, Status

_LEAST_TITLE_WORDS = 3
"""A shorter title, as `Introduction`, may be that of another paper."""
_OF_PREPRINTS = frozenset((SourceFormat.ARXIV, SourceFormat.ARXIV_JSON))


@dataclass(frozen=True, slots=True)
class Paper:
    """What is compared of a record."""

    record_id: str
    text_key: bytes
    is_new: bool
    """Whether it is a record of this import."""
    is_open: bool
    """Whether it is a draft that nobody has worked on, whose text may still be replaced."""
    format: SourceFormat
    doi: str | None
    arxiv: str | None
    openreview: str | None
    has_title: bool
    has_authors: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """What tells the paper from others."""
        return identity_keys(self.doi, self.arxiv, self.openreview)


def text_key(normalised: str) -> bytes:
    """Stands for a normalised text, and needs little memory."""
    return hashlib.sha256(normalised.encode("utf-8", "surrogatepass")).digest()[:16]


def title_words(title: str | None) -> list[str]:
    """The words of a title in one form: no case, no punctuation."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", title or "").casefold())


@lru_cache(maxsize=64)  # it is asked for once to compare and once to keep
def _title_key(title: str | None) -> bytes | None:
    words = title_words(title)
    folded = " ".join(words)
    # Some scripts put no spaces between words.
    is_long = len(words) >= _LEAST_TITLE_WORDS or (len(folded) > 12 and not folded.isascii())
    return text_key(folded) if is_long else None


def is_untouched(record: Record) -> bool:
    """Whether a record is a draft as import made it, bibliographic fields and links aside."""
    note = record.annotation
    return note.status is Status.DRAFT and not (
        record.contributions
        or record.tasks
        or record.methods
        or record.resources
        or record.claims
        or note.annotators
        or note.exceptions
        or note.decisions
        or note.notes
    )


@dataclass(slots=True)
class Known:
    """The records of a collection and of the import so far, by what identifies them."""

    _papers: dict[str, Paper] = field(default_factory=dict)
    _by_text: dict[bytes, str] = field(default_factory=dict)
    _by_place: dict[tuple[str, int], str] = field(default_factory=dict)
    _by_identifier: dict[str, str] = field(default_factory=dict)
    _by_title: dict[bytes, str] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def add_record(
        self,
        record: Record,
        key: bytes | None = None,
        *,
        is_new: bool = False,
        is_open: bool = False,
    ) -> None:
        """Note a record, or what became of it; `key` is that of its abstract, if it is at hand.

        What is new counts as seen by this import.
        """
        record_id, identifiers, source = record.record_id, record.identifiers, record.source
        key = key or text_key(normalise_abstract(record.abstract))
        old = self._papers.get(record_id)
        if old is not None and self._by_text.get(old.text_key) == record_id:
            del self._by_text[old.text_key]
        paper = Paper(
            record_id,
            key,
            is_new,
            is_open,
            source.format,
            identifiers.doi,
            identifiers.arxiv,
            identifiers.openreview,
            has_title=record.title is not None,
            has_authors=bool(record.authors),
        )
        self._papers[record_id] = paper
        self._by_text[key] = record_id
        if is_new:
            self._seen.add(record_id)
        else:
            # The places of one import differ.
            self._by_place[source.document, source.position] = record_id
        for name in paper.keys:
            self._by_identifier.setdefault(name, record_id)
        if title_key := _title_key(record.title):
            self._by_title.setdefault(title_key, record_id)

    def see(self, record_id: str) -> None:
        """Note that an entry of this import has the record's text."""
        self._seen.add(record_id)

    def is_seen(self, record_id: str) -> bool:
        """Whether an entry of this import has the record's text."""
        return record_id in self._seen

    def find_by_text(self, key: bytes) -> Paper | None:
        """The record with the same text, case, spaces and Unicode form aside."""
        record_id = self._by_text.get(key)
        return self._papers[record_id] if record_id is not None else None

    def find_by_place(self, document: str, position: int) -> str | None:
        """The id of the record that an earlier import made from a place in a document."""
        return self._by_place.get((document, position))

    def find_by_identifier(self, entry: CleanEntry) -> Paper | None:
        """The record with the same DOI, else the same arXiv id, else the same OpenReview id."""
        return next(self.iter_by_identifier(entry), None)

    def iter_by_identifier(self, entry: CleanEntry) -> Iterator[Paper]:
        """All records with an identifier of the entry, that with the most telling one first."""
        keys = identity_keys(entry.doi, entry.arxiv, entry.openreview)
        found = dict.fromkeys(self._by_identifier.get(key) for key in keys)
        return (self._papers[record_id] for record_id in found if record_id is not None)

    def find_by_title(self, entry: CleanEntry) -> Paper | None:
        """The record with the same title."""
        key = _title_key(entry.title)
        record_id = self._by_title.get(key) if key else None
        return self._papers[record_id] if record_id is not None else None


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _published_doi(doi: str | None) -> str | None:
    return None if doi is None or arxiv_of_doi(doi) else doi.casefold()


def _is_preprint(item: Paper | CleanEntry, format_: SourceFormat) -> bool:
    if format_ in _OF_PREPRINTS:
        return True
    return bool(item.arxiv) and not item.openreview and not _published_doi(item.doi)


def are_versions(paper: Paper, entry: CleanEntry, format_: SourceFormat) -> bool:
    """Whether a record and an entry with an identifier in common are two versions of a paper.

    So are a preprint and what was published, two DOIs, two OpenReview submissions, what has a DOI
    and what has none yet, and two arXiv ids of which not both name the same version. Otherwise they
    are the same version, and one of the texts was changed. `format_` is that of the entry's
    document.
    """
    dois = _published_doi(paper.doi), _published_doi(entry.doi)
    return (
        dois[0] != dois[1]
        or _differ(paper.openreview, entry.openreview)
        or _is_preprint(paper, paper.format) is not _is_preprint(entry, format_)
        or (
            paper.arxiv is not None
            and entry.arxiv is not None
            and arxiv_version(paper.arxiv) != arxiv_version(entry.arxiv)
        )
    )


def has_other_identifier(paper: Paper, entry: CleanEntry) -> bool:
    """Whether the entry has an identifier of a kind of which the record has another one."""
    return (
        _differ(_published_doi(paper.doi), _published_doi(entry.doi))
        or _differ(paper.arxiv and arxiv_base(paper.arxiv), entry.arxiv and arxiv_base(entry.arxiv))
        or _differ(paper.openreview, entry.openreview)
    )
