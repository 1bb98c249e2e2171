"""Draft the section of the CHANGELOG about the data, in the form of Keep a Changelog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from paperclaims_curation.publishing.advice import Advice
from paperclaims_curation.publishing.differences import (
    Change,
    Differences,
    RecordChanges,
    RecordEntry,
    SchemaChange,
)
from paperclaims_curation.publishing.values import code_span, count, first
from paperclaims_curation.publishing.wording import (
    format_change,
    format_passes,
    format_schema_change,
)

_FIRST = 5
"""So many items are named; the number of the others is given."""


def _ids(entries: Sequence[RecordEntry]) -> str:
    return first([code_span(entry.record_id) for entry in entries], _FIRST)


def _schema(changes: Iterable[SchemaChange]) -> Iterator[str]:
    lines = [code_span(format_schema_change(change)) for change in changes]
    if lines:
        yield f"Schema: {first(lines, _FIRST)}"


def _claims(changed: Sequence[RecordChanges], *, added: bool) -> Iterator[str]:
    """Claims that were added to, or removed from, records that both releases have."""

    def is_wanted(change: Change) -> bool:
        return (
            change.field is None
            and change.item.startswith("claim ")
            and change.is_addition is added
        )

    named = {
        record.record_id: [one.item.partition(" ")[2] for one in record.changes if is_wanted(one)]
        for record in changed
    }
    number = sum(map(len, named.values()))
    if number:
        places = [f"{code_span(key)} ({', '.join(ids)})" for key, ids in named.items() if ids]
        yield f"{count(number, 'claim')} in records that were there: {first(places, _FIRST)}"


def _added(differences: Differences) -> Iterator[str]:
    if differences.added:
        yield f"{count(len(differences.added), 'record')}: {_ids(differences.added)}"
    yield from _claims(differences.changed, added=True)
    if differences.passes.added:
        yield count(differences.passes.added, "annotation pass")
    yield from _schema(change for change in differences.schema if change.old is None)


def _changed(differences: Differences) -> Iterator[str]:
    if differences.moved:
        moves = [
            f"{code_span(move.record_id)} ({move.old_split} → {move.new_split})"
            for move in differences.moved
        ]
        number = count(len(moves), "record")
        yield f"{number} moved to another split: {first(moves, _FIRST)}"
    if differences.changed:
        records = [
            f"{code_span(record.record_id)} ({_first_change(record)})"
            for record in differences.changed
        ]
        yield f"{count(len(records), 'record')}: {first(records, _FIRST)}"
    both = (change for change in differences.schema if None not in (change.old, change.new))
    yield from _schema(both)
    for derived in differences.derived:
        yield f"{code_span(derived.column)} computed otherwise in {count(derived.row_count, 'row')}"
    if passes := format_passes(replace(differences.passes, added=0, removed=0)):
        yield passes[0].upper() + passes[1:]
    card = differences.card
    if card.head or card.sections:
        parts = [code_span(change.field or "") for change in card.head]
        yield f"Card: {first([*parts, *map(code_span, card.sections)], _FIRST)}"


def _first_change(record: RecordChanges) -> str:
    others = len(record.changes) - 1
    more = f" and {count(others, 'other change')}" if others else ""
    return code_span(format_change(record.changes[0])) + more


def _removed(differences: Differences) -> Iterator[str]:
    if differences.retracted:
        number = count(len(differences.retracted), "record")
        yield f"{number} retracted: {_ids(differences.retracted)}"
    yield from _claims(differences.changed, added=False)
    if differences.passes.removed:
        yield count(differences.passes.removed, "annotation pass")
    yield from _schema(change for change in differences.schema if change.new is None)


def draft_changelog(differences: Differences, advice: Advice) -> str:
    """The section about the data, to be edited by hand; empty if nothing differs."""
    if differences.is_empty:
        return ""
    version = advice.version or differences.new.data_version or "(version)"
    lines = [f"### Data {version}"]
    for heading, entries in (
        ("Added", _added(differences)),
        ("Changed", _changed(differences)),
        ("Removed", _removed(differences)),
    ):
        items = [f"- {entry}." for entry in entries]
        if items:
            lines += ["", f"#### {heading}", *items]
    return "\n".join(lines)
