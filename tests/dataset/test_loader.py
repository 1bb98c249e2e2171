"""`import paperclaims`: quick to import, and the same rows as every other reader."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet as pq
import pytest

import paperclaims
from paperclaims_curation.agreement.items import with_agreement
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import SPLITS, TABLES, AnnotationRow, RecordRow


@pytest.fixture
def toy(toy_release: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paperclaims, "_release_folder", lambda: toy_release)
    return toy_release


def run(script: str, *arguments: str, **environment: str) -> Any:
    """What a new interpreter prints, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return json.loads(done.stdout)


def test_importing_loads_nothing_heavy_until_it_is_used(toy_release: Path) -> None:
    script = """
import json, pathlib, sys
import paperclaims
heavy = {"pyarrow", "datasets", "pydantic", "pandas", "numpy", "paperclaims_schema"}
before = sorted(heavy & set(sys.modules))
paperclaims._release_folder = lambda: pathlib.Path(sys.argv[1])
paperclaims.read_table("claims", "train")
after = sorted({"datasets", "pydantic"} & set(sys.modules))
print(json.dumps([before, after]))
"""
    assert run(script, str(toy_release)) == [[], []]


def test_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert paperclaims.__version__ == version("paperclaims")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = paperclaims.nonsense


def test_public_names_exist_and_configs_are_those_of_the_schema() -> None:
    assert all(hasattr(paperclaims, name) for name in paperclaims.__all__)
    assert tuple(TABLES) == paperclaims.CONFIGS
    assert SPLITS == paperclaims.SPLITS


@pytest.mark.parametrize("config", TABLES)
@pytest.mark.parametrize("split", SPLITS)
def test_read_table_gives_the_file_or_an_empty_typed_table(
    config: str, split: str, toy: Path
) -> None:
    table = paperclaims.read_table(config, split)
    path = toy / "data" / config / f"{split}.parquet"
    assert table.schema.equals(table_schema(config))
    if path.exists():
        assert table.num_rows > 0
        assert table.equals(pq.read_table(path))
    else:
        assert table.num_rows == 0


@pytest.mark.usefixtures("toy")
def test_read_table_joins_the_splits_in_order() -> None:
    assert paperclaims.read_table().column("split").to_pylist() == ["train", "validation", "test"]
    assert paperclaims.read_table("claims").num_rows == 4


@pytest.mark.usefixtures("toy")
def test_iter_records_gives_the_records_that_were_built(
    toy_records: tuple[RecordRow, ...], toy_passes: tuple[AnnotationRow, ...]
) -> None:
    readings = {
        record.record_id: [one for one in toy_passes if one.record_id == record.record_id]
        for record in toy_records
    }
    by_split = sorted(
        (with_agreement(record, readings[record.record_id]) for record in toy_records),
        key=lambda record: SPLITS.index(record.split),
    )
    assert list(paperclaims.iter_records()) == by_split
    assert list(paperclaims.iter_records("validation")) == [by_split[1]]


