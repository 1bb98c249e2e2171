"""F1, raw agreement and Cohen's kappa with bootstrap intervals.

A figure over several abstracts is computed from the sums of their counts (micro-average), so a
bootstrap resample is a weighted sum: each abstract counts as often as it was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20251
INTERVAL_PERCENTILES = (2.5, 97.5)

Counts = NDArray[np.int64]
Ratios = tuple[NDArray[Any], NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and its 95% interval; None where it is undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None


def f1_ratio(counts: Counts) -> Ratios:
    """Numerator and denominator of F1: twice the matched items over the items of both.

    `counts` ends in the axis (matched, count of a, count of b). Where both counts are the number
    of pairs, this is raw agreement. Without true negatives it is the natural measure
    (Hripcsak & Rothschild 2005, Agreement, the F-measure, and reliability in information
    retrieval).
    """
    return 2 * counts[..., 0], counts[..., 1] + counts[..., 2]


def kappa_ratio(confusion: Counts) -> Ratios:
    """Numerator and denominator of Cohen's kappa, (observed - chance) / (1 - chance).

    `confusion` ends in two axes: how often the first annotator chose the row's category and the
    second the column's. Both parts are multiplied by the squared number of pairs, which keeps
    them whole (Cohen 1960, A coefficient of agreement for nominal scales).
    """
    total = confusion.sum(axis=(-2, -1))
    observed = np.trace(confusion, axis1=-2, axis2=-1)
    chance = (confusion.sum(axis=-1) * confusion.sum(axis=-2)).sum(axis=-1)
    return total * observed - chance, total**2 - chance


def confusions(labels: Sequence[Sequence[tuple[str, str]]]) -> Counts:
    """One confusion matrix for each abstract, from its pairs of labels."""
    categories = sorted({label for pairs in labels for pair in pairs for label in pair})
    index = {label: number for number, label in enumerate(categories)}
    matrices = np.zeros((len(labels), len(categories), len(categories)), dtype=np.int64)
    for matrix, pairs in zip(matrices, labels, strict=True):
        for a, b in pairs:
            matrix[index[a], index[b]] += 1
    return matrices


def _resamples(abstract_count: int) -> Counts:
    """How often each abstract is drawn, in each of the resamples; the same at every call."""
    draws = np.random.default_rng(SEED).integers(abstract_count, size=(RESAMPLES, abstract_count))
    return np.stack([np.bincount(row, minlength=abstract_count) for row in draws])


def estimate(counts: Counts, ratio: Callable[[Counts], Ratios]) -> Estimate:
    """The figure over all abstracts, and its percentile interval.

    `counts` holds one entry for each abstract along its first axis. The interval reaches from the
    2.5th to the 97.5th percentile of the figure over resamples of the abstracts with replacement
    (Efron & Tibshirani 1993, An Introduction to the Bootstrap); resamples in which the figure is
    undefined are left out. One abstract alone gives no interval.
    """
    numerator, denominator = ratio(counts.sum(axis=0))
    if denominator == 0:
        return Estimate(None)
    value = float(numerator / denominator)
    if len(counts) < 2:
        return Estimate(value)
    numerators, denominators = ratio(np.tensordot(_resamples(len(counts)), counts, axes=1))
    defined = denominators != 0
    low, high = np.percentile(numerators[defined] / denominators[defined], INTERVAL_PERCENTILES)
    return Estimate(value, float(low), float(high))
