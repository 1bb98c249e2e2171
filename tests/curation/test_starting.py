"""`paperclaims init`: an empty collection of one's own, in which all commands work."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import CollectionConfig, open_collection
from paperclaims_curation.importing import starting
from paperclaims_curation.importing.starting import (
    RULES_VERSION,
    NewCollection,
    start_collection,
)
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.writing import SCHEMA_LINE
from paperclaims_schema.documentation import record_json_schema_text

ROOT = Path(__file__).parents[2]
LAYOUT = {
    "dataset/.gitignore",
    "dataset/README.md",
    "dataset/collection.toml",
    "dataset/passes/README.md",
    "dataset/records/README.md",
    "dataset/sources/.gitkeep",
    "schema/record.schema.json",
}
LIST = """\
We show that tides rise by 5% in all of the harbours that we have studied so far.

Moon and sun pull at the sea; we measure how strongly they do that in 12 places.
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run_main(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([*args])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(caught.value.code or 0), out, err

    return run_main


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if not path.is_dir())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def config(folder: Path) -> CollectionConfig:
    return open_collection(folder).config


def test_the_layout_is_that_of_the_first_collection(tmp_path: Path) -> None:
    collection = start_collection(tmp_path / "a/tide", NewCollection())
    assert collection.root == tmp_path / "a/tide/dataset"
    assert set(files(tmp_path / "a/tide")) == LAYOUT
    assert collection.record_paths() == collection.pass_paths() == ()


def test_the_schema_lies_where_the_first_line_of_a_record_points(tmp_path: Path) -> None:
    collection = start_collection(tmp_path, NewCollection(name="tide"))
    path = collection.records_folder / SCHEMA_LINE.partition("$schema=")[2]
    assert path.resolve() == tmp_path.resolve() / "schema/record.schema.json"
    assert path.read_text("utf-8") == record_json_schema_text()


def test_everything_can_be_made_from_the_folders_name(tmp_path: Path) -> None:
    made = start_collection(tmp_path / "Größe & Tide_2", NewCollection()).config
    assert (made.name, made.title, made.license) == (
        "grosse-tide-2",
        "paperclaims: grosse-tide-2",
        "CC-BY-4.0",
    )
    assert (made.venue, made.year, made.splits.seed) == (None, None, "grosse-tide-2")
    assert (made.splits.train, made.splits.validation, made.splits.test) == (30, 20, 50)


def test_what_is_given_stands_in_the_configuration(tmp_path: Path) -> None:
    given = NewCollection("sea", 'A "sea" \\ {of} ü 🌊 \x7f', "Tides'24", 2024, "CC0-1.0")
    made = start_collection(tmp_path, given).config
    assert (made.name, made.title, made.venue, made.year, made.license) == (
        given.name,
        given.title,
        given.venue,
        given.year,
        given.license,
    )
    assert "ü 🌊" in (tmp_path / "dataset/README.md").read_text("utf-8").splitlines()[0]


def test_venue_and_year_are_the_title_if_none_is_given(tmp_path: Path) -> None:
    given = NewCollection(venue="Tides", year=2024)
    assert start_collection(tmp_path / "a", given).config.title == "paperclaims: Tides 2024"


def test_each_key_is_there_or_stands_in_a_comment_that_can_be_taken_up(tmp_path: Path) -> None:
    start_collection(tmp_path / "tide", NewCollection())
    path = tmp_path / "tide/dataset/collection.toml"
    text = re.sub(r"(?m)^# (?=\w+ = )", "", path.read_text("utf-8"))
    data = tomllib.loads(text)
    assert set(data) == set(CollectionConfig.model_fields)
    assert set(data["sources"]) == {"folder", "bibliography"}
    assert CollectionConfig.model_validate(data).tracks == ("main", "workshop")


def test_the_rules_are_those_of_the_guidelines() -> None:
    guidelines = (ROOT / "curation/GUIDELINES.md").read_text("utf-8")
    assert f"Rules version **{RULES_VERSION}**" in guidelines


