from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.csl import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "csl"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(content: bytes | str) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def read_one(**fields: object) -> Entry:
    (part,) = read(json.dumps([{"id": "x", "abstract": "We see.", **fields}]))
    assert isinstance(part, Entry)
    return part


def abstracts(parts: list[Part]) -> list[str]:
    return [part.abstract for part in parts if isinstance(part, Entry)]


def test_zotero_export_gives_names_with_particles_and_no_orcids() -> None:
    assert read_case("zotero.json") == [
        Entry(
            position=1,
            place=at(2, 2),
            abstract="TinyNet is $2\\times$ faster: 95% at £5 — 👩‍🔬.\n\nIt needs  no training.",
            title="<i>TinyNet</i>: Fast Toys",
            authors=("Ada Beispiel", "Jan van der Muster Jr.", "Toy Research, Inc."),
            year=2025,
            arxiv="2501.00001",
            page="http://arxiv.org/abs/2501.00001",
        ),
        Entry(
            position=2,
            place=at(20, 2),
            abstract="Toys weigh.",
            title="Weighing Toys",
            authors=("Ben Muster",),
            venue="Proceedings of the 4th Toy Conference",
            year=2019,
            keywords=("scales", "toys"),
            doi="10.1007/978-3-030-00000-1_2",
        ),
        Skipped(at(35, 2), "Old Toys", "no abstract"),
    ]


def test_one_reference_alone_is_read_with_its_licence() -> None:
    assert read_case("datacite.json") == [
        Entry(
            position=1,
            place=at(1, 1),
            abstract="TinyNet is fast.",
            title="TinyNet",
            authors=("Ada Beispiel", "Ben Muster"),
            year=2025,
            arxiv="2501.00001",
            doi="10.48550/ARXIV.2501.00001",
            license="Creative Commons Attribution 4.0 International",
            page="https://arxiv.org/abs/2501.00001",
        )
    ]


def test_references_in_an_object_are_read_and_what_is_none_is_a_problem() -> None:
    parts = read_case("wrapped.json")
    assert parts == [
        Entry(position=1, place=at(2, 3), abstract="We see one toy.", title="First", year=2014),
        Entry(
            position=2,
            place=at(3, 3),
            abstract="We see two toys.",
            title="Second",
            authors=("Ada Beispiel",),
            year=2015,
        ),
        Unreadable(at(4, 3), "the abstract is not a text", "write it as a string"),
        Skipped(at(5, 3), "Fourth", "no abstract"),
        Unreadable(at(6, 3), "not a reference: an object was expected", "take it away"),
    ]
    (pandoc,) = read_case("references_of_pandoc.json")
    assert isinstance(pandoc, Entry)
    assert (pandoc.abstract, pandoc.year, pandoc.openreview) == (
        "We see one toy.",
        2014,
        "aB3_dE-fGh",
    )


def test_a_broken_line_does_not_stop_the_others() -> None:
    first, broken, third = read_case("lines.jsonl")
    assert abstracts([first, third]) == ["We see one toy.", "We see three toys."]
    assert isinstance(broken, Unreadable)
    assert broken.place.line == 2


def test_a_list_that_breaks_off_ends_with_a_problem() -> None:
    first, cut = read_case("cut_off.json")
    assert abstracts([first]) == ["We see one toy."]
    assert isinstance(cut, Unreadable)
    assert cut.place.line == 3


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [["2020", 5, 1]]}, 2020),
        ({"date-parts": [[2020], [2021]]}, 2020),
        ({"date-parts": [2020, 5]}, 2020),
        ({"raw": "May 2020"}, 2020),
        ({"literal": "in press"}, None),
        ([{"year": "2020", "month": "5"}], 2020),
        ("2020-05-01", 2020),
        (2020, 2020),
        ({"date-parts": [[None]]}, None),
    ],
)
def test_the_year_is_found_in_every_form_of_date(issued: object, year: int | None) -> None:
    assert read_one(issued=issued).year == year


def test_fields_of_other_types_than_usual_are_read_or_left_out() -> None:
    entry = read_one(
        **{
            "title": ["One", "Two"],
            "author": [{"family": "Beispiel"}, "Muster, Ben", 7, {"given": None}],
            "container-title": ["Toy Letters", "TL"],
            "DOI": 5,
            "URL": None,
            "keyword": ["a", "b, c"],
            "abstract": ["We see.", "We hear."],
        }
    )
    assert entry == Entry(
        position=1,
        place=at(1, 2),
        abstract="We see.\n\nWe hear.",
        title="One",
        authors=("Beispiel", "Ben Muster"),
        venue="Toy Letters",
        keywords=("a", "b", "c"),
    )


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('[{"id": "a", "type": "article-journal"', True),
        ('{"items": [{"issued": {"date-parts": [[2020]]}}]}', True),
        ('{"id": "a", "type": "paper-conference"}\n{"id": "b"', True),
        # Crossref's answers have dates in parts as well.
        ('{"status": "ok", "message": {"items": [{"issued": {"date-parts": [[2020]]}}', False),
        ('{"indexed": {"date-parts": [[2020, 1, 1]]}, "DOI": "10.1/x", "prefix": "10.1"}', False),
        ('{"title": ["T"], "issued": {"date-parts": [[2020]]}}', False),
        ('[{"title": "T", "abstract": "A"}]', False),
        ('Types such as "type": "article-journal" in a text', False),
    ],
)
def test_a_document_is_recognised_by_what_only_csl_has(head: str, expected: bool) -> None:
    assert recognises(head, "") is expected
