"""A release as it is in a folder, read as a whole so that it can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from paperclaims_curation.building.parquet import DATA_FOLDER, data_path, read_tables
from paperclaims_curation.building.tables import Tables
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.publishing.cards import Card, read_card, read_meanings
from paperclaims_curation.publishing.differences import Side
from paperclaims_curation.reporting import one_line
from paperclaims_schema.tables import SPLITS, TABLES

_RECORDS = next(iter(TABLES))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a release holds."""

    name: str
    """As the user named it."""
    tables: Mapping[str, pa.Table]
    """The rows of all splits by config."""
    splits: Mapping[str, str]
    """The split of each record, by its id."""
    schemas: Mapping[str, pa.Schema]
    """By config, also of configs that this version of the tool does not know."""
    card: Card
    meanings: Mapping[str, str]
    """The descriptions of configs and columns: `records.claims[].certainty`."""

    @property
    def side(self) -> Side:
        """Name and versions."""
        versions = self.card.version("data_version"), self.card.version("schema_version")
        return Side(self.name, *versions)


def _damaged(label: str, what: str) -> PaperclaimsError:
    return PaperclaimsError(f"{label}: {what}; the release is damaged: build it anew")


def _read_other_schemas(folder: Path, label: str) -> dict[str, pa.Schema]:
    """The schemas of configs that `read_tables` does not know."""
    known = {data_path(config, split) for config in TABLES for split in SPLITS}
    schemas = {}
    for path in sorted((folder / DATA_FOLDER).glob("*/*.parquet")):
        name = path.relative_to(folder).as_posix()
        if path.parent.name not in TABLES:
            schemas[path.parent.name] = pq.read_schema(path)
        elif name not in known:
            # Its records would be taken for retracted ones.
            raise PaperclaimsError(
                f"{label}: holds {name}, which this version of paperclaims does not know; "
                "use the version that built it"
            )
    return schemas


def _first_damaged(folder: Path, error: Exception) -> str:
    """Which file cannot be read, and why."""
    for path in sorted((folder / DATA_FOLDER).glob("*/*.parquet")):
        try:
            pq.read_table(path)
        except (OSError, pa.ArrowException) as found:
            return f"{path.relative_to(folder).as_posix()} cannot be read: {_reason(found)}"
    return f"{DATA_FOLDER} cannot be read: {_reason(error)}"


def _reason(error: Exception) -> str:
    return one_line(str(error).partition("\n")[0].rstrip("."))


def _splits(tables: Tables, label: str) -> dict[str, str]:
    splits: dict[str, str] = {}
    for split, table in tables.get(_RECORDS, {}).items():
        if "record_id" not in table.column_names:
            raise _damaged(label, f"its {_RECORDS} have no record_id")
        for record_id in table.column("record_id").to_pylist():
            if not isinstance(record_id, str):
                raise _damaged(label, f"its {_RECORDS} have a record_id that is no text")
            if record_id in splits:
                raise _damaged(label, f"{record_id} stands in it twice")
            splits[record_id] = split
    return splits


def read_snapshot(folder: Path, name: str | None = None) -> Snapshot:
    """The release in `folder`; what is missing from it (card, configs, columns) is left out.

    Raises:
        PaperclaimsError: there is no release, or it is damaged.
    """
    label = name or str(folder)
    if not folder.is_dir():
        raise PaperclaimsError(f"{label}: there is no such folder; name the folder of a release")
    try:
        found = read_tables(folder)
        schemas = _read_other_schemas(folder, label)
        tables = {
            config: pa.concat_tables(splits.values(), promote_options="default")
            for config, splits in found.items()
        }
    except (OSError, pa.ArrowException) as error:
        raise _damaged(label, _first_damaged(folder, error)) from None
    if _RECORDS not in tables:
        raise PaperclaimsError(
            f"{label}: holds no release (no file {data_path(_RECORDS, '*')}); "
            "name the folder of a release, or build one: paperclaims build"
        )
    splits = _splits(found, label)
    try:
        card, meanings = read_card(folder), read_meanings(folder)
    except (OSError, ValueError) as error:
        raise _damaged(label, str(error)) from None
    return Snapshot(
        name=label,
        tables=tables,
        splits=splits,
        schemas={config: table.schema for config, table in tables.items()} | schemas,
        card=card,
        meanings=meanings,
    )
