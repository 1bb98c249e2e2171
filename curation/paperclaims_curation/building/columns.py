"""What the columns of a published table are and mean, from its row model."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from paperclaims_schema.base import Model, Vocabulary
from paperclaims_schema.rows import Row
from paperclaims_schema.tables import (
    TABLES,
)

_SCALARS: dict[type, str] = {bool: "bool", int: "int64", float: "float64", str: "string"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column, or a field of a nested one."""

    name: str
    dtype: str
    """The type of a value, or of an element of a list: a scalar type of `datasets`, or `struct`."""
    is_list: bool
    meaning: str
    """What it holds, in one line."""
    vocabulary: type[Vocabulary] | None = None
    """The words that it may hold; null if they are open."""
    fields: tuple[Column, ...] = ()
    """The fields of a struct."""


def _unwrap(annotation: Any) -> tuple[type, bool]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _unwrap(arguments[0])
    if origin in (Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        return _unwrap(inner)
    if origin is tuple:
        return _unwrap(arguments[0])[0], True
    if origin is Literal:
        return type(arguments[0]), False
    return annotation, False


def _meaning(model: type[Model], field: str) -> str:
    if issubclass(model, Row):
        text = model.description_of(field)
    else:
        text = model.meanings().get(field, "")
    return " ".join(text.split())


def _columns(model: type[Model]) -> tuple[Column, ...]:
    columns = []
    for name in model.ordered_fields():
        kind, is_list = _unwrap(model.model_fields[name].annotation)
        meaning = _meaning(model, name)
        if issubclass(kind, Model):
            columns.append(Column(name, "struct", is_list, meaning, fields=_columns(kind)))
        elif issubclass(kind, Vocabulary):
            columns.append(Column(name, "string", is_list, meaning, vocabulary=kind))
        else:
            columns.append(Column(name, _SCALARS[kind], is_list, meaning))
    return tuple(columns)


def table_columns(config: str) -> tuple[Column, ...]:
    """The columns of a published table, in order."""
    return _columns(TABLES[config])


def iter_paths(columns: Iterable[Column], prefix: str = "") -> Iterator[tuple[str, Column]]:
    """Every column and nested field with its path: `claims[].evidence[].start`."""
    for column in columns:
        path = prefix + column.name + ("[]" if column.is_list else "")
        yield path, column
        yield from iter_paths(column.fields, f"{path}.")