@pytest.mark.parametrize(
    ("config", "split", "message"),
    [
        ("claim", None, "unknown config 'claim'; did you mean 'claims'?"),
        ("xyz", None, "unknown config 'xyz'; choose one of records, claims, quantities"),
        ("../records", None, "unknown config '../records'; did you mean 'records'?"),
        ("claims", "valid", "unknown split 'valid'; did you mean 'validation'?"),
        ("claims", "dev", "unknown split 'dev'; choose one of train, validation, test"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_an_unknown_config_or_split_is_named_with_what_is_meant(
    config: str, split: str | None, message: str
) -> None:
    for function in (paperclaims.read_table, paperclaims.load):
        with pytest.raises(ValueError, match="unknown") as caught:
            function(config, split)
        assert message in str(caught.value)


@pytest.mark.usefixtures("toy")
def test_iter_records_refuses_an_unknown_split_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'train'"):
        paperclaims.iter_records("trian")


def test_a_package_without_release_says_how_to_make_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paperclaims, "_release_folder", lambda: tmp_path / "release")
    for function in (paperclaims.read_table, paperclaims.load, paperclaims.iter_records):
        with pytest.raises(FileNotFoundError, match="no release; make it with `paperclaims build`"):
            function()


@pytest.fixture
def damaged(toy_release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the release, to take something out."""
    folder = shutil.copytree(toy_release, tmp_path / "release")
    monkeypatch.setattr(paperclaims, "_release_folder", lambda: folder)
    return folder


@pytest.mark.parametrize("gone", ["data/claims", "data/claims/test.parquet"])
def test_a_file_of_the_release_that_is_missing_is_named(gone: str, damaged: Path) -> None:
    path = damaged / gone
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    for function in (paperclaims.read_table, paperclaims.load):
        for split in (None, "test"):
            with pytest.raises(FileNotFoundError, match=r"\.parquet is missing from") as raised:
                function("claims", split)
            assert "reinstall the package or build it again" in str(raised.value)
    assert paperclaims.read_table("claims", "validation").num_rows == 0
    assert paperclaims.read_table("quantities").num_rows == 4


def test_a_missing_file_is_missed_by_iter_records_too(damaged: Path) -> None:
    (damaged / "data/records/test.parquet").unlink()
    assert len(list(paperclaims.iter_records("train"))) == 1
    with pytest.raises(FileNotFoundError, match="is missing from the release"):
        paperclaims.iter_records()


def test_without_its_card_the_release_is_incomplete(damaged: Path) -> None:
    (damaged / "README.md").unlink()
    assert paperclaims.read_table("claims", "train").num_rows == 2
    with pytest.raises(FileNotFoundError, match=r"README\.md is missing from the release"):
        paperclaims.read_table("claims")


def test_the_card_is_not_read_where_no_file_is_missing(damaged: Path) -> None:
    (damaged / "README.md").write_bytes(b"\xff")
    assert paperclaims.read_table("records").num_rows == 3


@pytest.mark.usefixtures("toy")
def test_load_gives_the_splits_that_have_rows() -> None:
    loaded = paperclaims.load("claims")
    assert isinstance(loaded, datasets.DatasetDict)
    assert {split: part.num_rows for split, part in loaded.items()} == {"train": 2, "test": 2}
    train = paperclaims.load("quantities", "train")
    assert isinstance(train, datasets.Dataset)
    assert train.split == "train"
    assert train.to_list() == paperclaims.read_table("quantities", "train").to_pylist()


@pytest.mark.usefixtures("toy")
def test_load_of_a_split_without_rows_is_empty_and_typed() -> None:
    empty = paperclaims.load("claims", "validation")
    assert isinstance(empty, datasets.Dataset)
    assert empty.num_rows == 0
    assert empty.features == paperclaims.load("claims", "train").features


def test_load_dataset_gives_the_same_rows_and_features(toy_release: Path, tmp_path: Path) -> None:
    script = """
import json, pathlib, sys
import datasets, paperclaims
folder = sys.argv[1]
paperclaims._release_folder = lambda: pathlib.Path(folder)
found = {}
for config in (*paperclaims.CONFIGS, None):
    given = () if config is None else (config,)
    normal = datasets.load_dataset(folder, *given)
    streamed = datasets.load_dataset(folder, *given, streaming=True)
    own = paperclaims.load(*given)
    assert set(normal) == set(streamed) == set(own), config
    for split in own:
        name = f"{config}/{split}"
        rows = paperclaims.read_table(config or "records", split).to_pylist()
        assert own[split].to_list() == rows, name
        assert normal[split].to_list() == rows, name
        assert list(streamed[split]) == rows, name
        assert normal[split].features == streamed[split].features == own[split].features, name
        info = next(iter(normal.values())).info
        assert info.splits[split].num_bytes == own[split].info.splits[split].num_bytes, name
        found[name] = len(rows)
print(json.dumps(found))
"""
    home = str(tmp_path / "hub")
    found = run(script, str(toy_release), HF_HOME=home, HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
    assert found["evidence/train"] == 11
    assert found["records/validation"] == found["None/validation"] == 1
    assert len(found) == 12 + 3


def test_load_writes_nothing(toy_release: Path, tmp_path: Path) -> None:
    script = """
import json, pathlib, sys
import paperclaims
paperclaims._release_folder = lambda: pathlib.Path(sys.argv[1])
print(json.dumps([paperclaims.load(config)["train"].cache_files for config in paperclaims.CONFIGS]))
"""
    home = tmp_path / "hub"
    assert run(script, str(toy_release), HF_HOME=str(home), HF_HUB_OFFLINE="1") == [[]] * 6
    assert not home.exists()
