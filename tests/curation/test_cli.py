"""The command line with bad input: one clear line each, the right exit code, nothing written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from paperclaims_curation.cli.main import COMMANDS, main

TOY = Path(__file__).parents[1] / "toy"


class Run(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def run_main(*args: object) -> Run:
        with pytest.raises(SystemExit) as caught:
            main([str(arg) for arg in args])
        streams = capsys.readouterr()
        assert "Traceback" not in streams.out + streams.err
        assert "internal error" not in streams.err
        return Run(int(str(int(caught.value.code or 0))), streams.out, streams.err)

    return run_main


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    return Path("toy")


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def only_error(run: Run) -> str:
    assert run.out == ""
    (line,) = run.err.splitlines()
    assert line.startswith("paperclaims: ")
    return line.removeprefix("paperclaims: ")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_clean_collection_gives_0_and_says_what_was_read(
    run: Callable[..., Run], toy: Path
) -> None:
    assert run("validate", "--collection", toy) == Run(
        0, "", "14 files checked: 0 errors, 0 warnings\n"
    )
    assert run("validate", "--collection", toy, "--quiet") == Run(0, "", "")


def test_one_record_is_checked_by_its_id_or_its_path(run: Callable[..., Run], toy: Path) -> None:
    for name in ("toy-smallnet", toy / "records" / "toy-smallnet.yaml"):
        assert run("validate", "--collection", toy, name).err.startswith("1 file checked: 0 errors")


@pytest.mark.parametrize("command", ["validate", "build"])
def test_a_missing_folder_is_named(run: Callable[..., Run], toy: Path, command: str) -> None:
    result = run(command, "--collection", "nowhere")
    assert result.code == 2
    assert only_error(result) == "nowhere: is not a folder; name the folder of a collection"
    assert not Path("nowhere").exists()
    assert run(command, "--collection", toy / "records").code == 2


@pytest.mark.parametrize("command", ["validate", "build"])
def test_an_empty_collection_says_how_to_fill_it(
    run: Callable[..., Run], toy: Path, command: str
) -> None:
    shutil.rmtree(toy / "records")
    before = contents(toy)
    result = run(command, "--collection", toy)
    assert result.code == 1
    assert only_error(result) == "toy/records: no records; add some with `paperclaims import`"
    assert contents(toy) == before


def test_a_record_that_does_not_exist_is_wrong_use(run: Callable[..., Run], toy: Path) -> None:
    result = run("validate", "--collection", toy, "toy-nothing")
    assert result.code == 2
    assert only_error(result) == (
        "toy-nothing: no such file or record; "
        "did you mean toy-nothing-has-been-said-about-this-abstract-yet?"
    )


DAMAGES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "broken YAML": (
        lambda record: edit(record, "title: SmallNet", "title: SmallNet: again"),
        "toy/records/toy-smallnet.yaml:4:16: error: not valid YAML: ",
        "hint: put the text in single quotes: title: 'SmallNet: again'",
    ),
    "a quote that is not in the abstract": (
        lambda record: edit(record, "- 'SmallNet learns without labels'", "- 'It needs no labels'"),
        "toy/records/toy-smallnet.yaml:53:5: error: 'It needs no labels' does not stand in the abst",
        "hint: copy the words from the abstract",
    ),
    "another encoding": (
        lambda record: record.write_bytes("title: Größe\n".encode("latin-1")),
        "toy/records/toy-smallnet.yaml:1:10: error: not UTF-8 text: byte 0xF6 cannot be read",
        "hint: save the file as UTF-8",
    ),
    "two records with one id": (
        lambda record: shutil.copy(record, record.with_name("toy-zebra.yaml")),
        "toy/records/toy-zebra.yaml:2:12: error: record_id toy-smallnet is also that of ",
        "hint: give one of them an id of its own",
    ),
    "an empty file": (
        lambda record: record.write_bytes(b""),
        "toy/records/toy-smallnet.yaml:1:1: error: the file is empty",
        "hint: a record begins with the line `record_id: ...`",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_a_finding_with_its_place_and_nothing_is_written(
    run: Callable[..., Run], toy: Path, name: str
) -> None:
    damage, line, hint = DAMAGES[name]
    damage(toy / "records" / "toy-smallnet.yaml")
    before = contents(toy)
    result = run("validate", "--collection", toy)
    assert result.code == 1
    assert any(text.startswith(line) for text in result.out.splitlines()), result.out
    assert hint in result.out
    assert contents(toy) == before


@pytest.mark.parametrize("name", DAMAGES)
def test_nothing_is_built_from_damaged_records(
    run: Callable[..., Run], toy: Path, name: str
) -> None:
    damage, line, hint = DAMAGES[name]
    assert run("build", "--collection", toy).code == 0
    damage(toy / "records" / "toy-smallnet.yaml")
    before = contents(toy)
    result = run("build", "--collection", toy, "--quiet")
    assert result.code == 1
    assert result.out == ""
    assert any(text.startswith(line) for text in result.err.splitlines()), result.err
    assert hint in result.err
    assert result.err.endswith("paperclaims: nothing was built; correct the errors above\n")
    assert contents(toy) == before


def test_a_finding_is_counted_once_in_the_summary(run: Callable[..., Run], toy: Path) -> None:
    edit(toy / "records" / "toy-smallnet.yaml", "value: 15", "value: 51")
    assert run("validate", "--collection", toy).err == "14 files checked: 1 error, 0 warnings\n"


def test_fix_brings_files_into_canonical_form_and_leaves_the_others(
    run: Callable[..., Run], toy: Path
) -> None:
    before = contents(toy)
    edit(toy / "records" / "toy-smallnet.yaml", "split: train", "split:   'train'")
    result = run("validate", "--collection", toy, "--fix")
    assert result.code == 0
    assert result.err.startswith("records fixed: 1\n")
    assert contents(toy) == before


@pytest.mark.parametrize("args", [["validat"], ["--collection", "toy", "validat"]])
def test_an_unknown_command_or_misplaced_option_is_wrong_use(
    run: Callable[..., Run], args: list[str]
) -> None:
    result = run(*args)
    assert result.code == 2
    assert "paperclaims --help" in only_error(result)


def test_an_unknown_command_gets_a_suggestion(run: Callable[..., Run]) -> None:
    assert only_error(run("validat")).startswith("no command 'validat'; did you mean validate?")


def test_an_unknown_option_gets_a_suggestion(run: Callable[..., Run], toy: Path) -> None:
    result = run("validate", "--colection", toy)
    assert result.code == 2
    line = only_error(result)
    assert "--colection" in line
    assert "--collection" in line
    assert "paperclaims validate --help" in line


def test_a_damaged_collection_file_is_named_with_its_key(
    run: Callable[..., Run], toy: Path
) -> None:
    edit(toy / "collection.toml", "venue =", "venu =")
    result = run("validate", "--collection", toy)
    assert result.code == 1
    assert only_error(result) == "toy/collection.toml: unknown key venu; did you mean venue?"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_commands_help_begins_with_its_line_in_the_overview(
    run: Callable[..., Run], name: str
) -> None:
    overview = run("--help").out
    line = COMMANDS[name][1]
    assert line in overview
    help_text = run(name, "--help").out
    assert help_text.startswith(f"Usage: paperclaims {name} ")
    first = " ".join(help_text.split("\n\n")[1].split())
    assert first.split(". ")[0].rstrip(".") + "." == line


def test_the_overview_lists_every_command_and_the_exit_codes(run: Callable[..., Run]) -> None:
    result = run("--help")
    assert result.code == 0
    assert all(f"\n  {name} " in result.out for name in COMMANDS)
    assert "Exit codes: 0 clean, 1 findings, 2 wrong use or missing file" in result.out
