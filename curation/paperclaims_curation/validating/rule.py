"""What a rule is: declared once with its code, title and explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import Loc, Place, Severity
from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.reading import FileOnDisk, RecordFile
from paperclaims_curation.recordfile.resolving import Resolution
from paperclaims_schema.record import Record

EXAMPLE_FILE = "records/case-pebbles.yaml"
"""The file that an example edits, if it names no other."""


@dataclass(frozen=True, slots=True)
class Example:
    """What is wrong and what is right: one edit of the collection `tests/cases/validate/base`."""

    right: str
    """Stands in the file exactly once; with it nothing is found."""
    wrong: str
    """Stands there instead, and is found."""
    note: str | None = None
    """What the two texts do not show by themselves."""
    file: str | None = EXAMPLE_FILE
    """The file of the collection; null if no edit of one file shows the case."""
    copy_to: str | None = None
    """The edited text goes to this new file, and the old file stays as it is."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a code of a finding means."""

    code: str
    title: str
    """What holds where nothing is found."""
    explanation: str
    severity: Severity = Severity.ERROR
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found at a path of a record."""

    loc: Loc
    message: str
    hint: str | None = None
    place: Place | None = None
    """Where it is, if not at the value that the path leads to."""


@dataclass(frozen=True, slots=True)
class RecordContext:
    """A record that can be read, as a rule sees it."""

    collection: Collection
    file: RecordFile
    """For rules across records, perhaps only a `FileOnDisk`: path and problem are all they need."""
    record: Record
    resolution: Resolution
    """The spans of the record, and the quotes that have none (each is a finding of its own)."""
    unfound: frozenset[str] = frozenset()
    """The fields whose words do not stand where they should: `claims[0].quantities[1].text`."""

    @property
    def spans(self) -> Mapping[Loc, Span]:
        """The spans by the path of their words."""
        return self.resolution.spans


@dataclass(frozen=True, slots=True)
class RecordRule:
    """A rule about one record."""

    code: str
    title: str
    explanation: str
    check: Callable[[RecordContext], Iterable[Finding]]
    severity: Severity = Severity.ERROR
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class CollectionFinding:
    """What a rule about the whole collection found, in one of its files."""

    file: RecordFile | FileOnDisk
    loc: Loc
    message: str
    hint: str | None = None
    severity: Severity | None = None
    """How much it matters, if not as much as the rule says."""


@dataclass(frozen=True, slots=True)
class CollectionRule:
    """A rule that compares records with each other."""

    code: str
    title: str
    explanation: str
    check: Callable[[list[RecordContext]], Iterable[CollectionFinding]]
    severity: Severity = Severity.ERROR
    example: Example | None = None
