"""Every sample of every format: imported once, then nothing new; valid drafts; damage is reported."""

from __future__ import annotations

import gzip
import random
import shutil
from pathlib import Path

import pytest

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.importing.importer import import_documents
from paperclaims_curation.importing.result import ImportOptions, ImportResult
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.validating.validator import validate_collection
from paperclaims_schema.vocabularies import SourceFormat

SAMPLES = Path(__file__).parents[1] / "cases" / "import"
FILES = sorted(path for path in SAMPLES.glob("*/*") if path.is_file())
CONFIG = """\
name = "sample"
title = "Samples"
version = "0.1.0"
license = "CC-BY-4.0"
rules_version = "1.3"
[splits]
seed = "sample"
train = 30
validation = 20
test = 50
"""


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/collection.toml").write_text(CONFIG, "utf-8")
    return open_collection(tmp_path / "own")


def files(collection: Collection) -> dict[str, bytes]:
    paths = (path for path in collection.root.rglob("*") if path.is_file())
    return {str(path.relative_to(collection.root)): path.read_bytes() for path in paths}


def run(collection: Collection, *paths: Path) -> ImportResult:
    return import_documents(collection, ImportOptions(paths))


def test_there_are_samples_of_every_format_but_parquet() -> None:
    assert {path.parent.name for path in FILES} == {*SourceFormat} - {SourceFormat.PARQUET}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_is_known_again_and_its_drafts_are_valid(
    path: Path, collection: Collection
) -> None:
    first = run(collection, path)
    assert [document.format for document in first.documents] == [path.parent.name]
    assert len(collection.record_paths()) == len(first.added)
    before = files(collection)
    second = run(collection, path)
    assert (second.counts.added, second.counts.updated) == (0, 0)
    assert second.counts.unchanged == first.counts.added + first.counts.updated + (
        first.counts.unchanged
    )
    assert files(collection) == before
    if first.added:
        result = validate_collection(collection)
        assert [problem for problem in result.problems if problem.severity == "error"] == []
        records = [read_record(record).model for record in collection.record_paths()]
        assert {record.source.format for record in records if record} == {path.parent.name}


def test_all_samples_at_once_as_a_folder_are_known_again(
    collection: Collection, tmp_path: Path
) -> None:
    # These two use identifiers that other samples have for other papers.
    left_out = shutil.ignore_patterns("toyml2025.json", "various_keys.jsonl")
    folder = Path(shutil.copytree(SAMPLES, tmp_path / "all", ignore=left_out))
    first = run(collection, folder)
    assert first.counts.added > len(FILES)
    before = files(collection)
    second = run(collection, folder)
    assert (second.counts.added, second.counts.updated) == (0, 0)
    assert files(collection) == before


@pytest.mark.parametrize("path", FILES[::5], ids=lambda path: path.name)
def test_a_compressed_sample_gives_the_same_texts(
    path: Path, collection: Collection, tmp_path: Path
) -> None:
    packed = tmp_path / f"{path.name}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    added = run(collection, packed).counts.added
    assert run(collection, path).counts.added == 0
    assert len(collection.record_paths()) == added


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_damaged_or_cut_sample_ends_in_a_report_and_in_whole_records(
    path: Path, collection: Collection, tmp_path: Path
) -> None:
    rng = random.Random(path.name)
    content = path.read_bytes()
    for number in range(4):
        damaged = bytearray(content[: rng.randrange(len(content))] if number % 2 else content)
        for _ in range(3):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        document = tmp_path / f"{number}-{path.name}"
        document.write_bytes(damaged)
        result = run(collection, document)
        assert result.counts.failed == 0 or result.problems
        for record in collection.record_paths():
            assert read_record(record).model is not None
    outside = {entry.name for entry in tmp_path.iterdir()} - {"own"}
    assert outside == {f"{number}-{path.name}" for number in range(4)}
