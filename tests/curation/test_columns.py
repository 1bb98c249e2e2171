from __future__ import annotations

import time
from dataclasses import fields
from typing import Any

import pytest

from paperclaims_curation.documents.columns import (
    FIELDS,
    find_columns,
    find_missing_column,
    make_entry,
    split_authors,
)
from paperclaims_curation.documents.entry import Entry, Unreadable
from paperclaims_curation.problem import Place

PLACE = Place(7, 1, 7, 1)


def test_every_field_of_an_entry_may_be_a_column() -> None:
    assert set(FIELDS) == {field.name for field in fields(Entry)} - {"position", "place"}


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (
            ["Authors", "Author full names", "Author(s) ID", "Title", "Source title", "Abstract"],
            {
                "abstract": "Abstract",
                "title": "Title",
                "authors": "Author full names",
                "venue": "Source title",
            },
        ),
        (
            ["PT", "AU", "AF", "TI", "SO", "DE", "AB", "C1", "RP", "EM", "OI", "PY", "DI"],
            {
                "abstract": "AB",
                "title": "TI",
                "authors": "AF",
                "venue": "SO",
                "year": "PY",
                "keywords": "DE",
                "doi": "DI",
            },
        ),
        # Two small letters are a language, not a tag.
        (["de", "ti", "ab", "abstract"], {"abstract": "abstract"}),
        (
            [" ARTICLE_TITLE ", "paperAbstract", "Publication-Year", "Email Addresses", "ORCIDs"],
            {"abstract": "paperAbstract", "title": " ARTICLE_TITLE ", "year": "Publication-Year"},
        ),
        (["abstract", "Abstract", "title"], {"abstract": "abstract", "title": "title"}),
        (
            ["id", "authorships.author.display_name", "display_name", "abstract"],
            {
                "abstract": "abstract",
                "title": "display_name",
                "authors": "authorships.author.display_name",
            },
        ),
        # Members of a column count where the table has no abstract of its own.
        (
            ["title", "content", "content.title", "content.abstract", "meta.doi", "year"],
            {"abstract": "content.abstract", "title": "content.title", "year": "year"},
        ),
        (["abstract", "references.title"], {"abstract": "abstract"}),
        ([], {}),
    ],
)
def test_known_names_are_found(names: list[str], found: dict[str, str]) -> None:
    assert find_columns(names, {}) == found


def test_named_columns_win_and_may_be_missing() -> None:
    names = ["Abstract", "Text", "title", "a.b"]
    columns = {"abstract": "text", "title": "none", "venue": "a.b", "abstrakt": "Text"}
    assert find_columns(names, columns) == {"abstract": "Text", "venue": "a.b"}


@pytest.mark.parametrize(
    ("names", "columns", "message"),
    [
        (["Title", "Text"], {}, "no column is known to hold abstracts"),
        (["Abstract"], {"year": "When\n"}, "there is no column 'When' for year"),
        (["PMID", "Title", "Citation"], {}, "PubMed's CSV has no abstracts"),
    ],
)
def test_a_missing_column_is_explained(
    names: list[str], columns: dict[str, str], message: str
) -> None:
    missing = find_missing_column(names, columns, PLACE)
    assert isinstance(missing, Unreadable)
    assert (missing.place, missing.message) == (PLACE, message)
    assert find_missing_column([*names, "abstract"], {}, PLACE) is None


