"""The hard phrases of the first collection: what the schema must hold, and what it must refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError

from paperclaims_schema.claim import Claim, Quote
from paperclaims_schema.quantity import Quantity
from paperclaims_schema.record import Link, Method

ROOT = Path(__file__).parents[2]
PARTS: dict[str, TypeAdapter[Any]] = {
    "claim": TypeAdapter(Claim),
    "quantity": TypeAdapter(Quantity),
    "method": TypeAdapter(Method),
    "link": TypeAdapter(Link),
}


class ExactLoader(yaml.SafeLoader):
    """Reads 7.0 as a decimal with its digits."""


ExactLoader.add_constructor(
    "tag:yaml.org,2002:float",
    lambda _, node: Decimal(node.value),
)


def read(path: str) -> list[dict[str, Any]]:
    text = (ROOT / "tests" / path).read_text(encoding="utf-8")
    return list(yaml.load(text, ExactLoader))


CASES = read("schema/hard_cases.yaml")
FRAGMENTS = [case for case in CASES if "schema" in case["layers"]]
VALIDATOR = read("curation/hard_cases_validator.yaml")
ABSTRACTS = [
    line
    for path in sorted((ROOT / "dataset" / "sources").glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def number(case: dict[str, Any]) -> str:
    return f"case_{case['case']}"


def changed(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy with the value at a path such as `quantities[0].value`."""
    copy = target = deepcopy(data)
    keys: list[Any] = [
        int(key[1:-1]) if key.startswith("[") else key for key in re.findall(r"\[\d+\]|\w+", path)
    ]
    for key in keys[:-1]:
        target = target[key]
    target[keys[-1]] = value
    return copy


def as_written(value: Any) -> Any:
    """The value with its numbers as their digits."""
    if isinstance(value, BaseModel):
        return as_written(value.model_dump(exclude_unset=True))
    if isinstance(value, dict):
        return {key: as_written(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_written(item) for item in value]
    return str(value) if isinstance(value, int | Decimal) else value


def iter_quotes(part: Any) -> Iterator[str]:
    """Everything in a fragment that is verbatim."""
    if isinstance(part, Quote):
        yield part.quote
    elif isinstance(part, tuple):
        for item in part:
            yield from iter_quotes(item)
    elif isinstance(part, BaseModel):
        if text := getattr(part, "text", None):
            yield text
        for name in type(part).model_fields:
            yield from iter_quotes(getattr(part, name))


def test_all_37_cases_are_there_once_and_have_a_layer() -> None:
    assert [case["case"] for case in CASES] == list(range(1, 38))
    for case in CASES:
        assert case["layers"]
        assert set(case["layers"]) <= {"schema", "validator", "suggester", "reader"}


def test_every_layer_shows_what_it_decides() -> None:
    for case in CASES:
        assert ("schema" in case["layers"]) == ("accepted" in case), number(case)
        assert ("reader" in case["layers"]) <= ("why" in case), number(case)
    by_layer = {case["case"] for case in CASES if "validator" in case["layers"]}
    assert {case["case"] for case in VALIDATOR} == by_layer


@pytest.mark.parametrize("case", CASES, ids=number)
def test_phrase_stands_in_an_abstract(case: dict[str, Any]) -> None:
    for phrase in (case["phrase"], *case.get("phrases", ())):
        assert any(phrase in abstract for abstract in ABSTRACTS), phrase


@pytest.mark.parametrize("case", FRAGMENTS, ids=number)
def test_fragment_is_accepted_with_exactly_its_values(case: dict[str, Any]) -> None:
    parsed = PARTS[case["part"]].validate_python(case["accepted"])
    assert as_written(parsed) == as_written(case["accepted"])


@pytest.mark.parametrize("case", FRAGMENTS, ids=number)
def test_words_of_the_fragment_stand_in_the_abstract_of_the_phrase(case: dict[str, Any]) -> None:
    (abstract,) = (abstract for abstract in ABSTRACTS if case["phrase"] in abstract)
    quotes = list(iter_quotes(PARTS[case["part"]].validate_python(case["accepted"])))
    assert quotes
    for quote in quotes:
        assert quote in abstract


@pytest.mark.parametrize("case", FRAGMENTS, ids=number)
def test_near_miss_is_refused(case: dict[str, Any]) -> None:
    assert case["near_misses"]
    for miss in case["near_misses"]:
        data = case["accepted"]
        for path, value in miss["set"].items():
            data = changed(data, path, value)
        with pytest.raises(ValidationError) as error:
            PARTS[case["part"]].validate_python(data)
        assert miss["error"] in str(error.value), miss


@pytest.mark.parametrize("case", VALIDATOR, ids=number)
def test_damage_for_the_validator_is_no_matter_of_the_schema(case: dict[str, Any]) -> None:
    claim = Claim.model_validate(case["claim"])
    assert any(case["abstract"] in abstract for abstract in ABSTRACTS)
    for quote in iter_quotes(claim):
        assert quote in case["abstract"]
    ((path, value),) = case["damaged"].items()
    damaged = Claim.model_validate(changed(case["claim"], path, value))
    assert as_written(damaged) != as_written(claim)
