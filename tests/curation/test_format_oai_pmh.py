from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.oai_pmh import iter_parts, recognises
from paperclaims_curation.problem import Place

SAMPLES = Path(__file__).parents[1] / "cases" / "import" / "oai-pmh"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(name: str) -> list[Part]:
    with (SAMPLES / name).open("rb") as stream:
        return list(iter_parts(stream, {}))


def dublin_core(inside: str) -> Part:
    (part,) = iter_parts(io.BytesIO(f"<oai_dc:dc>{inside}</oai_dc:dc>".encode()), {})
    return part


def test_dublin_core_is_read_record_by_record() -> None:
    assert read("dublin_core.xml") == [
        Entry(
            1,
            at(6, 1),
            "We grow hedges with $k &lt; 5$ cores and reach 95% of the\noptimum.",
            title="Gardens as Graphs",
            authors=("Ada Beispiel", "Bob Muster Jr."),
            year=2023,
            primary_area="Computer Science - Data Structures and Algorithms",
            arxiv="2401.00001",
            doi="10.9999/hedge.1",
            page="http://arxiv.org/abs/2401.00001",
        ),
        Skipped(at(29, 1), "oai:repository.example:2", "withdrawn"),
        Entry(
            2,
            at(32, 1),
            "&lt;p&gt;Ponds are &lt;em&gt;deep&lt;/em&gt;: d &amp;gt; 3&amp;nbsp;m.&lt;/p&gt;",
            title="Hedges &amp; ponds",
            authors=("Ada Beispiel",),
            year=2019,
            keywords=("ponds",),
            license="https://creativecommons.org/licenses/by-sa/4.0/legalcode",
            page="https://repository.example/record/3",
        ),
        Skipped(at(52, 1), "Only a comment", "no abstract"),
    ]


def test_the_forms_of_arxiv_are_read() -> None:
    assert read("arxiv_forms.xml") == [
        Entry(
            1,
            at(6, 1),
            "We show that hedges with $n&gt;3$ leaves and the tokens &lt;s&gt; and &lt;mask&gt; are\n"
            "planar.",
            title="Hedges in the\n  plane",
            authors=("Ada da Beispiel Jr", "Hedge Collaboration"),
            year=2007,
            primary_area="math.CO",
            arxiv="0704.0001",
            doi="10.9999/plane.1",
            license="http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        ),
        Entry(
            2,
            at(16, 1),
            "Hedges need not be planar.",
            title="Hedges in space",
            authors=("Ada Beispiel", "Bob Muster Jr.", "C. Proband"),
            year=2007,
            primary_area="math.GT",
            arxiv="math/0701002",
        ),
        Skipped(at(23, 1), "Hedges nowhere", "withdrawn"),
    ]


def test_an_error_of_the_repository_is_a_problem() -> None:
    assert read("error_response.xml") == [
        Unreadable(
            at(5, 1),
            "the repository answered with an error: noRecordsMatch: The combination of the values"
            " results in an empty list.",
            "correct the request and fetch the document again",
        )
    ]


def test_records_without_envelope_and_of_other_forms_are_read() -> None:
    assert read("without_envelope.xml") == [
        Entry(
            1,
            at(2, 3),
            "Bare hedges have no envelope.",
            title="Bare hedges",
            authors=("Ada Beispiel",),
        ),
        Entry(
            2,
            at(7, 3),
            "Heights of 12 hedges.",
            title="Data on hedges",
            authors=("Bob Muster",),
            year=2020,
        ),
    ]


def test_headers_alone_are_no_parts() -> None:
    document = b"<OAI-PMH><ListIdentifiers><header><identifier>x</identifier></header></ListIdentifiers></OAI-PMH>"
    assert list(iter_parts(io.BytesIO(document), {})) == []


def test_persons_data_beside_names_is_not_read() -> None:
    parts = "".join(
        map(repr, map(read, ("dublin_core.xml", "arxiv_forms.xml", "without_envelope.xml")))
    )
    for text in (
        "nowhere.example",
        "University",
        "Institute",
        "0000-0000",
        "orcid",
        "Absender",
        "Submitted",
    ):
        assert text not in parts


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (
            "<dc:description>Comments: 5 pages</dc:description><dc:description>Text.</dc:description>",
            "Text.",
        ),
        ("<dc:description/><dc:description>Text.</dc:description>", "Text."),
        (
            "<dc:description>Submitted by B. Muster (b@x.example) on 2020-01-01</dc:description>"
            "<dc:description>Text.</dc:description>",
            "Text.",
        ),
        ("<dc:description>Rejected by all.</dc:description>", "Rejected by all."),
        ("<dc:description>One.</dc:description><dc:description>Two.</dc:description>", "One."),
        ("<dc:description>One.</dc:description><dcterms:abstract>Two.</dcterms:abstract>", "Two."),
    ],
)
def test_the_abstract_is_the_first_description_that_is_one(inside: str, expected: str) -> None:
    part = dublin_core(inside)
    assert isinstance(part, Entry)
    assert part.abstract == expected


def test_a_comment_in_dublin_core_may_tell_of_a_withdrawal() -> None:
    part = dublin_core(
        "<dc:title>T</dc:title><dc:description>Text.</dc:description>"
        "<dc:description>Comment: This paper has been withdrawn by the author</dc:description>"
    )
    assert part == Skipped(at(1, 1), "T", "withdrawn")


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_are_recognised(sample: Path) -> None:
    assert recognises(sample.read_text("utf-8"), "")


@pytest.mark.parametrize(
    "head",
    ["", "<record><controlfield/></record>", "OAI-PMH", '<rdf xmlns:dc="http://purl.org/dc/"/>'],
)
def test_other_documents_are_not_recognised(head: str) -> None:
    assert not recognises(head, "")
