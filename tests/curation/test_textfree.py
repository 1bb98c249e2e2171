"""A release without the words of the abstracts, and the words put back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from paperclaims_curation.building.parquet import content_sha256, read_tables
from paperclaims_curation.cli.main import main
from paperclaims_curation.recordfile.reading import read_record

TOY = Path(__file__).parents[1] / "toy"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_main(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        assert "Traceback" not in streams.err
        return int(str(caught.value.code)), streams.out, streams.err

    return run_main


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "toy"))


@pytest.fixture
def textfree(toy: Path, run: Run, tmp_path: Path) -> Path:
    folder = tmp_path / "textfree"
    code, _, err = run("build", "--collection", toy, "--without-text", "--out", folder)
    assert code == 0, err
    return folder


def test_no_span_and_no_abstract_is_left(textfree: Path) -> None:
    tables = read_tables(textfree)
    for table in tables["records"].values():
        for row in table.to_pylist():
            assert row["abstract"] is None
            assert row["abstract_sha256"]
            for claim in row["claims"]:
                assert {span["text"] for span in claim["evidence"]} == {None}
                assert all(span["end"] > span["start"] for span in claim["evidence"])
    for table in tables["evidence"].values():
        assert table.column("text").null_count == table.num_rows
        assert table.column("start").null_count == 0
    for table in tables["quantities"].values():
        assert {len(words) for words in table.column("evidence").to_pylist()} == {0}


def test_the_card_says_so_and_gives_the_hash_of_the_full_release(
    textfree: Path, toy: Path, run: Run, tmp_path: Path
) -> None:
    run("build", "--collection", toy, "--out", tmp_path / "full")
    full = content_sha256(read_tables(tmp_path / "full"))
    card = (textfree / "README.md").read_text("utf-8")
    assert f"full_content_sha256: {full}" in card
    assert "**Without the words of the abstracts.**" in card


def test_the_words_come_back_from_ones_own_copy(
    textfree: Path, toy: Path, run: Run, tmp_path: Path
) -> None:
    run("build", "--collection", toy, "--out", tmp_path / "full")
    mine = tmp_path / "mine.jsonl"
    records = [read_record(path).model for path in (toy / "records").glob("*.yaml")]
    lines = [json.dumps({"abstract": record.abstract}) for record in records if record]
    mine.write_text("\n".join(lines), "utf-8")
    code, out, err = run("hydrate", textfree, mine, "--out", tmp_path / "back")
    assert code == 0, err
    assert "abstracts put back" in out
    for path in (tmp_path / "full" / "data").rglob("*.parquet"):
        copy = tmp_path / "back" / path.relative_to(tmp_path / "full")
        assert copy.read_bytes() == path.read_bytes()


def test_another_text_does_not_get_in(textfree: Path, toy: Path, run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    documents = sorted((toy / "sources").glob("*.txt"))
    text = "".join(path.read_text("utf-8") for path in documents)
    other.write_text(text.replace(" the ", " a ", 1).replace(" is ", " was ", 1), "utf-8")
    code, _, err = run("hydrate", textfree, other, "--out", tmp_path / "back")
    assert code == 1
    assert "abstracts are not in the documents given" in err
    assert not (tmp_path / "back").exists()


def test_a_full_release_is_refused(toy: Path, run: Run, tmp_path: Path) -> None:
    run("build", "--collection", toy, "--out", tmp_path / "full")
    code, _, err = run("hydrate", tmp_path / "full", toy / "sources", "--out", tmp_path / "back")
    assert code == 1
    assert "has its words already" in err


def test_a_folder_that_holds_something_is_refused(
    textfree: Path, toy: Path, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x").write_text("x", "utf-8")
    code, _, err = run("hydrate", textfree, toy / "sources", "--out", tmp_path / "mine")
    assert code == 2
    assert "is there already; name a new folder" in err


def test_without_text_needs_a_folder_of_its_own(toy: Path, run: Run) -> None:
    code, _, err = run("build", "--collection", toy, "--without-text")
    assert code == 2
    assert "--without-text needs --out FOLDER" in err
