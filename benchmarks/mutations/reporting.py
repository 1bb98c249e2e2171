"""The table of what was caught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .mutation import Kind
from .running import Outcome

GOAL = 0.98
"""The share of the decidable mutations that must be caught."""


def share(outcomes: Sequence[Outcome]) -> float:
    """The share that was caught; 1 of nothing."""
    return sum(outcome.caught for outcome in outcomes) / len(outcomes) if outcomes else 1.0


def percent(outcomes: Sequence[Outcome]) -> str:
    """The share in percent, rounded down so that 100 means all."""
    if not outcomes:
        return "not applicable"
    return f"{int(1000 * share(outcomes)) / 10:.1f}%"


def _row(kind: Kind, outcomes: Sequence[Outcome]) -> str:
    codes = ", ".join(f"`{code}`" for code in kind.codes) or "any"
    caught = sum(outcome.caught for outcome in outcomes)
    return f"| {kind.name} | {len(outcomes)} | {caught} | {percent(outcomes)} | {codes} | {kind.place} |"


def decidable(kinds: Iterable[Kind], outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes of the kinds that need no reader."""
    names = {kind.name for kind in kinds if not kind.needs_reader}
    return [outcome for outcome in outcomes if outcome.kind in names]


def format_table(kinds: Sequence[Kind], outcomes: Sequence[Outcome]) -> str:
    """A Markdown table: one row a kind, those that need a reader apart."""
    head = (
        "| kind | applied | caught | share | codes that count | where |\n|---|--:|--:|--:|---|---|"
    )
    lines = [head]
    by_kind = {kind: [each for each in outcomes if each.kind == kind.name] for kind in kinds}
    lines += [_row(kind, found) for kind, found in by_kind.items() if not kind.needs_reader]
    total = decidable(kinds, outcomes)
    caught = sum(outcome.caught for outcome in total)
    lines.append(f"| **all of these** | {len(total)} | {caught} | **{percent(total)}** | | |")
    apart = [_row(kind, found) for kind, found in by_kind.items() if kind.needs_reader]
    if apart:
        lines += ["", "Only a reader can decide these:", "", head, *apart]
    return "\n".join(lines)


def format_misses(outcomes: Iterable[Outcome], limit: int = 3) -> str:
    """What was not caught, some examples of each kind."""
    lines: list[str] = []
    shown: dict[str, int] = {}
    for outcome in outcomes:
        if outcome.caught:
            continue
        shown[outcome.kind] = shown.get(outcome.kind, 0) + 1
        if shown[outcome.kind] <= limit:
            where = ", ".join(map(str, outcome.lines)) or "any"
            found = ", ".join(outcome.found) or "nothing"
            lines.append(
                f"- {outcome.kind}: {outcome.record}: {outcome.what}; line {where}; found: {found}"
            )
    return "\n".join(lines) or "no misses"
