"""Claims of research-paper abstracts, each tied to the exact words of its abstract.

The data is part of the package: nothing is downloaded and no cache is written.

    >>> import paperclaims
    >>> paperclaims.load("quantities", "train")  # datasets
    >>> paperclaims.read_table("quantities")  # Arrow: pandas, polars, DuckDB
    >>> next(paperclaims.iter_records("train")).claims  # typed records
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# Nothing heavy is imported before it is used: `import paperclaims` must stay quick.
if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

    from paperclaims_schema.tables import RecordRow

    __version__: str

__all__ = ["CONFIGS", "SPLITS", "__version__", "iter_records", "load", "read_table"]

CONFIGS = ("records", "claims", "quantities", "evidence", "links", "annotations")
"""The published tables, the default first."""

SPLITS = ("train", "validation", "test")
"""The parts of the dataset, in the order in which they are joined."""


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("paperclaims")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _release_folder() -> Path:
    from importlib.resources import files

    # Wheels are installed unpacked, so the resource is a folder on disk.
    return Path(str(files(__name__) / "release"))


def _check_choice(kind: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        from difflib import get_close_matches

        close = get_close_matches(str(value), choices, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(choices)}"
        raise ValueError(f"unknown {kind} {value!r}; {hint}")


def _published(folder: Path) -> set[str]:
    """The files that the head of the card lists, by their paths in the release."""
    import re

    card = folder / "README.md"
    if not card.is_file():
        if (folder / "data").is_dir():
            raise FileNotFoundError(_missing(card))
        raise FileNotFoundError(f"{folder}: there is no release; make it with `paperclaims build`")
    head = card.read_text(encoding="utf-8").partition("\n---\n")[0]
    return set(re.findall(r"^[ -]+path: *(\S+) *$", head, re.MULTILINE))


def _missing(path: Path) -> str:
    return f"{path} is missing from the release; reinstall the package or build it again"


def _paths(config: str, split: str | None) -> dict[str, Path]:
    """The files by split; without an entry for a split that has no rows."""
    _check_choice("config", config, CONFIGS)
    if split is not None:
        _check_choice("split", split, SPLITS)
    folder = _release_folder()
    wanted = SPLITS if split is None else (split,)
    paths = {name: folder / "data" / config / f"{name}.parquet" for name in wanted}
    present = {name: path for name, path in paths.items() if path.is_file()}
    if len(present) < len(paths):
        published = _published(folder)
        for name, path in paths.items():
            if name not in present and path.relative_to(folder).as_posix() in published:
                raise FileNotFoundError(_missing(path))
    return present


def read_table(config: str = "records", split: str | None = None) -> pa.Table:
    """Read a published table as Arrow.

    Args:
        config: One of `CONFIGS`.
        split: One of `SPLITS`; None joins all in that order.

    Returns:
        The table; with its columns but no rows if none are published for the split.

    Raises:
        ValueError: there is no such config or split.
        FileNotFoundError: the package holds no release, or a file of it is missing.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = [pq.read_table(path) for path in _paths(config, split).values()]
    if not tables:
        from paperclaims_schema.arrow import table_schema

        return table_schema(config).empty_table()
    return tables[0] if len(tables) == 1 else pa.concat_tables(tables)


def load(
    config: str = "records", split: str | None = None
) -> datasets.Dataset | datasets.DatasetDict:
    """Load a config with `datasets`, in memory, equal to `load_dataset` on the release.

    Args:
        config: One of `CONFIGS`.
        split: One of `SPLITS`; None gives a `DatasetDict` of those that have rows.

    Raises:
        ValueError: there is no such config or split.
        FileNotFoundError: the package holds no release, or a file of it is missing.
    """
    import datasets
    from datasets.info import DatasetInfosDict

    info = DatasetInfosDict.from_directory(str(_release_folder())).get(config)

    def dataset(name: str) -> datasets.Dataset:
        return datasets.Dataset(read_table(config, name), info=info, split=datasets.Split(name))

    present = _paths(config, split)
    if split is None:
        return datasets.DatasetDict({name: dataset(name) for name in present})
    return dataset(split)


def iter_records(split: str | None = None) -> Iterator[RecordRow]:
    """Iterate over the records as Pydantic models, in the order of the table.

    Args:
        split: One of `SPLITS`; None goes through all in that order.

    Raises:
        ValueError: there is no such split.
        FileNotFoundError: the package holds no release, or a file of it is missing.
    """
    table = read_table("records", split)
    # A generator would raise only when it is first asked for a record.
    return _iter_records(table)


def _iter_records(table: pa.Table) -> Iterator[RecordRow]:
    from paperclaims_schema.tables import RecordRow

    for batch in table.to_batches(max_chunksize=1000):
        for row in batch.to_pylist():
            yield RecordRow.model_validate(row)
