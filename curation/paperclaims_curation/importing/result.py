"""What an import was asked to do, and what it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from paperclaims_curation.documents.entry import Skipped
from paperclaims_curation.problem import Problem
from paperclaims_schema.vocabularies import SourceFormat


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What to import."""

    paths: tuple[Path, ...]
    """Documents and folders of documents; `-` is standard input."""
    format: SourceFormat | None = None
    """What the documents are; without it, each is recognised."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Field of an entry to the column or key that holds it."""
    is_plan: bool = False
    """Whether only to say what would be done."""
    is_strict: bool = False
    """Whether to stop at the first entry that cannot be read or become a record."""


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """What became of the parts of a document."""

    added: int = 0
    """Abstracts that became a record."""
    updated: int = 0
    """Abstracts whose record got an identifier, title or names from them, or, as a draft, its text."""
    unchanged: int = 0
    """Abstracts that have a record already, case, spaces and Unicode form aside."""
    skipped: int = 0
    """Parts that are no abstract, and files in a folder that are no documents."""
    failed: int = 0
    """Parts that could not be read or become a record, and conflicts; a problem says why."""

    def __add__(self, other: ImportCounts) -> ImportCounts:
        return ImportCounts(
            self.added + other.added,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
            self.failed + other.failed,
        )

    def __str__(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in asdict(self).items())


SKIPPED_SHOWN = 20
"""So many skipped parts of a document are listed one by one."""


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What became of one document."""

    path: Path
    """The document as the user named it."""
    format: SourceFormat | None
    """What it was read as; null if it was not read."""
    counts: ImportCounts
    skipped: tuple[Skipped, ...]
    """The first parts that are no abstract, with their places."""
    left_aside: str | None = None
    """Why it was not read, if it lies in a folder and is no document."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did, or, as a plan, would do."""

    documents: tuple[DocumentResult, ...]
    """In the order in which they were read."""
    problems: tuple[Problem, ...]
    """Errors for what failed, warnings for what a curator should look at."""
    added: tuple[str, ...]
    """The ids of the new records, in the order of documents and positions."""
    updated: tuple[str, ...]
    """The ids of the records that were there before and were changed."""

    @property
    def counts(self) -> ImportCounts:
        """The sum over the documents."""
        return sum((document.counts for document in self.documents), ImportCounts())
