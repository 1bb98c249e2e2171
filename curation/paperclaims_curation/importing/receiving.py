"""Receive the text of one abstract, from a file or from standard input."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperclaims_curation.documents.citations import explain_absence
from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry
from paperclaims_curation.documents.opening import STANDARD_INPUT, open_document
from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_curation.importing.description import Description
from paperclaims_curation.problem import BadInputError, Place
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import CleaningStep

STEPS = (CleaningStep.LINE_ENDS, CleaningStep.ABSTRACT_LABEL)
"""What is done to the text: the word `Abstract` in front is the page's, all else the author's."""


@dataclass(frozen=True, slots=True)
class Received:
    """A text that was received."""

    label: str
    """Where it is from, as messages name it."""
    content: bytes
    """As received."""
    entry: CleanEntry
    """The text as an abstract, with what was said about its paper."""


def receive_abstract(path: Path, given: Description) -> Received:
    """Read the abstract of a file or, for `-`, of standard input.

    Raises:
        PaperclaimsError: the file is missing, is no regular file or cannot be read.
        BadInputError: it holds no text, no abstract, or more than a record can hold.
    """
    label = "standard input" if path == STANDARD_INPUT else str(path)
    with open_document(path) as document:
        content = document.stream.read(SIZE_LIMIT + 1)
    if len(content) > SIZE_LIMIT:
        raise BadInputError(f"{label}: is larger than {SIZE_LIMIT >> 20} MiB; give one abstract")
    text = _decode(content, label)
    abstract, cleaning = clean(text, STEPS)
    if not abstract:
        raise BadInputError(f"{label}: is empty; give the text of one abstract")
    if explain_absence(abstract, given.title):
        raise BadInputError(f"{label}: says that there is no abstract; nothing was written")
    entry = Entry(1, Place(1, 1, 1, 1), text, track=given.track, presentation=given.presentation)
    received = CleanEntry(
        entry,
        abstract=abstract,
        cleaning=cleaning,
        title=given.title,
        authors=given.authors,
        keywords=(),
        doi=given.doi,
        arxiv=given.arxiv,
        openreview=given.openreview,
    )
    return Received(label, content, received)


def is_whole_text(document: Path, record: Record) -> bool:
    """Whether a document holds the text of a record and nothing else, as those that were added.

    Such a document has one abstract, whatever its paragraphs look like.
    """
    if document.stat().st_size > SIZE_LIMIT:
        return False
    try:
        text = _decode(document.read_bytes(), str(document))
    except BadInputError:
        return False
    received = record.source.received or record.abstract
    return clean(text, STEPS[:1])[0] == clean(received, STEPS[:1])[0]


def _decode(content: bytes, label: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInputError(
            f"{label}: line {line} is not UTF-8 text (byte 0x{content[error.start]:02X});"
            " save it as UTF-8"
        ) from None
    if "\0" in text:
        raise BadInputError(f"{label}: is not text: it holds a NUL character; save it as UTF-8")
    return text
