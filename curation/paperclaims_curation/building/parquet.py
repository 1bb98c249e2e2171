"""Write the tables as Parquet that every reader understands, and describe the files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperclaims_curation.building.tables import Tables
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.tables import SPLITS, TABLES

DATA_FOLDER = "data"


@dataclass(frozen=True, slots=True)
class DataFile:
    """A Parquet file of a release."""

    config: str
    split: str
    row_count: int
    arrow_bytes: int
    """The size in memory once loaded, in bytes."""
    file_bytes: int
    """The size on disk, in bytes."""
    sha256: str
    """Of the file, in hexadecimal."""

    @property
    def path(self) -> str:
        """The path relative to the release, with slashes."""
        return data_path(self.config, self.split)


def data_path(config: str, split: str) -> str:
    """Where a table lies in a release."""
    return f"{DATA_FOLDER}/{config}/{split}.parquet"


def write_table(table: pa.Table, path: Path) -> None:
    """Write one Parquet file; the same table and pyarrow give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(
        table,
        path,
        compression="zstd",
        # The Arrow schema in the metadata is of no use to other readers and ages with pyarrow.
        store_schema=False,
        # A small change of the data changes few pages: the Hub stores and sends only those.
        use_content_defined_chunking=True,
        write_page_index=True,
    )


def write_tables(tables: Tables, folder: Path) -> None:
    """Write every table to its place in `folder`."""
    for config, splits in tables.items():
        for split, table in splits.items():
            write_table(table, folder / data_path(config, split))


def read_tables(folder: Path) -> Tables:
    """The tables of a release, in published order."""
    found: dict[str, dict[str, pa.Table]] = {}
    for config, split in _iter_present(folder):
        found.setdefault(config, {})[split] = pq.read_table(folder / data_path(config, split))
    return found


def describe_files(folder: Path) -> tuple[DataFile, ...]:
    """The Parquet files of a release, in published order."""
    files = []
    for config, split in _iter_present(folder):
        path = folder / data_path(config, split)
        content = path.read_bytes()
        table = pq.read_table(path)
        files.append(
            DataFile(
                config=config,
                split=split,
                row_count=table.num_rows,
                arrow_bytes=table.nbytes,
                file_bytes=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
            )
        )
    return tuple(files)


def _iter_present(folder: Path) -> Iterable[tuple[str, str]]:
    for config in TABLES:
        for split in SPLITS:
            if (folder / data_path(config, split)).is_file():
                # A plain string, not the word of a vocabulary.
                yield config, str(split)


def content_sha256(tables: Tables) -> str:
    """The SHA-256 of the rows alone, whatever wrote or compressed them.

    One line of JSON per row in published order, `[config, split, row]` with sorted keys, without
    spaces, in UTF-8, each with a line feed at its end.

    Raises:
        BadInputError: a row holds a number that is not finite.
    """
    digest = hashlib.sha256()
    for config, splits in tables.items():
        for split, table in splits.items():
            for batch in table.to_batches(max_chunksize=1000):
                for row in batch.to_pylist():
                    digest.update(_line(config, split, row).encode("utf-8") + b"\n")
    return digest.hexdigest()


def _line(config: str, split: str, row: dict[str, Any]) -> str:
    try:
        return json.dumps(
            [config, split, row],
            sort_keys=True,
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
    except (TypeError, ValueError) as error:
        reason = f"{row.get('record_id')}: cannot be published in {config}: {error}"
        raise BadInputError(f"{reason}; correct the record") from error
