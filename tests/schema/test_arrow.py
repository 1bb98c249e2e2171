"""The Arrow schemas are fixed, typed throughout and as flat as promised."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pytest

from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import TABLES

SCALARS = {pa.string(), pa.int64(), pa.float64(), pa.bool_()}


def iter_leaves(data_type: pa.DataType) -> Iterator[pa.DataType]:
    if pa.types.is_list(data_type):
        yield from iter_leaves(data_type.value_type)
    elif pa.types.is_struct(data_type):
        assert data_type.num_fields > 0
        for index in range(data_type.num_fields):
            yield from iter_leaves(data_type.field(index).type)
    else:
        yield data_type


@pytest.mark.parametrize("config", TABLES)
def test_only_plain_types_are_published(config: str) -> None:
    for field in table_schema(config):
        assert set(iter_leaves(field.type)) <= SCALARS, field


@pytest.mark.parametrize("config", TABLES)
def test_columns_are_those_of_the_row_in_its_order(config: str) -> None:
    assert table_schema(config).names == list(TABLES[config].ordered_fields())


@pytest.mark.parametrize("config", TABLES)
def test_schema_carries_no_metadata(config: str) -> None:
    assert not table_schema(config).metadata


def test_quantities_are_scalars_and_lists_of_strings() -> None:
    allowed = SCALARS | {pa.list_(pa.field("element", pa.string()))}
    assert {field.type for field in table_schema("quantities")} == allowed


def test_numbers_are_doubles_and_their_digits_strings() -> None:
    schema = table_schema("quantities")
    assert schema.field("value").type == pa.float64()
    assert schema.field("value_text").type == pa.string()
    assert schema.field("denominator").type == pa.int64()
    assert schema.field("form").type == pa.string()


def test_spans_are_structs_of_text_start_and_end() -> None:
    evidence = table_schema("claims").field("evidence").type.value_type
    assert [(field.name, field.type) for field in evidence] == [
        ("text", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
    ]


def test_empty_lists_keep_their_type() -> None:
    table = pa.Table.from_pylist([], schema=table_schema("records"))
    assert pa.types.is_struct(table.schema.field("links").type.value_type)


def test_unknown_table_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="colours"):
        table_schema("colours")
