"""Advise the next version of the data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from paperclaims_curation.publishing.differences import Differences, SchemaChange, SchemaPart
from paperclaims_curation.publishing.values import count
from paperclaims_curation.publishing.wording import format_schema_change


class Level(IntEnum):
    """Which part of a version goes up, the least one first."""

    PATCH = 1
    """Corrections: who uses the data need not change anything."""
    MINOR = 2
    """Additions: what was there is still there and means the same."""
    MAJOR = 3
    """Form or meaning: what was there is gone, elsewhere or means something else."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a version should go up."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Advice:
    """Which version should come next."""

    level: Level | None
    """Null if nothing differs."""
    version: str | None
    """The next version; null if nothing differs or the old version is not known."""
    reasons: tuple[Reason, ...]
    """The weightiest first."""


def _schema_level(change: SchemaChange) -> Level:
    if change.part is SchemaPart.VERSION:
        before, after = (str(text).partition(".")[0] for text in (change.old, change.new))
        return Level.MINOR if before == after else Level.MAJOR
    return Level.MINOR if change.old is None else Level.MAJOR


def _schema_text(change: SchemaChange) -> str:
    if change.part is SchemaPart.MEANING:
        return f"{change.name} is described otherwise (if it means the same, a patch is enough)"
    return format_schema_change(change)


def _iter_reasons(differences: Differences) -> Iterator[Reason]:
    for change in differences.schema:
        yield Reason(_schema_level(change), _schema_text(change))
    claim_count = differences.count_added("claim")
    passes, card = differences.passes, differences.card
    counted = (
        (Level.MAJOR, len(differences.retracted), "record", "retracted"),
        (Level.MAJOR, len(differences.moved), "record", "moved to another split"),
        (Level.MINOR, len(differences.added), "record", "added"),
        (Level.MINOR, claim_count, "claim", "added to records that were there"),
        (Level.MINOR, passes.added, "annotation pass", "added"),
        (Level.PATCH, len(differences.changed), "record", "changed"),
        (Level.PATCH, passes.changed, "annotation pass", "changed"),
        (Level.PATCH, passes.removed, "annotation pass", "removed"),
        (Level.PATCH, passes.agreement_records, "record", "with another agreement of the passes"),
    )
    for level, number, noun, verb in counted:
        if number:
            yield Reason(level, f"{count(number, noun)} {verb}")
    for derived in differences.derived:
        rows = count(derived.row_count, "row")
        yield Reason(Level.PATCH, f"{derived.column} computed otherwise in {rows}")
    if card.head or card.sections:
        yield Reason(Level.PATCH, "the card changed")


def next_version(version: str, level: Level) -> str | None:
    """The version after `version`; null if that is no version of three numbers."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return None
    major, minor, patch = map(int, version.split("."))
    if level is Level.MAJOR:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if level is Level.MINOR else f"{major}.{minor}.{patch + 1}"


def advise(differences: Differences) -> Advice:
    """The next version after that of the old release, and why.

    Retractions, moves between splits, and anything that is gone from the schema, has another type
    or is described otherwise ask for a major version; new records, claims, passes, configs, columns
    and words for a minor one; everything else is a correction.
    """
    reasons = sorted(_iter_reasons(differences), key=lambda reason: -reason.level)
    if not reasons:
        return Advice(None, None, ())
    level, version = reasons[0].level, differences.old.data_version
    return Advice(level, next_version(version, level) if version else None, tuple(reasons))
