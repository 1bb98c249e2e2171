"""Findings about data, and the exceptions for what cannot go on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"


class ExitCode(IntEnum):
    """What the command line tells its caller."""

    CLEAN = 0
    FINDINGS = 1
    WRONG_USE = 2
    INTERNAL_ERROR = 3
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file: 1-based lines and columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding about data."""

    code: str
    """The rule's code, as in `paperclaims explain CODE`."""
    message: str
    """What is wrong, in one line."""
    file: str | None = None
    """The file as the user named it; null for a finding about the whole collection."""
    place: Place | None = None
    """Where in the file; null for a finding about the whole file."""
    severity: Severity = Severity.ERROR
    record_id: str | None = None
    """The record, where it is known."""
    field: str | None = None
    """The field, as a path: `claims[0].quantities[1].value`."""
    hint: str | None = None
    """What to do or to type instead, in one line."""
    fix: str | None = None
    """The text that would stand at `place` instead, where a fix is safe."""


class PaperclaimsError(Exception):
    """Something cannot go on; the message is one clear line that says what to do."""

    exit_code = ExitCode.WRONG_USE


class BadInputError(PaperclaimsError):
    """The data does not allow the work; the findings say where."""

    exit_code = ExitCode.FINDINGS

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems
