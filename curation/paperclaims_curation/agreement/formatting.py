"""The comparison of two annotators as text."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.agreement.report import (
    Agreement,
    Disagreement,
    Figure,
    Statistic,
    Subset,
)
from paperclaims_curation.reporting import one_line

_STATISTIC = {Statistic.F1: "F1", Statistic.AGREEMENT: "agreement", Statistic.KAPPA: "kappa"}


def _value(figure: Figure) -> str:
    if figure.value is None:
        return f"undefined: {figure.reason}"
    if figure.low is None or figure.high is None:
        return f"{figure.value:.2f} ({figure.reason})"
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"


def _number(figure: Figure) -> str:
    if figure.statistic is Statistic.F1:
        return f"{figure.matched} of {figure.count_a} and {figure.count_b}"
    return f"{figure.matched} of {figure.count_a}"


def _count(number: int) -> str:
    return f"{number} abstract" + ("" if number == 1 else "s")


def _iter_subset(subset: Subset) -> Iterator[str]:
    yield f"{subset.name}: {_count(len(subset.record_ids))}"
    rows = [
        (figure.part, _STATISTIC[figure.statistic], _value(figure), _number(figure))
        for figure in subset.figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join(["", *cells, row[3]])


def _disagreement(disagreement: Disagreement, annotators: tuple[str, str]) -> str:
    """One disagreement: its place, both readings, and the words of the abstract."""
    readings = (disagreement.reading_a, disagreement.reading_b)
    rows = [
        (name, "(nothing)" if reading is None else reading)
        for name, reading in zip(annotators, readings, strict=True)
    ]
    if disagreement.words is not None:
        rows.append(("abstract", disagreement.words))
    width = max(len(name) for name, _ in rows) + 1
    lines = [f"{disagreement.record_id}: {one_line(disagreement.part)}"]
    lines += [f"    {name + ':':<{width}} {one_line(text)}" for name, text in rows]
    return "\n".join(lines)


def format_agreement(agreement: Agreement) -> str:
    """The disagreements, if listed, then a table of the figures for each subset."""
    name_a, name_b = agreement.annotators
    lines = [
        _disagreement(disagreement, agreement.annotators)
        for disagreement in agreement.disagreements or ()
    ]
    if agreement.disagreements is not None:
        lines += ["", f"disagreements listed: {len(agreement.disagreements)}", ""]
    lines.append(f"a: {name_a}, b: {name_b}; figure [95% interval], matched of a's and b's items")
    for name, record_ids in ((name_a, agreement.only_a), (name_b, agreement.only_b)):
        if record_ids:
            lines.append(f"not compared: {_count(len(record_ids))} that only {name} has read")
    for subset in agreement.subsets:
        lines += ["", *_iter_subset(subset)]
    return "\n".join(lines)
