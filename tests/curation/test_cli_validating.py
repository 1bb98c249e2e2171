"""`paperclaims validate`: which records, which findings, in which form."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperclaims_curation.cli.main import main
from paperclaims_curation.validating import checking
from paperclaims_curation.validating.rule import Finding, RecordContext, RecordRule

TOY = Path(__file__).parents[1] / "toy"
RECORD = Path("records/toy-smallnet.yaml")


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path / "toy")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path / "toy"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["validate", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def damage(path: Path = RECORD) -> None:
    """Two errors: two misspelt keys."""
    text = path.read_text("utf-8")
    path.write_text(text.replace("title: ", "titel: ", 1).replace("split: ", "splt: ", 1), "utf-8")


def codes(out: str) -> list[str]:
    return [line.rpartition("[")[2].rstrip("]") for line in out.splitlines()]


def test_concise_has_one_line_a_finding_and_text_a_hint_below(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage()
    code, concise, _ = run(capsys, "--format", "concise")
    assert code == 1
    assert codes(concise) == ["schema-unknown-key", "schema-unknown-key"]
    _, text, _ = run(capsys)
    lines = text.splitlines()
    assert lines[0::2] == concise.splitlines()
    assert all(line.startswith("    hint: did you mean ") for line in lines[1::2])


def test_json_is_one_versioned_document_with_what_the_text_says(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage()
    code, out, _ = run(capsys, "--format", "json")
    document = json.loads(out)
    _, concise, _ = run(capsys, "--format", "concise")
    assert code == 1
    assert (document["format"], document["version"]) == ("paperclaims-findings", 1)
    assert (document["files"], document["errors"], document["warnings"]) == (14, 2, 0)
    assert [
        f"{item['file']}:{item['line']}:{item['column']}: {item['severity']}: {item['message']}"
        f" [{item['code']}]"
        for item in document["findings"]
    ] == concise.splitlines()
    assert document["findings"][0]["record_id"] == "toy-smallnet"


def test_under_github_actions_findings_are_annotations_and_still_in_the_log(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    damage()
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = run(capsys)
    annotations = [line for line in out.splitlines() if line.startswith("::")]
    assert len(annotations) == 2
    assert annotations[0].startswith(f"::error file={RECORD},title=schema-unknown-key,line=")
    assert "%0Ahint: did you mean title?" in annotations[0]
    assert "[schema-unknown-key]" in out


def test_github_gets_ten_of_a_kind_and_a_notice_with_the_rest(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RECORD.read_text("utf-8")
    more = "".join(f"unknown_{number}: 1\n" for number in range(13))
    RECORD.write_text(text + more, "utf-8")
    _, out, _ = run(capsys, "--format", "github")
    commands = [line for line in out.splitlines() if line.startswith("::")]
    assert [line.split()[0] for line in commands] == ["::error"] * 10 + ["::notice"]
    assert commands[-1].endswith("::3 further findings; all are in the log")


def test_codes_and_families_are_selected_and_ignored(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage()
    other = Path("records/toy-raftagent.yaml")
    other.write_text(other.read_text("utf-8").replace("year: ", "year:  ", 1), "utf-8")
    every = codes(run(capsys, "--format", "concise")[1])
    assert sorted(every) == ["schema-unknown-key"] * 2 + ["style-canonical"]
    select = run(capsys, "--format", "concise", "--select", "style")
    assert (select[0], codes(select[1])) == (1, ["style-canonical"])
    ignore = run(capsys, "--format", "concise", "--ignore", "style", "--ignore", "schema")
    assert ignore[:2] == (0, "")


def test_only_changed_records_are_checked(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "all")
    assert run(capsys, "--changed") == (0, "", "0 files checked: 0 errors, 0 warnings\n")
    damage()
    shutil.copy("records/toy-raftagent.yaml", "records/toy-new.yaml")
    code, out, err = run(capsys, "--changed", "--format", "concise")
    assert code == 1
    assert {line.split(":")[0] for line in out.splitlines()} == {
        str(RECORD),
        "records/toy-new.yaml",
    }
    assert err.startswith("2 files checked")
    code, _, err = run(capsys, "--changed", "nowhere")
    assert (code, err.count("\n")) == (2, 1)
    assert "give a branch, tag or commit" in err


def test_without_a_repository_changed_is_wrong_use(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(toy.parent))
    code, _, err = run(capsys, "--changed")
    assert (code, err.count("\n")) == (2, 1)
    assert "not a git repository" in err


def test_standard_input_is_checked_as_the_file_it_stands_for(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = io.BytesIO(RECORD.read_bytes().replace(b"split: train", b"split: trian"))

    monkeypatch.setattr("sys.stdin", Stdin)
    code, out, _ = run(capsys, "-", "--stdin-filename", str(RECORD))
    assert code == 1
    assert out.startswith(f"{RECORD}:")
    assert "did you mean train?" in out
    code, _, err = run(capsys, "-")
    assert code == 2
    assert "add --stdin-filename FILE" in err


def test_diff_shows_what_fix_changes_and_changes_nothing(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RECORD.read_text("utf-8")
    RECORD.write_text(text.replace("split: train", "split:   'train'"), "utf-8")
    before = RECORD.read_bytes()
    code, out, _ = run(capsys, "--diff")
    assert code == 1
    changed = [line for line in out.splitlines() if line[0] in "+-" and line[:3] not in "+++---"]
    assert changed == ["-split:   'train'", "+split: train"]
    assert RECORD.read_bytes() == before
    run(capsys, "--fix")
    assert RECORD.read_text("utf-8") == text
    assert run(capsys, "--diff")[:2] == (0, "")


def test_a_crash_of_one_rule_hides_no_other_finding(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(context: RecordContext) -> Iterator[Finding]:
        if context.record.record_id == "toy-smallnet":
            raise ZeroDivisionError("no reason")
        yield from ()

    rule = RecordRule("id-crash", "Crashes", "For this test.", check)
    monkeypatch.setattr(checking, "RECORD_RULES", (rule, *checking.RECORD_RULES))
    RECORD.write_text(RECORD.read_text("utf-8").replace("year: ", "year:  ", 1), "utf-8")
    code, out, _ = run(capsys, "--format", "concise")
    assert code == 3
    assert sorted(codes(out)) == ["style-canonical", "tool-crash"]
    assert "the rule id-crash failed: ZeroDivisionError: no reason" in out
    assert str(RECORD) in out


def test_a_finding_is_set_aside_by_its_code_and_the_entry_is_missed_when_it_is_gone(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RECORD.read_text("utf-8")
    entry = "  exceptions:\n  - code: source-words\n    reason: The track is new.\n"
    RECORD.write_text(text.rstrip("\n") + "\n" + entry, "utf-8")
    code, out, _ = run(capsys, "--fix", "--format", "concise")
    assert (code, codes(out)) == (1, ["exception-unused"])
    mended = RECORD.read_text("utf-8").replace("year: 2025\n", "year: 2025\ntrack: workshop\n")
    RECORD.write_text(mended, "utf-8")
    assert run(capsys, "--format", "concise")[:2] == (0, "")
    RECORD.write_text(text.replace("year: 2025\n", "year: 2025\ntrack: workshop\n"), "utf-8")
    assert codes(run(capsys, "--format", "concise")[1]) == ["source-words"]


def test_diff_hides_no_finding(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RECORD.write_text(RECORD.read_text("utf-8").replace("split: train", "split: trian"), "utf-8")
    code, out, err = run(capsys, "--diff")
    assert code == 1
    assert "did you mean train?" in out
    assert err == "14 files checked: 1 error, 0 warnings\n"
