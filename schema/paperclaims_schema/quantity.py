"""Amounts: one model per form, told apart by `form`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from paperclaims_schema.base import MAX_INTEGER, Integer, Model, Number, Text
from paperclaims_schema.vocabularies import (
    Aggregation,
    Bound,
    Change,
    Direction,
    Form,
    Qualifier,
    QuantityRole,
)

FIELD_ORDER = (
    "text",
    "occurrence",
    "role",
    "form",
    "value_from",
    "value",
    "value_to",
    "denominator",
    "expression",
    "variables",
    "bound",
    "change",
    "unit",
    "unit_of",
    "qualifier",
    "direction",
    "aggregation",
    "applies_to",
)
"""The fields of all forms, in the order in which a file gives them."""

_UNIT_WORDS = {
    written: word
    for word, forms in {
        "percent": r"% \% percents percentage pct",
        "percentage_point": "pp p.p. %-points %-point percentage-point percentage-points",
        "times": r"x X × \times $\times$ -fold fold folds",
    }.items()
    for written in forms.split()
} | {
    "per cent": "percent",
    "percentage point": "percentage_point",
    "percentage points": "percentage_point",
    "percent points": "percentage_point",
}

VALUE_FIELDS = ("value_from", "value", "value_to", "denominator")
"""The fields that hold numbers read from the text."""


class _Amount(Model):
    text: Text
    """The verbatim amount with its qualifier and unit, no more."""
    occurrence: Annotated[Integer, Field(ge=1)] | None = None
    """Which occurrence inside the claim's evidence, counted from 1; only if it is not unique there."""
    role: QuantityRole
    """What the amount does in its claim."""
    unit: Text | None = None
    """`percent`, `percentage_point`, `times`, `count`, or the unit as written."""
    unit_of: Text | None = None
    """What is counted or measured, in the abstract's words."""
    qualifier: Qualifier = Qualifier.EXACT
    """How the words limit the amount."""
    direction: Direction | None = None
    """Which way the measured amount goes."""
    aggregation: Aggregation | None = None
    """What the amount is over several cases."""
    applies_to: Text | None = None
    """The dataset or setting that this one number belongs to, in the abstract's words."""

    @field_validator("unit")
    @classmethod
    def _unit_has_its_word(cls, unit: str | None) -> str | None:
        word = _UNIT_WORDS.get((unit or "").strip())
        if word is not None:
            raise ValueError(f"unit {unit} is called {word} here: write {word}")
        return unit

    @classmethod
    def ordered_fields(cls) -> tuple[str, ...]:
        return tuple(name for name in FIELD_ORDER if name in cls.model_fields)


class LevelQuantity(_Amount):
    """An amount as such: `63.56%`, `over 37,000`."""

    form: Literal[Form.LEVEL]
    value: Number
    """The number; a percentage as written (7.0, not 0.07)."""


class DeltaQuantity(_Amount):
    """A change given as a difference or percentage."""

    form: Literal[Form.DELTA]
    value: Number
    """The size of the change as written, without a sign unless one is written."""
    change: Change
    """Whether the change is absolute or relative, where the words say so."""


class RatioQuantity(_Amount):
    """A factor: `2 times faster`."""

    form: Literal[Form.RATIO]
    value: Number
    """The factor as written."""


class FromToQuantity(_Amount):
    """An old and a new level."""

    form: Literal[Form.FROM_TO]
    value_from: Number
    """The old level."""
    value: Number
    """The new level."""


class KOfNQuantity(_Amount):
    """A count out of a total."""

    form: Literal[Form.K_OF_N]
    value: Number
    """The count."""
    denominator: Annotated[Integer, Field(ge=1, le=MAX_INTEGER)]
    """The total."""

    @model_validator(mode="after")
    def _count_is_within_total(self) -> Self:
        if not 0 <= self.value <= self.denominator:
            raise ValueError(f"value {self.value} is not between 0 and {self.denominator}")
        return self


class IntervalQuantity(_Amount):
    """Between two values."""

    form: Literal[Form.INTERVAL]
    value: Number
    """The lower end."""
    value_to: Number
    """The upper end."""

    @model_validator(mode="after")
    def _ends_are_in_order(self) -> Self:
        if self.value >= self.value_to:
            raise ValueError(f"value {self.value} is not below value_to {self.value_to}")
        return self


class SymbolicQuantity(_Amount):
    """An expression or rate; its `unit` is null."""

    form: Literal[Form.SYMBOLIC]
    expression: Text
    """The expression in LaTeX, without delimiters."""
    variables: tuple[Text, ...] = ()
    """The free letters."""
    bound: Bound | None = None
    """What kind of bound it is."""
    unit: None = None
    """Always null."""

    @model_validator(mode="after")
    def _variables_stand_in_expression(self) -> Self:
        for variable in self.variables:
            if variable not in self.expression:
                raise ValueError(f"variable {variable} does not stand in the expression")
        return self


class VerbalQuantity(_Amount):
    """An amount in words that has no exact number; only where it is the outcome itself."""

    form: Literal[Form.VERBAL]

    @model_validator(mode="after")
    def _is_the_outcome(self) -> Self:
        if self.role is not QuantityRole.RESULT:
            raise ValueError("a verbal amount is annotated only as the result")
        return self


Quantity = Annotated[
    LevelQuantity
    | DeltaQuantity
    | RatioQuantity
    | FromToQuantity
    | KOfNQuantity
    | IntervalQuantity
    | SymbolicQuantity
    | VerbalQuantity,
    Field(discriminator="form"),
]
"""An amount that belongs to a claim."""