def test_what_is_in_the_folder_stays(tmp_path: Path) -> None:
    for name in ("README.md", ".gitignore", "dataset/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, "utf-8")
    start_collection(tmp_path, NewCollection(name="tide"))
    made = files(tmp_path)
    assert set(made) == LAYOUT | {"README.md", ".gitignore", "dataset/notes.txt"}
    assert made["README.md"] == b"README.md"


@pytest.mark.parametrize("name", sorted(LAYOUT))
@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_nothing_is_overwritten(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    if kind == "file":
        path.write_text("mine", "utf-8")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    with pytest.raises(PaperclaimsError, match="is there already and would be overwritten"):
        start_collection(tmp_path, NewCollection(name="tide"))
    assert [one for one in tmp_path.rglob("*") if not one.is_dir() or one == path] == [path]


def test_a_collection_or_a_file_is_no_place_for_one(tmp_path: Path) -> None:
    start_collection(tmp_path / "tide", NewCollection())
    with pytest.raises(PaperclaimsError, match="is a collection already"):
        start_collection(tmp_path / "tide/dataset", NewCollection())
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file/tide"):
        with pytest.raises(PaperclaimsError, match="file: is not a folder"):
            start_collection(folder, NewCollection())
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(PaperclaimsError, match="dangling: is not a folder"):
        start_collection(tmp_path / "dangling", NewCollection())


def test_a_failure_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        return "\udc00"  # cannot be written

    (tmp_path / "dataset").mkdir()
    monkeypatch.setattr(starting, "record_json_schema_text", fail)
    with pytest.raises(UnicodeEncodeError):
        start_collection(tmp_path, NewCollection(name="tide"))
    assert list(tmp_path.iterdir()) == [tmp_path / "dataset"]
    assert list((tmp_path / "dataset").iterdir()) == []


BAD = {
    "name": (NewCollection("Tide"), "--name 'Tide': write a-z, 0-9 and single hyphens, at most 40"),
    "long": (NewCollection("a" * 41), "write a-z, 0-9 and single hyphens, at most 40 characters"),
    "title": (NewCollection(title="a\nb"), "--title 'a\\nb': write one line of at most 300"),
    "venue": (NewCollection(venue="v" * 301), "write one line of at most 300 characters"),
    "license": (NewCollection(license="CC BY"), "--license 'CC BY': write an SPDX identifier, as"),
    "bytes": (NewCollection(title="caf\udce9"), "--title: is not UTF-8 text"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    given, message = BAD[name]
    with pytest.raises(PaperclaimsError) as caught:
        start_collection(tmp_path / "tide", given)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert not (tmp_path / "tide").exists()


def test_a_folder_without_latin_letters_needs_a_name(tmp_path: Path) -> None:
    with pytest.raises(PaperclaimsError, match="no name can be made from that; add --name NAME"):
        start_collection(tmp_path / "论文", NewCollection())
    assert start_collection(tmp_path / "论文", NewCollection("tide")).config.name == "tide"


def test_from_an_empty_folder_to_a_release_nothing_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run("init", "tide", "--venue", "Tides", "--year", "2024") == (
        0,
        "tide/dataset: an empty collection, tide\n"
        "next, in tide: paperclaims import FILE..., or paperclaims add\n",
        "",
    )
    Path("list.txt").write_text(LIST, "utf-8")
    Path("text.txt").write_text("We add one text.\n\nIt has 2 paragraphs.\n", "utf-8")
    code, out, _ = run("import", "list.txt", "--collection", "tide")
    assert (code, out.splitlines()[-1]) == (
        0,
        "in all: 2 added, 0 updated, 0 unchanged, 0 skipped, 0 failed",
    )
    # Found by walking up, also from a folder below.
    monkeypatch.chdir(tmp_path / "tide/dataset/records")
    code, path, _ = run("add", "--title", "One text", "../../../text.txt")
    assert code == 0
    added = read_record(Path(path.strip())).model
    assert added is not None
    assert (added.record_id, added.venue, added.year) == ("tide-one-text", "Tides", 2024)
    monkeypatch.chdir(tmp_path / "tide")
    nothing_found = (0, "", "3 files checked: 0 errors, 0 warnings\n")
    assert run("validate") == nothing_found
    assert run("validate", "--fix", "-q") == (0, "", "")
    code, out, err = run("build")
    assert (code, err) == (0, nothing_found[2])
    assert out.startswith("dataset/paperclaims/release: built\n  records          3 rows ")
    assert run("validate") == nothing_found
    assert run("build", "--check", "-q") == (0, "", "")
    assert run("import", "../list.txt", "-q")[0] == 0
    assert len(open_collection().record_paths()) == 3


def test_the_release_of_an_own_collection_names_it_and_nothing_of_the_first(run: Run) -> None:
    run("init", "tide", "--title", "Claims about tides", "--license", "CC0-1.0")
    Path("list.txt").write_text(LIST, "utf-8")
    run("import", "list.txt", "--collection", "tide")
    assert run("build", "--collection", "tide", "-q") == (0, "", "")
    release = Path("tide/dataset/paperclaims/release")
    _, head, card = (release / "README.md").read_text("utf-8").split("---\n", 2)
    assert yaml.safe_load(head)["pretty_name"] == "Claims about tides"
    assert yaml.safe_load(head)["license"] == ["cc0-1.0", "other"]
    assert card.startswith("\n# Claims about tides\n")
    assert "CC0-1.0" in card
    assert "\n2 abstracts, of which 0 are annotated" in card
    croissant = json.loads((release / "croissant.json").read_text("utf-8"))
    assert croissant["name"] == "Claims about tides"
    assert croissant["license"] == "https://spdx.org/licenses/CC0-1.0.html"
    assert not re.search("neurips|curation/|model-a", head + card, re.IGNORECASE)


def test_an_empty_collection_says_how_to_fill_it(run: Run) -> None:
    run("init", "tide", "-q")
    code, out, err = run("validate", "--collection", "tide")
    assert (code, out) == (1, "")
    assert err == (
        "paperclaims: tide/dataset/records: no records; add some with `paperclaims import`\n"
    )
    assert run("import", "tide/dataset/sources", "--collection", "tide")[0] == 2


def test_wrong_use_has_exit_code_2_and_one_line(run: Run) -> None:
    assert run("init", "tide", "-q") == (0, "", "")
    assert run("init", "tide") == (
        2,
        "",
        "paperclaims: tide/dataset/collection.toml: is there already and would be overwritten;"
        " name another folder\n",
    )
    assert run("init")[0] == 2
    code, _, err = run("init", "other", "--year", "12")
    assert code == 2
    assert "1600<=x<=2200" in err
    assert not Path("other").exists()


HELP = """\
Usage: paperclaims init [OPTIONS] FOLDER

  Start an empty collection of your own.

  FOLDER gets a folder `dataset` with collection.toml, sources, records and passes, and a folder
  `schema` with the form of records for editors. What is in FOLDER already stays as it is; if
  something would be overwritten, nothing is made.

  All commands find the collection when they run in FOLDER or below, or with --collection FOLDER.

Options:
  --name NAME   The first part of every record id: a-z, 0-9, hyphens; by default the folder's
                name.
  --title TEXT  The heading of the dataset card; by default venue or name.
  --venue TEXT  The venue's short name, copied into new records.
  --year YEAR   The year of the venue.  [1600<=x<=2200]
  --license ID  The licence of your annotations, an SPDX identifier.  [default: CC-BY-4.0]
  -q, --quiet   Say nothing but findings.
  -h, --help    Show this message and exit.
"""


def test_the_help_says_what_is_made_and_what_is_not_touched(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run("init", "--help") == (0, HELP, "")
