"""What a mutation and a kind of mutation are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from .document import Document, Scalar


@dataclass(frozen=True, slots=True)
class Mutation:
    """One damage to a collection."""

    what: str
    """Before and after, in one line."""
    files: dict[str, bytes]
    """The new content of files, by their path in the collection."""
    lines: frozenset[int] | None
    """The lines at which a finding counts, from 1; null for any line of the record file."""
    record: str
    """The file at which a finding counts, by its path in the collection."""
    twin: str | None = None
    """Another file at which a finding counts, at any line: of two records, either is one too many."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The record to damage, and all records of the collection."""

    document: Document
    others: Sequence[Document]
    """The other records."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of damage."""

    name: str
    codes: tuple[str, ...]
    """A finding counts if it has one of these codes; empty: any finding counts."""
    mutate: Callable[[Subject, Random], Iterable[Mutation]]
    """All places at which the damage fits; a sample of them is applied."""
    place: str = "the damaged value"
    """Where a finding counts."""
    whole: bool = False
    """Whether the record has to be validated together with all others."""
    needs_reader: bool = False
    """Whether only a reader of the abstract could decide."""


def record_path(name: str) -> str:
    """The place of a record in its collection."""
    return f"records/{name}.yaml"


def quoted(words: str) -> str:
    """Words in single quotes of YAML."""
    return "'" + words.replace("'", "''") + "'"


def edit(
    document: Document,
    what: str,
    *edits: tuple[int, int, str],
    at: Sequence[int] = (),
) -> Mutation:
    """Replace stretches of a record file.

    A finding counts at the line where the first edit begins, or, if given, at the lines of the
    offsets `at` of the original text.
    """
    offsets = at or (min(start for start, _, _ in edits),)
    text = document.text
    lines = set()
    for offset in offsets:
        moved = [edit for edit in edits if edit[1] <= offset and edit[:2] != (offset, offset)]
        added = sum(new.count("\n") - text.count("\n", start, end) for start, end, new in moved)
        lines.add(1 + text.count("\n", 0, offset) + added)
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    name = record_path(document.name)
    return Mutation(what, {name: text.encode("utf-8")}, frozenset(lines), name)


def replace_value(
    document: Document, scalar: Scalar, value: str, at: Sequence[int] = ()
) -> Mutation:
    """Write another value in the style of the old one."""
    raw = quoted(value) if scalar.style == "'" else value
    what = f"{scalar.name}: {_short(scalar.value)} -> {_short(value)}"
    return edit(document, what, (scalar.start, scalar.end, raw), at=at)


def _short(words: str) -> str:
    return words if len(words) <= 70 else f"{words[:50]} ... {words[-15:]}"
