from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.formats.acl import iter_parts, recognises
from paperclaims_curation.problem import Place

SAMPLES = Path(__file__).parents[1] / "cases" / "import" / "acl"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(name: str) -> list[Part]:
    with (SAMPLES / name).open("rb") as stream:
        return list(iter_parts(stream, {}))


def test_a_collection_is_read_part_by_part() -> None:
    assert read("collection.xml") == [
        Skipped(at(13, 5), "frontmatter invent-2023-long", "no abstract"),
        Entry(
            1,
            at(17, 5),
            "<tex-math>k</tex-math>-nearest hedges with tokens &lt;s&gt; and &lt;mask&gt; gain 5%"
            " at <tex-math>\\mathcal{O}(L^2)</tex-math>, <i>i.e.</i> <b>much</b>; see"
            " <url>https://example.org/hedges</url>.",
            title="<fixed-case>G</fixed-case>arden<fixed-case>BERT</fixed-case>:"
            " Masks &amp; Hedges",
            authors=("Ada Beispiel", "明 王", "Mononym"),
            venue="Proceedings of the First Workshop on Invented Gardens",
            year=2023,
            doi="10.9999/v1/2023.invent-long.1",
            code_url="https://github.com/example/hedges",
            page="https://aclanthology.org/2023.invent-long.1/",
        ),
        Skipped(at(34, 5), "No abstract here", "no abstract"),
        Skipped(at(40, 5), "Removed", "withdrawn"),
        Entry(
            2,
            at(52, 5),
            "Short hedges\n        are short.",
            title="Short hedges",
            authors=("Bob Muster",),
            venue="Invented Linguistics",
            year=2024,
            page="http://www.example.org/pdf/4_pdf.pdf",
        ),
    ]


def test_an_old_volume_without_information_of_its_own_is_read() -> None:
    assert read("old_volume.xml") == [
        Skipped(at(3, 3), "Proceedings of the Invented Meeting", "no abstract"),
        Entry(
            1,
            at(8, 3),
            "Old hedges are tall.",
            title="Old hedges",
            authors=("Ada Beispiel",),
            venue="Proceedings of the Invented Meeting",
            year=2018,
            page="https://aclanthology.org/X18-1001/",
        ),
    ]


def test_a_volume_does_not_get_the_information_of_the_one_before() -> None:
    document = b"""<collection><volume id="1"><meta><year>2001</year></meta>
      <paper><abstract>One.</abstract></paper></volume>
      <volume id="2"><paper><abstract>Two.</abstract></paper></volume></collection>"""
    parts = list(iter_parts(io.BytesIO(document), {}))
    assert [part.year for part in parts if isinstance(part, Entry)] == [2001, None]


def test_a_damaged_paper_does_not_cost_the_others_their_volume() -> None:
    document = b"""<collection id="c"><volume id="1"><meta><year>2001</year></meta>
      <paper><abstract>R&D</abstract></paper><paper><abstract>Two.</abstract></paper>
      </volume></collection>"""
    damage, part = iter_parts(io.BytesIO(document), {})
    assert damage.place.line == 2
    assert part == Entry(1, at(2, 46), "Two.", year=2001)


def test_persons_data_beside_names_is_not_read() -> None:
    parts = repr(read("collection.xml"))
    for text in ("Nowhere", "0000-0000", "Herausgeber", "Ming"):
        assert text not in parts


@pytest.mark.parametrize(
    ("element", "page"),
    [
        ("<url>2024.naacl-long.1</url>", "https://aclanthology.org/2024.naacl-long.1/"),
        ("<url>P19-1061</url>", "https://aclanthology.org/P19-1061/"),
        ("<url>../../etc/passwd</url>", None),
        ("", None),
    ],
)
def test_a_page_is_made_of_an_identifier_of_the_anthology_only(
    element: str, page: str | None
) -> None:
    document = f"<paper>{element}<abstract>Text.</abstract></paper>".encode()
    (part,) = iter_parts(io.BytesIO(document), {})
    assert isinstance(part, Entry)
    assert part.page == page


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_are_recognised(sample: Path) -> None:
    assert recognises(sample.read_text("utf-8"), "")


@pytest.mark.parametrize("head", ["", "<paper/>", "<collection><document/></collection>", "paper"])
def test_other_documents_are_not_recognised(head: str) -> None:
    assert not recognises(head, "")
