"""Models refuse what they do not know; numbers keep their digits."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal

import pytest
from pydantic import TypeAdapter, ValidationError

from paperclaims_schema.base import Flag, Integer, Model, Number, Text


class Point(Model):
    """A model as an author would write one."""

    x: Integer
    """To the right."""
    label: Text | None = None


class Marker(Point):
    """A model with a field of its own."""

    x: Integer = 0
    """Up."""
    colour: Text = "red"
    """As CSS has it."""


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        Point.model_validate({"x": 1, "colour": "red"})


def test_models_are_frozen() -> None:
    point = Point(x=1)
    with pytest.raises(ValidationError, match="frozen"):
        point.x = 2  # type: ignore[misc]


def test_docstring_under_a_field_is_its_description() -> None:
    assert Point.meanings() == {"x": "To the right."}


def test_descriptions_of_inherited_fields_are_kept_unless_they_are_given_anew() -> None:
    assert Marker.meanings() == {"x": "Up.", "colour": "As CSS has it."}


def test_defaults_are_validated() -> None:
    class Wrong(Model):
        x: Integer = "1"  # type: ignore[assignment]

    with pytest.raises(ValidationError, match="valid integer"):
        Wrong()


@pytest.mark.parametrize("digits", ["7.0", "7", "0.10", "-3.50", "1E+3", "12345678901234567890.1"])
def test_number_keeps_its_digits_as_written(digits: str) -> None:
    assert str(TypeAdapter(Number).validate_python(Decimal(digits))) == digits


def test_whole_number_becomes_a_decimal() -> None:
    number = TypeAdapter(Number).validate_python(37000)
    assert isinstance(number, Decimal)
    assert str(number) == "37000"


@pytest.mark.parametrize(
    "value", [7.0, True, False, "7.0", None, [7], Decimal("NaN"), Decimal("Infinity")]
)
def test_number_refuses_everything_that_is_no_exact_number(value: object) -> None:
    with pytest.raises(ValidationError, match="should be a number, without quotes"):
        TypeAdapter(Number).validate_python(value)


@pytest.mark.parametrize("value", [True, "1", 1.0, Decimal(1)])
def test_integer_refuses_other_types(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Integer).validate_python(value)


@pytest.mark.parametrize("value", [1, 0, "true", "no", None])
def test_flag_refuses_other_types(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Flag).validate_python(value)


@pytest.mark.parametrize("value", ["", " ", "\n\t", 7, None])
def test_text_needs_a_visible_character(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Text).validate_python(value)


def test_text_keeps_its_spaces() -> None:
    assert TypeAdapter(Text).validate_python("  two  spaces ") == "  two  spaces "


def test_import_of_the_package_and_its_models_is_light() -> None:
    code = (
        "import json, sys, paperclaims_schema, paperclaims_schema.tables;"
        "print(json.dumps([m for m in ('pyarrow', 'datasets', 'yaml') if m in sys.modules]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == []
