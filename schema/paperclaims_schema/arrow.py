"""Arrow schemas of the published tables, made from the row models and never from data."""

from __future__ import annotations

import types
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pyarrow as pa
from pydantic import BaseModel

from paperclaims_schema.base import Model
from paperclaims_schema.tables import TABLES

_SCALARS: dict[type, pa.DataType] = {
    bool: pa.bool_(),
    int: pa.int64(),
    float: pa.float64(),
    str: pa.string(),
}


def _arrow_type(annotation: Any) -> pa.DataType:
    origin = get_origin(annotation)
    arguments = get_args(annotation)
    if origin is Annotated:
        return _arrow_type(arguments[0])
    if origin in (Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _arrow_type(inner)
    if origin is tuple:
        return pa.list_(pa.field("element", _arrow_type(arguments[0])))
    if origin is Literal:
        return _arrow_type(type(arguments[0]))
    if issubclass(annotation, BaseModel):
        return pa.struct(_arrow_fields(annotation))
    for scalar, arrow_type in _SCALARS.items():
        # Vocabularies are published as plain strings.
        if annotation is scalar or (
            issubclass(annotation, scalar) and issubclass(annotation, Enum)
        ):
            return arrow_type
    raise TypeError(f"no Arrow type for {annotation!r}")


def _arrow_fields(model: type[BaseModel]) -> list[pa.Field[Any]]:
    names = model.ordered_fields() if issubclass(model, Model) else model.model_fields
    return [pa.field(name, _arrow_type(model.model_fields[name].annotation)) for name in names]


@cache
def table_schema(config: str) -> pa.Schema:
    """The Arrow schema of a published table.

    Raises:
        KeyError: there is no such table.
    """
    return pa.schema(_arrow_fields(TABLES[config]))
