"""`paperclaims diff`: what OLD and NEW may be, what is printed, and the exit code."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from paperclaims_curation.building.release import build_release
from paperclaims_curation.cli.diffing import command
from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.publishing.values import code_span
from paperclaims_schema.tables import AnnotationRow, RecordRow

CONFIG = """
name = "toy"
title = "A toy: collection"
version = "0.1.0"
license = "CC-BY-4.0"
rules_version = "1.3"
[splits]
seed = "toy"
train = 30
validation = 20
test = 50
"""
IDENTITY = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def copy_release(release: Path, root: Path) -> None:
    # With its own time: git takes a file of the same size and an older time for unchanged.
    shutil.copytree(release, root / "paperclaims/release", copy_function=shutil.copyfile)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


@pytest.fixture(scope="module")
def corrected_release(
    toy_records: Sequence[RecordRow],
    toy_passes: Sequence[AnnotationRow],
    toy_config: CollectionConfig,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The toy release with one amount corrected and one record added."""
    tiny, draft, survey = toy_records
    row: dict[str, Any] = tiny.model_dump(mode="json")
    row["claims"][0]["quantities"][0] |= {"value": 3.0, "value_text": "3"}
    second = draft.model_copy(update={"record_id": "toy-second"})
    records = [RecordRow.model_validate(row), draft, second, survey]
    folder = tmp_path_factory.mktemp("corrected") / "release"
    build_release(records, toy_passes, toy_config, folder)
    return folder


