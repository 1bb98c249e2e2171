from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.nbib import CLEANING, iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "nbib"
CUT = "the document ends inside this citation: it has no line `SO  - `"


def at(line: int, width: int = 14) -> Place:
    return Place(line, 1, line, 1 + width)


def read(content: bytes | str) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def test_pubmed_gives_its_own_abstract_without_copyright_and_people_by_name_only() -> None:
    parts = read_case("pubmed.nbib")
    assert parts == [
        Entry(
            position=1,
            place=at(1),
            abstract="BACKGROUND: Toys are tightly controlled by children. The PURPOSE of this"
            " study was\nto weigh (n = 12) toys < 5 kg. METHODS:\nWe weighed them in\n"
            "SARS-CoV-2 times. RESULTS: They weigh 95% (95% CI 90-99%).",
            title="Molecular and cellular regulation of toys in a long title that goes over"
            " two\nlines.",
            authors=("Ada M Beispiel", "Ben Muster Jr", "Toy Study Group"),
            venue="Archives of toy biochemistry",
            year=2019,
            keywords=("Scales", "Toys, wooden"),
            doi="10.1000/j.toy.2019.01.011",
        ),
        Skipped(at(45), "[Toys without an abstract].", "no abstract"),
        Skipped(at(55), "WITHDRAWN: Toys for colds.", "withdrawn"),
        Entry(
            position=2,
            place=at(62, 13),
            abstract="A chapter about toys.",
            title="The Book of Toys",
            authors=("BM Muster",),
            venue="The Book of Toys",
            year=2021,
        ),
    ]
    assert isinstance(parts[0], Entry)
    assert clean(parts[0].abstract, CLEANING)[0] == (
        "BACKGROUND: Toys are tightly controlled by children. The PURPOSE of this study was to"
        " weigh (n = 12) toys < 5 kg. METHODS: We weighed them in SARS-CoV-2 times. RESULTS:"
        " They weigh 95% (95% CI 90-99%)."
    )


def test_eric_records_are_parted_by_blank_lines() -> None:
    assert read_case("eric.nbib") == [
        Entry(
            position=1,
            place=at(1, 10),
            abstract="Schools have toys.",
            title="Toys in Schools",
            authors=("Ada Beispiel", "Ben Muster"),
            venue="School Toys",
            year=2000,
            keywords=("Toys",),
            doi="10.1000/school.1",
        ),
        Entry(
            position=2,
            place=at(16, 10),
            abstract="Schools want more.",
            title="More Toys",
            year=2001,
        ),
    ]


def test_a_citation_in_which_the_document_breaks_off_is_a_problem() -> None:
    whole, cut = read_case("cut_off.nbib")
    assert isinstance(whole, Entry)
    assert whole.abstract == "This one is whole."
    assert isinstance(cut, Unreadable)
    assert (cut.place, cut.message) == (at(7), CUT)


def test_sections_in_lines_of_their_own_are_paragraphs() -> None:
    (part,) = read(
        "PMID- 1\nTI  - Toys\nAB  - AIM: To see.\nAB  - RESULTS: We saw.\n\n      We did.\n"
    )
    assert isinstance(part, Entry)
    assert part.abstract == "AIM: To see.\n\nRESULTS: We saw.\n\nWe did."


def test_citations_without_blank_lines_or_numbers_are_told_apart() -> None:
    joined = read("PMID- 1\nAB  - One.\nPMID- 2\nAB  - Two.\n")
    unnumbered = read("TI  - A\nAB  - One.\n\nTI  - B\nAB  - Two.\n")
    for parts in (joined, unnumbered):
        assert [part.abstract for part in parts if isinstance(part, Entry)] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        ("\nPMID- 123\nOWN - NLM\n", "", True),
        ("OWN - ERIC\nTI  - A\n", "", True),
        ("TI  - A\nAB  - B\n", "toys.nbib", True),
        ("TI  - A\nAB  - B\n", "toys.txt", False),
        ("We cite PMID- 123.\n", "", False),
    ],
)
def test_a_document_is_recognised_by_its_tags(head: str, name: str, expected: bool) -> None:
    assert recognises(head, name) is expected
