"""`paperclaims explain`, and the codes that `paperclaims validate` takes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from paperclaims_curation.cli.main import main
from paperclaims_curation.validating.catalogue import RULES

BASE = Path(__file__).parents[1] / "cases" / "validate" / "base"
PAGE = Path(__file__).parents[2] / "curation" / "RULES.md"


class Run(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def run_main(*args: str) -> Run:
        with pytest.raises(SystemExit) as caught:
            main(list(args))
        streams = capsys.readouterr()
        return Run(int(str(int(caught.value.code or 0))), streams.out, streams.err)

    return run_main


def test_a_code_is_explained_with_what_is_wrong_and_right(run: Callable[..., Run]) -> None:
    assert run("explain", "id-claim") == Run(
        0,
        "id-claim (error): Claim ids are unique in a record\n"
        "\n"
        "Tables, links and adjudication refer to a claim by its id, so an id is used once and\n"
        "never again.\n"
        "\n"
        "Wrong:\n"
        "    - id: c1\n"
        "\n"
        "Right:\n"
        "    - id: c2\n"
        "\n"
        "The record has a claim `c1` above.\n",
        "",
    )


def test_without_a_code_every_code_has_a_line(run: Callable[..., Run]) -> None:
    code, out, err = run("explain")
    assert (code, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()] == [
        [item.code, item.severity] for item in RULES.values()
    ]
    assert all(
        line.endswith(f"  {item.title}")
        for line, item in zip(out.splitlines(), RULES.values(), strict=True)
    )


def test_a_first_word_lists_its_family(run: Callable[..., Run]) -> None:
    lines = run("explain", "pass").out.splitlines()
    assert [line.split()[0] for line in lines] == ["pass-hash", "pass-path", "pass-record"]


def test_a_family_of_one_code_is_a_list_too(run: Callable[..., Run]) -> None:
    assert run("explain", "adjudication").out == (
        f"adjudication-open  error    {RULES['adjudication-open'].title}\n"
    )


def test_another_file_than_the_record_is_named(run: Callable[..., Run]) -> None:
    assert "Wrong, in `passes/first-model/case-pebbles.yaml`:" in run("explain", "pass-path").out
    assert (
        "Wrong, in `records/case-stones.yaml`, otherwise a copy of `records/case-pebbles.yaml`:"
        in (run("explain", "duplicate-abstract").out)
    )


def test_no_control_character_reaches_the_terminal(run: Callable[..., Run]) -> None:
    out = run("explain", "yaml-character").out
    assert "\\u0007" in out
    assert "\a" not in out


def test_what_is_left_out_is_said_to_be(run: Callable[..., Run]) -> None:
    assert "Wrong:\n    # left out\n" in run("explain", "status-annotators").out


def test_json_holds_the_same(run: Callable[..., Run]) -> None:
    whole = json.loads(run("explain", "--format", "json").out)
    assert (whole["format"], whole["version"]) == ("paperclaims-codes", 1)
    assert [item["code"] for item in whole["codes"]] == list(RULES)
    (one,) = json.loads(run("explain", "id-claim", "--format", "json").out)["codes"]
    assert one in whole["codes"]
    assert one == {
        "code": "id-claim",
        "severity": "error",
        "title": RULES["id-claim"].title,
        "explanation": RULES["id-claim"].explanation,
        "example": {
            "wrong": "- id: c1",
            "right": "- id: c2",
            "file": "records/case-pebbles.yaml",
            "note": "The record has a claim `c1` above.",
        },
    }


def test_the_page_is_current(run: Callable[..., Run]) -> None:
    page = run("explain", "--format", "markdown").out
    assert page == PAGE.read_text(encoding="utf-8"), "run make docs"
    for code in RULES:
        assert page.count(f"\n### {code}\n") == 1
        assert page.count(f"(#{code})") == 1


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("span-notfound", "did you mean span-not-found?"),
        ("SPAN", "did you mean span?"),
        ("spam", "did you mean span?"),
        ("xyzzy", "`paperclaims explain` lists the codes"),
    ],
)
def test_an_unknown_code_is_one_line(run: Callable[..., Run], word: str, hint: str) -> None:
    line = f"no finding has the code {word!r}; {hint}\n"
    assert run("explain", word) == Run(2, "", f"paperclaims: {line}")
    for option in ("--select", "--ignore"):
        code, out, err = run("validate", option, word, "--collection", str(BASE))
        assert (code, out, err) == (2, "", f"paperclaims: {option}: {line}")


def test_an_unknown_code_beside_a_known_one_stops_before_anything_is_fixed(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    base = Path(shutil.copytree(BASE, tmp_path / "base"))
    record = base / "records" / "case-pebbles.yaml"
    record.write_text(record.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    before = record.read_bytes()
    found = run(
        "validate", "--fix", "--ignore", "span", "--ignore", "sty", "--collection", str(base)
    )
    assert (found.code, found.out) == (2, "")
    assert record.read_bytes() == before


def test_codes_of_other_stages_are_known_to_validate(run: Callable[..., Run]) -> None:
    assert run("validate", "-q", "--ignore", "release", "--collection", str(BASE)) == Run(0, "", "")
