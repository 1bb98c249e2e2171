"""The Croissant file is valid, and its reader finds the rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mlcroissant
import pytest

from paperclaims_curation.building.columns import Column, iter_paths, table_columns
from paperclaims_curation.building.croissant import flat_columns
from paperclaims_curation.building.parquet import read_tables
from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.tables import TABLES, AnnotationRow, RecordRow

# mlcroissant still uses what rdflib and pandas have deprecated.
pytestmark = [
    pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame.reset_index"),
]


FLAT = {"records-flat": "records", "annotations-flat": "annotations"}
RAI = "http://mlcommons.org/croissant/RAI/"


@pytest.fixture(scope="module")
def croissant(toy_release: Path) -> mlcroissant.Dataset:
    return mlcroissant.Dataset(jsonld=toy_release / "croissant.json")


def test_croissant_is_valid(croissant: mlcroissant.Dataset) -> None:
    assert list(croissant.metadata.ctx.issues.errors) == []
    # Only the day of publication is missing: it would make each build another.
    (warning,) = croissant.metadata.ctx.issues.warnings
    assert "datePublished" in warning
    found = [record_set.id for record_set in croissant.metadata.record_sets]
    assert found == [*TABLES, *FLAT]


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
        name = record_set["@id"]
        config = FLAT.get(name, name)
        columns = table_columns(config)
        expected = [
            path for path, _ in iter_paths(flat_columns(columns) if name in FLAT else columns)
        ]
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


def expected_rows(release: Path, config: str) -> list[dict[str, Any]]:
    return [
        {**row, "split": split}
        for split, table in sorted(read_tables(release)[config].items())
        for row in table.to_pylist()
    ]


@pytest.mark.parametrize("config", ["claims", "quantities", "evidence", "links"])
def test_tables_can_be_read_through_croissant(
    config: str, croissant: mlcroissant.Dataset, toy_release: Path
) -> None:
    rows = [plain(row) for row in croissant.records(config)]
    assert rows == expected_rows(toy_release, config)


def flattened(columns: Sequence[Column], value: dict[str, Any]) -> dict[str, Any]:
    """The fields of the columns alone; a structure that is null has them all null."""
    kept: dict[str, Any] = {}
    for column in columns:
        found = value.get(column.name)
        if column.fields and column.is_list:
            kept[column.name] = [flattened(column.fields, item) for item in found]
        elif column.fields:
            kept[column.name] = flattened(column.fields, found or {})
        else:
            kept[column.name] = found
    return kept


@pytest.mark.parametrize("name", FLAT)
def test_the_flat_rows_are_those_of_the_table_without_what_lies_deeper(
    name: str, croissant: mlcroissant.Dataset, toy_release: Path
) -> None:
    columns = flat_columns(table_columns(FLAT[name]))
    rows = [plain(row) for row in croissant.records(name)]
    assert rows == [
        {**flattened(columns, row), "split": row["split"]}
        for row in expected_rows(toy_release, FLAT[name])
    ]
    assert len(rows) > 1


# mlcroissant 1.1 applies the steps to a value inside lists inside lists to the lists themselves,
# and a field that is a structure has no type that it would leave alone. When it can, this fails.
@pytest.mark.xfail(raises=mlcroissant.GenerationError, strict=True)
@pytest.mark.parametrize("config", FLAT.values())
def test_deep_tables_can_be_read_through_croissant(
    config: str, croissant: mlcroissant.Dataset, toy_release: Path
) -> None:
    rows = [plain(row) for row in croissant.records(config)]
    assert rows == expected_rows(toy_release, config)


@pytest.mark.real
@pytest.mark.parametrize("name", ["claims", "quantities", "evidence", "links", *FLAT])
def test_the_published_rows_can_be_read_through_croissant(name: str) -> None:
    release = Path(__file__).parents[2] / "dataset" / "paperclaims" / "release"
    croissant = mlcroissant.Dataset(jsonld=release / "croissant.json")
    config = FLAT.get(name, name)
    columns = table_columns(config)
    shown = flat_columns(columns) if name in FLAT else columns
    assert [plain(row) for row in croissant.records(name)] == [
        {**flattened(shown, row), "split": row["split"]} for row in expected_rows(release, config)
    ]


def test_the_responsible_ai_properties_say_what_the_collection_and_the_rows_say(
    toy_records: tuple[RecordRow, ...],
    toy_passes: tuple[AnnotationRow, ...],
    toy_config: CollectionConfig,
    tmp_path: Path,
) -> None:
    config = toy_config.model_copy(
        update={
            "how_collected": "Found in a\ndrawer.",
            "how_annotated": "First one read.\n\nThen another.\n",
            "uses": "* To play.\n* Not to\n  sell.\n",
            "limitations": "* It is small.\n",
            "biases": "Toys only.",
            "sensitive_information": "None.",
            "maintenance": "Nobody\n\ncares.",
            "citation": "@misc{toy,\n  title = {Toy},\n}\n",
        }
    )
    build_release(toy_records, toy_passes, config, tmp_path / "out")
    metadata = mlcroissant.Dataset(jsonld=tmp_path / "out" / "croissant.json").metadata
    assert metadata.data_collection == (
        "3 abstracts from 1 document, named in source.document. Found in a drawer."
    )
    assert metadata.data_annotation_protocol == [
        "Version 1.3 of the annotation rules was followed.",
        "First one read.",
        "Then another.",
    ]
    assert metadata.annotations_per_item == (
        "Independent passes, kept in the config annotations: 0 for 1 abstract, 2 for 1 abstract. "
        "Adjudicated, that is decided from them: 1 record."
    )
    assert metadata.machine_annotation_tools == [
        "first-model (a language model): 1 pass",
        "second-model (a language model): 1 pass",
        "some-model (a language model): named in 2 records",
    ]
    assert metadata.annotator_demographics[0] == "ada (a human annotator): named in 1 record"
    assert metadata.data_use_cases == ["To play.", "Not to sell."]
    assert metadata.data_limitations[-1] == "It is small."
    assert len(metadata.data_limitations) == 5
    assert metadata.data_biases == ["Toys only."]
    assert metadata.personal_sensitive_information == ["None."]
    assert metadata.data_release_maintenance_plan == "Nobody cares."
    assert metadata.data_collection_missing_data == (
        "Not known, and null, of 3 records: title of 2, authors of 2, "
        "licence of the abstract of 2, bibliography of 3."
    )
    assert metadata.data_preprocessing_protocol == [
        "The abstracts stand as received, line ends aside."
    ]
    assert metadata.cite_as == "@misc{toy,\n  title = {Toy},\n}"


def test_what_a_collection_does_not_say_is_left_out(toy_release: Path) -> None:
    document = json.loads((toy_release / "croissant.json").read_text("utf-8"))
    named = {name for name in document if name.startswith("rai:")}
    assert "rai:dataLimitations" in named
    assert not named & {"rai:dataBiases", "rai:dataUseCases", "rai:dataReleaseMaintenancePlan"}
    assert all(document[name] for name in named)
    assert f"{RAI}1.0" in document["conformsTo"]


def test_no_name_of_the_vocabulary_is_unknown_to_its_reader(toy_release: Path) -> None:
    """A misspelt property would be dropped without a word."""
    document = json.loads((toy_release / "croissant.json").read_text("utf-8"))
    given = {name.removeprefix("rai:") for name in document if name.startswith("rai:")}
    written = mlcroissant.Dataset(jsonld=document).metadata.to_json()
    assert given == {name.removeprefix("rai:") for name in written if name.startswith("rai:")}
