"""What a format yields."""

from __future__ import annotations

from dataclasses import dataclass

from paperclaims_curation.problem import Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One abstract of a document."""

    position: int
    """Its place among the abstracts, counted from 1."""
    line: int
    """The line on which it begins, counted from 1."""
    abstract: str
    """Exactly as received, without the white space around it."""
    title: str | None = None
    """The title, where the format gives one."""

    @property
    def place(self) -> Place:
        """The first line, for a finding about the abstract."""
        return Place(self.line, 1, self.line, len(self.abstract.split("\n", 1)[0]) + 1)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A part of a document that is no abstract."""

    line: int
    """The line on which it begins, counted from 1."""
    text: str
    """The part itself."""
    reason: str
    """Why it is no abstract."""
