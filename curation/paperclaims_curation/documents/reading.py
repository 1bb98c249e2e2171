"""Read a document entry by entry, each text cleaned and each identifier in one form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats import load_format, recognise_format
from paperclaims_curation.documents.identifiers import (
    arxiv_of_doi,
    read_arxiv,
    read_doi,
    read_openreview,
)
from paperclaims_curation.documents.opening import OpenDocument, open_document, peek_head
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Place
from paperclaims_schema.vocabularies import CleaningStep, SourceFormat

Columns = Mapping[str, str]
NO_COLUMNS: Columns = MappingProxyType({})

_OF_ABSTRACTS = (CleaningStep.ABSTRACT_LABEL, CleaningStep.COPYRIGHT, CleaningStep.INVERTED_INDEX)


@dataclass(frozen=True, slots=True)
class CleanEntry:
    """An entry as a record can hold it."""

    entry: Entry
    """As the document has it."""
    abstract: str
    cleaning: tuple[CleaningStep, ...]
    """What was done to the abstract."""
    title: str | None
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    doi: str | None
    arxiv: str | None
    """With its version, if the document gives one."""
    openreview: str | None
    unread: tuple[str, ...] = ()
    """The identifiers of the document that cannot be what they should be, as in `doi n/a`."""

    @property
    def received(self) -> str | None:
        """The abstract as received, if more than its line ends was changed."""
        if not {*self.cleaning} - {CleaningStep.LINE_ENDS}:
            return None
        text = self.entry.abstract.strip()
        return text if text != self.abstract else None


def _clean_line(text: str, steps: tuple[CleaningStep, ...]) -> str:
    # Most names and titles are letters, digits and spaces: no step has anything to do there.
    if not text.replace(" ", "").isalnum():
        text = clean(text, steps)[0]
    return " ".join(text.split())


def _clean_lines(texts: Iterable[str], steps: tuple[CleaningStep, ...]) -> tuple[str, ...]:
    return tuple(line for text in texts if (line := _clean_line(text, steps)))


def _clean_entry(
    entry: Entry, steps: tuple[CleaningStep, ...], line_steps: tuple[CleaningStep, ...]
) -> CleanEntry:
    abstract, done = clean(entry.abstract, steps)
    unread = []

    def read(name: str, text: str | None, reader: Callable[[str], str | None]) -> str | None:
        if text is None or not text.strip():
            return None
        found = reader(text)
        if found is None:
            unread.append(f"{name} {' '.join(text.split())[:80]}")
        return found

    doi = read("doi", entry.doi, read_doi)
    arxiv = read("arxiv", entry.arxiv, read_arxiv)
    return CleanEntry(
        entry,
        abstract,
        done,
        (_clean_line(entry.title, line_steps) or None) if entry.title else None,
        _clean_lines(entry.authors, line_steps),
        _clean_lines(entry.keywords, line_steps),
        doi,
        arxiv or (arxiv_of_doi(doi) if doi else None),
        read("openreview", entry.openreview, read_openreview),
        tuple(unread),
    )


CleanPart = CleanEntry | Skipped | Unreadable


@dataclass(frozen=True, slots=True)
class Reading:
    """A document that is being read."""

    format: SourceFormat
    parts: Iterator[CleanPart]


def _iter_parts(
    document: OpenDocument, format_: SourceFormat, columns: Columns, path: Path
) -> Iterator[CleanPart]:
    module = load_format(format_)
    steps = (CleaningStep.LINE_ENDS, *module.CLEANING)
    line_steps = tuple(step for step in steps if step not in _OF_ABSTRACTS)
    last = Place(1, 1, 1, 1)
    parts: Iterator[Part] = module.iter_parts(document.stream, columns)
    try:
        for part in parts:
            last = part.place
            if not isinstance(part, Entry):
                yield part
                continue
            cleaned = _clean_entry(part, steps, line_steps)
            if cleaned.abstract:
                yield cleaned
            else:
                yield Skipped(part.place, cleaned.title or "(no title)", "no abstract")
    except BadInputError as error:
        # The compressed stream broke off: what came before it counts.
        message = str(error).removeprefix(f"{path}: ").removeprefix("standard input: ")
        yield Unreadable(last, *message.partition("; ")[::2])
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PaperclaimsError(f"{path}: {reason}; check the name and the permissions") from error


@contextmanager
def reading_document(
    path: Path, format_: SourceFormat | None = None, columns: Columns = NO_COLUMNS
) -> Iterator[Reading]:
    """Open a document and read it; without a format, it is told by the document's beginning.

    Raises:
        PaperclaimsError: the file is missing, is no regular file or cannot be read.
        BadInputError: it is of a kind that no format takes.
    """
    with open_document(path) as document:
        known = format_ or recognise_format(peek_head(document.stream), document.name)
        yield Reading(known, _iter_parts(document, known, columns, path))
