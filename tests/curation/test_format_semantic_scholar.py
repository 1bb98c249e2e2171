from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.formats.semantic_scholar import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "semantic-scholar"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(content: bytes) -> list[Part]:
    return list(iter_parts(io.BufferedReader(io.BytesIO(content)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def test_papers_of_an_answer_are_read_without_their_references() -> None:
    assert read_case("search_answer.json") == [
        Entry(
            position=1,
            place=at(2, 2),
            abstract="Small boats float.  They cost $5 to $10.",
            title="Small Boats",
            authors=("Ada Beispiel", "B. Muster"),
            venue="ToyConf",
            year=2024,
            arxiv="2405.01234",
            doi="10.48550/arXiv.2405.01234",
            license="CCBY",
            license_source="https://toys.example/boats.pdf",
            page="https://www.semanticscholar.org/paper/0123456789abcdef0123456789abcdef01234567",
        ),
        Skipped(at(3, 2), "Large Boats", "no abstract"),
        Entry(
            position=2,
            place=at(4, 2),
            abstract="Rafts drift.",
            title="Rafts",
            venue="Journal of Rafts",
            year=2019,
        ),
    ]


def test_papers_that_a_batch_did_not_find_are_skipped() -> None:
    assert read_case("batch_with_nulls.json") == [
        Skipped(at(1, 2), "null", "no abstract"),
        Entry(position=1, place=at(1, 8), abstract="Found in a batch.", title="Found"),
        Skipped(at(1, 78), "null", "no abstract"),
    ]


def test_bulk_data_and_all_releases_of_s2orc_are_read() -> None:
    parts = read_case("bulk_and_older.jsonl")
    entries = [part for part in parts if isinstance(part, Entry)]
    assert [part.reason for part in parts if isinstance(part, Skipped)] == ["no abstract"]
    assert [(entry.place.line, entry.abstract) for entry in entries] == [
        (1, "An abstract of the bulk data."),
        (3, "First part.\n\nSecond part."),
        (4, "From the release of 2020."),
        (5, "Parsed first.\n\nParsed second."),
        (6, "Its key has another name."),
    ]
    bulk, whole, metadata, _, oldest = entries
    assert (bulk.doi, bulk.license) == ("10.1234/BULK.1", "CCBYNC")
    assert bulk.license_source == "https://toys.example/bulk"
    assert (whole.title, whole.arxiv, whole.doi) == ("A Whole Paper", "2101.00010", None)
    assert metadata.authors == ("Ada M. Beispiel Jr.",)
    assert (metadata.venue, metadata.year) == ("Toy Letters", 2020)
    assert oldest.authors == ("Bo Muster",)
    assert (oldest.venue, oldest.page) == (
        "Oldest Toys",
        "https://semanticscholar.org/paper/44",
    )


def test_papers_beside_citations_and_in_recommendations_are_read() -> None:
    for answer in (
        b'{"data": [{"contexts": [], "citingPaper": {"paperId": "1", "abstract": "A."}}]}',
        b'{"recommendedPapers": [{"paperId": "1", "abstract": "A."}]}',
        b'[{"authorId": "7", "name": "Ada", "papers": [{"paperId": "1", "abstract": "A."}]}]',
    ):
        (part,) = read(answer)
        assert isinstance(part, Entry)
        assert part.abstract == "A."


@pytest.mark.parametrize(
    "annotations",
    ["null", "[]", '{"abstract": "[{"}', '{"abstract": [{"start": "x"}, 3]}', '{"abstract": "7"}'],
)
def test_damaged_offsets_are_no_abstract(annotations: str) -> None:
    content = f'{{"corpusid": 1, "content": {{"text": "T", "annotations": {annotations}}}}}'
    (part,) = read(content.encode())
    assert isinstance(part, Skipped)


def test_it_is_recognised_by_its_own_keys() -> None:
    assert recognises('[{"paperId": "1", "title": "T"}]', "")
    assert recognises('{"corpusid": 1, "abstract": "A"}', "")
    assert not recognises('{"title": "T", "abstract": "A", "externalId": 1}', "")
