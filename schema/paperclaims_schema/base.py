"""The base of every model and vocabulary."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetJsonSchemaHandler,
    Strict,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError

JsonSchema = dict[str, Any]


class Model(BaseModel):
    """A frozen model without unknown fields, whose field docstrings are its documentation."""

    # The descriptions are read from the source only when somebody asks for them (`meanings`):
    # pydantic's own way reads it for every class at every start, which takes longer than all else.
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True, defer_build=True)

    @classmethod
    def ordered_fields(cls) -> tuple[str, ...]:
        """The field names in the order in which a file and a table give them."""
        return tuple(cls.model_fields)

    @classmethod
    @cache
    def meanings(cls) -> Mapping[str, str]:
        """The docstring under each field, by the field's name; inherited ones too."""
        meanings: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            if issubclass(base, Model) and base is not Model:
                meanings |= _attribute_docstrings(base)
        return meanings


def _attribute_docstrings(cls: type) -> dict[str, str]:
    import ast
    import inspect
    import textwrap

    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    return {
        statement.target.id: inspect.cleandoc(below.value.value)
        for statement, below in pairwise(body)
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }


class Vocabulary(StrEnum):
    """A closed list of words, each with its meaning: `WORD = "word", "what it means"`."""

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchema:
        schema = handler(core_schema)
        # Editors show these beside the words they complete.
        handler.resolve_ref_schema(schema)["enumDescriptions"] = [word.meaning for word in cls]
        return schema


def _as_decimal(value: object) -> Decimal:
    # bool is an int and float has lost the digits as written: neither is accepted.
    if isinstance(value, Decimal) or (isinstance(value, int) and not isinstance(value, bool)):
        number = Decimal(value)
        if number.is_finite():
            if math.isfinite(float(number)):
                return number
            raise PydanticCustomError("number_size", "Input should fit into a double")
    raise PydanticCustomError("number", "Input should be a number, without quotes")


Number = Annotated[
    Decimal, BeforeValidator(_as_decimal), WithJsonSchema({"type": "number"}), Strict()
]
"""A decimal that keeps its digits as written: 7.0 is not 7."""

Integer = Annotated[int, Strict()]
MAX_INTEGER = 2**63 - 1
"""The largest whole number that the tables hold."""
Flag = Annotated[bool, Strict()]
Text = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]
"""A text with at least one visible character."""
