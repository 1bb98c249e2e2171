from __future__ import annotations

import io
import json
from pathlib import Path

from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.formats.crossref import CLEANING, iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "crossref"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(content: bytes) -> list[Part]:
    return list(iter_parts(io.BufferedReader(io.BytesIO(content)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def test_works_of_a_list_keep_their_jats_and_lose_affiliations_and_orcids() -> None:
    assert read_case("work_list.json") == [
        Entry(
            position=1,
            place=at(2, 1),
            abstract="<jats:title>Abstract</jats:title><jats:sec><jats:title>Background"
            "</jats:title><jats:p>Lamps shine at 5 &lt; 6 lumen &amp; more.</jats:p></jats:sec>",
            title="Lamps <i>in vitro</i>",
            authors=("Ada Beispiel", "Bo Muster Jr.", "The Lamp Consortium"),
            venue="Journal of Toys",
            year=2024,
            doi="10.1234/jt.2024.7",
            license="https://creativecommons.org/licenses/by/4.0/",
            license_source="https://doi.org/10.1234/jt.2024.7",
            page="https://doi.org/10.1234/jt.2024.7",
        ),
        Entry(
            position=2,
            place=at(3, 1),
            abstract="&lt;jats:p&gt;Escaped on the way.&lt;/jats:p&gt;",
            authors=("Probe",),
            year=2018,
            doi="10.1234/jt.2024.8",
        ),
        Skipped(at(4, 1), "No Abstract Here", "no abstract"),
        Skipped(at(5, 1), "null", "no abstract"),
    ]


def test_jats_is_cleaned_escaped_or_not() -> None:
    escaped = "&lt;jats:p&gt;Shines at 5 &amp;lt; 6.&lt;/jats:p&gt;"
    for received in ("<jats:p>Shines at 5 &lt; 6.</jats:p>", escaped):
        assert clean(received, CLEANING)[0] == "Shines at 5 < 6."


def test_a_single_work_is_read_with_the_date_that_it_has() -> None:
    assert read_case("single_work.json") == [
        Entry(
            position=1,
            place=at(5, 14),
            abstract="<p>One lamp.</p>",
            title="A Single Lamp",
            year=2020,
            doi="10.1234/2020.02.02.123",
        )
    ]


def test_the_files_of_the_public_dump_are_read() -> None:
    work = {"DOI": "10.1234/a", "abstract": "A.", "issued": {"date-parts": [[]]}}
    lines = "\n".join(json.dumps(item) for item in (work, {**work, "title": "Not in a list"}))
    for content in (lines, json.dumps({"items": [work, work]}, indent=2)):
        parts = read(content.encode())
        assert [type(part) for part in parts] == [Entry, Entry]


def test_the_comma_in_the_name_of_an_organisation_is_none_between_names() -> None:
    authors = [{"name": "Toy Research, Inc.", "sequence": "first"}, {"family": "Muster, Jr."}]
    (part,) = read(json.dumps({"DOI": "10.1234/a", "abstract": "A.", "author": authors}).encode())
    assert isinstance(part, Entry)
    assert part.authors == ("Toy Research, Inc.", "Muster, Jr.")


def test_values_of_unexpected_kinds_are_passed_over() -> None:
    odd = {"title": {}, "author": [None, 7, {"given": [], "family": "Muster"}], "license": [1]}
    dates = {"issued": {"date-parts": None}, "published": {"date-parts": [2020]}, "created": []}
    (part,) = read(json.dumps({"DOI": "10.1234/a", "abstract": "A.", **odd, **dates}).encode())
    assert isinstance(part, Entry)
    assert (part.title, part.authors, part.year) == (None, ("7", "Muster"), None)


def test_it_is_recognised_by_dois_beside_its_own_keys() -> None:
    assert recognises('{"message": {"DOI": "10.1234/a"}}', "")
    assert recognises('{"DOI": "10.1234/a", "title": ["T"], "abstract": "A"}', "")
    assert not recognises('[{"DOI": "10.1234/a", "title": "T", "issued": {}}]', "")
    assert not recognises('{"doi": "10.1234/a", "indexed": 1}', "")
