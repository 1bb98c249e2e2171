"""What a claim must hold and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from paperclaims_schema.claim import Claim, Quote

CLAIM: dict[str, Any] = {
    "id": "c1",
    "type": "performance",
    "statement": "X is better than Y.",
    "subject": "X",
    "relation": "better",
    "certainty": "asserted",
    "evidence": ["X outperforms Y"],
}


def claim(**fields: Any) -> Claim:
    return Claim.model_validate(CLAIM | fields)


def test_smallest_claim_has_empty_lists_and_nulls() -> None:
    parsed = claim()
    assert (parsed.baselines, parsed.conditions, parsed.datasets, parsed.quantities) == ((),) * 4
    assert (parsed.metric, parsed.measure, parsed.higher_is_better) == (None, None, None)


@pytest.mark.parametrize("name", sorted(CLAIM))
def test_required_field_left_out_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match=rf"{name}\n +Field required"):
        Claim.model_validate({key: value for key, value in CLAIM.items() if key != name})


@pytest.mark.parametrize("id_", ["c0", "c01", "1", "C1", "c1.q1", "", "c1\n", 1])
def test_id_is_c_and_a_number(id_: object) -> None:
    with pytest.raises(ValidationError, match="id"):
        claim(id=id_)


def test_relation_is_null_only_for_novelty() -> None:
    assert claim(type="novelty", relation=None).relation is None
    assert claim(type="novelty", relation="exists").relation == "exists"
    for other in ("performance", "efficiency", "guarantee", "finding", "resource", "limitation"):
        with pytest.raises(ValidationError, match="only in a claim of type novelty"):
            claim(type=other, relation=None)


@pytest.mark.parametrize("field", [{"measure": "quality"}, {"higher_is_better": False}])
def test_measure_and_its_sense_need_a_metric(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="need a metric"):
        claim(**field)
    parsed = claim(**{"metric": "accuracy", "measure": "quality", **field})
    assert parsed.metric == Quote(quote="accuracy")


def test_a_metric_needs_its_measure() -> None:
    with pytest.raises(ValidationError, match="measure is missing beside the metric"):
        claim(metric="accuracy")


@pytest.mark.parametrize("value", [[], None, "X outperforms Y", [""], [None], [1]])
def test_evidence_is_a_list_of_quotes(value: object) -> None:
    with pytest.raises(ValidationError, match="evidence"):
        claim(evidence=value)


@pytest.mark.parametrize("kind", ["baselines", "conditions"])
def test_baseline_and_condition_need_text_and_kind(kind: str) -> None:
    for item in ("Y", {"text": "Y"}, {"kind": "named"}, {"text": "Y", "kind": "other"}):
        with pytest.raises(ValidationError, match=kind):
            claim(**{kind: [item]})


@pytest.mark.parametrize(
    "written", ["7.0\\% average", {"quote": "Y", "occurrence": 2}, "[Su et al., 2023]", "# a: b "]
)
def test_quote_comes_back_as_it_was_written(written: object) -> None:
    parsed = claim(evidence=[written], metric=written, measure="quality")
    assert parsed.model_dump(mode="json")["evidence"] == [written]
    assert parsed.model_dump(mode="json")["metric"] == written
    assert Claim.model_validate(parsed.model_dump()) == parsed


def test_quote_without_occurrence_is_the_plain_string() -> None:
    assert Quote.model_validate({"quote": "Y"}) == Quote.model_validate("Y")
    assert claim(evidence=[{"quote": "Y", "occurrence": None}]).model_dump()["evidence"] == ("Y",)


@pytest.mark.parametrize(
    "damaged", [{"quote": "Y", "occurrence": 0}, {"occurrence": 1}, {"text": "Y"}, {}, 3, None]
)
def test_damaged_quote_is_refused(damaged: object) -> None:
    with pytest.raises(ValidationError):
        Quote.model_validate(damaged)
