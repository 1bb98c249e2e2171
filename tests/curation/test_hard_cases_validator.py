"""Hard cases: each fragment is accepted as it is, and refused with its one change."""

from __future__ import annotations

import copy
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import Problem
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_curation.validating.checking import check_record
from paperclaims_schema.record import Record, abstract_sha256

# Where a finding of this name must be, and under which code.
FINDINGS = {
    "value_not_in_text": ({"number-not-in-text"}, r"quantities\[\d+\]\.(?:value|denominator)"),
    "quantity_not_in_evidence": (
        {"quantity-outside-evidence", "span-not-found"},
        r"quantities\[\d+\]\.text",
    ),
    "quantity_cuts_number": ({"quantity-cuts-number"}, r"quantities\[\d+\]\.text"),
    "quote_not_found": ({"span-not-found"}, r"evidence\[\d+\]"),
    "quote_ambiguous": ({"span-ambiguous"}, r"evidence\[\d+\]"),
    "text_not_verbatim": ({"span-not-found"}, r"metric|(?:baselines|conditions)\[\d+\]\.text"),
    "statement_number": ({"number-in-statement"}, r"statement"),
}


class _Loader(yaml.SafeLoader):
    """Decimals keep their digits."""


_Loader.add_constructor("tag:yaml.org,2002:float", lambda _, node: Decimal(node.value))
CASES: list[dict[str, Any]] = yaml.load(
    Path(__file__).with_name("hard_cases_validator.yaml").read_text(encoding="utf-8"), _Loader
)


def _resource(name: str, abstract: str) -> dict[str, Any]:
    quote = {"quote": name, "occurrence": 1} if abstract.count(name) > 1 else name
    return {"name": name, "kind": "model", "role": "mentioned", "evidence": [quote]}


def _check(case: dict[str, Any], claim: dict[str, Any], folder: Path) -> list[Problem]:
    abstract = case["abstract"]
    (folder / "sources").mkdir()
    (folder / "sources" / "document.txt").write_text(abstract, encoding="utf-8")
    record = Record.model_validate(
        {
            "record_id": "hard-case",
            "schema_version": "1.0",
            "source": {"document": "document.txt", "position": 1},
            "split": "train",
            "abstract": abstract,
            "abstract_sha256": abstract_sha256(abstract),
            "resources": [_resource(name, abstract) for name in case.get("resources", ())],
            "claims": [claim],
            "availability": {"code": "none", "data": "none", "model": "none"},
            "annotation": {
                "status": "annotated",
                "rules_version": "1.3",
                "annotators": [{"id": "first", "kind": "person"}],
            },
        }
    )
    config = open_collection(Path(__file__).parents[1] / "toy").config
    file = parse_file(folder / "hard-case.yaml", format_model(record).encode(), Record)
    problems = check_record(Collection(folder, config), file)[1]
    # A case holds one claim of its sentence: numbers of the other claims are left out on purpose.
    return [problem for problem in problems if problem.code != "number-uncovered"]


def _damage(claim: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    damaged: Any = copy.deepcopy(claim)
    *way, last = [int(p) if p.isdigit() else p for p in re.findall(r"\w+", path)]
    here = damaged
    for part in way:
        here = here[part]
    assert str(here[last]) != str(value)
    here[last] = value
    return dict(damaged)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"case-{case['case']}")
def test_the_claim_is_accepted_as_it_is(case: dict[str, Any], tmp_path: Path) -> None:
    assert _check(case, case["claim"], tmp_path) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"case-{case['case']}-{case['finding']}")
def test_the_damaged_claim_is_refused_for_its_reason(case: dict[str, Any], tmp_path: Path) -> None:
    ((path, value),) = case["damaged"].items()
    codes, place = FINDINGS[case["finding"]]
    problems = _check(case, _damage(case["claim"], path, value), tmp_path)
    assert any(
        problem.code in codes and re.match(rf"claims\[0\]\.(?:{place})", problem.field or "")
        for problem in problems
    ), problems
