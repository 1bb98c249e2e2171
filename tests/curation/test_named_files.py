"""What a user names: files or ids, records or passes, each read once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.validating.naming import named_files
from paperclaims_curation.validating.validator import validate_files

BASE = Path(__file__).parents[1] / "cases" / "validate" / "base"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    shutil.copytree(BASE, tmp_path / "base")
    return open_collection(tmp_path / "base")


def test_a_record_is_named_by_id_or_path_and_read_once(collection: Collection) -> None:
    path = collection.record_path("case-pebbles")
    names = [Path("case-pebbles"), Path("case-pebbles.yaml"), path]
    for given in (*([name] for name in names), names):
        records, passes = named_files(collection, given)
        assert [file.path for file in records] == [path]
        assert passes == []


def test_a_pass_comes_with_its_record_and_its_spans_are_checked(collection: Collection) -> None:
    (path,) = collection.pass_paths()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("- 'Sieve'", "- 'Seive'"), encoding="utf-8")
    records, passes = named_files(collection, [path])
    assert [file.path.stem for file in records] == ["case-pebbles"]
    result = validate_files(collection, records, passes)
    assert [(item.code, item.file) for item in result.problems] == [("span-not-found", str(path))]


def test_a_pass_without_a_record_says_so(collection: Collection) -> None:
    (path,) = collection.pass_paths()
    collection.record_path("case-pebbles").unlink()
    records, passes = named_files(collection, [path])
    assert records == []
    (problem,) = validate_files(collection, records, passes).problems
    assert problem.code == "pass-record"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("case-peebles", "case-peebles: no such file or record; did you mean case-pebbles?"),
        ("pebbles.yaml", "pebbles.yaml: no such file or record; did you mean case-pebbles?"),
        ("xyz", "xyz: no such file or record; give a file or a record id"),
        ("-", "-: no such file or record; give a file or a record id"),
        (
            "{root}/records",
            "{root}/records: a folder; give a file or a record id; "
            "without names the whole collection is checked",
        ),
        (
            "{root}/sources/pebbles.txt",
            "{root}/sources/pebbles.txt: not a record: records and passes are .yaml files",
        ),
        (
            "{root}/passes/first-model/case-peebles.yaml",
            "{root}/passes/first-model/case-peebles.yaml: no such file or record; "
            "did you mean {root}/passes/first-model/case-pebbles.yaml?",
        ),
    ],
)
def test_what_is_no_record_is_named_in_one_line(
    collection: Collection, name: str, message: str
) -> None:
    with pytest.raises(PaperclaimsError) as caught:
        named_files(collection, [Path(name.format(root=collection.root))])
    assert str(caught.value) == message.format(root=collection.root)
