from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.ris import iter_parts, recognises
from paperclaims_curation.documents.tagged import RECORD_LENGTH_LIMIT
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "ris"
CUT = "the document ends inside this reference"


def at(line: int, width: int = 10) -> Place:
    return Place(line, 1, line, 1 + width)


def read(content: bytes | str) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def abstracts(parts: list[Part]) -> list[str]:
    return [part.abstract for part in parts if isinstance(part, Entry)]


def messages(parts: list[Part]) -> list[tuple[int, str]]:
    return [(part.place.line, part.message) for part in parts if isinstance(part, Unreadable)]


def test_exports_of_reference_managers_are_read_without_files_and_notes() -> None:
    assert read_case("zotero_and_endnote.ris") == [
        Entry(
            position=1,
            place=at(1),
            abstract="Toys weigh 5% more  today, from $5 to $10 [12] 🎲.",
            title="Weighing Toys",
            authors=("Ben van der Muster", "Ada Beispiel Jr."),
            venue="Journal of Toys",
            year=2019,
            keywords=("scales", "toys"),
            doi="10.1000/toy.2019.2",
            page="https://example.org/toys/2",
        ),
        Entry(
            position=2,
            place=at(19),
            abstract="TinyNet is fast. It needs no training.",
            title="TinyNet: Fast Toys",
            authors=("Ada Beispiel",),
            year=2025,
            arxiv="2501.00001",
            doi="10.48550/arXiv.2501.00001",
            page="http://arxiv.org/abs/2501.00001",
        ),
        Entry(
            position=3,
            place=at(31),
            # Lines that nobody has wrapped are paragraphs.
            abstract="Background: Toys were weighed by many people in many places before, yet"
            " nobody has ever weighed them all at once in a single place.\n\n"
            "Methods: We weighed all toys.\n\n"
            "Results: All weighed something, and the heaviest of them weighed more than all the"
            " others did, which nobody had expected before.",
            title="All Toys",
            authors=("Cleo Probe",),
            venue="Joint Toys",
            year=2011,
            keywords=("Accreditation", "Toys, Wooden", "Toys"),
        ),
    ]


def test_odd_spaces_and_missing_ends_are_read_and_no_abstract_comes_twice() -> None:
    assert read_case("odd_tags_and_missing_ends.ris") == [
        Entry(
            position=1,
            place=at(1),
            abstract="first line,\nER then a second line\nAI - powered toys follow",
            title="Tabs before the hyphen",
            authors=("Ada Beispiel",),
            year=2006,
            keywords=("one space",),
        ),
        Entry(
            position=2,
            place=at(13),
            abstract="The end is missing.",
            title="No end behind this one",
            authors=("B. Muster",),
            year=2020,
        ),
        Entry(
            position=3,
            place=at(21),
            abstract="BACKGROUND: Toys exist.\n\nRESULTS: They are fun.",
            title="Two abstracts in one",
            year=2017,
            openreview="aB3_dE-fGh",
            page="https://openreview.net/forum?id=aB3_dE-fGh",
        ),
        Skipped(at(29), "No abstract", "no abstract"),
        Skipped(at(33), "A placeholder", "no abstract"),
    ]


def test_what_databases_write_around_references_is_passed_over() -> None:
    assert read_case("databases.ris") == [
        Entry(
            position=1,
            place=at(6),
            abstract="Toys and minds were studied."
            " (PsycINFO Database Record (c) 2020 APA, all rights reserved)",
            title="Toys and the mind.",
            authors=("Ada Beispiel",),
            venue="Toy Psychology",
            year=2020,
            keywords=("*Mind", "Toys & Games"),
            doi="10.1037/toy0000001",
            page="http://ovidsp.ovid.example/ovidweb.cgi?AN=2020-00000-001",
        ),
        Entry(
            position=2,
            place=at(25),
            abstract="Toys work.",
            title="Toys at work.",
            authors=("Ben Muster",),
            venue="Toy Work",
        ),
    ]


