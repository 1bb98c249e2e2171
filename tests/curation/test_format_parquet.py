from __future__ import annotations

import datetime as dt
import io
import tracemalloc
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.parquet import iter_parts, recognises
from paperclaims_curation.problem import BadInputError, Place


class Stream(io.BytesIO):
    """A stream that cannot be sought in, as a decompressed one."""

    def seekable(self) -> bool:
        return False


def at(row: int) -> Place:
    return Place(row, 1, row, 1)


def write(table: pa.Table, **options: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return file.getvalue()


def read(content: bytes, columns: Mapping[str, str] | None = None) -> list[Part]:
    return list(iter_parts(io.BufferedReader(io.BytesIO(content)), columns or {}))


MANY_TYPES = write(
    pa.table(
        {
            "Abstract": pa.array(["We  x 🎉.", "N/A", None, "We y."], pa.large_string()),
            "title": pa.array(["A", "B", None, "D"]).dictionary_encode(),
            "authors": pa.array(
                [
                    [{"name": "Ada Beispiel", "email": "ada@x.example"}],
                    [],
                    None,
                    [{"name": "Muster, Max", "email": None}],
                ]
            ),
            "venue": pa.array(["Venue", None, None, None], pa.string_view()),
            "published": pa.array(
                [dt.datetime(2023, 5, 1, tzinfo=dt.UTC), None, None, None],
                pa.timestamp("ns", "UTC"),
            ),
            "keywords": pa.array([["a", "b"], [], None, ["c"]], pa.large_list(pa.string())),
            "doi": pa.array([b"10.5555/x", None, None, None], pa.binary()),
        }
    )
)
EXPECTED: list[Part] = [
    Entry(
        1,
        at(1),
        "We  x 🎉.",
        title="A",
        authors=("Ada Beispiel",),
        venue="Venue",
        year=2023,
        keywords=("a", "b"),
        doi="10.5555/x",
    ),
    Skipped(at(2), "B", "no abstract"),
    Skipped(at(3), "(no title)", "no abstract"),
    Entry(2, at(4), "We y.", title="D", authors=("Max Muster",), keywords=("c",)),
]


def test_columns_of_many_types_are_read() -> None:
    assert read(MANY_TYPES) == EXPECTED


def test_a_stream_that_cannot_be_sought_in_is_read() -> None:
    assert list(iter_parts(io.BufferedReader(Stream(MANY_TYPES)), {})) == EXPECTED


def test_members_of_structs_are_columns() -> None:
    paper = {"abstract": {"value": "We x."}, "title": {"value": "T"}, "note": "We y."}
    content = write(pa.table({"id": [1, 2], "paper": [paper, None], "paper.x": ["We z.", None]}))
    entry = Entry(1, at(1), "We x.", title="T")
    empty = Skipped(at(2), "(no title)", "no abstract")
    assert read(content) == [entry, empty]
    assert read(content, {"abstract": "paper.abstract.value", "title": "paper.title"}) == [
        entry,
        empty,
    ]
    assert read(content, {"abstract": "paper.note"})[0] == Entry(1, at(1), "We y.", title="T")
    assert read(content, {"abstract": "paper.x"})[0] == Entry(1, at(1), "We z.", title="T")


def test_a_table_without_abstracts_says_which_columns_it_has() -> None:
    assert read(write(pa.table({"id": [1], "meta": [{"x": 1}]}))) == [
        Unreadable(
            at(1),
            "no column is known to hold abstracts",
            "name the column of abstracts with --column abstract=NAME; the columns are:"
            " id, meta, meta.x",
        )
    ]


def test_bytes_that_are_no_text_are_reported_with_their_row() -> None:
    table = pa.table({"abstract": pa.array([b"We x.", b"We \xff.", b"We y."], pa.binary())})
    cast = table.cast(pa.schema([("abstract", pa.string())]), safe=False)
    for content in (write(table), write(cast)):
        parts = read(content)
        assert [(type(part), part.place.line) for part in parts] == [
            (Entry, 1),
            (Unreadable, 2),
            (Entry, 3),
        ]


def test_a_damaged_group_of_rows_does_not_stop_the_next() -> None:
    table = pa.table({"abstract": [f"Abstract {n}." for n in range(300)]})
    content = bytearray(
        write(
            table,
            row_group_size=100,
            write_page_checksum=True,
            compression="none",
            use_dictionary=False,
        )
    )
    metadata = pq.read_metadata(io.BytesIO(bytes(content)))
    chunk = metadata.row_group(1).column(0)
    content[chunk.data_page_offset + chunk.total_compressed_size - 5] ^= 1
    parts = read(bytes(content))
    assert [part.abstract for part in parts if isinstance(part, Entry)] == [
        f"Abstract {n}." for n in (*range(100), *range(200, 300))
    ]
    (broken,) = [part for part in parts if isinstance(part, Unreadable)]
    assert broken.place == at(101)
    assert broken.message.startswith("the Parquet data are damaged: ")
    last = parts[-1]
    assert isinstance(last, Entry)
    assert (last.position, last.place) == (200, at(300))


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + b"x" * 99, MANY_TYPES[:-9]])
def test_what_is_no_table_is_reported(content: bytes) -> None:
    (part,) = read(content)
    assert isinstance(part, Unreadable)
    assert "\n" not in part.message
    assert part.hint == "get the file anew, or write it again"


def test_faults_of_the_stream_are_not_hidden() -> None:
    class Broken(io.RawIOBase):
        def __init__(self, error: Exception) -> None:
            self.error = error

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            raise self.error

    for error in (OSError(5, "no disk"), BadInputError("cut short")):
        with pytest.raises(type(error)):
            list(iter_parts(io.BufferedReader(Broken(error)), {}))


def test_parquet_is_told_by_its_first_bytes_or_its_name() -> None:
    assert recognises(MANY_TYPES[:65536].decode("utf-8", "replace"), "")
    assert recognises("", "papers.parquet")
    assert not recognises("We call it PAR1.", "papers.txt")


def test_memory_does_not_grow_with_the_table() -> None:
    def peak(groups: int) -> int:
        table = pa.table({"abstract": [f"Abstract {n}. " + "word " * 200 for n in range(200)]})
        file = io.BytesIO()
        with pq.ParquetWriter(file, table.schema) as writer:
            for _ in range(groups):
                writer.write_table(table)
        before = pa.total_allocated_bytes()
        tracemalloc.start()
        highest = 0
        for _ in iter_parts(io.BufferedReader(Stream(file.getvalue())), {}):
            highest = max(highest, pa.total_allocated_bytes() - before)
        _, python = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest + python

    assert peak(20) < 2 * peak(4)


SMALL = write(
    pa.table(
        {"abstract": ["We x.", "We y."] * 5, "authors": [["Ada B"]] * 10, "c": [{"a": 1}] * 10}
    ),
    row_group_size=4,
)


@given(st.integers(0), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=5))
@settings(max_examples=50, derandomize=True)
def test_damaged_tables_give_parts(cut: int, flips: list[tuple[int, int]]) -> None:
    changed = bytearray(SMALL)
    for position, byte in flips:
        changed[position % len(changed)] = byte
    for content in (SMALL[: cut % len(SMALL)], bytes(changed)):
        parts = read(content)
        assert parts
        assert all(isinstance(part, Entry | Skipped | Unreadable) for part in parts)
