"""What `paperclaims validate` says, case by case.

Each folder in `tests/cases/validate/{accepted,warned,rejected}/` changes one place of the
collection in `tests/cases/validate/base/`, as its `edit.yaml` says (or several places, if that is
a list), and holds the report that must come out.

    in: records/case-pebbles.yaml     the file that is changed; this one, if it is left out
    replace: words                    must stand there exactly once; without it, the whole file
    by: words                         what stands there instead
    times: 1                          how often `by` is written
    encoding: utf-8                   how the file is saved
    copy_to: records/other.yaml       the changed file goes there, and the old one stays
    published_in: test                the record was published before, in this split
    with: stones                      alone: adds the files of `tests/cases/validate/with/stones`

`pytest tests/curation/test_validate_cases.py --force-regen` writes the reports anew; read the
difference before you keep it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from pytest_regressions.file_regression import FileRegressionFixture

from paperclaims_curation.cli.main import main
from paperclaims_curation.validating.rules import COLLECTION_RULES, RECORD_RULES

ROOT = Path(__file__).parents[1] / "cases" / "validate"
CASES = sorted(path.parent for path in ROOT.glob("*/*/edit.yaml"))
EDIT_KEYS = {"in", "replace", "by", "times", "encoding", "copy_to", "published_in"}
CURATION = Path(__file__).parents[2] / "curation" / "paperclaims_curation"


def _apply(edit: dict[str, object], collection: Path) -> None:
    if "with" in edit:
        shutil.copytree(ROOT / "with" / str(edit["with"]), collection, dirs_exist_ok=True)
        return
    assert set(edit) <= EDIT_KEYS
    path = collection / str(edit.get("in", "records/case-pebbles.yaml"))
    text = path.read_text(encoding="utf-8")
    words = str(edit["by"]) * int(str(edit.get("times", 1)))
    if "replace" in edit:
        assert text.count(str(edit["replace"])) == 1, "the words must stand there exactly once"
        words = text.replace(str(edit["replace"]), words)
    target = collection / str(edit.get("copy_to", path.relative_to(collection)))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(words.encode(str(edit.get("encoding", "utf-8"))))
    if "published_in" in edit:
        split = str(edit["published_in"])
        published = collection / "paperclaims/release/splits.csv"
        published.parent.mkdir(parents=True)
        published.write_text(f"record_id,split\n{path.stem},{split}\n", encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_the_report_is_as_expected(
    case: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file_regression: FileRegressionFixture,
) -> None:
    shutil.copytree(ROOT / "base", tmp_path, dirs_exist_ok=True)
    edits = yaml.safe_load((case / "edit.yaml").read_text(encoding="utf-8"))
    for edit in edits if isinstance(edits, list) else [edits]:
        _apply(edit, tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["validate"])
    assert caught.value.code == (1 if case.parent.name == "rejected" else 0)
    streams = capsys.readouterr()
    file_regression.check(streams.out + streams.err, fullpath=case / "report.txt")


def _codes_in_reports(kind: str) -> set[str]:
    reports = (path.read_text(encoding="utf-8") for path in ROOT.glob(f"{kind}/*/report.txt"))
    return {
        code for report in reports for code in re.findall(r"\[([a-z-]+)\]$", report, re.MULTILINE)
    }


def test_every_code_has_a_case() -> None:
    declared = {rule.code for rule in RECORD_RULES} | {rule.code for rule in COLLECTION_RULES}
    families = r'"((?:yaml|schema|span|quantity|pass)-[a-z-]+)"'
    for path in (*CURATION.glob("recordfile/*.py"), *CURATION.glob("validating/*.py")):
        declared |= set(re.findall(families, path.read_text(encoding="utf-8")))
    assert declared == _codes_in_reports("rejected") | _codes_in_reports("warned")


def test_an_accepted_case_has_no_finding() -> None:
    assert _codes_in_reports("accepted") == set()


def test_every_case_belongs_to_one_of_the_kinds() -> None:
    kinds = {"accepted", "warned", "rejected"}
    assert {case.parent.name for case in CASES} == kinds
    assert {path.name for path in ROOT.iterdir()} == {*kinds, "base", "with"}
