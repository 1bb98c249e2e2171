"""The values of JSON documents, in every layout, whole and damaged."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents import jsonreading
from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.jsonreading import iter_values

A = '{"abstract": "A"}'
MARKS = frozenset(("abstract",))


def read(document: str | bytes) -> list[Any]:
    """The values, and for what cannot be read its line and column."""
    content = document.encode() if isinstance(document, str) else document
    found = iter_values(io.BufferedReader(io.BytesIO(content)), MARKS)
    return [
        (part.place.line, part.place.column) if isinstance(part, Unreadable) else part[1]
        for part in found
    ]


def places(document: str) -> list[tuple[int, int]]:
    found = iter_values(io.BufferedReader(io.BytesIO(document.encode())), MARKS)
    parts = (part if isinstance(part, Unreadable) else part[0] for part in found)
    return [
        (part.place.line, part.place.column)
        if isinstance(part, Unreadable)
        else (part.line, part.column)
        for part in parts
    ]


VALUE = {"abstract": "A"}


@pytest.mark.parametrize(
    "document",
    [
        f"{A}\n{A}\n",
        f"{A}\r\n\r\n  {A}",
        f"{A}{A}",
        f"{A},\n{A},\n",
        f"\ufeff[{A}, {A}]",
        f"[\n  {A},\n  {A},\n]",
        f"[[{A}], [{A}]]",
        f"[{A}]\n[{A}]",
        f'{{"count": 2, "results": [{A}, {A}]}}',
        f'{{"count": 2,\n"results": [{A},\n{A}],\n"next": null}}',
        f'{{"status": "ok",\n"message": {{"total": 2, "items": [{A}, {A}]}}}}',
        f'{{"took": 1,\n"hits": {{"hits": [{{"_source": {A}}}, {{"_source": {A}}}]}}}}',
        f'{{"data": [{A}]}}\n{{"data": [{A}]}}\n',
        f'{{"2405.01234": {A},\n"2405.01235": {A}}}',
        f'{{"2405.01234": {A}, "2405.01235": {A}}}',
        '{\n "abstract": "A"\n}\n{\n "abstract": "A"\n}\n',
        f"{A}\n{A}".encode("utf-16"),
    ],
)
def test_values_are_found_wherever_a_document_keeps_them(document: str | bytes) -> None:
    assert read(document) == [VALUE, VALUE]


def test_a_single_object_is_a_value() -> None:
    assert read('{\n "title": "T",\n "abstract": null\n}') == [{"title": "T", "abstract": None}]


def test_a_marked_object_is_not_searched_for_values_inside() -> None:
    for document in (f'{{"abstract": "B", "papers": [{A}]}}', f'{{"abstract": "B",\n"data": {A}}}'):
        assert [value["abstract"] for value in read(document)] == ["B"]


@pytest.mark.parametrize("document", ["", "\ufeff\n \n", "[]", '{"notes": [], "count": 0}'])
def test_a_document_without_entries_yields_nothing(document: str) -> None:
    assert read(document) == []
    assert read(document.replace(",", ",\n")) == []


def test_a_broken_line_is_one_finding_and_the_others_are_read() -> None:
    assert read(f'{A}\n{{"abstract": "B\n{A}\n{{"a" 1}}\n{A}') == [
        VALUE,
        (2, 14),
        VALUE,
        (4, 6),
        VALUE,
    ]


def test_a_broken_first_line_does_not_hide_that_there_are_lines() -> None:
    assert read(f'{{"abstract": "B\n{A}\n{A}\n') == [(1, 14), VALUE, VALUE]


@pytest.mark.parametrize(
    ("damaged", "column"),
    [
        ('{"abstract": "5" long"}', 18),
        ('{"abstract": "he said "hi" to"}', 24),
        ('{"abstract": [1, 2}', 19),
        ('{"abstract": tru}', 14),
        (r'{"abstract": "\x"}', 15),
    ],
)
def test_behind_a_damaged_value_of_a_list_the_next_ones_are_read(damaged: str, column: int) -> None:
    assert read(f"[\n{A},\n{damaged},\n{A}\n]") == [VALUE, (3, column), VALUE]


def test_a_missing_bracket_is_noticed_where_the_next_value_begins() -> None:
    assert read(f'[\n{A},\n{{"abstract": "B", "n": {{}},\n{A}\n]') == [VALUE, (4, 1), VALUE]


def test_behind_a_damaged_value_of_a_list_in_one_line_the_next_ones_are_read() -> None:
    for damaged in ('{"abstract": "5" long", "n": 1}', '{"abstract": [1, 2}'):
        first, place, last = read(f"[{A},{damaged},{A}]")
        assert (first, place[0], last) == (VALUE, 1, VALUE)


def test_the_end_of_a_list_ends_a_value_that_lacks_its_bracket() -> None:
    assert read(f'[{A}, {{"abstract": "B"]') == [VALUE, (1, 37)]


def test_an_object_with_its_mark_behind_inner_objects_is_a_value() -> None:
    assert read('{\n"data": {"n": 1},\n"abstract": "A"\n}')[-1] == VALUE


def test_the_place_is_where_a_value_begins() -> None:
    assert places(f'{{"1": {A},\n"2": {A}}}') == [(1, 7), (2, 6)]
    assert places(f'{{"n": 1,\n "papers": [\n  {A},\n\n    {A}, {A}\n ]}}') == [
        (3, 3),
        (5, 5),
        (5, 24),
    ]
    assert places(f"{A}\n\n{A}") == [(1, 1), (3, 1)]


@pytest.mark.parametrize(
    ("document", "values", "place"),
    [
        (f"[{A}, {A}", 2, (1, 38)),
        (f'[{A}, {A}, {{"abstract": "B', 2, (1, 40)),
        (f'{{"results": [{A}, {A}]', 2, (1, 51)),
        (f'{{"results": [{A}], "n": ', 1, (1, 39)),
        (f"[{A}}}", 1, (1, 19)),
        ("hello", 0, (1, 1)),
        ("[1:", 1, (1, 3)),
        ("{", 0, (1, 2)),
        ("[" * 100_000, 0, (1, 2)),
    ],
)
def test_a_document_that_cannot_be_read_on_ends_with_one_finding(
    document: str, values: int, place: tuple[int, int]
) -> None:
    *before, last = read(document)
    assert len(before) == values
    assert last == place


def test_what_is_nested_too_deeply_is_a_finding_and_no_end() -> None:
    deep = f'{{"x": {"[" * 5000}{"]" * 5000}}}'
    assert read(f"[{deep}, {A}]") == [(1, 2), VALUE]
    assert read(f"{A}\n{deep}\n{A}") == [VALUE, (2, 1), VALUE]


def test_numbers_are_read_without_loss() -> None:
    document = '[{"a": 7.0, "b": 123456789012345678901, "c": 1e2, "d": NaN, "e": -Infinity}]'
    value = read(document)[0]
    assert [str(value[key]) for key in "abc"] == ["7.0", "123456789012345678901", "1E+2"]
    assert isinstance(value["a"], Decimal)
    assert isinstance(value["b"], int)
    assert value["d"] is None
    assert value["e"] is None


def test_a_number_is_not_cut_where_the_text_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonreading, "_CHUNK_LENGTH", 1)
    assert read("[123,\n45]") == [123, 45]


def test_numbers_too_large_for_numbers_stay_text() -> None:
    value = read(f'{{"a": {"9" * 5000}, "b": 1e99999999999999999999}}')[0]
    assert value == {"a": "9" * 5000, "b": "1e99999999999999999999"}


def test_a_key_that_stands_twice_is_a_finding_unless_nothing_is_lost() -> None:
    assert read(f'{{"abstract": "A", "abstract": "A"}}\n{A}') == [VALUE, VALUE]
    assert read(f'{{"abstract": "A", "abstract": "B"}}\n{A}') == [(1, 1), VALUE]
    assert read(f'[{{"x": {{"n": 1, "n": 2}}, "abstract": "A"}}, {A}]') == [(1, 2), VALUE]


def test_damaged_bytes_and_half_pairs_are_handed_on_to_be_noticed() -> None:
    values = read(b'{"abstract": "\xff"}\n{"abstract": "\\ud83d"}\n')
    assert values == [{"abstract": "\udcff"}, {"abstract": "\ud83d"}]


def test_line_breaks_and_tabs_inside_a_text_are_read_in_a_list() -> None:
    assert read('[{"abstract": "A\n\tB"}]') == [{"abstract": "A\n\tB"}]


def test_utf_16_that_ends_in_the_middle_is_a_finding() -> None:
    assert read(f"[{A}]".encode("utf-16")[:-1]) == [VALUE, (1, 19)]


def test_a_line_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonreading, "VALUE_LENGTH_LIMIT", 1000)
    monkeypatch.setattr(jsonreading, "_CHUNK_LENGTH", 100)
    long = '{"abstract": "' + "x" * 5000 + '"}'
    assert read(f"{A}\n{long}\n{A}") == [VALUE, (2, 1), VALUE]
    assert read(f"[{A},\n{long}, {A}]") == [VALUE, (2, 1)]


A_AND_COMMA = f" {A},".encode()


def test_a_list_is_read_as_it_is_asked_for() -> None:
    class Endless(io.RawIOBase):
        read_bytes = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            start = self.read_bytes % len(A_AND_COMMA)
            pieces = A_AND_COMMA * (len(buffer) // len(A_AND_COMMA) + 2)
            buffer[:] = pieces[start : start + len(buffer)]
            if not self.read_bytes:
                buffer[:1] = b"["
            self.read_bytes += len(buffer)
            return len(buffer)

    stream = Endless()
    values = iter_values(io.BufferedReader(stream, 2**16), MARKS)
    assert [next(values)[1] for _ in range(3)] == [VALUE] * 3
    assert stream.read_bytes < 2 * jsonreading._CHUNK_LENGTH


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.lists(
    st.builds(
        lambda text, more: {**more, "abstract": text}, TEXTS, st.dictionaries(TEXTS, JSON_VALUES)
    ),
    min_size=1,
    max_size=4,
)


@given(
    RECORDS,
    st.sampled_from(["lines", "list", "key", "nested key", "one behind the other"]),
    st.sampled_from([None, 0, 2]),
    st.booleans(),
    st.sampled_from([1, 2, 7, 64, 2**18]),
)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_layout_and_every_cut_into_chunks_gives_the_same_values(
    records: list[Any],
    layout: str,
    indent: int | None,
    ascii_only: bool,
    chunk: int,
) -> None:
    if layout == "lines":
        document = "\n".join(json.dumps(record, ensure_ascii=ascii_only) for record in records)
    elif layout == "one behind the other":
        document = "\n".join(
            json.dumps(record, indent=2, ensure_ascii=ascii_only) for record in records
        )
    else:
        around = {"list": records, "key": {"n": 1, "results": records}}
        around["nested key"] = {"message": {"items": records, "n": [1]}}
        document = json.dumps(around[layout], indent=indent, ensure_ascii=ascii_only)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonreading, "_CHUNK_LENGTH", chunk)
        assert read(document) == records
