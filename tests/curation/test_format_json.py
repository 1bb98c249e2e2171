from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.json import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "json"


def read(content: bytes | str, **columns: str) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), columns))


def read_case(name: str, **columns: str) -> list[Part]:
    return read((CASES / name).read_bytes(), **columns)


def read_one(**values: Any) -> Entry:
    (part,) = read(json.dumps({"abstract": "We see.", **values}))
    assert isinstance(part, Entry)
    return part


def test_the_keys_that_people_use_are_known() -> None:
    parts = read_case("various_keys.jsonl")
    entries = {part.title: part for part in parts if isinstance(part, Entry)}
    assert [entry.position for entry in entries.values()] == list(range(1, 9))
    plain = entries["Plain"]
    assert plain == Entry(
        position=1,
        place=Place(1, 1, 1, plain.place.end_column),
        abstract="A plain  abstract, 95% [12] 😀.",
        title="Plain",
        authors=("Ada Beispiel", "Bo Muster"),
        venue="ToyConf",
        year=2024,
        keywords=("a b", "c"),
        doi="10.1234/plain",
        page="https://toys.example/plain",
    )
    upper = entries["Upper"]
    assert (upper.place.line, upper.abstract) == (3, "Keys in upper case.")
    assert (upper.authors, upper.year) == (("Ada Beispiel", "Bo Muster"), 2023)
    assert upper.keywords == ("x", "y")
    names = entries["Names"]
    assert names.authors == ("Ada Beispiel", "Bo Muster")
    assert (names.year, names.arxiv) == (2022, "2205.01230")
    summary = entries["Summary"]
    assert (summary.abstract, summary.arxiv) == ("A summary\nof two lines.", "2501.00001")
    assert summary.code_url == "https://github.com/toy/summary"
    described = entries["Described"]
    assert described.abstract == "Only a description is there."
    assert described.authors == ("Ada Beispiel", "Bo Muster")
    assert described.openreview == "aB3dE_fGh1"
    assert entries["Both"].abstract == "This one."


def test_what_holds_no_abstract_or_cannot_be_read_is_told_with_its_line() -> None:
    parts = read_case("various_keys.jsonl")
    assert [(part.place.line, part.reason) for part in parts if isinstance(part, Skipped)] == [
        (9, "no abstract"),
        (10, "no abstract"),
        (11, "no abstract"),
    ]
    assert [part.place.line for part in parts if isinstance(part, Unreadable)] == [12, 13, 14]


def test_records_of_this_tool_are_read() -> None:
    own = read_case("various_keys.jsonl")[-1]
    assert own == Entry(
        position=8,
        place=own.place,
        abstract="A record of this tool.",
        title="Own record",
        authors=("Ada Beispiel",),
        venue="ToyConf",
        year=2025,
        track="main",
        presentation="poster",
        primary_area="toys",
        keywords=("own",),
        openreview="aB3dE_fGh1",
        arxiv="2502.01234",
        doi="10.1234/own",
        license="CC-BY-4.0",
        license_source="https://toys.example/license",
    )


def test_columns_may_lie_inside_other_objects() -> None:
    columns = {"abstract": "paper.text.body", "title": "paper.meta.name"}
    assert read_case("nested.json", **columns) == [
        Entry(1, Place(2, 3, 2, 3), "Deep inside.", title="Nested"),
        Skipped(Place(5, 3, 5, 3), "Empty", "no abstract"),
    ]


def test_a_key_with_a_dot_goes_before_one_inside_an_object() -> None:
    line = '{"text.body": "With a dot.", "text": {"body": "Inside."}}'
    (part,) = read(line, abstract="text.body")
    assert isinstance(part, Entry)
    assert part.abstract == "With a dot."


def test_a_column_named_by_the_user_goes_before_a_known_one() -> None:
    (part,) = read('{"abstract": "No.", "text": "Yes."}', abstract="text")
    assert isinstance(part, Entry)
    assert part.abstract == "Yes."


