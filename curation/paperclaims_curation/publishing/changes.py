"""Compare two releases, record by record, whatever the order of their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from paperclaims_curation.publishing.cards import Card
from paperclaims_curation.publishing.differences import (
    CardChanges,
    Change,
    DerivedChange,
    Differences,
    Move,
    PassCounts,
    RecordChanges,
    RecordEntry,
)
from paperclaims_curation.publishing.records import AGREEMENT, agreements, compare_records, is_alike
from paperclaims_curation.publishing.schemas import compare_schemas
from paperclaims_curation.publishing.snapshots import Snapshot
from paperclaims_schema.rows import KEYS

_BATCH = 500
_MADE_FROM_DATA = {"configs", "dataset_info", "paperclaims"}
"""Keys of the card's head that follow from files, schema and versions."""

Row = dict[str, Any]


def _index(table: pa.Table, keys: Iterable[str]) -> dict[tuple[Any, ...], int]:
    columns = (table.column(key).to_pylist() for key in keys)
    return {key: row for row, key in enumerate(zip(*columns, strict=True))}


def _iter_pairs(old: pa.Table, new: pa.Table, keys: Iterable[str]) -> Iterator[tuple[Row, Row]]:
    """The rows with the same keys in both tables, in the order of the keys.

    Batches that are equal as a whole are left out: most are, and few rows become Python objects.
    """
    rows_old, rows_new = _index(old, keys), _index(new, keys)
    common = iter(sorted(rows_old.keys() & rows_new.keys(), key=str))
    while batch := list(islice(common, _BATCH)):
        before = old.take(pa.array([rows_old[key] for key in batch]))
        after = new.take(pa.array([rows_new[key] for key in batch]))
        if not before.equals(after):
            yield from zip(before.to_pylist(), after.to_pylist(), strict=True)


def _entries(snapshot: Snapshot, record_ids: Iterable[str]) -> tuple[RecordEntry, ...]:
    wanted = sorted(record_ids)
    records = snapshot.tables["records"]
    titles: dict[Any, Any] = {}
    if "title" in records.column_names:
        ids = records.column("record_id").to_pylist()
        titles = dict(zip(ids, records.column("title").to_pylist(), strict=True))
    return tuple(
        RecordEntry(record_id, snapshot.splits[record_id], titles.get(record_id))
        for record_id in wanted
    )


def _compare_rows(old: Snapshot, new: Snapshot) -> tuple[tuple[RecordChanges, ...], int]:
    """The changed records, and in how many the agreement differs."""
    changed, agreement_records = [], 0
    tables = old.tables["records"], new.tables["records"]
    for before, after in _iter_pairs(*tables, ["record_id"]):
        if changes := compare_records(before, after):
            changed.append(RecordChanges(after["record_id"], changes))
        figures = agreements(before), agreements(after)
        common = figures[0].keys() & figures[1].keys()
        agreement_records += any(figures[0][item] != figures[1][item] for item in common)
    return tuple(changed), agreement_records


def _compare_passes(old: Snapshot, new: Snapshot, agreement_records: int) -> PassCounts:
    keys = ("record_id", "annotator")
    tables = old.tables.get("annotations"), new.tables.get("annotations")
    named = [
        table if table is not None and set(keys) <= set(table.column_names) else None
        for table in tables
    ]
    before, after = (set() if table is None else set(_index(table, keys)) for table in named)
    changed = 0
    if named[0] is not None and named[1] is not None:
        pairs = _iter_pairs(named[0], named[1], keys)
        changed = sum(not is_alike(row, other) for row, other in pairs)
    return PassCounts(len(after - before), changed, len(before - after), agreement_records)


def _count_rows(table: pa.Table, columns: Iterable[str]) -> Counter[str]:
    values = (table.column(name).to_pylist() for name in columns)
    # Lists cannot be counted, their texts can.
    return Counter(map(repr, zip(*values, strict=True)))


def _compare_derived(
    old: Snapshot, new: Snapshot, unchanged: Iterable[str]
) -> Iterator[DerivedChange]:
    """Columns of the flat tables that differ for records that are the same."""
    ids = pa.array(sorted(unchanged), pa.string())
    for config in old.tables.keys() & new.tables.keys() - {"records", "annotations"}:
        both = old.tables[config], new.tables[config]
        keys = [key for key in KEYS if all(key in table.column_names for table in both)]
        if "record_id" not in keys:
            continue
        before, after = (table.filter(pc.is_in(table["record_id"], ids)) for table in both)
        for field in after.schema:
            if field.name in {*keys, AGREEMENT} or field not in before.schema:
                continue
            columns = [*keys, field.name]
            if not before.select(columns).equals(after.select(columns)):
                rows = _count_rows(before, columns), _count_rows(after, columns)
                count = max((rows[0] - rows[1]).total(), (rows[1] - rows[0]).total())
                if count:
                    yield DerivedChange(f"{config}.{field.name}", count)


def _compare_cards(old: Card, new: Card) -> CardChanges:
    if not old.head or not new.head:
        return CardChanges()
    keys = [key for key in {**new.head, **old.head} if key not in _MADE_FROM_DATA]
    pairs = [(key, old.head.get(key), new.head.get(key)) for key in keys]
    headings = {**new.sections, **old.sections}
    return CardChanges(
        head=tuple(Change("", key, *values) for key, *values in pairs if values[0] != values[1]),
        sections=tuple(
            name for name in headings if old.sections.get(name) != new.sections.get(name)
        ),
    )


def compare_releases(old: Snapshot, new: Snapshot) -> Differences:
    """Everything that differs between two releases."""
    changed, agreement_records = _compare_rows(old, new)
    common = old.splits.keys() & new.splits.keys()
    unchanged = common - {record.record_id for record in changed}
    return Differences(
        old=old.side,
        new=new.side,
        schema=compare_schemas(old, new),
        added=_entries(new, new.splits.keys() - common),
        retracted=_entries(old, old.splits.keys() - common),
        moved=tuple(
            Move(record_id, old.splits[record_id], new.splits[record_id])
            for record_id in sorted(common)
            if old.splits[record_id] != new.splits[record_id]
        ),
        changed=changed,
        passes=_compare_passes(old, new, agreement_records),
        derived=tuple(sorted(_compare_derived(old, new, unchanged), key=lambda one: one.column)),
        card=_compare_cards(old.card, new.card),
    )
