"""What every published row is made of: keys, descriptions and spans.

A row shares every field name with the authored model it comes from; a field that is not
described in the row has the description of the authored model. Offsets count Unicode code points
of the abstract and are half-open: `abstract[start:end] == text`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from paperclaims_schema.base import Model

KEYS = ("record_id", "claim_id", "quantity_id")
"""The columns that name a row, always the first ones."""


class Row(Model):
    """A row, or a part of one."""

    authored: ClassVar[tuple[type[Model], ...]] = ()

    @classmethod
    def ordered_fields(cls) -> tuple[str, ...]:
        keys = tuple(key for key in KEYS if key in cls.model_fields)
        return (*keys, *(name for name in cls.model_fields if name not in keys))

    @classmethod
    def description_of(cls, field: str) -> str:
        """What a column means."""
        for model in (cls, *cls.authored):
            if meaning := model.meanings().get(field):
                return meaning
        raise LookupError(f"{cls.__name__}.{field} has no description")


class Span(Row):
    """A stretch of the abstract."""

    text: Annotated[str, Field(min_length=1)]
    """The words, exactly `abstract[start:end]`."""
    start: Annotated[int, Field(ge=0)]
    """Offset of the first code point."""
    end: int
    """Offset after the last code point."""
