"""Each form has its own values and refuses those of the others."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from paperclaims_schema.quantity import FIELD_ORDER, VALUE_FIELDS, Quantity, SymbolicQuantity
from paperclaims_schema.vocabularies import Form

QUANTITY: TypeAdapter[Any] = TypeAdapter(Quantity)
VALUES: dict[str, dict[str, Any]] = {
    "level": {"value": 3},
    "delta": {"value": 3, "change": "relative"},
    "ratio": {"value": 3},
    "from_to": {"value_from": 3, "value": 2},
    "k_of_n": {"value": 3, "denominator": 4},
    "interval": {"value": 3, "value_to": 4},
    "symbolic": {"expression": "O(T)", "variables": ["T"], "bound": "upper"},
    "verbal": {},
}
FORMS = sorted(VALUES)


def quantity(form: str, **fields: Any) -> Any:
    data = {"text": "words", "role": "result", "form": form, **VALUES[form], **fields}
    return QUANTITY.validate_python(data)


def test_every_form_of_the_vocabulary_has_a_model() -> None:
    assert set(VALUES) == set(Form)


@pytest.mark.parametrize("form", FORMS)
def test_form_holds_its_values(form: str) -> None:
    parsed = quantity(form)
    assert parsed.form == form
    for name, value in VALUES[form].items():
        assert getattr(parsed, name) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("form", FORMS)
def test_form_refuses_values_of_other_forms(form: str) -> None:
    every = {name: value for values in VALUES.values() for name, value in values.items()}
    for name in every.keys() - VALUES[form].keys():
        with pytest.raises(ValidationError, match=rf"{name}\n +Extra inputs"):
            quantity(form, **{name: every[name]})


@pytest.mark.parametrize("form", sorted(VALUES.keys() - {"symbolic", "verbal"}))
def test_form_needs_all_its_values(form: str) -> None:
    for name in VALUES[form]:
        data = {"text": "words", "role": "result", "form": form, **VALUES[form]}
        del data[name]
        with pytest.raises(ValidationError, match=rf"{name}\n +Field required"):
            QUANTITY.validate_python(data)


def test_quantity_without_form_or_with_an_unknown_one_is_refused() -> None:
    with pytest.raises(ValidationError, match="discriminator 'form'"):
        QUANTITY.validate_python({"text": "5", "role": "result", "value": 5})
    with pytest.raises(ValidationError, match="'k_of_n'"):
        QUANTITY.validate_python({"text": "5", "role": "result", "form": "share", "value": 5})


@pytest.mark.parametrize("form", FORMS)
def test_every_form_knows_the_common_fields(form: str) -> None:
    parsed = quantity(
        form, occurrence=2, unit_of="tokens", qualifier="up_to", direction="decrease",
        aggregation="mean", applies_to="WMT",
    )  # fmt: skip
    assert (parsed.occurrence, parsed.qualifier, parsed.applies_to) == (2, "up_to", "WMT")
    assert quantity(form).qualifier == "exact"


@pytest.mark.parametrize("form", FORMS)
def test_fields_are_given_in_the_order_of_the_file(form: str) -> None:
    names = type(quantity(form)).ordered_fields()
    assert set(names) == set(type(quantity(form)).model_fields)
    assert list(names) == sorted(names, key=FIELD_ORDER.index)


def test_value_fields_are_the_numbers_of_the_forms() -> None:
    numbers = {
        name
        for values in VALUES.values()
        for name, value in values.items()
        if isinstance(value, int)
    }
    assert set(VALUE_FIELDS) == numbers


@pytest.mark.parametrize("change", [None, "points", "mean"])
def test_delta_needs_a_known_change(change: str | None) -> None:
    with pytest.raises(ValidationError, match="change"):
        quantity("delta", change=change)


@pytest.mark.parametrize(("count", "total"), [(13, 12), (-1, 12), (Decimal("12.5"), 12)])
def test_count_outside_its_total_is_refused(count: Any, total: int) -> None:
    with pytest.raises(ValidationError, match=f"not between 0 and {total}"):
        quantity("k_of_n", value=count, denominator=total)


@pytest.mark.parametrize("count", [0, 12])
def test_count_may_be_none_or_all(count: int) -> None:
    assert quantity("k_of_n", value=count, denominator=12).value == count


@pytest.mark.parametrize("total", [0, -1, Decimal("12.0"), "12", True])
def test_total_is_a_positive_whole_number(total: Any) -> None:
    with pytest.raises(ValidationError, match="denominator"):
        quantity("k_of_n", value=0, denominator=total)


@pytest.mark.parametrize(("low", "high"), [(2, 1), (2, 2), (Decimal("2.0"), 2)])
def test_interval_reversed_or_empty_is_refused(low: Any, high: Any) -> None:
    with pytest.raises(ValidationError, match="not below value_to"):
        quantity("interval", value=low, value_to=high)


def test_from_to_may_fall() -> None:
    parsed = quantity("from_to", value_from=2, value=Decimal("1.8944"))
    assert (str(parsed.value_from), str(parsed.value)) == ("2", "1.8944")


def test_symbolic_with_unit_is_refused() -> None:
    with pytest.raises(ValidationError, match="unit"):
        quantity("symbolic", unit="rounds")
    assert quantity("symbolic", unit=None).unit is None


def test_variables_stand_in_the_expression() -> None:
    with pytest.raises(ValidationError, match="variable N does not stand in the expression"):
        quantity("symbolic", variables=["T", "N"])


def test_symbolic_needs_an_expression_only() -> None:
    data = {"text": "$O(1)$", "role": "result", "form": "symbolic", "expression": "O(1)"}
    assert QUANTITY.validate_python(data) == SymbolicQuantity(**data)


@pytest.mark.parametrize("role", ["scope", "reference", "condition", "dispersion"])
def test_verbal_amount_is_only_a_result(role: str) -> None:
    with pytest.raises(ValidationError, match="only as the result"):
        quantity("verbal", role=role)


@pytest.mark.parametrize("name", ["value", "value_from", "value_to"])
@pytest.mark.parametrize("value", [7.0, "7.0", True])
def test_values_are_exact_numbers(name: str, value: object) -> None:
    form = {"value": "level", "value_from": "from_to", "value_to": "interval"}[name]
    with pytest.raises(ValidationError, match="number, without quotes"):
        quantity(form, **{name: value})


@pytest.mark.parametrize("occurrence", [0, -1, "1", True])
def test_occurrence_counts_from_one(occurrence: object) -> None:
    with pytest.raises(ValidationError, match="occurrence"):
        quantity("level", occurrence=occurrence)


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("%", "percent"),
        ("\\%", "percent"),
        ("x", "times"),
        ("\u00d7", "times"),
        ("$\\times$", "times"),
        ("pp", "percentage_point"),
        ("percentage points", "percentage_point"),
    ],
)
def test_a_unit_in_signs_is_refused_with_its_word(written: str, word: str) -> None:
    with pytest.raises(ValidationError, match=f"write {word}"):
        quantity("level", unit=written)
    assert quantity("level", unit=word).unit == word


@pytest.mark.parametrize("unit", [None, "points", "ms", "tokens/s", "count"])
def test_other_units_stay_as_written(unit: str | None) -> None:
    assert quantity("level", unit=unit).unit == unit


@pytest.mark.parametrize("value", [Decimal("1e400"), 10**400])
def test_a_number_beyond_a_double_is_refused(value: object) -> None:
    with pytest.raises(ValidationError, match="fit into a double"):
        quantity("level", value=value)


def test_a_total_beyond_the_tables_is_refused() -> None:
    assert quantity("k_of_n", denominator=2**63 - 1).denominator == 2**63 - 1
    with pytest.raises(ValidationError, match="less than or equal"):
        quantity("k_of_n", denominator=2**63)
