"""Per-item agreement in the published rows, worked out by hand."""

from __future__ import annotations

from typing import Any

from paperclaims_curation.agreement.items import with_agreement
from paperclaims_schema.tables import ContentRow

ABSTRACT = "Sift sorts 7 kg of pebbles. Sift is twice as fast as Sieve on BeachBench."


def _span(text: str) -> dict[str, Any]:
    start = ABSTRACT.index(text)
    return {"text": text, "start": start, "end": start + len(text)}


def _claim(claim_id: str, evidence: str, **given: Any) -> dict[str, Any]:
    return {
        "id": claim_id,
        "type": "performance",
        "statement": "A statement that is worded freely.",
        "subject": "Sift",
        "subject_role": None,
        "relation": "level",
        "metric": None,
        "metric_start": None,
        "metric_end": None,
        "higher_is_better": None,
        "measure": None,
        "baselines": [],
        "datasets": [],
        "conditions": [],
        "certainty": "asserted",
        "evidence": [_span(evidence)],
        "quantities": [],
        **given,
    }


def _amount(quantity_id: str, text: str, **given: Any) -> dict[str, Any]:
    names = "value_from value_from_text value_to value_to_text denominator expression bound change"
    also = "unit_of direction aggregation applies_to"
    return {
        **dict.fromkeys((*names.split(), *also.split())),
        "quantity_id": quantity_id,
        **_span(text),
        "role": "result",
        "form": "level",
        "value": 7.0,
        "value_text": "7",
        "variables": [],
        "unit": "kg",
        "qualifier": "exact",
        **given,
    }


def _content(claims: list[dict[str, Any]], **given: Any) -> ContentRow:
    empty: dict[str, Any] = {"contributions": [], "tasks": [], "methods": [], "resources": []}
    available = {"code": "none", "data": "none", "model": "none"}
    return ContentRow.model_validate(
        {**empty, "links": [], "availability": available, "claims": claims, **given}
    )


FIRST = "Sift sorts 7 kg of pebbles"
SECOND = "Sift is twice as fast as Sieve"


def test_a_claim_counts_the_share_of_equal_fields() -> None:
    a = _content([_claim("c1", FIRST, quantities=[_amount("c1.q1", "7 kg")])])
    b = _content(
        [
            _claim(
                "c1",
                FIRST,
                type="finding",
                certainty="hedged",
                quantities=[_amount("c1.q1", "7 kg", unit_of="pebbles")],
            )
        ]
    )
    (claim,) = with_agreement(a, [a, b]).claims
    # 11 fields: type, relation, certainty, measure, higher_is_better, subject, metric, evidence,
    # baselines, conditions, datasets. Two of them differ: 9 / 11.
    assert claim.agreement == 9 / 11
    # 16 fields: 14 normalised ones and two in words, of which unit_of differs: 15 / 16.
    (amount,) = claim.quantities
    assert amount.agreement == 15 / 16


def test_what_one_pass_does_not_have_counts_nothing() -> None:
    a = _content([_claim("c1", FIRST), _claim("c2", SECOND)])
    b = _content([_claim("c1", FIRST)])
    assert [claim.agreement for claim in with_agreement(a, [a, b]).claims] == [1.0, 0.0]
    third = _content([_claim("c1", "on BeachBench")])
    assert [claim.agreement for claim in with_agreement(third, [a, b]).claims] == [0.0]


def test_a_listed_item_is_found_by_its_name() -> None:
    def method(role: str) -> dict[str, Any]:
        start = {"evidence": [_span("Sieve")]}
        return {"name": "Sieve", "expansion": None, "role": role, "named": True, **start}

    a = _content([], methods=[method("baseline")])
    b = _content([], methods=[method("extended")])
    # Role, named, expansion and evidence are compared; the role differs: 3 / 4.
    assert [item.agreement for item in with_agreement(a, [a, b]).methods] == [3 / 4]


def test_without_two_passes_nothing_is_said() -> None:
    a = _content([_claim("c1", FIRST)])
    assert with_agreement(a, [a]).claims[0].agreement is None
