"""The differences between two releases as text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from paperclaims_curation.publishing.advice import Advice
from paperclaims_curation.publishing.changelog import draft_changelog
from paperclaims_curation.publishing.differences import Differences, Side
from paperclaims_curation.publishing.values import code_span, count, shorten
from paperclaims_curation.publishing.wording import (
    format_change,
    format_entry,
    format_move,
    format_passes,
    format_schema_change,
)

Section = tuple[str, list[str]]
"""A heading and its lines."""


def _side(side: Side) -> str:
    return f"{side.name} ({side.data_version or 'version unknown'})"


def _iter_sections(differences: Differences) -> Iterator[Section]:
    """Everything but the records that changed."""
    yield "schema", [format_schema_change(change) for change in differences.schema]
    for verb, entries in (("added", differences.added), ("retracted", differences.retracted)):
        yield f"{count(len(entries), 'record')} {verb}", [format_entry(entry) for entry in entries]
    moves = [format_move(move) for move in differences.moved]
    yield f"{count(len(moves), 'record')} moved", moves


def _iter_last_sections(differences: Differences) -> Iterator[Section]:
    passes = format_passes(differences.passes)
    yield "annotations", [passes] if passes else []
    yield (
        "computed otherwise, though the records are the same",
        [f"{one.column} in {count(one.row_count, 'row')}" for one in differences.derived],
    )
    card = [format_change(change) for change in differences.card.head]
    card += [f"text under '{shorten(heading)}'" for heading in differences.card.sections]
    yield "card", card


def _summary(differences: Differences) -> str:
    numbers = {
        "added": differences.added,
        "changed": differences.changed,
        "moved": differences.moved,
        "retracted": differences.retracted,
    }
    return "records: " + ", ".join(f"{len(found)} {verb}" for verb, found in numbers.items())


def _next_version(differences: Differences, advice: Advice) -> str:
    """The advice in one line."""
    if advice.level is None:
        return "next version: none is needed"
    level = advice.level.name.lower()
    stands = differences.new.data_version
    is_there = advice.version is not None and advice.version == stands
    where = f", as {differences.new.name} already says" if is_there else ""
    return f"next version: {advice.version or 'unknown'} ({level}){where}"


def format_differences(differences: Differences, advice: Advice, *, quiet: bool = False) -> str:
    """One difference a line, under headings; with `quiet` no summary and no advice."""
    lines: list[str] = []
    for heading, items in _iter_sections(differences):
        lines += [heading, *(f"  {item}" for item in items)] if items else []
    if differences.changed:
        lines.append(f"{count(len(differences.changed), 'record')} changed")
    for record in differences.changed:
        lines.append(f"  {record.record_id}")
        lines += [f"    {format_change(change)}" for change in record.changes]
    for heading, items in _iter_last_sections(differences):
        lines += [heading, *(f"  {item}" for item in items)] if items else []
    if quiet:
        return "\n".join(lines)
    head = f"{_side(differences.old)} → {_side(differences.new)}"
    if differences.is_empty:
        return f"{head}\nno differences"
    reasons = [f"  {reason.level.name.lower()}: {reason.text}" for reason in advice.reasons]
    last = ["", _summary(differences), _next_version(differences, advice), *reasons]
    return "\n".join([head, "", *lines, *last])


def format_markdown(differences: Differences, advice: Advice) -> str:
    """A report for a pull request: summary, advice, the differences, and the CHANGELOG's draft."""
    old, new = (f"{code_span(side.name)}" for side in (differences.old, differences.new))
    versions = [side.data_version or "?" for side in (differences.old, differences.new)]
    lines = [f"## Data: {old} ({versions[0]}) → {new} ({versions[1]})", ""]
    if differences.is_empty:
        return "\n".join([*lines, "No differences."])
    version, level = advice.version or "unknown", advice.level
    lines += [f"Next version: **{version}** ({level.name.lower() if level else ''}).", ""]
    lines += [f"- {one.level.name.lower()}: {code_span(one.text)}" for one in advice.reasons]

    def section(heading: str, items: list[str]) -> list[str]:
        return ["", f"### {heading[0].upper()}{heading[1:]}", "", *items] if items else []

    def listed(sections: Iterator[Section]) -> Iterator[str]:
        for heading, items in sections:
            yield from section(heading, [f"- {code_span(item)}" for item in items])

    lines += listed(_iter_sections(differences))
    changed: list[str] = []
    for record in differences.changed:
        changed.append(f"- {code_span(record.record_id)}")
        changed += [f"  - {code_span(format_change(change))}" for change in record.changes]
    lines += section(f"{count(len(differences.changed), 'record')} changed", changed)
    lines += listed(_iter_last_sections(differences))
    # More tildes than any user text has in one line of a draft, which holds no line of its own.
    draft = ["~~~~markdown", draft_changelog(differences, advice), "~~~~"]
    return "\n".join([*lines, "", "### Draft for the CHANGELOG", "", *draft])


def format_json(differences: Differences, advice: Advice) -> str:
    """Everything as one JSON document, whose form has a version of its own."""
    data: dict[str, Any] = asdict(differences)
    for record, given in zip(data["changed"], differences.changed, strict=True):
        for change, one in zip(record["changes"], given.changes, strict=True):
            change["text"] = format_change(one)
    document = {
        "format": "paperclaims-diff",
        "version": 1,
        "is_empty": differences.is_empty,
        **data,
        "advice": {
            "level": None if advice.level is None else advice.level.name.lower(),
            "version": advice.version,
            "reasons": [
                {"level": reason.level.name.lower(), "text": reason.text}
                for reason in advice.reasons
            ],
        },
        "changelog": draft_changelog(differences, advice),
    }
    return json.dumps(document, indent=2, ensure_ascii=False, default=str)
