"""The Croissant file is valid, and its reader finds the rows."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import mlcroissant
import pytest

from paperclaims_curation.building.columns import iter_paths, table_columns
from paperclaims_curation.building.parquet import read_tables
from paperclaims_schema.tables import TABLES

# mlcroissant still uses what rdflib and pandas have deprecated.
pytestmark = [
    pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame.reset_index"),
]


@pytest.fixture(scope="module")
def croissant(toy_release: Path) -> mlcroissant.Dataset:
    return mlcroissant.Dataset(jsonld=toy_release / "croissant.json")


def test_croissant_is_valid(croissant: mlcroissant.Dataset) -> None:
    assert list(croissant.metadata.ctx.issues.errors) == []
    assert [record_set.id for record_set in croissant.metadata.record_sets] == list(TABLES)


def test_croissant_describes_every_field(toy_release: Path) -> None:
    document = json.loads((toy_release / "croissant.json").read_text(encoding="utf-8"))

    def paths(fields: list[dict[str, Any]], prefix: str = "") -> list[str]:
        found = []
        for field in fields:
            assert field["description"]
            path = prefix + field["name"] + ("[]" if field.get("isArray") else "")
            found += [path, *paths(field.get("subField", []), f"{path}.")]
        return found

    for record_set in document["recordSet"]:
        config = record_set["@id"]
        expected = [path for path, _ in iter_paths(table_columns(config))]
        extra = [] if config == "records" else ["split"]
        assert paths(record_set["field"]) == expected + extra


def test_croissant_names_the_files_with_their_hashes(toy_release: Path) -> None:
    document = json.loads((toy_release / "croissant.json").read_text(encoding="utf-8"))
    objects = [item for item in document["distribution"] if item["@type"] == "cr:FileObject"]
    assert len(objects) == 12
    for item in objects:
        content = (toy_release / item["contentUrl"]).read_bytes()
        assert item["sha256"] == hashlib.sha256(content).hexdigest()
        assert item["contentSize"] == f"{len(content)} B"


def plain(value: Any) -> Any:
    """Texts arrive as bytes, names with those of what is around them."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key.rpartition("/")[2]: plain(item) for key, item in value.items()}
    return value.decode("utf-8") if isinstance(value, bytes) else value


# Lists of structs inside lists of structs (records, annotations) are beyond mlcroissant 1.1.
@pytest.mark.parametrize("config", ["claims", "quantities", "evidence", "links"])
def test_tables_can_be_read_through_croissant(
    config: str, croissant: mlcroissant.Dataset, toy_release: Path
) -> None:
    expected = [
        {**row, "split": split}
        for split, table in sorted(read_tables(toy_release)[config].items())
        for row in table.to_pylist()
    ]
    assert [plain(row) for row in croissant.records(config)] == expected