def test_columns_that_no_object_has_are_told_once_with_those_that_are_there() -> None:
    lines = '{"body": "A.", "name": "T"}\n{"body": "B."}\n'
    *skipped, missing = read(lines)
    assert [type(part) for part in skipped] == [Skipped, Skipped]
    assert isinstance(missing, Unreadable)
    assert "abstract" in missing.message
    assert "body, name" in missing.hint
    *_, missing = read(lines, abstract="body", title="titel")
    assert isinstance(missing, Unreadable)
    assert "titel" in missing.message
    assert all(isinstance(part, Entry) for part in read(lines, abstract="body", title="name"))


def test_a_list_under_a_key_and_an_object_of_entries_are_read() -> None:
    for name, first, second in (
        ("list_under_a_key.json", "First abstract.", "Second abstract."),
        ("object_of_entries.json", "An object of entries.", "Another one."),
    ):
        parts = read_case(name)
        assert [part.abstract for part in parts if isinstance(part, Entry)] == [first, second]
        assert len(parts) == 2


@pytest.mark.parametrize(
    "document",
    [
        '{"title": {"0": "S", "1": "H"}, "abstract": {"0": "We see.", "1": "We hear."}}',
        '{"title": ["S", "H"],\n "abstract": ["We see.", "We hear."]}',
        '{"rows": [{"row_idx": 0, "row": {"title": "S", "abstract": "We see."}},'
        ' {"row_idx": 1, "row": {"title": "H", "abstract": "We hear."}}]}',
    ],
)
def test_data_frames_are_read_in_the_forms_in_which_they_are_saved(document: str) -> None:
    entries = [part for part in read(document) if isinstance(part, Entry)]
    assert [(entry.title, entry.abstract) for entry in entries] == [
        ("S", "We see."),
        ("H", "We hear."),
    ]


def test_rows_without_names_are_findings_and_no_abstracts() -> None:
    for document in ('[["S", "We see."]]', '{"columns": ["a"], "data": [["S", "We see."]]}'):
        assert isinstance(read(document)[0], Unreadable)


def test_an_abstract_in_pieces_is_one_abstract() -> None:
    (part,) = read('{"title": "T", "abstract": [{"text": "We see."}, {"text": "We hear."}]}')
    assert isinstance(part, Entry)
    assert part.abstract == "We see.\nWe hear."


def test_a_list_of_texts_is_one_of_abstracts() -> None:
    parts = read('["We see.", "We hear."]')
    assert [part.abstract for part in parts if isinstance(part, Entry)] == ["We see.", "We hear."]
    assert isinstance(read("[1, 2]")[0], Unreadable)


def test_damage_in_a_list_and_its_cut_end_are_told_with_their_places() -> None:
    parts = read_case("damaged_and_cut.json")
    assert [(type(part), part.place.line, part.place.column) for part in parts] == [
        (Entry, 2, 3),
        (Unreadable, 3, 40),
        (Entry, 4, 3),
        (Unreadable, 5, 3),
    ]


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ("Ada Beispiel and Bo Muster", ("Ada Beispiel", "Bo Muster")),
        ("Ada Beispiel, Bo Muster", ("Ada Beispiel", "Bo Muster")),
        ([["Beispiel", "Ada", ""]], ("Ada Beispiel",)),
        ([{"author": {"display_name": "Ada Beispiel"}}], ("Ada Beispiel",)),
        (["Beispiel, Ada", None, 7, {}], ("Ada Beispiel",)),
        ({"0": "Ada"}, ()),
        (None, ()),
    ],
)
def test_authors_are_read_in_every_form(authors: Any, expected: tuple[str, ...]) -> None:
    assert read_one(authors=authors).authors == expected


def test_values_of_unexpected_kinds_are_passed_over() -> None:
    entry = read_one(title={"x": []}, year=[None], doi=False, keywords={}, code=3, url=None)
    assert (entry.title, entry.year, entry.keywords, entry.code_url) == (None, None, (), None)


def test_it_is_recognised_by_how_it_begins_or_by_its_name() -> None:
    for head in ('{"a": 1}', "\n[\n {\n", '[["A"', "[]", "[null, {", '["A."]', "{}"):
        assert recognises(head, "")
    for head in ("[1] We propose", "{We propose}", "@article{a,", "[Toys](https://toys.example)"):
        assert not recognises(head, "toys.txt")
    assert recognises("anything", "toys.jsonl")
