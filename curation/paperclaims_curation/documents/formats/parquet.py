"""Parquet tables with a column of abstracts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

from paperclaims_curation.documents.citations import number_entries
from paperclaims_curation.documents.columns import find_columns, find_missing_column, make_entry
from paperclaims_curation.documents.entry import Part, Unreadable
from paperclaims_curation.problem import PaperclaimsError, Place
from paperclaims_schema.vocabularies import CleaningStep

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_BATCH_ROWS = 1024
_BUFFER_SIZE = 1 << 20
_HINT = "get the file anew, or write it again"

_Path = tuple[str, ...]


def recognises(head: str, name: str) -> bool:
    """Whether it begins as Parquet does, or is named so."""
    return head.startswith("PAR1") or name.endswith((".parquet", ".pq"))


def _paths(fields: Iterable[pa.Field[Any]], above: _Path = ()) -> dict[str, _Path]:
    """The columns, and the members of those that are structs, by dotted name."""
    from pyarrow import types

    found: dict[str, _Path] = {}
    structs = {}
    for field in fields:
        path = (*above, field.name)
        found.setdefault(".".join(path), path)
        if types.is_struct(field.type):
            structs[path] = field.type.fields
    # A name with a dot goes before the member of a struct.
    for path, members in structs.items():
        found |= {name: inner for name, inner in _paths(members, path).items() if name not in found}
    return found


def _value(batch: pa.RecordBatch, path: _Path, index: int) -> Any:
    import pyarrow as pa

    column = batch.column(batch.schema.names.index(path[0]))
    scalar = column[index]
    if pa.types.is_temporal(column.type):
        return str(scalar.cast(pa.date32()))
    value = scalar.as_py()
    for name in path[1:]:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _place(row: int) -> Place:
    return Place(row, 1, row, 1)


def _unreadable(row: int, error: Exception) -> Unreadable:
    # pyarrow raises exceptions of many kinds for damaged data; these are not about the data.
    if isinstance(error, PaperclaimsError) or (isinstance(error, OSError) and error.errno):
        raise error
    reason = " ".join(str(error).split())[:200]
    return Unreadable(_place(row), f"the Parquet data are damaged: {reason}", _HINT)


def _entries(file: pq.ParquetFile, found: Mapping[str, _Path]) -> Iterator[Part]:
    """The rows; a group of rows that is damaged ends early, and the next one follows."""
    wanted = [".".join(path) for path in found.values()]
    end = 1
    for group in range(file.num_row_groups):
        row, end = end, end + file.metadata.row_group(group).num_rows
        batches = file.iter_batches(_BATCH_ROWS, [group], wanted, use_threads=False)
        while True:
            try:
                batch = next(batches, None)
            except Exception as error:  # noqa: BLE001
                yield _unreadable(row, error)
                break
            if batch is None:
                break
            for index in range(batch.num_rows):
                try:
                    values = {field: _value(batch, path, index) for field, path in found.items()}
                except Exception as error:  # noqa: BLE001
                    yield _unreadable(row, error)
                else:
                    yield make_entry(values, _place(row))
                row += 1


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The rows as parts; their places are their numbers, counted from 1, as lines.

    A stream that cannot be sought in is first copied to a temporary file.
    """
    import pyarrow.parquet as pq

    with ExitStack() as stack:
        if not stream.seekable():
            copy = stack.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(stream, copy, _BUFFER_SIZE)
            stream = copy
        try:
            file = pq.ParquetFile(
                stream,
                buffer_size=_BUFFER_SIZE,
                pre_buffer=False,
                page_checksum_verification=True,
            )
            paths = _paths(file.schema_arrow)
        except Exception as error:  # noqa: BLE001
            yield _unreadable(1, error)
            return
        if missing := find_missing_column(list(paths), columns, _place(1)):
            yield missing
            return
        found = {field: paths[name] for field, name in find_columns(paths, columns).items()}
        yield from number_entries(_entries(file, found))
