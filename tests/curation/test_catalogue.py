"""Every code of a finding is declared once, and its example is found."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import PaperclaimsError, Problem
from paperclaims_curation.validating.catalogue import (
    RULES,
    family_of,
    find_declarations,
    iter_declarations,
)
from paperclaims_curation.validating.checking import CRASH_CODE
from paperclaims_curation.validating.rule import Example
from paperclaims_curation.validating.validator import validate_collection

CASES = Path(__file__).parents[1] / "cases" / "validate"
PACKAGE = Path(__file__).parents[2] / "curation" / "paperclaims_curation"
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
GIVE_A_CODE = {
    "Problem",
    "problem",
    "YamlError",
    "QuoteError",
    "_problem",
    "_report",
    "QuoteFailure",
    "SchemaError",
    "Damage",
    "RecordRule",
    "CollectionRule",
    "_warn",
}
OTHER_STAGES = {"adjudication", "import", "release", "tool"}
# These have cases of their own in tests/cases/validate: a whole file, or edits in several places.
WITHOUT_EDIT = {
    "duplicate-identifier",
    "duplicate-link",
    "number-order",
    "source-position",
    "split-frozen",
    "split-version",
    "status-decision",
    "yaml-encoding",
    "yaml-size",
    "yaml-top",
}
EXAMPLES = [
    pytest.param(item.code, item.example, id=item.code)
    for item in RULES.values()
    if item.example is not None and item.example.file is not None
]


def _trees() -> Iterator[ast.Module]:
    for path in PACKAGE.rglob("*.py"):
        yield ast.parse(path.read_text(encoding="utf-8"))


def _codes_given(call: ast.Call) -> Iterator[str]:
    for value in (*call.args, *(keyword.value for keyword in call.keywords)):
        if isinstance(value, ast.Constant) and CODE.fullmatch(str(value.value)):
            yield str(value.value)
        elif isinstance(value, ast.Name) and value.id == "CRASH_CODE":
            yield CRASH_CODE


def _findings(collection: Path) -> tuple[Problem, ...]:
    return validate_collection(open_collection(collection)).problems


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CASES / "base", tmp_path / "base"))


def test_no_code_is_declared_twice() -> None:
    assert len(list(iter_declarations())) == len(RULES)


def test_the_codes_are_those_that_the_package_gives() -> None:
    given = {
        code
        for tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) or getattr(node.func, "attr", None)) in GIVE_A_CODE
        for code in _codes_given(node)
    }
    assert given == set(RULES)


def test_no_code_is_misspelt_anywhere_in_the_package() -> None:
    families = set(map(family_of, RULES))
    words = {
        node.value
        for tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    like_codes = {word for word in words if CODE.fullmatch(word) and family_of(word) in families}
    # A key of Crossref's.
    like_codes.discard("reference-count")
    assert like_codes == set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_every_code_has_title_explanation_and_example(code: str) -> None:
    item = RULES[code]
    assert CODE.fullmatch(code)
    assert item.title
    assert not item.title.endswith(".")
    assert item.explanation.endswith(".")
    assert item.example is not None
    assert item.example.right != item.example.wrong


def test_only_what_no_edit_can_show_is_an_example_in_words() -> None:
    in_words = {code for code, item in RULES.items() if item.example and item.example.file is None}
    assert {code for code in in_words if family_of(code) not in OTHER_STAGES} == WITHOUT_EDIT
    reports = [path.read_text(encoding="utf-8") for path in CASES.glob("*/*/report.txt")]
    for code in WITHOUT_EDIT:
        assert any(f"[{code}]" in report for report in reports)


def test_with_what_is_right_nothing_is_found(base: Path) -> None:
    assert _findings(base) == ()


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_what_is_wrong_is_found(code: str, example: Example, base: Path) -> None:
    path = base / str(example.file)
    text = path.read_text(encoding="utf-8")
    assert text.count(example.right) == 1
    edited = base / (example.copy_to or str(example.file))
    edited.write_text(text.replace(example.right, example.wrong), encoding="utf-8")
    found = {(problem.code, problem.severity) for problem in _findings(base)}
    assert (code, RULES[code].severity) in found


def test_the_first_words_of_a_code_stand_for_its_family() -> None:
    assert [item.code for item in find_declarations("span-cuts")] == [
        "span-cuts-character",
        "span-cuts-word",
    ]
    assert {item.code for item in find_declarations("id")} == {
        "id-claim",
        "id-file-name",
        "id-name",
    }


@pytest.mark.parametrize("word", ["", "spa", "-", "span-", "span-not-found-"])
def test_parts_of_words_stand_for_nothing(word: str) -> None:
    with pytest.raises(PaperclaimsError, match="no finding has the code"):
        find_declarations(word)
