"""Collects what the comparison of one abstract finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from paperclaims_curation.agreement.report import AbstractCounts, Disagreement, PartCount
from paperclaims_curation.matching import pair_equal
from paperclaims_schema.rows import Span

ItemT = TypeVar("ItemT")

BETWEEN = " … "
"""Stands between two quotes."""


def label(value: object) -> str:
    """A value as short text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return BETWEEN.join(label(part) for part in value) or "none"
    if isinstance(value, Span):
        return f"{value.text} [{value.start}:{value.end}]"
    return str(value)


@dataclass(slots=True)
class Tally:
    """The counts, the pairs of labels and the disagreements of one abstract."""

    record_id: str
    counts: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """By part: how many items both have alike, the first has, the second has."""
    labels: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """By part: what both say of each pair."""
    disagreements: list[Disagreement] = field(default_factory=list)

    def count(self, part: str, matched: int, count_a: int, count_b: int) -> None:
        """Add to the counts of a part."""
        before = self.counts.get(part, (0, 0, 0))
        self.counts[part] = (before[0] + matched, before[1] + count_a, before[2] + count_b)

    def differ(self, part: str, a: str | None, b: str | None, words: str | None) -> None:
        """Note a disagreement."""
        self.disagreements.append(
            Disagreement(record_id=self.record_id, part=part, reading_a=a, reading_b=b, words=words)
        )

    def compare_values(self, place: str, a: object, b: object, words: str | None) -> bool:
        """Whether two values are the same; if not, note the disagreement."""
        same = a == b
        if not same:
            self.differ(place, label(a), label(b), words)
        return same

    def compare_labels(
        self, part: str, place: str, a: object, b: object, words: str | None
    ) -> bool:
        """Compare two values of a pair, and keep both for raw agreement and kappa."""
        self.labels.setdefault(part, []).append((label(a), label(b)))
        same = self.compare_values(place, a, b, words)
        self.count(part, same, 1, 1)
        return same

    def compare_lists(
        self,
        place: str,
        a: Sequence[ItemT],
        b: Sequence[ItemT],
        *,
        key: Callable[[ItemT], str],
        words: Callable[[ItemT], str | None],
        counted: Sequence[str] = (),
        listed: Sequence[str] = (),
    ) -> tuple[int, int]:
        """Pair the items of two lists by key and compare their fields.

        A difference in a `listed` field is noted only, one in a `counted` field counts.

        Returns:
            How many items were paired, and how many of these agree in all counted fields.
        """
        pairing = pair_equal(a, b, key)
        alike = 0
        for one, other in pairing.pairs:
            same = {
                name: self.compare_values(
                    f"{place}[{key(one)}].{name}",
                    getattr(one, name),
                    getattr(other, name),
                    words(one),
                )
                for name in (*counted, *listed)
            }
            alike += all(same[name] for name in counted)
        for item in pairing.only_a:
            self.differ(
                f"{place}[{key(item)}]", self._reading(item, key, counted), None, words(item)
            )
        for item in pairing.only_b:
            self.differ(
                f"{place}[{key(item)}]", None, self._reading(item, key, counted), words(item)
            )
        return len(pairing.pairs), alike

    @staticmethod
    def _reading(item: ItemT, key: Callable[[ItemT], str], counted: Sequence[str]) -> str:
        fields = ", ".join(label(getattr(item, name)) for name in counted)
        return f"{key(item)} ({fields})" if fields else key(item)

    def freeze(self) -> AbstractCounts:
        """The counts for the report."""
        counts = (
            PartCount(part=part, matched=matched, count_a=count_a, count_b=count_b)
            for part, (matched, count_a, count_b) in self.counts.items()
        )
        return AbstractCounts(record_id=self.record_id, counts=tuple(counts))
