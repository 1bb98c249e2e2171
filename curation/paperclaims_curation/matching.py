"""Pair what two readings of one abstract have in common: claims, quantities and listed items.

Whatever is paired, the result is the same for any order of the items, and the same with the
readings exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from paperclaims_schema.rows import Row
from paperclaims_schema.tables import (
    ClaimPart,
    QuantityFields,
    TaskRow,
)

ItemT = TypeVar("ItemT")
EvidencedT = TypeVar("EvidencedT", ClaimPart, TaskRow)

MIN_OVERLAP = 0.5
"""The least overlap (intersection over union of characters) that makes two claims a pair."""

_EXACT = 2**52
"""Sums of whole numbers below this are exact in the double arithmetic of the assignment."""
_DIVISIBLE = 5040
"""Halves, thirds and all fractions down to tenths of its multiples are whole numbers."""
_NUMBERING: dict[str, Any] = {
    "id": True,
    "quantity_id": True,
    "quantities": {"__all__": {"quantity_id"}},
}
_FIELDS = (
    "relation",
    "subject",
    "measure",
    "higher_is_better",
    "certainty",
    "baselines",
    "conditions",
    "datasets",
)
_MAX_LIKENESS = 10 + len(_FIELDS)


@dataclass(frozen=True, slots=True)
class Pairing(Generic[ItemT]):
    """Which items of two readings belong together, in the order of the readings."""

    pairs: tuple[tuple[ItemT, ItemT], ...]
    only_a: tuple[ItemT, ...]
    only_b: tuple[ItemT, ...]


def _pairing(
    a: Sequence[ItemT], b: Sequence[ItemT], indices: Iterable[tuple[int, int]]
) -> Pairing[ItemT]:
    partners = dict(sorted(indices))
    taken = set(partners.values())
    return Pairing(
        tuple((a[i], b[j]) for i, j in partners.items()),
        tuple(item for i, item in enumerate(a) if i not in partners),
        tuple(item for j, item in enumerate(b) if j not in taken),
    )


def _content(item: object) -> str:
    """Everything an item says, without its number: a rank that does not depend on the order."""
    return item.model_dump_json(exclude=_NUMBERING) if isinstance(item, Row) else str(item)


def pair_equal(
    a: Sequence[ItemT], b: Sequence[ItemT], key: Callable[[ItemT], Hashable]
) -> Pairing[ItemT]:
    """Pair items with equal keys, each item once; of several, first those equal in everything."""
    content_a, content_b = [*map(_content, a)], [*map(_content, b)]
    keys_a, keys_b = [*map(key, a)], [*map(key, b)]
    rest_a = sorted(range(len(a)), key=content_a.__getitem__)
    rest_b = sorted(range(len(b)), key=content_b.__getitem__)
    pairs: dict[int, int] = {}
    for by_a, by_b in (
        ([*zip(keys_a, content_a, strict=True)], [*zip(keys_b, content_b, strict=True)]),
        (keys_a, keys_b),
    ):
        waiting: dict[Hashable, list[int]] = {}
        for j in rest_b:
            waiting.setdefault(by_b[j], []).append(j)
        for i in rest_a:
            if waiting.get(by_a[i]):
                pairs[i] = waiting[by_a[i]].pop(0)
        rest_a = [i for i in rest_a if i not in pairs]
        rest_b = [j for j in rest_b if j not in pairs.values()]
    return _pairing(a, b, pairs.items())


def code_points(item: ClaimPart | TaskRow) -> frozenset[int]:
    """The offsets of all code points in an item's evidence; what two quotes share counts once."""
    return frozenset(point for span in item.evidence for point in range(span.start, span.end))


def quantity_span(quantity: QuantityFields) -> tuple[int, int]:
    """Where a quantity stands in the abstract."""
    return quantity.start, quantity.end


def _likeness(a: ClaimPart, b: ClaimPart) -> int:
    """How far two claims agree beyond their evidence, from 0 to `_MAX_LIKENESS`."""
    spans_a, spans_b = (Counter(map(quantity_span, claim.quantities)) for claim in (a, b))
    total = spans_a.total() + spans_b.total()
    quantities = 8 * (spans_a & spans_b).total() // total if total else 4
    metric = (a.metric_start, a.metric_end) == (b.metric_start, b.metric_end)
    same: int = sum(getattr(a, name) == getattr(b, name) for name in _FIELDS)
    same += _content(a) == _content(b)
    return quantities + 3 * metric + 2 * (a.type == b.type) + same


