"""`validate --fix`: what is certain is corrected, and nothing else is touched."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import Place, Problem
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.validating import checking
from paperclaims_curation.validating.fixing import apply_to, find_fixes
from paperclaims_curation.validating.rule import Finding, RecordContext, RecordRule
from paperclaims_curation.validating.rules import RECORD_RULES
from paperclaims_schema.record import Record

ROOT = Path(__file__).parents[1] / "cases" / "validate" / "base"
COLLECTION = open_collection(ROOT)
PATH = COLLECTION.record_path("case-pebbles")
TEXT = PATH.read_text("utf-8")
TOY = Path(__file__).parents[1] / "toy" / "records" / "toy-smallnet.yaml"
TIMES = "'Sift is up to $2\\times$ faster than Sieve'"

# What is right in the record, and what stands there instead.
FIXES = {
    "a misspelt key": ("\ntasks:", "\ntasts:"),
    "a misspelt key of an entry": ("  evidence:\n  - 'Sorting", "  evidnce:\n  - 'Sorting"),
    "a misspelt key that says the form": ("    form: ratio", "    frm: ratio"),
    "a key in capitals": ("split: train", "Split: train"),
    "a misspelt word of a list": ("type: performance", "type: performence"),
    "a misspelt form": ("form: ratio", "form: ratoi"),
    "a word with a hyphen": ("qualifier: up_to", "qualifier: up-to"),
    "a misspelt track": ("track: main", "track: mian"),
    "a misspelt presentation": ("presentation: poster", "presentation: Posters"),
    "a quote in another case": ("- 'Sorting pebbles'", "- 'sorting Pebbles'"),
    "a quote with other spaces": (f"  - {TIMES}", f"  - {TIMES.replace(' ', '  ')}"),
    "a quote with a space at its end": ("- 'Sorting pebbles'", "- 'Sorting pebbles '"),
    "a quote without its LaTeX": (TIMES, "'Sift is up to 2× faster than Sieve'"),
    "a quote with an ellipsis": (TIMES, "'Sift is up to … than Sieve'"),
    "a quote with a no-break space": ("'7.0 kg'", "'7.0\u00a0kg'"),
    "an amount without its LaTeX": ("text: 'up to $2\\times$'", "text: 'up to $2$×'"),
    "a metric in another case": ("metric: 'faster'", "metric: 'Faster'"),
    "a baseline in another case": ("text: 'Sieve'", "text: 'SIEVE'"),
    "an exception without its backslash": ("'from 45\\% to 85\\%'", "'from 45% to 85%'"),
    "a needless occurrence of a quote": (
        "  - 'Sieve'",
        "  - quote: 'Sieve'\n    occurrence: 1",
    ),
    "a needless occurrence before its quote": (
        "  - 'Sieve'",
        "  - occurrence: 1\n    quote: 'Sieve'",
    ),
    "a needless occurrence in braces": ("  - 'Sieve'", "  - {quote: 'Sieve', occurrence: 1}"),
    "a needless occurrence of an amount": (
        "  - text: '15 minutes'\n",
        "  - text: '15 minutes'\n    occurrence: 1\n",
    ),
    "a needless occurrence far from its amount": (
        "  - text: '15 minutes'\n    role: condition\n",
        "  - text: '15 minutes'\n    role: condition\n    occurrence: 1\n",
    ),
    "a needless occurrence of words in another case": (
        "metric: 'faster'",
        "metric:\n    quote: 'Faster'\n    occurrence: 2",
    ),
    "LaTeX in double quotes that is a bad escape": (
        "'from 45\\% to 85\\%'",
        '"from 45\\% to 85\\%"',
    ),
    "LaTeX in double quotes that is an escape": (TIMES, TIMES.replace("'", '"')),
    "a colon in a plain value": ("'Sift: Sorting Pebbles'", "Sift: Sorting Pebbles"),
    "a quote mark in single quotes": ("reason: An ordinal.", "reason: 'An ordinal."),
    "a hash sign in a plain quote": ("- text: '#1'", "- text: #1"),
    "an arXiv id as a number": ("'2510.15304'", "2510.15304"),
    "an arXiv id with its prefix": ("'2510.15304'", "arXiv:2510.15304"),
    "a schema version as a number": ("schema_version: '1.0'", "schema_version: 1.0"),
    "a year in quotes": ("year: 2025", "year: '2025'"),
    "a value in quotes": ("value: 7.0", 'value: "7.0"'),
    "true in quotes": ("higher_is_better: true", "higher_is_better: 'true'"),
    "a URL with a full stop": (
        "url: https://github.com/example-lab/sift",
        "url: https://github.com/example-lab/sift.",
    ),
    "a unit by its sign": ("unit: times", "unit: ×"),
    "one word for a list": ("contributions:\n- method", "contributions: method"),
    "one quote for a list": (
        "  evidence:\n  - 'Sorting pebbles'",
        "  evidence: 'sorting pebbles'",
    ),
}
LEFT_ALONE = {
    "one word off": ("- 'Sorting pebbles'", "- 'Sorting the pebbles'"),
    "a number off": ("text: '15 minutes'", "text: '16 minutes'"),
    "one letter off in a quote": ("- 'Sorting pebbles'", "- 'Sorting pebble'"),
    "words that stand twice in another case": ("  - 'Sieve'", "  - 'SIFT'"),
    "a part of a word in another case": ("  - 'Sieve'", "  - 'bench'"),
    "an ellipsis over two sentences": ("- 'Sorting pebbles'", "- 'Sorting ... propose'"),
    "a key with two near ones": ("  named: true", "  namd: true"),
    "a key that is there twice then": ("\ntasks:", "\nyaer: 2025\ntasks:"),
    "two keys that mean the same": ("\ntasks:", "\ntaks: []\ntasts:"),
    "a list as one text": ("authors:\n- A. Example", "authors: A. Example, B. Example"),
    "a number and a comment for a text": ("'Sift: Sorting Pebbles'", "2048 # why"),
    "true for a text": ("'Sift: Sorting Pebbles'", "true"),
    "a word that is far from all": ("relation: better", "relation: superior"),
    "an unknown word": ("track: main", "track: workshop"),
    "a year in words": ("year: 2025", "year: twenty"),
    "yes for true": ("higher_is_better: true", "higher_is_better: yes"),
    "a number with its unit": ("value: 7.0", "value: 7.0 kg"),
    "an arXiv id that has lost digits": ("'2510.15304'", "2510.153"),
    "a colon and a comment": ("'Sift: Sorting Pebbles'", "Sift: Sorting Pebbles # a remark"),
    "a comment that cuts a text": ("'Sift: Sorting Pebbles'", "Sift # a remark"),
    "an escape among doubled ones": (
        "'from 45\\% to 85\\%'",
        '"from 45\\% to 85\\\\% of $2\\\\times$"',
    ),
    "two texts in a line": ("reason: An ordinal.", "reason: 'An ordinal', 'or not'"),
    "a bracket that is open": ("- A. Example", "- [A. Example"),
    "a value and a list": ("contributions:\n- method", "contributions: method\n- method"),
    "a hash sign whose number is not in the evidence": (
        "statement: Sift sorts",
        "statement: Sift, tool #1, sorts",
    ),
}


def edited(*edits: tuple[str, str], text: str = TEXT) -> str:
    for right, wrong in edits:
        assert text.count(right) >= 1
        text = text.replace(right, wrong, 1)
    return text


def fixed(text: str, path: Path = PATH) -> str:
    collection = COLLECTION if path == PATH else None
    fixes = find_fixes([parse_file(path, text.encode(), Record)], collection)
    return fixes[0][1] if fixes else text


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return Path("records/case-pebbles.yaml")


def validate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["validate", *arguments])
    return int(caught.value.code or 0), *capsys.readouterr()


@pytest.mark.parametrize("name", FIXES)
def test_is_put_right_and_every_other_line_stays(name: str) -> None:
    text = edited(FIXES[name])
    assert text != TEXT
    assert fixed(text) == TEXT


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_is_left_as_it_is(name: str) -> None:
    text = edited(LEFT_ALONE[name])
    assert fixed(text) == text


def test_words_with_a_colon_become_one_quote_if_the_abstract_has_them() -> None:
    text = edited(("- 'Sorting pebbles'", "- 'memory: the crew'"))
    assert fixed(text) == text
    assert fixed(edited(("'memory: the crew'", "memory: the crew"), text=text)) == text


def test_a_number_after_a_hash_sign_is_no_comment() -> None:
    text = edited(("title: 'Sift: Sorting Pebbles'", "title: 'Sift, tool #1 of many'"))
    assert fixed(text.replace("'Sift, tool #1 of many'", "Sift, tool #1 of many")) == text


def test_words_outside_the_evidence_are_looked_for_in_the_whole_abstract() -> None:
    text = edited(("metric: 'faster'", "metric: 'memory'"))
    assert fixed(edited(("'memory'", "'Memory'"), text=text)) == text


def test_an_amount_is_looked_for_in_its_evidence_only() -> None:
    text = TOY.read_text("utf-8")
    amounts = "  quantities:\n  - text: 'SmallNet'\n    role: result\n    form: verbal\n"
    text = edited(("- id: c2\n", f"{amounts}- id: c2\n"), text=text)
    wrong = edited((amounts, amounts.lower()), text=text)
    assert wrong != text
    assert fixed(wrong, TOY) == text
    # The 5 of 15 and of 50 are no occurrences.
    wrong = edited(("- text: '5'\n", "- text: '5'\n    occurrence: 1\n"), text=text)
    assert fixed(wrong, TOY) == text


def test_a_text_that_yaml_cannot_read_is_put_into_quotes_whole() -> None:
    text = edited(("'Sift: Sorting Pebbles'", "'Sift's: \"a\" #1 way'"))
    assert "\ntitle: 'Sift''s: \"a\" #1 way'\n" in fixed(text)
    text = edited(("'Sift: Sorting Pebbles'", '"Sift\'s \\% way"'))
    assert "\ntitle: Sift's \\% way\n" in fixed(text)


def test_all_fixes_of_a_file_are_made_in_rounds() -> None:
    names = [
        "a colon in a plain value",
        "LaTeX in double quotes that is a bad escape",
        "a misspelt key",
        "a misspelt form",
        "a year in quotes",
        "one quote for a list",
        "a metric in another case",
        "a needless occurrence of a quote",
    ]
    assert fixed(edited(*(FIXES[name] for name in names))) == TEXT


def test_a_fix_that_leads_to_a_finding_is_left_out_and_the_others_are_made() -> None:
    lost = LEFT_ALONE["an arXiv id that has lost digits"]
    assert fixed(edited(lost, FIXES["a misspelt key"])) == edited(lost)


def test_what_cannot_be_fixed_does_not_hinder_other_fixes() -> None:
    twice = LEFT_ALONE["a key that is there twice then"]
    assert fixed(edited(twice, FIXES["a misspelt form"])) == edited(twice)
    # The first line alone stands in the abstract.
    lines = ("  - 'Sorting pebbles'", "  - memory: the crew\n      of it")
    one_line = ("  - 'Sorting pebbles'", "  - memory: the crew of it")
    assert fixed(edited(lines, FIXES["a misspelt form"])) == edited(one_line)


def test_of_two_fixes_that_overlap_the_first_is_made() -> None:
    fixes = [
        Problem("x", "x", place=Place(*place), fix=fix)
        for place, fix in (
            ((2, 3, 2, 5), "CD"),
            ((1, 1, 1, 3), "AB"),
            ((2, 1, 2, 4), "xyz"),
            ((2, 5, 2, 5), "!"),
        )
    ]
    assert apply_to("abc\nabcde\n", fixes) == "ABc\nxyzd!e\n"


@pytest.mark.parametrize(
    ("field", "code"), [("year", "id-track"), ("track", "id-track"), ("track", "source-words")]
)
def test_a_fix_that_leads_to_a_finding_of_a_rule_is_not_made(
    field: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(context: RecordContext) -> Iterator[Finding]:
        if context.record.track == "main":
            yield Finding((field,), "the track is main")

    rule = RecordRule(code, "No track is main", "For this test.", check)
    wrong = edited(FIXES["a misspelt track"])
    assert fixed(wrong) == TEXT
    monkeypatch.setattr(checking, "RECORD_RULES", (*RECORD_RULES, rule))
    assert fixed(wrong) == wrong


def test_what_a_mistake_has_hidden_may_come_to_light() -> None:
    wrong = ("value: 15", "value: 51")
    assert fixed(edited(wrong, FIXES["a misspelt word of a list"])) == edited(wrong)


def test_a_file_that_cannot_be_read_after_its_fixes_is_left_alone() -> None:
    text = edited(FIXES["a colon in a plain value"], ("  document:", "\tdocument:"))
    assert fixed(text) == text


def test_comments_stay_at_their_lines() -> None:
    text = edited(
        ("\ntasks:", "\n# about the tasks\ntasks:"),
        ("  - 'Sieve'", "  # about the quote\n  - 'Sieve'"),
        ("  relation: better", "  # about the relation\n  relation: better"),
    )
    names = ("a needless occurrence of a quote", "a misspelt word of a list", "a year in quotes")
    wrong = edited(*(FIXES[name] for name in names), text=text)
    assert fixed(wrong) == text
    commented = edited(("- 'Sieve'", "- quote: 'Sieve' # why\n    occurrence: 1"))
    assert fixed(commented) == edited(("  - 'Sieve'", "  # why\n  - 'Sieve'"))


@pytest.mark.parametrize(("end", "mark"), [("\n", ""), ("\r\n", ""), ("\r\n", "\ufeff")])
def test_without_canonical_form_only_the_line_of_the_fix_is_written(end: str, mark: str) -> None:
    # What the comment cuts is not known, so the file is not brought into canonical form.
    text = edited(("track: main", "track:   main"), ("- A. Example", "- A. Example # or B."))
    wrong = edited(FIXES["a misspelt key"], FIXES["a year in quotes"], text=text)
    assert fixed(mark + wrong.replace("\n", end)) == mark + text.replace("\n", end)


def test_fixing_again_changes_nothing(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(edited(FIXES["a misspelt key"], FIXES["a misspelt track"]))
    assert validate(capsys, "--fix")[::2] == (
        0,
        "records fixed: 1\n2 files checked: 0 errors, 0 warnings\n",
    )
    assert record.read_text("utf-8") == TEXT
    os.utime(record, (1, 1))
    assert validate(capsys, "--fix")[2].startswith("records fixed: 0\n")
    assert record.stat().st_mtime == 1


def test_the_difference_is_what_is_fixed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(edited(FIXES["a misspelt key"], FIXES["a year in quotes"]))
    before = record.read_bytes()
    code, out, _ = validate(capsys, "--diff", "--format", "concise")
    lines = [line for line in out.splitlines() if line[0] in "+-" and line[:3] not in "+++---"]
    assert lines == ["-year: '2025'", "+year: 2025", "-tasts:", "+tasks:"]
    assert (code, record.read_bytes()) == (1, before)


@pytest.mark.parametrize("name", FIXES)
def test_the_fix_of_a_finding_stands_at_its_place(
    name: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(edited(FIXES[name]))
    _, out, _ = validate(capsys, "--format", "json")
    findings = [item for item in json.loads(out)["findings"] if item["fix"] is not None]
    assert len(findings) == 1
    lines = record.read_text("utf-8").split("\n")
    (item,) = findings
    starts = [sum(len(line) + 1 for line in lines[:count]) for count in range(len(lines))]
    start = starts[item["line"] - 1] + item["column"] - 1
    end = starts[item["end_line"] - 1] + item["end_column"] - 1
    text = record.read_text("utf-8")
    assert fixed(text[:start] + item["fix"] + text[end:]) == TEXT


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_what_is_not_fixed_has_no_fix(
    name: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(edited(LEFT_ALONE[name]))
    code, out, _ = validate(capsys, "--format", "json")
    assert code == 1
    assert [item["fix"] for item in json.loads(out)["findings"] if item["fix"]] == []


def test_standard_input_gets_its_fixes_too(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = io.BytesIO(edited(FIXES["a misspelt key"]).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    _, out, _ = validate(capsys, "-", "--stdin-filename", str(record), "--format", "json")
    assert [item["fix"] for item in json.loads(out)["findings"]] == ["tasks"]


def test_passes_are_never_changed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("passes/first-model/case-pebbles.yaml")
    path.write_text(path.read_text("utf-8").replace("\nmethods:", "\nmethosd:"))
    before = path.read_bytes()
    assert validate(capsys, "--fix")[0] == 1
    _, out, _ = validate(capsys, "--format", "json")
    assert [item["fix"] for item in json.loads(out)["findings"]] == [None]
    assert path.read_bytes() == before
