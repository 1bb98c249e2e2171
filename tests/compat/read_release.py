"""Read a release with one library and print its rows as JSON; runs in an environment of its own.

Usage: python read_release.py LIBRARY RELEASE
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Tables = Iterator[tuple[str, str, list[dict[str, Any]]]]


def _files(release: Path) -> Iterator[tuple[str, str, Path]]:
    for path in sorted((release / "data").glob("*/*.parquet")):
        yield path.parent.name, path.stem, path


def read_pyarrow(release: Path) -> Tables:
    import pyarrow.parquet as pq

    for config, split, path in _files(release):
        yield config, split, pq.read_table(path).to_pylist()


def read_datasets(release: Path) -> Tables:
    from datasets import load_dataset

    for config in sorted({config for config, _, _ in _files(release)}):
        for split, data in load_dataset(str(release), config).items():
            yield config, split, list(data)


def read_streaming(release: Path) -> Tables:
    from datasets import load_dataset

    for config in sorted({config for config, _, _ in _files(release)}):
        for split, data in load_dataset(str(release), config, streaming=True).items():
            yield config, split, list(data)


def read_pandas(release: Path) -> Tables:
    import pandas as pd
    import pyarrow as pa

    for config, split, path in _files(release):
        frame = pd.read_parquet(path, dtype_backend="pyarrow")
        yield config, split, pa.Table.from_pandas(frame, preserve_index=False).to_pylist()


def read_polars(release: Path) -> Tables:
    import polars as pl

    for config, split, path in _files(release):
        yield config, split, pl.read_parquet(path).to_dicts()


def read_duckdb(release: Path) -> Tables:
    import duckdb

    for config, split, path in _files(release):
        cursor = duckdb.connect().execute("from read_parquet(?)", [str(path)])
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        yield config, split, rows


if __name__ == "__main__":
    library, folder = sys.argv[1:]
    for config, split, rows in globals()[f"read_{library}"](Path(folder)):
        for row in rows:
            print(json.dumps([config, split, row], sort_keys=True, ensure_ascii=False))
