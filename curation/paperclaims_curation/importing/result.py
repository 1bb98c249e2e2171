"""What an import is asked to do, and what it did."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperclaims_curation.importing.formats import Skipped
from paperclaims_curation.problem import Problem


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What to import."""

    paths: tuple[Path, ...]
    """The documents."""
    format: str = "plain"
    """One of the words of `FORMATS`."""


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """What became of the parts of a document."""

    added: int = 0
    """Abstracts that became a record."""
    updated: int = 0
    """Records that were changed: none so far."""
    unchanged: int = 0
    """Abstracts that have a record already, case, spaces and Unicode form aside."""
    skipped: int = 0
    """Parts that are no abstract."""
    failed: int = 0
    """Abstracts that could not become a record; a problem says why."""

    def __add__(self, other: ImportCounts) -> ImportCounts:
        return ImportCounts(
            self.added + other.added,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
            self.failed + other.failed,
        )


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What became of one document."""

    path: Path
    """The document as the user named it."""
    counts: ImportCounts
    skipped: tuple[Skipped, ...]
    """The parts that are no abstract, with their lines."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did."""

    documents: tuple[DocumentResult, ...]
    """In the order of the documents' names."""
    problems: tuple[Problem, ...]
    """Errors for abstracts that failed, warnings for what a curator should look at."""
    record_ids: tuple[str, ...]
    """The new records, in the order of documents and positions."""

    @property
    def counts(self) -> ImportCounts:
        """The sum over the documents."""
        return sum((document.counts for document in self.documents), ImportCounts())
