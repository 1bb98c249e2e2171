"""Which figures are reported, and how the counts of the abstracts become figures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperclaims_curation.agreement.comparison import (
    CLAIM_LABELS,
    QUANTITY_LABELS,
    compare_readings,
)
from paperclaims_curation.agreement.report import Agreement, Figure, Statistic, Subset
from paperclaims_curation.agreement.statistics import (
    Counts,
    confusions,
    estimate,
    f1_ratio,
    kappa_ratio,
)
from paperclaims_curation.agreement.tally import Tally
from paperclaims_schema.tables import ContentRow

OVERALL = "overall"
ALL_ABSTRACTS = "all abstracts"


@dataclass(frozen=True, slots=True)
class Definition:
    """A figure that is reported."""

    part: str
    statistic: Statistic = Statistic.F1
    paired: str | None = None
    """What must have been paired, for a figure over pairs only."""
    in_overall: bool = True
    """Whether its counts are added to the overall figure."""


def _labelled(
    items: str, names: Sequence[str], kappas: Collection[str], *, in_overall: bool
) -> list[Definition]:
    definitions = []
    for name in names:
        part = f"{items}.{name}"
        definitions.append(Definition(part, Statistic.AGREEMENT, items, in_overall))
        if name in kappas:
            definitions.append(Definition(part, Statistic.KAPPA, items, in_overall=False))
    return definitions


DEFINITIONS = (
    Definition("claims"),
    Definition("claims.evidence"),
    Definition("claims.evidence_characters", in_overall=False),
    *_labelled(
        "claims", CLAIM_LABELS, ("type", "relation", "certainty", "measure"), in_overall=True
    ),
    *(Definition(f"claims.{name}", paired="claims") for name in ("baselines", "conditions")),
    Definition("claims.datasets", paired="claims"),
    Definition("quantities.text", in_overall=False),
    Definition("quantities.normalised", in_overall=False),
    Definition("quantities.all"),
    *_labelled("quantities", QUANTITY_LABELS, QUANTITY_LABELS, in_overall=False),
    Definition("contributions"),
    Definition("tasks"),
    Definition("tasks.overlapping", in_overall=False),
    Definition("methods", in_overall=False),
    Definition("methods.role"),
    Definition("resources", in_overall=False),
    Definition("resources.kind_role"),
    Definition("links"),
    Definition("availability", Statistic.AGREEMENT),
)
"""Every figure but the overall one, in the order of the report."""

_PAIR_COUNTS = {"claims": "claims", "quantities": "quantities.text"}


def _counts(tallies: Sequence[Tally], part: str) -> Counts:
    rows = [tally.counts.get(part, (0, 0, 0)) for tally in tallies]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 3)


def _reason(definition: Definition, tallies: Sequence[Tally]) -> str:
    if not tallies:
        return "no abstract has both readings"
    if definition.paired is not None:
        pairs = _counts(tallies, _PAIR_COUNTS[definition.paired])[:, 0].sum()
        if pairs == 0:
            return f"no {definition.paired} were paired"
    if definition.statistic is Statistic.KAPPA:
        return "only one category occurs"
    return "neither annotator gave any"


def _figure(definition: Definition, tallies: Sequence[Tally], counts: Counts) -> Figure:
    if definition.statistic is Statistic.KAPPA:
        labels = [tally.labels.get(definition.part, []) for tally in tallies]
        found = estimate(confusions(labels), kappa_ratio)
    else:
        found = estimate(counts, f1_ratio)
    reason = None
    if found.value is None:
        reason = _reason(definition, tallies)
    elif found.low is None:
        reason = "one abstract gives no interval"
    matched, count_a, count_b = (int(number) for number in counts.sum(axis=0))
    return Figure(
        part=definition.part,
        statistic=definition.statistic,
        value=found.value,
        low=found.low,
        high=found.high,
        matched=matched,
        count_a=count_a,
        count_b=count_b,
        reason=reason,
    )


def compute_figures(tallies: Sequence[Tally]) -> tuple[Figure, ...]:
    """All figures over a set of abstracts, the overall one first."""
    by_part = [(definition, _counts(tallies, definition.part)) for definition in DEFINITIONS]
    figures = [_figure(definition, tallies, counts) for definition, counts in by_part]
    added = sum(
        (counts for definition, counts in by_part if definition.in_overall),
        start=_counts(tallies, OVERALL),
    )
    return (_figure(Definition(OVERALL), tallies, added), *figures)


def compare_annotators(
    annotators: tuple[str, str],
    readings_a: Mapping[str, ContentRow],
    readings_b: Mapping[str, ContentRow],
    subsets: Mapping[str, Collection[str]] | None = None,
) -> Agreement:
    """Compare two annotators over the records that both have.

    Args:
        annotators: their names, for the report.
        readings_a: the first annotator's readings by record id.
        readings_b: the second annotator's readings by record id.
        subsets: further sets of records for which figures are wanted, by name.
    """
    both = sorted(readings_a.keys() & readings_b.keys())
    tallies = {
        record_id: compare_readings(record_id, readings_a[record_id], readings_b[record_id])
        for record_id in both
    }
    wanted = {ALL_ABSTRACTS: both, **(subsets or {})}
    reported = []
    for name, chosen in wanted.items():
        record_ids = tuple(record_id for record_id in both if record_id in chosen)
        figures = compute_figures([tallies[record_id] for record_id in record_ids])
        reported.append(Subset(name=name, record_ids=record_ids, figures=figures))
    return Agreement(
        annotators=annotators,
        only_a=tuple(sorted(readings_a.keys() - readings_b.keys())),
        only_b=tuple(sorted(readings_b.keys() - readings_a.keys())),
        subsets=tuple(reported),
        abstracts=tuple(tally.freeze() for tally in tallies.values()),
        disagreements=tuple(item for tally in tallies.values() for item in tally.disagreements),
    )
