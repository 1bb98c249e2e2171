from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.openalex import (
    CLEANING,
    iter_parts,
    join_index,
    recognises,
)
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CASES = Path(__file__).parents[1] / "cases" / "import" / "openalex"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read_case(name: str) -> list[Part]:
    content = (CASES / name).read_bytes()
    return list(iter_parts(io.BufferedReader(io.BytesIO(content)), {}))


def test_works_of_an_answer_have_their_words_in_order_and_no_data_about_people() -> None:
    assert read_case("api_answer.json") == [
        Entry(
            position=1,
            place=at(3, 3),
            abstract="The stones roll and stones stop at 95% of maximal of depth.",
            title="Rivers &amp; Stones",
            authors=("Ada Beispiel", "Bo Muster"),
            venue="Journal of Toys",
            year=2024,
            arxiv="2401.01234v2",
            doi="10.1234/TOY.2024.01",
            license="cc-by",
            license_source="http://arxiv.org/abs/2401.01234v2",
            page="https://doi.org/10.1234/toy.2024.01",
        ),
        Entry(
            position=2,
            place=at(17, 3),
            abstract="Only has v3 this.",
            title="Stones",
            year=2023,
            page="https://openalex.org/W4000000002",
        ),
        Skipped(at(18, 3), "No Words", "no abstract"),
        Entry(
            position=3,
            place=at(19, 3),
            abstract="Two words stand here.",
            title="Doubled and Holed",
            venue="Old Toys",
            year=2019,
            license="cc-by-nc",
            page="https://openalex.org/W4000000004",
        ),
    ]


def test_an_index_may_be_written_as_text_and_a_damaged_one_is_a_finding() -> None:
    parts = read_case("index_as_text.jsonl")
    assert [(type(part), part.place.line) for part in parts] == [
        (Entry, 1),
        (Unreadable, 2),
        (Unreadable, 3),
        (Unreadable, 4),
        (Entry, 5),
    ]
    texts = [part.abstract for part in parts if isinstance(part, Entry)]
    assert texts == ["Put in once in text", "An older"]


@pytest.mark.parametrize(
    ("index", "text"),
    [
        ({"b": [1, 3], "a": [0, 2]}, "a b a b"),
        ({"b": [10], "a": [9], "c": [100]}, "a b c"),
        ({"a": [0, 0], "b": [0]}, "a b"),
        ({"b": 1, "a": 0}, "a b"),
        ({}, ""),
        ({"a": [-1]}, None),
        ({"a": ["0"]}, None),
        ({"a": None}, None),
        ({"a": [True]}, None),
        (["a", "b"], None),
        ('{"a": [0]}', "a"),
        ("a text", None),
        ("[" * 100_000, None),
    ],
)
def test_words_are_joined_by_their_positions(index: Any, text: str | None) -> None:
    assert join_index(index) == text


def test_that_the_text_was_put_together_is_always_recorded() -> None:
    assert CLEANING[0] is CleaningStep.INVERTED_INDEX


def test_it_is_recognised_by_an_inverted_index_or_its_authorships() -> None:
    assert recognises('{"id": "x", "abstract_inverted_index": null}', "")
    assert recognises('[{"id": "https://openalex.org/W1", "authorships": []}]', "")
    assert not recognises('{"authorships": [], "abstract": "A"}', "")
    assert not recognises('the key "abstract_inverted_index": is', "")
