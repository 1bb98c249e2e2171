"""What follows from the annotated fields of a claim and its amounts."""

from __future__ import annotations

from typing import Any

import pytest

from paperclaims_curation.building.derived import factor, favourable, has_code
from paperclaims_schema.tables import ClaimFields, LinkFields, QuantityFields
from paperclaims_schema.vocabularies import Origin


def amount(**given: Any) -> QuantityFields:
    empty: dict[str, Any] = dict.fromkeys(QuantityFields.model_fields)
    common = {"quantity_id": "c1.q1", "text": "x", "start": 0, "end": 1, "role": "result"}
    rest = {"form": "level", "variables": (), "qualifier": "exact"}
    return QuantityFields.model_validate({**empty, **common, **rest, **given})


def claim(relation: str | None, higher_is_better: bool | None) -> ClaimFields:
    empty: dict[str, Any] = dict.fromkeys(ClaimFields.model_fields)
    lists: dict[str, Any] = dict.fromkeys(
        ("baselines", "datasets", "conditions", "evidence", "quantities"), ()
    )
    words = {"type": "performance", "statement": "s", "subject": "x", "certainty": "asserted"}
    given = {"relation": relation, "higher_is_better": higher_is_better}
    return ClaimFields.model_validate({**empty, **lists, **words, **given})


def delta(value: float, direction: str | None, **given: Any) -> dict[str, Any]:
    common = {"form": "delta", "change": "relative", "unit": "percent"}
    return {**common, "value": value, "direction": direction, **given}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"form": "ratio", "value": 2.0, "direction": "increase"}, 2.0),
        ({"form": "ratio", "value": 40.0, "direction": "decrease"}, 1 / 40),
        ({"form": "ratio", "value": 2.0}, None),
        ({"form": "ratio", "value": 0.0, "direction": "decrease"}, None),
        (delta(47.0, "increase"), 1.47),
        (delta(25.0, "decrease"), 0.75),
        (delta(-25.0, "decrease"), 0.75),
        (delta(100.0, "decrease"), 0.0),
        (delta(25.0, None), None),
        (delta(25.0, "increase", change="absolute"), None),
        (delta(25.0, "increase", change="unspecified"), None),
        (delta(25.0, "increase", unit="percentage_point"), None),
        (delta(25.0, "increase", unit="GB"), None),
        ({"form": "from_to", "value_from": 80.0, "value": 40.0}, 0.5),
        ({"form": "from_to", "value_from": 0.0, "value": 40.0}, None),
        # Beyond the largest double.
        ({"form": "from_to", "value_from": 1e-300, "value": 1e300}, None),
        ({"form": "ratio", "value": 5e-324, "direction": "decrease"}, None),
        ({"form": "level", "value": 3.0, "direction": "increase"}, None),
        ({"form": "k_of_n", "value": 7.0, "denominator": 10}, None),
        ({"form": "interval", "value": 1.0, "value_to": 2.0}, None),
        ({"form": "symbolic", "expression": "O(T)"}, None),
        ({"form": "verbal", "direction": "increase"}, None),
        ({"form": "ratio", "value": 2.0, "direction": "increase", "role": "condition"}, None),
        ({"form": "from_to", "value_from": 80.0, "value": 40.0, "role": "reference"}, None),
    ],
)
def test_factor_is_new_over_old_or_open(given: dict[str, Any], expected: float | None) -> None:
    found = factor(amount(**given))
    assert found == (None if expected is None else pytest.approx(expected))


UNJUDGED = ("equal", "at_least_equal", "level", "more", "less", "exists", "absent")
UP = {"direction": "increase"}
DOWN = {"direction": "decrease"}
FALLS = {"form": "from_to", "value_from": 80.0, "value": 40.0}


@pytest.mark.parametrize(
    ("relation", "higher_is_better", "given", "expected"),
    [
        ("better", None, {}, True),
        ("worse", None, {}, False),
        # The words of the claim judge even where the direction seems to say otherwise.
        ("better", True, DOWN, True),
        ("worse", True, UP, False),
        *(
            case
            for relation in (*UNJUDGED, None)
            for case in (
                (relation, True, UP, True),
                (relation, True, DOWN, False),
                (relation, False, UP, False),
                (relation, False, DOWN, True),
                (relation, None, UP, None),
                (relation, True, {}, None),
            )
        ),
        ("level", False, FALLS, True),
        ("level", True, FALLS, False),
        ("level", True, {**FALLS, "value_from": 40.0}, None),
        # A direction that is given goes before the one of the values.
        ("level", True, {**FALLS, **UP}, True),
        ("better", True, {"role": "reference"}, None),
        ("level", True, {**UP, "role": "scope"}, None),
    ],
)
def test_favourable_follows_from_relation_direction_and_metric(
    relation: str | None,
    higher_is_better: bool | None,
    given: dict[str, Any],
    expected: bool | None,
) -> None:
    assert favourable(claim(relation, higher_is_better), amount(**given)) is expected


def link(kind: str, origin: str) -> LinkFields:
    given = {"url": "https://example.org/x", "kind": kind, "origin": origin}
    return LinkFields.model_validate({**given, "evidence": (), "seen_on": None})


@pytest.mark.parametrize(
    ("links", "in_abstract", "anywhere"),
    [
        ([], False, False),
        ([("data", "abstract"), ("demo", "external")], False, False),
        ([("code", "external")], False, True),
        ([("data", "abstract"), ("code", "abstract")], True, True),
    ],
)
def test_code_counts_by_kind_and_origin(
    links: list[tuple[str, str]], in_abstract: bool, anywhere: bool
) -> None:
    rows = [link(*one) for one in links]
    assert (has_code(rows, Origin.ABSTRACT), has_code(rows)) == (in_abstract, anywhere)
