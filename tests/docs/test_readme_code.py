"""Every code block of the README is right: what can run is run, beside a toy collection.

SQL runs in the repository, where its answers come from (`make check` renews nothing, it compares
them too). Python and commands run in a copy of the toy collection with a history of its own and the
files that the README speaks of; commands for the Hub go to the one on loopback.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import datasets
import pytest
import yaml
from docs.blocks import Block, find_blocks, run_python, run_sql
from hub.state import Hub
from pydantic import TypeAdapter

from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import open_collection
from paperclaims_curation.importing.bibliography import BibliographyEntry
from paperclaims_schema.record import Record

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "toy"
BLOCKS = find_blocks((ROOT / "README.md").read_text("utf-8"))
NAME = "ada/toy"

STAND_INS = {
    "FILE...": "export.ris",
    "RECORD_ID": "toy-latticenet",
    "ID": "grete",
    "OWNER/NAME": NAME,
}
NOT_RUN = {
    "pip": "needs a package index",
    "source": "changes the shell",
    "git": "needs a clone",
}
EXPORT = """\
TY  - CONF
TI  - TideNet
AU  - Moon, Ada
PY  - 2025
AB  - We present TideNet, which predicts the tide of every harbour of an island from one picture of its
beach. It is as good as the tables of the harbour office, and needs no gauge.
ER  -
"""


def blocks(language: str) -> list[object]:
    found = [block for block in BLOCKS if block.language == language]
    return [pytest.param(block, id=f"line-{block.line}") for block in found]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    return int(str(int(caught.value.code or 0)))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(TOY, folder / "dataset")
    assert run("build", "--quiet", "--collection", str(folder / "dataset")) == 0
    for command in (
        ["init", "--quiet"],
        ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Toy"],
        ["tag", "v0.1.0"],
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)
    (folder / "export.ris").write_text(EXPORT, "utf-8")
    abstract = "We present RockNet, which knows every rock of a beach by its weight in the hand."
    (folder / "abstract.txt").write_text(abstract, "utf-8")
    records = [yaml.safe_load(path.read_text("utf-8")) for path in TOY.glob("records/*.yaml")]
    lines = [json.dumps({"abstract": record["abstract"]}) + "\n" for record in records]
    (folder / "my-abstracts.jsonl").write_text("".join(lines), "utf-8")
    assert run("init", str(folder / "tide")) == 0
    return folder


@pytest.fixture
def workplace(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    shutil.copytree(prepared, folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    return folder


def test_every_language_is_one_that_is_checked() -> None:
    assert {block.language for block in BLOCKS} <= {
        "",  # drawings
        "console",
        "json",
        "python",
        "sql",
        "toml",
        "yaml",
    }


@pytest.mark.real
@pytest.mark.parametrize("block", blocks("sql"))
def test_sql_gives_the_answer_below_it(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert block.answer
    assert run_sql(block.text) == block.answer


@pytest.mark.parametrize("block", blocks("python"))
def test_python_runs(block: Block, workplace: Path) -> None:
    # A collection that has been annotated meanwhile.
    tide = open_collection(workplace / "tide")
    shutil.copytree(workplace / "dataset/paperclaims/release", tide.release_folder)
    run_python(block.text)


@pytest.mark.parametrize("block", blocks("toml"))
def test_toml_is_a_collection(block: Block, tmp_path: Path) -> None:
    (tmp_path / "collection.toml").write_text(block.text, "utf-8")
    assert open_collection(tmp_path).config.name


@pytest.mark.parametrize("block", blocks("yaml"))
def test_yaml_is_a_part_of_a_record(block: Block) -> None:
    part = yaml.safe_load(block.text)
    assert part
    for name, value in part.items():
        TypeAdapter(Record.model_fields[name].annotation).validate_json(json.dumps(value))


@pytest.mark.parametrize("block", blocks("json"))
def test_json_is_a_line_of_a_bibliography(block: Block) -> None:
    for line in block.text.splitlines():
        assert BibliographyEntry.model_validate_json(line).title


def begin_anew() -> None:
    """Make the record that is to be decided a draft."""
    path = Path("dataset", "records", f"{STAND_INS['RECORD_ID']}.yaml")
    content, _, _ = path.read_text("utf-8").partition("annotation:\n")
    path.write_text(f"{content}annotation:\n  status: draft\n  rules_version: '1.3'\n", "utf-8")


def check_command(line: str, workplace: Path) -> None:
    words = [STAND_INS.get(word, word) for word in shlex.split(line, comments=True)]
    words = [word.replace("/tmp/", f"{workplace.parent}/") for word in words]
    assert not any("*" in word for word in words), "expand it as a shell does"
    command, *arguments = words
    if command == "paperclaims":
        if arguments[0] == "adjudicate" and "--finish" not in arguments:
            begin_anew()
        # Findings are an answer; wrong use and a missing file are not.
        assert run(*arguments) in {0, 1}, line
    elif command == "make":
        targets = (ROOT / "Makefile").read_text("utf-8")
        assert all(f"\n{target}:" in targets for target in arguments), line
    else:
        assert command in NOT_RUN, f"{line}: add a reason why it is not run, or run it"


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_run(
    block: Block,
    workplace: Path,
    hub: Hub,
    hub_waits: list[float],
    capsys: pytest.CaptureFixture[str],
) -> None:
    repository = hub.create(NAME)
    lines = [line[2:] for line in block.text.splitlines() if line.startswith("$ ")]
    assert lines
    for line in lines:
        check_command(line, workplace)
        assert "internal error" not in capsys.readouterr().err, line
    if any("--pull-request" in line for line in lines):
        assert "overview.svg" in repository.files("v0.1.0")