def test_of_many_columns_the_first_are_shown() -> None:
    missing = find_missing_column([f"c{n}\n" for n in range(50)], {}, PLACE)
    assert missing is not None
    assert missing.hint.startswith("name the column of abstracts with --column abstract=NAME; the")
    assert missing.hint.endswith(", c38, c39 and 10 more")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Beispiel, Ada; Muster, Max M. G.", ["Ada Beispiel", "Max M. G. Muster"]),
        (
            "Beispiel, Ada (57000000001); Muster, M.B. (57000000002)",
            ["Ada Beispiel", "M.B. Muster"],
        ),
        ("Beispiel A.; Edwin Raja Muster J.-S.", ["A. Beispiel", "J.-S. Edwin Raja Muster"]),
        ("Beispiel A., Muster M.", ["A. Beispiel", "M. Muster"]),
        ("Beispiel, A., Muster, M. B.", ["A. Beispiel", "M. B. Muster"]),
        ("A. Beispiel; M. Muster", ["A. Beispiel", "M. Muster"]),
        ("Beispiel, Ada and Muster, Max and others", ["Ada Beispiel", "Max Muster"]),
        ("Ada Beispiel, Max Muster, and Eva Probe", ["Ada Beispiel", "Max Muster", "Eva Probe"]),
        ("Ada Beispiel & Max Muster et al.", ["Ada Beispiel", "Max Muster"]),
        ("von Muster, John Louis", ["John Louis von Muster"]),
        ("Beispiel, Ada King", ["Ada King Beispiel"]),
        ("Ada Beispiel", ["Ada Beispiel"]),
        ("Muster, Max, Jr.; Probe, Eva", ["Max Muster Jr.", "Eva Probe"]),
        ("Max Muster, Jr., Eva Probe", ["Max Muster Jr.", "Eva Probe"]),
        ("Ada|Max M\nEva", ["Ada", "Max M", "Eva"]),
        ("王伟, 李娜", ["王伟", "李娜"]),
        ("王伟；李娜", ["王伟", "李娜"]),
        ("M&uuml;ller, J&ouml;rg", ["Jörg Müller"]),
        (
            "Ada (Simon) Beispiel (1 and 2), Max Muster (MIT, Nowhere)",
            ["Ada (Simon) Beispiel", "Max Muster"],
        ),
        ("Ada Beispiel1,2*, Max Muster†", ["Ada Beispiel", "Max Muster"]),
        (
            "Ada Beispiel <ada@x.example>; max@x.example; Max (0000-0002-1825-0097)",
            ["Ada Beispiel", "Max"],
        ),
        ("Ada Beispiel;ada@x.example|https://orcid.org/0000-0002-1825-009X", ["Ada Beispiel"]),
        ("[No author name available]", []),
        (" ; ,", []),
        ("", []),
    ],
)
def test_authors_are_split_and_turned(text: str, names: list[str]) -> None:
    assert split_authors(text) == tuple(names)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["Ada Beispiel", "Muster Lee, John Max", None], ["Ada Beispiel", "John Max Muster Lee"]),
        ([{"name": "Ada Beispiel", "email": "ada@x.example"}], ["Ada Beispiel"]),
        (
            [{"given": "Ada", "family": "Beispiel"}, {"family": "Muster"}],
            ["Ada Beispiel", "Muster"],
        ),
        ([{"author": {"display_name": "Ada Beispiel", "orcid": "0000"}}], ["Ada Beispiel"]),
        ([["Beispiel", "Ada", ""], ["Muster", "Max", "Jr."]], ["Ada Beispiel", "Max Muster Jr."]),
        ('["Ada Beispiel", "Zo\\u00eb Probe"]', ["Ada Beispiel", "Zoë Probe"]),
        (
            "['Ada Beispiel', \"Dan O'Muster\", 'Al \\'X\\' Y']",
            ["Ada Beispiel", "Dan O'Muster", "Al 'X' Y"],
        ),
        ("['Ada Beispiel'\n 'Max Muster']", ["Ada Beispiel", "Max Muster"]),
        (
            "[{'authorId': '1', 'name': 'Ada Beispiel'}, {'authorId': None, 'name': 'Max'}]",
            ["Ada Beispiel", "Max"],
        ),
        ("N/A", []),
        (None, []),
        (float("nan"), []),
        ({}, []),
    ],
)
def test_lists_of_authors_come_in_many_shapes(value: Any, names: list[str]) -> None:
    assert make_entry({"abstract": "We x.", "authors": value}, PLACE).authors == tuple(names)


@pytest.mark.parametrize(
    ("value", "abstract"),
    [
        ("  We  x.\n", "  We  x.\n"),
        (["One.", None, "Two."], "One.\nTwo."),
        ([{"text": "One."}, {"text": "Two."}], "One.\nTwo."),
        ({"value": "We x."}, "We x."),
        (b"We \xc3\xa4.", "We ä."),
        (b"We \xff.", "We \udcff."),
        (None, ""),
        ([[["deep"]]], ""),
        (12, "12"),
    ],
)
def test_an_abstract_stays_as_received(value: Any, abstract: str) -> None:
    assert make_entry({"abstract": value}, PLACE) == Entry(0, PLACE, abstract)


@pytest.mark.parametrize(
    ("value", "year"),
    [
        ("2024", 2024),
        (2024, 2024),
        (2024.0, 2024),
        ("2024-05-01", 2024),
        ("20240501", 2024),
        ("MAY-AUG 2024", 2024),
        (1714521600000, None),
        ("12345", None),
        ("", None),
        (None, None),
    ],
)
def test_a_year_is_found_in_dates(value: Any, year: int | None) -> None:
    assert make_entry({"abstract": "We x.", "year": value}, PLACE).year == year


def test_what_stands_for_nothing_is_null() -> None:
    values = {"abstract": "We x.", "title": "nan", "doi": " ", "venue": "NA", "license": None}
    assert make_entry(values, PLACE) == Entry(0, PLACE, "We x.")


@pytest.mark.parametrize(
    ("value", "keywords"),
    [
        ("a, b; c, d", ("a, b", "c, d")),
        ("a, b", ("a", "b")),
        ("a|b", ("a", "b")),
        (["a", " ", "b, c"], ("a", "b, c")),
        ("['a', 'b']", ("a", "b")),
        (None, ()),
    ],
)
def test_keywords_are_split(value: Any, keywords: tuple[str, ...]) -> None:
    assert make_entry({"abstract": "We x.", "keywords": value}, PLACE).keywords == keywords


@pytest.mark.parametrize(
    "text",
    [
        "a" * 300_000,
        "(" * 300_000,
        " " * 300_000 + "x",
        "['" + "\\'" * 150_000 + "]",
        "a." * 150_000,
    ],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    start = time.perf_counter()
    make_entry({"abstract": text, "authors": text, "keywords": text, "year": text}, PLACE)
    assert time.perf_counter() - start < 5
