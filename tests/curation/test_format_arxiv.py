from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.arxiv import iter_parts, recognises
from paperclaims_curation.problem import Place

SAMPLES = Path(__file__).parents[1] / "cases" / "import" / "arxiv"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(name: str) -> list[Part]:
    with (SAMPLES / name).open("rb") as stream:
        return list(iter_parts(stream, {}))


def one(inside: str) -> Part:
    (part,) = iter_parts(io.BytesIO(f"<entry>{inside}</entry>".encode()), {})
    return part


def test_a_response_of_the_api_is_read_part_by_part() -> None:
    assert read("api_response.xml") == [
        Entry(
            1,
            at(9, 3),
            "We grow hedges with $k < 5$ cores in the sense of R\\'enyi, and reach 95\\% of\n"
            "the optimum for $a<b and c>d$ [12]. Code costs $5 to $10  and is fine 🌿.\n"
            "  A second paragraph begins here.",
            title="Gardens as Graphs: $k$-Cores of\n  Invented Hedges",
            authors=("Ada Beispiel", "Bob Muster"),
            year=2023,
            primary_area="cs.DS",
            arxiv="2401.00001v2",
            doi="10.9999/hedge.1",
            page="http://arxiv.org/abs/2401.00001v2",
        ),
        Entry(
            2,
            at(40, 3),
            "Hedges freeze.",
            title="Frozen hedges",
            authors=("Ada Beispiel",),
            year=1999,
            primary_area="cond-mat",
            arxiv="cond-mat/9901002v1",
            page="http://arxiv.org/abs/cond-mat/9901002v1",
        ),
        Skipped(at(49, 3), "A hedge too far", "withdrawn"),
        Skipped(at(58, 3), "Another hedge too far", "withdrawn"),
    ]


def test_an_error_of_the_api_is_a_problem() -> None:
    assert read("error_response.xml") == [
        Unreadable(
            at(6, 3),
            "arXiv answered with an error: incorrect id format for 1234.1234.1",
            "correct the request and fetch the document again",
        )
    ]


def test_a_daily_feed_is_read() -> None:
    assert read("daily_feed.atom") == [
        Entry(
            1,
            at(5, 3),
            # The words of the feed in front are taken away later, as a label is.
            "arXiv:2401.00011v1 Announce Type: new \nAbstract: Hedges are announced daily.",
            title="Hedges today",
            authors=("Ada Beispiel", "Bob Muster"),
            year=2024,
            primary_area="cs.GL",
            arxiv="2401.00011v1",
            license="http://creativecommons.org/licenses/by/4.0/",
            page="https://arxiv.org/abs/2401.00011",
        )
    ]


def test_a_feed_without_entries_has_no_parts() -> None:
    assert list(iter_parts(io.BytesIO(b"<feed><title>ArXiv Query</title></feed>"), {})) == []


def test_an_entry_alone_is_read_with_what_it_has() -> None:
    assert one("<summary>Text.</summary>") == Entry(1, at(1, 1), "Text.")


def test_an_entry_without_summary_is_skipped() -> None:
    assert one("<id>http://arxiv.org/abs/2401.00001v1</id><summary/>") == Skipped(
        at(1, 1), "http://arxiv.org/abs/2401.00001v1", "no abstract"
    )


def test_a_paper_with_the_title_error_is_a_paper() -> None:
    part = one(
        "<id>http://arxiv.org/abs/2401.00001v1</id><title>Error</title><summary>T.</summary>"
    )
    assert isinstance(part, Entry)


def test_persons_data_beside_names_is_not_read() -> None:
    parts = repr(read("api_response.xml"))
    assert "Nowhere" not in parts
    assert "nowhere" not in parts


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_are_recognised(sample: Path) -> None:
    assert recognises(sample.read_text("utf-8"), "")


@pytest.mark.parametrize(
    "head",
    [
        "",
        "An arXiv <feed>",
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>A garden diary</title></feed>',
        "<rss><channel><link>http://arxiv.org</link></channel></rss>",
    ],
)
def test_other_documents_are_not_recognised(head: str) -> None:
    assert not recognises(head, "")
