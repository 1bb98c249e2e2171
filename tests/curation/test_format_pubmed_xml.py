from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.formats.pubmed_xml import iter_parts, recognises
from paperclaims_curation.problem import Place

SAMPLES = Path(__file__).parents[1] / "cases" / "import" / "pubmed-xml"
PAGE = "https://pubmed.ncbi.nlm.nih.gov/{}/"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(name: str) -> list[Part]:
    with (SAMPLES / name).open("rb") as stream:
        return list(iter_parts(stream, {}))


def entry(inside: str) -> Part:
    """The one part of an article that holds these elements in XML."""
    document = f"<PubmedArticle><MedlineCitation>{inside}</MedlineCitation></PubmedArticle>"
    (part,) = iter_parts(io.BytesIO(document.encode()), {})
    return part


def abstract(inside: str) -> str:
    part = entry(f"<Article><Abstract>{inside}</Abstract></Article>")
    assert isinstance(part, Entry)
    return part.abstract


def test_a_response_of_efetch_is_read_part_by_part() -> None:
    assert read("efetch_response.xml") == [
        Entry(
            1,
            at(4, 1),
            "BACKGROUND: Cold water slows <i>H. fictus</i>, and 95% of gardens are cold.\n\n"
            "WHAT DID WE ASK? Whether 10<sup>3</sup> ml of H<sub>2</sub>O  suffices [12].\n\n"
            "Plants were dealt out by coin.\n\n"
            "RESULTS &amp; HARMS: Growth rose by 12.5% (p&lt;0.001) 🌱; AT&amp;T lines were not cut.",
            title="Watering of <i>Hortus fictus</i> at 4 °C: a randomised trial.",
            authors=("Ada M Beispiel", "Bob Muster Jr", "Invented Gardens Study Group"),
            venue="Journal of invented gardens",
            year=2024,
            keywords=("cold water", "Hortus"),
            doi="10.9999/jig.2024.001",
            license="CC BY-NC 4.0",
            page=PAGE.format(90000001),
        ),
        Skipped(at(4, 3039), "A letter without abstract.", "no abstract"),
        Entry(
            2,
            at(5, 1),
            "Se regaron 12 jardines con agua fría.",
            title="El jardín inventado.",
            authors=("E Ejemplo",),
            venue="Revista de jardines inventados",
            year=1998,
            doi="10.9999/rji.3",
            page=PAGE.format(90000003),
        ),
        Skipped(at(6, 1), "WITHDRAWN: Watering at noon.", "withdrawn"),
        Skipped(at(7, 1), "Only elsewhere.", "no abstract"),
        Entry(
            3,
            at(8, 1),
            "Seven soils are compared.",
            title="Soils",
            authors=("Ada Beispiel",),
            venue="Handbook of Invented Gardens",
            year=2019,
            doi="10.9999/book.chapter",
            page=PAGE.format(90000006),
        ),
    ]


def test_persons_data_beside_names_is_not_read() -> None:
    parts = repr(read("efetch_response.xml")) + repr(read("as_publishers_send_it.xml"))
    for text in ("nowhere", "0000-0000-0000", "Department", "owns a garden", "Untersucher", "Hans"):
        assert text not in parts


def test_one_article_alone_is_read_and_its_mathml_has_no_namespace() -> None:
    (part,) = read("one_article_with_mathml.xml")
    assert part == Entry(
        1,
        at(1, 1),
        "The effect was large,\n                    "
        "<math><msup><mi>η</mi><mn>2</mn></msup></math> = 0.4.",
        title='Effects of\n                <math><mi mathvariant="italic">η</mi></math> on growth.',
        venue="Formulae",
        year=2022,
        page=PAGE.format(90000011),
    )


def test_responses_may_follow_each_other() -> None:
    first, second = read("two_responses.xml")
    assert first == Entry(1, at(4, 1), "One garden.", title="First.", page=PAGE.format(90000021))
    assert second == Entry(2, at(9, 1), "Two gardens.", title="Second.", page=PAGE.format(90000022))


def test_the_form_that_publishers_send_in_is_read() -> None:
    assert read("as_publishers_send_it.xml") == [
        Entry(
            1,
            at(4, 3),
            "Café was served in &lt;b&gt;three&lt;/b&gt; gardens.",
            title="Café in gardens",
            authors=("Zoë K. Beispiel",),
            venue="Journal of invented gardens",
            year=2021,
            doi="10.9999/jig.2021.007",
        )
    ]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<AbstractText>One.</AbstractText>", "One."),
        ("<AbstractText>One.</AbstractText><AbstractText>Two.</AbstractText>", "One.\n\nTwo."),
        ('<AbstractText Label="AIM:">One.</AbstractText>', "AIM: One."),
        ('<AbstractText Label="AIM">aim: one.</AbstractText>', "aim: one."),
        ('<AbstractText Label="AIM">Aims vary.</AbstractText>', "AIM: Aims vary."),
        ('<AbstractText Label="ABSTRACT">One.</AbstractText>', "One."),
        ('<AbstractText NlmCategory="METHODS">One.</AbstractText>', "One."),
        ('<AbstractText Label="A &lt; B">One.</AbstractText>', "A &lt; B: One."),
        ("One.<CopyrightInformation>Copyright.</CopyrightInformation>", "One."),
        ("<AbstractText><b>AIM</b> One.</AbstractText>", "<b>AIM</b> One."),
    ],
)
def test_sections_become_paragraphs_with_their_labels(inside: str, expected: str) -> None:
    assert abstract(inside) == expected


def test_an_abstract_wins_over_others() -> None:
    other = (
        "<OtherAbstract Type='PIP' Language='eng'><AbstractText>Two.</AbstractText></OtherAbstract>"
    )
    own = "<Article><Abstract><AbstractText>One.</AbstractText></Abstract></Article>"
    assert isinstance(part := entry(other + own), Entry)
    assert part.abstract == "One."


def test_a_summary_in_plain_language_is_no_abstract() -> None:
    other = "<OtherAbstract Type='plain-language-summary'><AbstractText>Two.</AbstractText></OtherAbstract>"
    assert isinstance(entry(f"<PMID>7</PMID>{other}"), Skipped)


def test_a_doi_of_a_reference_is_not_the_doi_of_the_article() -> None:
    document = b"""<PubmedArticle><MedlineCitation><Article><Abstract>One.</Abstract></Article>
      </MedlineCitation><PubmedData><ReferenceList><Reference><ArticleIdList>
      <ArticleId IdType="doi">10.1/2</ArticleId></ArticleIdList></Reference></ReferenceList>
      </PubmedData></PubmedArticle>"""
    (part,) = iter_parts(io.BytesIO(document), {})
    assert isinstance(part, Entry)
    assert part.doi is None


@pytest.mark.parametrize("text", ["N/A", "[No abstract available]", " "])
def test_a_stand_in_for_an_abstract_is_skipped(text: str) -> None:
    part = entry(
        f"<PMID>7</PMID><Article><Abstract><AbstractText>{text}</AbstractText></Abstract></Article>"
    )
    assert isinstance(part, Skipped)
    assert part.reason == "no abstract"


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_are_recognised(sample: Path) -> None:
    # Not in UTF-8, the head is damaged beyond ASCII.
    assert recognises(sample.read_text("utf-8", "replace")[:65536], "")


@pytest.mark.parametrize(
    "head", ["", "PubmedArticle", "<article><front/></article>", "A list with <PubmedArticle>."]
)
def test_other_documents_are_not_recognised(head: str) -> None:
    assert not recognises(head, "")
