"""Compare the form and the meaning of the tables of two releases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from paperclaims_curation.publishing.differences import SchemaChange, SchemaPart
from paperclaims_curation.publishing.snapshots import Snapshot
from paperclaims_curation.publishing.values import count


def _union(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The names of both, those of the new one first."""
    return list(dict.fromkeys([*new, *old]))


def _unwrap(kind: pa.DataType) -> tuple[pa.DataType, int]:
    """The type of a value or of a list's elements, and how deep the lists are."""
    depth = 0
    while pa.types.is_list(kind) or pa.types.is_large_list(kind):
        kind, depth = kind.value_type, depth + 1
    return kind, depth


def _type_name(kind: pa.DataType) -> str:
    inner, depth = _unwrap(kind)
    name = "struct" if pa.types.is_struct(inner) else str(inner)
    # The name under which the card has it.
    return "list of " * depth + {"double": "float64"}.get(name, name)


def _fields(kind: pa.DataType) -> dict[str, pa.DataType]:
    inner, _ = _unwrap(kind)
    if not pa.types.is_struct(inner):
        return {}
    struct: pa.StructType = inner
    return {field.name: field.type for field in (struct.field(i) for i in range(struct.num_fields))}


def _iter_columns(
    prefix: str, old: dict[str, pa.DataType], new: dict[str, pa.DataType]
) -> Iterator[SchemaChange]:
    for name in _union(old, new):
        path = prefix + name
        before, after = (_type_name(side[name]) if name in side else None for side in (old, new))
        if before != after:
            yield SchemaChange(SchemaPart.COLUMN, path, before, after)
        else:
            inner = f"{path}{'[]' * _unwrap(new[name])[1]}."
            yield from _iter_columns(inner, _fields(old[name]), _fields(new[name]))


def _iter_words(old: Snapshot, new: Snapshot) -> Iterator[SchemaChange]:
    """Words of the vocabularies that both cards list; a new vocabulary comes with its column."""
    for vocabulary in _union(old.card.words, new.card.words):
        if vocabulary not in old.card.words or vocabulary not in new.card.words:
            continue
        before, after = old.card.words[vocabulary], new.card.words[vocabulary]
        for word in _union(before, after):
            meanings = before.get(word), after.get(word)
            if meanings[0] != meanings[1]:
                part = SchemaPart.WORD if None in meanings else SchemaPart.MEANING
                yield SchemaChange(part, f"{vocabulary}.{word}", *meanings)


def _iter_meanings(old: Snapshot, new: Snapshot) -> Iterator[SchemaChange]:
    for name, meaning in new.meanings.items():
        before = old.meanings.get(name)
        if before is not None and before != meaning:
            yield SchemaChange(SchemaPart.MEANING, name, before, meaning)


def _size(schema: pa.Schema | None) -> str | None:
    return None if schema is None else count(len(schema), "column")


def compare_schemas(old: Snapshot, new: Snapshot) -> tuple[SchemaChange, ...]:
    """What changed in versions, configs, columns, words and their meanings."""
    changes = []
    versions = old.side.schema_version, new.side.schema_version
    if None not in versions and versions[0] != versions[1]:
        changes.append(SchemaChange(SchemaPart.VERSION, "", *versions))
    for config in _union(old.schemas, new.schemas):
        before, after = (side.schemas.get(config) for side in (old, new))
        if before is None or after is None:
            sizes = _size(before), _size(after)
            changes.append(SchemaChange(SchemaPart.CONFIG, config, *sizes))
        else:
            columns = [{field.name: field.type for field in side} for side in (before, after)]
            changes += _iter_columns(f"{config}.", *columns)
    return (*changes, *_iter_words(old, new), *_iter_meanings(old, new))
