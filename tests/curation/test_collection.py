"""Opening a collection: what is wrong with it is one line, and nothing is overlooked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError

TOY = Path(__file__).parents[1] / "toy"
TOOL = Path(sys.executable).with_name("paperclaims")


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "toy"))


def rewrite(toy: Path, old: str, new: str) -> None:
    path = toy / "collection.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version =", "versoin =", "versoin"),
        ('name = "', "name = 1 # ", "name: it should be a valid string"),
        ("[splits]", "tracks = 3\n[splits]", "tracks"),
        ("train = 30", "train = 31", "add up to 101, not to 100"),
        ("[splits]", "[split]", "unknown key split; did you mean splits?"),
        ("[splits]", "year = 99999\n[splits]", "year"),
        ("[splits]", f"year = {'9' * 5000}\n[splits]", "too large"),
        ("[splits]", f"x = {'[' * 3000}\n[splits]", "too large"),
        ("[splits]", 'venue = "a\\u0000b"\n[splits]', "venue"),
        ("[splits]", "[splits", "not valid TOML"),
    ],
)
def test_a_damaged_configuration_is_one_line(toy: Path, old: str, new: str, message: str) -> None:
    lines = (toy / "collection.toml").read_text("utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("tracks", "year", "venue"))]
    (toy / "collection.toml").write_text("\n".join(kept) + "\n", encoding="utf-8")
    rewrite(toy, old, new)
    with pytest.raises(BadInputError) as caught:
        open_collection(toy)
    said = str(caught.value)
    assert said.startswith(f"{toy / 'collection.toml'}: ")
    assert message in said
    assert "\n" not in said


def test_all_missing_keys_are_named_at_once(toy: Path) -> None:
    (toy / "collection.toml").write_text("", encoding="utf-8")
    with pytest.raises(BadInputError, match=r"name, title, version, license, .*splits missing"):
        open_collection(toy)


def test_a_byte_order_mark_is_no_part_of_the_configuration(toy: Path) -> None:
    path = toy / "collection.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert open_collection(toy).config.name == "toy"


@pytest.mark.parametrize("name", ["toy-x.yml", "notes.txt", "more"])
def test_what_no_stage_would_read_among_the_records_is_refused(toy: Path, name: str) -> None:
    path = toy / "records" / name
    path.mkdir() if name == "more" else path.write_text("record_id: toy-x\n", encoding="utf-8")
    with pytest.raises(PaperclaimsError, match=r"end in \.yaml; rename or move it"):
        open_collection(toy).record_paths()


def test_a_pipe_among_the_records_does_not_hang(toy: Path) -> None:
    os.mkfifo(toy / "records" / "toy-x.yaml")
    with pytest.raises(PaperclaimsError, match="is not a regular file"):
        open_collection(toy).record_paths()


@pytest.mark.parametrize("name", ["records", "passes"])
def test_a_folder_that_cannot_be_read_is_no_empty_one(toy: Path, name: str) -> None:
    shutil.rmtree(toy / name)
    (toy / name).write_text("", encoding="utf-8")
    collection = open_collection(toy)
    with pytest.raises(PaperclaimsError, match="must be a folder you may read"):
        (collection.record_paths, collection.pass_paths)[name == "passes"]()


def test_a_collection_is_found_in_the_folder_dataset(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.rename(toy.parent / "dataset")
    assert open_collection(toy.parent).config.name == "toy"
    inner = toy.parent / "deep" / "er"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert open_collection().root == toy.parent / "dataset"


def test_a_terminal_that_lacks_a_character_gets_an_escape(toy: Path) -> None:
    record = next(toy.glob("records/*emoji*"))
    record.write_text(record.read_text("utf-8").replace("title: ", "titel: ", 1), encoding="utf-8")
    done = subprocess.run(
        [TOOL, "validate", "--collection", toy],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 1
    assert b"internal error" not in done.stderr
    assert b"did you mean title?" in done.stdout
