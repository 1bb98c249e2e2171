"""The rules about amounts, over the ways in which abstracts write them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.recordfile.writing import format_data
from paperclaims_curation.validating.checking import check_record
from paperclaims_schema.record import Record, abstract_sha256

BASE = Path(__file__).parents[1] / "cases" / "validate" / "base"
RULES = {"number-unit", "number-qualifier", "number-order", "quantity-repeated"}
FIELDS = {
    "level": {},
    "ratio": {"direction": "increase"},
    "delta": {"change": "unspecified", "direction": "increase"},
    "from_to": {"direction": "increase"},
}


@pytest.fixture(scope="module")
def collection() -> Collection:
    return open_collection(BASE)


def _codes(collection: Collection, sentence: str, *quantities: dict[str, Any]) -> list[str]:
    """The codes of the rules in question about a record with one claim of one sentence."""
    abstract = f"We measure the speed of the tool in the lab. {sentence}"
    data = {
        "record_id": "case-amounts",
        "schema_version": "1.0",
        "source": {"document": "amounts.md", "position": 1},
        "split": "train",
        "abstract": abstract,
        "abstract_sha256": abstract_sha256(abstract),
        "claims": [
            {
                "id": "c1",
                "type": "performance",
                "statement": "The tool is good.",
                "subject": "the tool",
                "relation": "level",
                "certainty": "asserted",
                "evidence": [sentence],
                "quantities": [
                    {"role": "condition", **FIELDS.get(quantity["form"], {}), **quantity}
                    for quantity in quantities
                ],
            }
        ],
        "availability": {"code": "none", "data": "none", "model": "none"},
        "annotation": {"status": "draft", "rules_version": "1.3"},
    }
    content = format_data(data).encode("utf-8")
    file = parse_file(BASE / "records" / "case-amounts.yaml", content, Record)
    assert file.problems == ()
    return [p.code for p in check_record(collection, file)[1] if p.code in RULES]


def _one(text: str, value: Any, form: str = "level", **fields: Any) -> dict[str, Any]:
    return {"text": text, "form": form, "value": value, **fields}


@pytest.mark.parametrize(
    ("sentence", "amount"),
    [
        (r"It keeps 61\% of it.", _one(r"61\%", 61, unit="percent")),
        ("It gains 4 percentage points.", _one("4 percentage points", 4, unit="percentage_point")),
        ("It gains 4 points.", _one("4 points", 4, unit="points")),
        ("It keeps 19 and 20.4% of it.", _one("19", 19, unit="percent")),
        ("It scores 58.0 ± 0.4 points.", _one("58.0", 58, unit="percentage_point")),
        ("Its accuracy (%) is 58.0 here.", _one("58.0", 58, unit="percent")),
        ("It is 3x faster.", _one("3x", 3, "ratio", unit="times")),
        ("It is $3\\times$ faster.", _one("$3\\times$", 3, "ratio", unit="times")),
        ("Its speed grows by a factor of 3 here.", _one("3", 3, "ratio", unit="times")),
        ("It needs half the time.", _one("half", Decimal("0.5"), "ratio", unit="times")),
        ("It runs 10 times on it.", _one("10 times", 10, unit="count")),
        ("It has 12 checkpoints.", _one("12", 12, unit="count")),
    ],
)
def test_a_unit_that_the_words_give_is_right(
    collection: Collection, sentence: str, amount: dict[str, Any]
) -> None:
    assert "number-unit" not in _codes(collection, sentence, amount)


@pytest.mark.parametrize(
    ("sentence", "amount"),
    [
        (r"It keeps 61\% of it.", _one(r"61\%", 61, unit="count")),
        (r"It keeps 61\% of it.", _one(r"61\%", 61)),
        ("It keeps 61% of it.", _one("61%", 61, unit="percentage_point")),
        ("It gains 4 points.", _one("4 points", 4, unit="percent")),
        ("It beats 83 models with 29.7% of it.", _one("83", 83, unit="percent")),
        ("It is 3x faster.", _one("3x", 3, "ratio", unit="count")),
        ("It has 12 checkpoints.", _one("12", 12, unit="times")),
        ("It has 12 checkpoints.", _one("12", 12, unit="percentage_point")),
    ],
)
def test_a_unit_that_the_words_do_not_give_is_found(
    collection: Collection, sentence: str, amount: dict[str, Any]
) -> None:
    assert _codes(collection, sentence, amount) == ["number-unit"]


@pytest.mark.parametrize(
    ("words", "qualifier"),
    [
        ("up to 5", "up_to"),
        ("no more than 5", "up_to"),
        (r"$\leq 5$", "up_to"),
        ("at least 5", "at_least"),
        ("no fewer than 5", "at_least"),
        ("over 5", "more_than"),
        ("5+", "more_than"),
        ("$N > 5$", "more_than"),
        ("fewer than 5", "less_than"),
        (r"$\sim5$", "about"),
        ("~5", "about"),
        ("almost 5", "about"),
        ("5", None),
        ("only 5", None),
    ],
)
def test_the_words_decide_the_qualifier(
    collection: Collection, words: str, qualifier: str | None
) -> None:
    for given in ("up_to", "at_least", "more_than", "less_than", "about", None):
        fields = {"qualifier": given} if given else {}
        found = _codes(collection, f"It has {words} parts.", _one(words, 5, **fields))
        assert found == ([] if given == qualifier else ["number-qualifier"]), given


def test_the_second_of_two_amounts_shares_unit_and_qualifier(collection: Collection) -> None:
    sentence = "It needs about 3 and 5 percent of it."
    first = _one("about 3", 3, unit="percent", qualifier="about")
    second = _one("5 percent", 5, unit="percent", qualifier="about")
    assert _codes(collection, sentence, first, second) == []


def test_the_bounds_of_an_interval_are_no_qualifier(collection: Collection) -> None:
    amount = _one(r"$1 < \alpha \leq 2$", 1, "interval", value_to=2)
    assert _codes(collection, r"It takes $1 < \alpha \leq 2$ here.", amount) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "codes"),
    [
        ("from 2 to 3", 2, 3, []),
        ("from 2 to 3", 3, 2, ["number-order"]),
        ("to 3 from 2", 2, 3, []),
        ("to 3 from 2", 3, 2, ["number-order"]),
    ],
)
def test_the_old_level_is_the_one_after_from(
    collection: Collection, text: str, old: int, new: int, codes: list[str]
) -> None:
    amount = _one(text, new, "from_to", value_from=old)
    assert _codes(collection, f"It grows {text} here.", amount) == codes


def test_amounts_that_overlap_are_found_once(collection: Collection) -> None:
    amounts = (_one("5 kg", 5, unit="kg"), _one("5", 5), _one("7", 7))
    assert _codes(collection, "It lifts 5 kg in 7 steps.", *amounts) == ["quantity-repeated"]