def test_web_of_science_text_is_read_with_full_names() -> None:
    assert read_case("web_of_science.txt") == [
        Entry(
            position=1,
            place=at(3, 4),
            abstract="Reconstitution experiments with toys show that lids close by 95% when\n"
            "the box is full. IN most boxes, lids do not close.",
            title="Interactions stabilizing the structure of toys in the core of the toy\n"
            "box (TBX) and its lid",
            authors=("Ada Beispiel", "Ben M. Muster"),
            venue="TOY CHEMISTRY",
            year=2006,
            keywords=("toys", "wooden boxes", "lids"),
            doi="10.1000/toychem.2006.1",
        ),
        Skipped(at(29, 4), "A proceedings paper", "no abstract"),
    ]


def test_a_reference_in_which_the_document_breaks_off_is_a_problem() -> None:
    parts = read_case("cut_off.ris")
    assert abstracts(parts) == ["This one is whole."]
    assert messages(parts) == [(6, CUT)]
    web_of_science = read("FN Toy\nVR 1.0\nPT J\nAB A.\nER\n\nPT J\nAB B.\n")
    assert abstracts(web_of_science) == ["A."]
    assert messages(web_of_science) == [(7, CUT)]


def test_a_lone_reference_may_lack_its_end_but_not_its_last_line_end() -> None:
    reference = "TY  - JOUR\nAB  - We see a toy."
    assert abstracts(read(f"{reference}\n")) == ["We see a toy."]
    assert messages(read(reference)) == [(1, CUT)]


def test_the_number_of_the_next_reference_is_no_part_of_an_abstract() -> None:
    reference = "TY  - JOUR\nAB  - We see toys\n2.\n"
    assert abstracts(read(f"{reference}TY  - JOUR\n")) == ["We see toys"]
    assert abstracts(read(f"{reference}ER  - \n")) == ["We see toys\n2."]


def test_a_document_that_never_ends_its_references_is_read_to_its_last_one() -> None:
    parts = read("TY  - JOUR\nAB  - One.\nTY  - JOUR\nAB  - Two.\n")
    assert abstracts(parts) == ["One.", "Two."]


def test_references_without_a_type_are_read() -> None:
    parts = read(
        "DB  - Toys\nTI  - One\nAB  - We see.\nER  - \n\nTI  - Two\nAB  - We hear.\nER  - \n"
    )
    assert abstracts(parts) == ["We see.", "We hear."]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends_and_a_mark_amid_the_document_do_no_harm(end: str) -> None:
    content = "\ufeffTY  - JOUR\nAB  - One.\nER  -\n\ufeffTY  - JOUR\nAB  - Two.\nER  -\n"
    parts = read(content.replace("\n", end))
    assert abstracts(parts) == ["One.", "Two."]
    assert [part.place.line for part in parts] == [1, 4]


def test_notes_with_other_dois_are_not_the_reference() -> None:
    (part,) = read(
        "TY  - JOUR\nN1  - cites 10.1000/other.1\nM3  - doi: 10.1000/own.1\nAB  - A.\nER  -\n"
    )
    assert isinstance(part, Entry)
    assert part.doi == "10.1000/own.1"


def test_a_reference_without_end_is_passed_over_and_not_held_in_memory() -> None:
    endless = "AB  - " + ("we see " * 99 + "\n") * (RECORD_LENGTH_LIMIT // 600)
    parts = read(f"TY  - JOUR\n{endless}ER  - \nTY  - JOUR\nAB  - Good.\nER  - \n")
    assert abstracts(parts) == ["Good."]
    (line, message) = messages(parts)[0]
    assert line == 1
    assert message.endswith("4,194,304 are allowed")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("TY  - JOUR\nTI  - A\n", True),
        ("1.\nTY - JOUR\n", True),
        ("TI  - A\nAB  - B\nER  - \n", True),
        ("FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\n", True),
        ("PMID- 1\nTI  - A\nAB  - B\n", False),
        ("A TY  - JOUR in the text\n", False),
        ("PTs were seen\nPT J\n", False),
    ],
)
def test_a_document_is_recognised_by_its_tags(head: str, expected: bool) -> None:
    assert recognises(head, "") is expected
