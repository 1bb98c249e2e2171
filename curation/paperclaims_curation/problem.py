"""Findings about data, and the exceptions for what cannot go on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

Loc = tuple[str | int, ...]
"""A path of keys and list positions in a record: `("claims", 0, "evidence", 1)`."""


def format_loc(loc: Loc) -> str:
    """A path as people write it: `claims[0].evidence[1]`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def parse_loc(field: str) -> Loc:
    """The path that people write as `claims[0].evidence[1]`."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", field)
    return tuple(int(index) if index else name for index, name in parts)


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


class Edit(NamedTuple):
    """A text that should stand for a stretch of a file; offsets in code points."""

    start: int
    end: int
    text: str


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
