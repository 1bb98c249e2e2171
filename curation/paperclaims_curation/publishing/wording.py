"""A change as one line, in the words of the schema: `claim c2: relation better → worse`."""

from __future__ import annotations

from typing import Any

from paperclaims_curation.publishing.differences import (
    Change,
    Move,
    PassCounts,
    RecordEntry,
    SchemaChange,
    SchemaPart,
)
from paperclaims_curation.publishing.values import count, shorten, show_pair


def _describe(item: dict[str, Any]) -> str:
    """What a whole item is, in a few words."""
    if statement := item.get("statement"):
        return f": {shorten(statement)}"
    if "quantity_id" in item:
        return f": '{shorten(item.get('text') or '')}'"
    words = [str(item[key]) for key in ("kind", "role") if item.get(key)]
    return f" ({', '.join(words)})" if words else ""


def format_change(change: Change) -> str:
    """One change inside a record."""
    item = shorten(change.item)
    if change.field is None:
        verb = "added" if change.is_addition else "removed"
        return f"{item} {verb}{_describe(change.new or change.old)}"
    return f"{item and f'{item}: '}{change.field} {show_pair(change.old, change.new)}"


def format_entry(entry: RecordEntry) -> str:
    """A record that was added or retracted."""
    title = f": {shorten(entry.title)}" if entry.title else ""
    return f"{entry.record_id} ({entry.split}){title}"


def format_move(move: Move) -> str:
    """A record that changed its split."""
    return f"{move.record_id}: {move.old_split} → {move.new_split}"


def format_schema_change(change: SchemaChange) -> str:
    """One change of form or meaning."""
    name = f"{change.part} {change.name}".rstrip()
    if change.part is SchemaPart.MEANING:
        return f"{change.name}: meaning {show_pair(change.old, change.new)}"
    if change.old is not None and change.new is not None:
        return f"{name}: {change.old} → {change.new}"
    verb = "added" if change.old is None else "removed"
    return f"{name} {verb} ({shorten(change.new or change.old or '')})"


def format_passes(passes: PassCounts) -> str:
    """How many annotation passes differ."""
    verbs = {"added": passes.added, "changed": passes.changed, "removed": passes.removed}
    parts = [f"{count(number, 'pass')} {verb}" for verb, number in verbs.items() if number]
    if passes.agreement_records:
        parts.append(f"agreement changed in {count(passes.agreement_records, 'record')}")
    return ", ".join(parts)