def _same_name(a: TaskRow, b: TaskRow) -> int:
    return a.name.casefold() == b.name.casefold()


def _assign(
    a: Sequence[EvidencedT],
    b: Sequence[EvidencedT],
    least: float,
    likeness: Callable[[EvidencedT, EvidencedT], int],
) -> list[tuple[int, int]]:
    """The assignment with the largest total overlap; then the most pairs; then the most alike.

    The three are digits of one whole number: what all pairs together can gain in likeness is
    less than one pair counts, and all that is less than the smallest part of overlap. An overlap
    of 1 has as many parts as double arithmetic keeps exact (more than 10^11 for ten claims); so
    likeness decides only between totals that are equal to that many digits.
    """
    count = min(len(a), len(b))
    pair_unit = count * _MAX_LIKENESS + 1
    overlap_unit = count * (pair_unit + _MAX_LIKENESS) + 1
    parts = _EXACT // (count * overlap_unit) // _DIVISIBLE * _DIVISIBLE
    points_a, points_b = [*map(code_points, a)], [*map(code_points, b)]
    weights = np.zeros((len(a), len(b)))
    for i, j in product(range(len(a)), range(len(b))):
        shared = len(points_a[i] & points_b[j])
        union = len(points_a[i] | points_b[j])
        if shared and shared >= least * union:
            overlap = parts * shared // union
            weights[i, j] = overlap * overlap_unit + pair_unit + likeness(a[i], b[j])
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if weights[i, j] > 0]


def _pair_by_evidence(
    a: Sequence[EvidencedT],
    b: Sequence[EvidencedT],
    least: float,
    likeness: Callable[[EvidencedT, EvidencedT], int],
) -> Pairing[EvidencedT]:
    if not a or not b:
        return _pairing(a, b, ())
    content_a, content_b = [*map(_content, a)], [*map(_content, b)]
    order_a = sorted(range(len(a)), key=content_a.__getitem__)
    order_b = sorted(range(len(b)), key=content_b.__getitem__)
    sorted_a, sorted_b = [a[i] for i in order_a], [b[j] for j in order_b]
    # The solver sees the same input whichever reading comes first.
    if sorted(content_a) <= sorted(content_b):
        found = _assign(sorted_a, sorted_b, least, likeness)
    else:
        found = [(i, j) for j, i in _assign(sorted_b, sorted_a, least, likeness)]
    return _pairing(a, b, [(order_a[i], order_b[j]) for i, j in found])


def pair_claims(a: Sequence[ClaimPart], b: Sequence[ClaimPart]) -> Pairing[ClaimPart]:
    """Pair claims by the characters of their evidence, each claim at most once.

    Two claims can be a pair if the intersection of their characters is at least half of the
    union (`MIN_OVERLAP`). Of all assignments of such pairs the one with the largest sum of
    overlaps is taken (Kuhn 1955, The Hungarian method for the assignment problem); where sums are
    equal, as for several measures in one clause, the one with more pairs, then the one whose
    pairs agree more in quantities, metric, type and the other fields.
    """
    return _pair_by_evidence(a, b, MIN_OVERLAP, _likeness)


def pair_tasks(a: Sequence[TaskRow], b: Sequence[TaskRow]) -> Pairing[TaskRow]:
    """Pair tasks whose evidence has a character in common, with the largest sum of overlaps."""
    return _pair_by_evidence(a, b, 0.0, _same_name)


def pair_quantities(claims: Pairing[ClaimPart]) -> Pairing[QuantityFields]:
    """Pair quantities that are the same stretch of the abstract, each quantity at most once.

    One stretch may be a quantity of several claims: those of paired claims are paired first,
    then all that is left.
    """
    within = [
        pair_equal(one.quantities, other.quantities, quantity_span) for one, other in claims.pairs
    ]
    rest_a = [quantity for pairing in within for quantity in pairing.only_a]
    rest_b = [quantity for pairing in within for quantity in pairing.only_b]
    rest_a += [quantity for claim in claims.only_a for quantity in claim.quantities]
    rest_b += [quantity for claim in claims.only_b for quantity in claim.quantities]
    across = pair_equal(rest_a, rest_b, quantity_span)
    pairs = (*(pair for pairing in within for pair in pairing.pairs), *across.pairs)
    return Pairing(pairs, across.only_a, across.only_b)