@pytest.fixture
def collection(
    tmp_path: Path, toy_release: Path, corrected_release: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A repository whose collection, in `dataset/`, has one release committed and another built."""
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    root = tmp_path / "repository" / "dataset"
    root.mkdir(parents=True)
    (root / "collection.toml").write_text(CONFIG, "utf-8")
    git(root.parent, "init", "--initial-branch=main")
    git(root.parent, "add", ".")
    git(root.parent, "commit", "--message=empty")
    copy_release(toy_release, root)
    git(root.parent, "add", ".")
    git(root.parent, "commit", "--message=first")
    git(root.parent, "tag", "v0.1.0")
    shutil.rmtree(root / "paperclaims/release")
    copy_release(corrected_release, root)
    monkeypatch.chdir(root.parent)
    return root


TEXT = """\
HEAD (0.1.0) → dataset/paperclaims/release (0.1.0)

1 record added
  toy-second (validation)
1 record changed
  toy-tinynet
    c1.q1: value 2 → 3
card
  text under 'A toy: collection'
  text under 'Limits'

records: 1 added, 1 changed, 0 moved, 0 retracted
next version: 0.2.0 (minor)
  minor: 1 record added
  patch: 1 record changed
  patch: the card changed
"""


def test_without_names_the_committed_release_is_compared_with_the_folder(collection: Path) -> None:
    result = run()
    assert result.output == TEXT
    assert result.return_value == 0


def test_the_exit_code_says_that_there_are_differences_only_if_asked(collection: Path) -> None:
    assert run("--exit-code").return_value == 1
    assert run("--exit-code", "HEAD", "HEAD").return_value == 0


def test_two_equal_releases_have_no_differences(collection: Path) -> None:
    assert run("HEAD", "v0.1.0").output == "HEAD (0.1.0) → v0.1.0 (0.1.0)\nno differences\n"
    assert run("HEAD", "v0.1.0", "--quiet").output == ""
    assert run("HEAD", "v0.1.0", "--format", "changelog").output == ""
    markdown = run("HEAD", "v0.1.0", "--format", "markdown").output
    assert markdown == "## Data: `HEAD` (0.1.0) → `v0.1.0` (0.1.0)\n\nNo differences.\n"


def test_quiet_leaves_out_heading_summary_and_advice(collection: Path) -> None:
    lines = TEXT.splitlines()
    assert run("-q").output.splitlines() == lines[2 : lines.index("", 2)]


@pytest.mark.parametrize("revision", ["v0.1.0", "main", "HEAD~0", "HEAD^{commit}"])
def test_a_revision_may_be_a_tag_a_branch_or_relative(collection: Path, revision: str) -> None:
    assert run(revision).output == TEXT.replace("HEAD", revision, 1)


def test_an_older_commit_has_the_older_release(collection: Path) -> None:
    git(collection, "add", ".")
    git(collection, "commit", "--message=second")
    assert run("HEAD~1", "-q").output == run("v0.1.0", "HEAD", "-q").output != ""
    assert "no differences" in run().output


def test_a_folder_may_be_a_release_or_a_collection(
    collection: Path, toy_release: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    git(collection.parent, "worktree", "add", str(other), "v0.1.0")
    expected = run("HEAD", "-q").output
    for old in (str(other / "dataset"), str(toy_release)):
        assert run(old, str(collection), "-q").output == expected
    assert run("-q", "--collection", str(collection)).output == expected


def test_folders_are_compared_without_a_repository(
    toy_release: Path, corrected_release: Path, tmp_path: Path
) -> None:
    (tmp_path / "collection.toml").write_text(CONFIG, "utf-8")
    result = run(str(toy_release), str(corrected_release), "--collection", str(tmp_path))
    assert "c1.q1: value 2 → 3" in result.output


def test_json_holds_everything_under_a_version_of_its_own(collection: Path) -> None:
    document = json.loads(run("--format", "json").output)
    assert (document["format"], document["version"]) == ("paperclaims-diff", 1)
    assert document["is_empty"] is False
    assert document["old"] == {"name": "HEAD", "data_version": "0.1.0", "schema_version": "1.0"}
    (record,) = document["changed"]
    assert record == {
        "record_id": "toy-tinynet",
        "changes": [
            {
                "item": "c1.q1",
                "field": "value",
                "old": "2",
                "new": "3",
                "text": "c1.q1: value 2 → 3",
            }
        ],
    }
    assert document["added"] == [{"record_id": "toy-second", "split": "validation", "title": None}]
    assert document["advice"]["version"] == "0.2.0"
    assert document["advice"]["reasons"][0] == {"level": "minor", "text": "1 record added"}
    assert document["changelog"] + "\n" == run("--format", "changelog").output
    assert json.loads(run("HEAD", "HEAD", "--format", "json").output)["is_empty"] is True


def test_markdown_has_advice_differences_and_the_draft(collection: Path) -> None:
    assert (
        run("--format", "markdown").output
        == """\
## Data: `HEAD` (0.1.0) → `dataset/paperclaims/release` (0.1.0)

Next version: **0.2.0** (minor).

- minor: `1 record added`
- patch: `1 record changed`
- patch: `the card changed`

### 1 record added

- `toy-second (validation)`

### 1 record changed

- `toy-tinynet`
  - `c1.q1: value 2 → 3`

### Card

- `text under 'A toy: collection'`
- `text under 'Limits'`

### Draft for the CHANGELOG

~~~~markdown
### Data 0.2.0

#### Added
- 1 record: `toy-second`.

#### Changed
- 1 record: `toy-tinynet` (`c1.q1: value 2 → 3`).
- Card: `A toy: collection`, `Limits`.
~~~~
"""
    )


def test_text_of_users_stays_code_in_markdown() -> None:
    assert code_span("@ada <b>*x*</b>") == "`@ada <b>*x*</b>`"
    assert code_span("a `b` c") == "``a `b` c``"
    assert code_span("`b`\n") == "`` `b`\\u000a ``"


def test_the_advice_says_when_the_new_release_has_the_version_already(
    collection: Path,
) -> None:
    card = collection / "paperclaims/release/README.md"
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace("data_version: 0.1.0", "data_version: 0.2.0"), "utf-8")
    assert (
        "next version: 0.2.0 (minor), as dataset/paperclaims/release already says\n" in run().output
    )


def remove_release(collection: Path) -> None:
    shutil.rmtree(collection / "paperclaims")


def remove_repository(collection: Path) -> None:
    shutil.rmtree(collection.parent / ".git")


def empty_release(collection: Path) -> None:
    remove_release(collection)
    (collection / "paperclaims/release").mkdir(parents=True)


def do_nothing(collection: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "arguments", "line"),
    [
        (
            do_nothing,
            ["v9"],
            "v9: neither a folder nor a git revision; name the folder of a release, or a commit, "
            "tag or branch",
        ),
        (
            do_nothing,
            ["--", "--since=2020"],
            "--since=2020: neither a folder nor a git revision; name the folder of a release, or a "
            "commit, tag or branch",
        ),
        (
            do_nothing,
            ["HEAD~1"],
            "HEAD~1: has no release at dataset/paperclaims/release; name the folder of a release, "
            "or a commit, tag or branch",
        ),
        (
            remove_release,
            [],
            "dataset/paperclaims/release: there is no such folder; name the folder of a release",
        ),
        (
            empty_release,
            [],
            "dataset/paperclaims/release: holds no release (no file data/records/*.parquet); name "
            "the folder of a release, or build one: paperclaims build",
        ),
        (
            remove_repository,
            [],
            "dataset: not a git repository (or any of the parent directories): .git; name the "
            "folders of two releases instead",
        ),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line_with_exit_code_2(
    collection: Path, change: Callable[[Path], None], arguments: list[str], line: str
) -> None:
    change(collection)
    with pytest.raises(PaperclaimsError) as caught:
        run(*arguments)
    assert str(caught.value) == line
    assert caught.value.exit_code == 2


def test_a_release_damaged_at_a_revision_is_named_by_the_revision(collection: Path) -> None:
    (collection / "paperclaims/release/data/records/test.parquet").write_bytes(b"")
    git(collection, "commit", "--all", "--message=damaged")
    with pytest.raises(PaperclaimsError, match=r"^HEAD: data/records/test\.parquet cannot be read"):
        run("HEAD", "v0.1.0")


def test_without_git_only_folders_can_be_compared(
    collection: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PaperclaimsError, match=r"^git is not installed; name the folders of two"):
        run()
    release = str(collection / "paperclaims/release")
    assert "no differences" in run(release, release).output


def test_an_unknown_format_is_wrong_use() -> None:
    with pytest.raises(click.UsageError):
        run("--format", "html")
