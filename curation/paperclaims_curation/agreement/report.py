"""The result of a comparison of two annotators."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Literal, Self

from paperclaims_schema.base import Model


class Statistic(StrEnum):
    """How a figure is computed; definitions and sources: `curation/AGREEMENT.md`."""

    F1 = "f1"
    AGREEMENT = "agreement"
    KAPPA = "kappa"


class Figure(Model):
    """One figure of agreement over a set of abstracts."""

    part: str
    """What is compared: `claims.type`."""
    statistic: Statistic
    """How the figure is computed."""
    value: float | None
    """The figure, at most 1; null where it is undefined."""
    low: float | None
    """Lower end of the 95% interval; null where there is none."""
    high: float | None
    """Upper end of the 95% interval; null where there is none."""
    matched: int
    """How many items both annotators have alike."""
    count_a: int
    """How many items the first annotator has."""
    count_b: int
    """How many items the second annotator has."""
    reason: str | None = None
    """Why the figure, or its interval, is undefined."""


class Subset(Model):
    """The figures over a set of abstracts."""

    name: str
    """Which abstracts they are, in words."""
    record_ids: tuple[str, ...]
    """The records that both annotators have."""
    figures: tuple[Figure, ...]
    """The figures, in a fixed order."""


class Disagreement(Model):
    """One place where two readings differ."""

    record_id: str
    """The abstract."""
    part: str
    """The part of the record, with the ids of both readings: `claims[c2/c3].type`."""
    reading_a: str | None
    """What the first annotator says; null for nothing at all."""
    reading_b: str | None
    """What the second annotator says; null for nothing at all."""
    words: str | None
    """The words of the abstract that it is about; null where there are none."""


class PartCount(Model):
    """How often one abstract's readings agree in one part."""

    part: str
    """What is compared."""
    matched: int
    """How many items both annotators have alike."""
    count_a: int
    """How many items the first annotator has."""
    count_b: int
    """How many items the second annotator has."""


class AbstractCounts(Model):
    """The counts of one abstract, from which every F1 and raw agreement follows."""

    record_id: str
    counts: tuple[PartCount, ...]


class Agreement(Model):
    """How far two annotators agree."""

    format: Literal["paperclaims-agreement"] = "paperclaims-agreement"
    """What this document is."""
    version: Literal[1] = 1
    """The version of its form."""
    annotators: tuple[str, str]
    """The two annotators; the first is `a`, the second `b`."""
    only_a: tuple[str, ...]
    """Records that only the first annotator has: they are not compared."""
    only_b: tuple[str, ...]
    """Records that only the second annotator has: they are not compared."""
    subsets: tuple[Subset, ...]
    """The figures, over all abstracts first."""
    abstracts: tuple[AbstractCounts, ...]
    """The counts of every abstract that was compared."""
    disagreements: tuple[Disagreement, ...] | None
    """Every place where the readings differ, in the order of the records; null if not asked for."""

    def without_list(self) -> Self:
        """The same without its disagreements."""
        return self.model_copy(update={"disagreements": None})

    def list_only(self, record_ids: Collection[str]) -> Self:
        """The same with the disagreements of these records alone."""
        kept = tuple(item for item in self.disagreements or () if item.record_id in record_ids)
        return self.model_copy(update={"disagreements": kept})
