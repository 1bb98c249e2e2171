"""From two passes to one decided record: what agrees is taken, what differs is decided."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperclaims_curation.agreement.comparison import compare_readings
from paperclaims_schema.record import (
    Annotation,
    Annotator,
    Content,
    Decision,
    ExternalLink,
    Pass,
    Record,
)
from paperclaims_schema.tables import AnnotationRow, ContentRow, RecordRow
from paperclaims_schema.vocabularies import Status

OPEN = "open"
"""Stands for the choice and the reason of a decision that is still to be made."""

_NOTHING = "nothing"
_NUMBERED = re.compile(r"(claims|quantities)\[([^/\]]*)(?:/([^\]]*))?\](.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """One annotator's pass, as authored and with its spans."""

    authored: Pass
    row: AnnotationRow


def open_decisions(a: Reading, b: Reading) -> tuple[Decision, ...]:
    """One open decision for each place where two readings differ."""
    names = a.authored.annotator.id, b.authored.annotator.id
    tally = compare_readings(a.authored.record_id, a.row, b.row)
    return tuple(
        Decision(
            what=item.part,
            readings=tuple(
                f"{name}: {_NOTHING if reading is None else reading}"
                for name, reading in zip(names, (item.reading_a, item.reading_b), strict=True)
            ),
            choice=OPEN,
            reason=OPEN,
        )
        for item in tally.disagreements
    )


def merge_readings(record: Record, a: Reading, b: Reading) -> Record:
    """The record with what both readings agree on, and an open decision for the rest.

    Where they differ, the first reading stands until it is decided. Links known from elsewhere
    stay: they are no part of a reading.
    """
    external = tuple(link for link in record.links if isinstance(link, ExternalLink))
    content = {name: getattr(a.authored, name) for name in Content.model_fields}
    content["links"] = (*a.authored.links, *external)
    annotation = Annotation(
        status=Status.ANNOTATED,
        rules_version=a.authored.rules_version,
        annotators=(a.authored.annotator, b.authored.annotator),
        exceptions=record.annotation.exceptions,
        decisions=open_decisions(a, b),
    )
    return record.model_copy(update={**content, "annotation": annotation})


def _split_part(part: str) -> tuple[str, frozenset[str], str]:
    """A place as kind, ids and field: `claims[c2/c3].type` is claims, {c2, c3}, .type."""
    match = _NUMBERED.fullmatch(part)
    if match is None:
        return part, frozenset(), ""
    ids = frozenset(name for name in match.group(2, 3) if name not in {None, "-"})
    return match[1], ids, match[4]


def _is_covered(part: str, decisions: tuple[Decision, ...]) -> bool:
    kind, ids, field = _split_part(part)
    for decision in decisions:
        what, what_ids, what_field = _split_part(decision.what)
        if ids and what == kind and ids & what_ids and field.startswith(what_field):
            return True
        if not ids and (part.startswith(decision.what) or decision.what.startswith(part)):
            return True
    return False


def _departures(row: RecordRow, readings: tuple[ContentRow, ContentRow]) -> list[str]:
    """The places where the record differs from both readings, named by the record's ids."""

    def differing(reading: ContentRow) -> set[str]:
        tally = compare_readings(row.record_id, row, reading)
        parts = set()
        for item in tally.disagreements:
            kind, ids, field = _split_part(item.part)
            own = re.match(r"\w+\[([^/\]]*)/", item.part)
            parts.add(f"{kind}[{own[1]}]{field}" if ids and own and own[1] != "-" else item.part)
        return parts

    # External links are no part of a reading, so the record may have them alone.
    return sorted(differing(readings[0]) & differing(readings[1]))


def find_undecided(
    record: Record, row: RecordRow, a: Reading, b: Reading
) -> list[tuple[int | None, str]]:
    """What stands against calling the record adjudicated: position of the decision, and why."""
    decisions = record.annotation.decisions
    found: list[tuple[int | None, str]] = [
        (position, f"the decision on {decision.what} is still open")
        for position, decision in enumerate(decisions)
        if OPEN in (decision.choice, decision.reason)
    ]
    decided = {decision.what for decision in decisions}
    found += [
        (None, f"there is no decision on {decision.what}, where the readings differ")
        for decision in open_decisions(a, b)
        if decision.what not in decided
    ]
    found += [
        (None, f"{part} differs from both readings without a decision")
        for part in _departures(row, (a.row, b.row))
        if not _is_covered(part, decisions)
    ]
    return found


def finish(record: Record, adjudicator: Annotator) -> Record:
    """The record as adjudicated by `adjudicator`."""
    annotators = [item for item in record.annotation.annotators if item.id != adjudicator.id]
    annotation = record.annotation.model_copy(
        update={"status": Status.ADJUDICATED, "annotators": (*annotators, adjudicator)}
    )
    return record.model_copy(update={"annotation": annotation})
