from __future__ import annotations

import pytest

from paperclaims_curation.documents.citations import (
    clean_name,
    explain_absence,
    find_arxiv,
    find_doi,
    find_license,
    find_openreview,
    find_page,
    find_year,
    name_in_order,
    number_entries,
    show,
    split_keywords,
)
from paperclaims_curation.documents.entry import Entry, Skipped, Unreadable
from paperclaims_curation.problem import Place

PLACE = Place(1, 1, 1, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no abstract"),
        (" \n ", "no abstract"),
        ("N/A", "no abstract"),
        ("NA", "no abstract"),
        ("...", "no abstract"),
        ("[No abstract available]", "no abstract"),
        ("No abstract available for this article.", "no abstract"),
        ("Abstract not available.", "no abstract"),
        ("There is no abstract.", "no abstract"),
        ("Abstract", "no abstract"),
        ("This paper has been withdrawn by the author.", "withdrawn"),
        ("[Withdrawn]", "withdrawn"),
        ("The submission was withdrawn.", "withdrawn"),
        ("Abstract interpretation is sound.", None),
        ("No abstract domain is known for toys.", None),
        ("None of the toys is safe.", None),
        ("NA cells divide.", None),
        ("Toys withdrawn from shops are safe.", None),
        ("概要", None),
    ],
)
def test_a_text_in_place_of_an_abstract_is_known(text: str, reason: str | None) -> None:
    assert explain_absence(text) == reason


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("WITHDRAWN: Toys", "withdrawn"),
        ("[Withdrawn] Toys", "withdrawn"),
        ("Withdrawn Toys", None),
        ("Withdrawn", "withdrawn"),
        ("RETRACTED: Toys", None),
    ],
)
def test_a_title_says_that_a_paper_was_withdrawn(title: str, reason: str | None) -> None:
    assert explain_absence("We see toys.", title) == reason


def test_entries_are_numbered_and_what_is_none_is_said() -> None:
    parts = [
        Entry(0, PLACE, "One."),
        Entry(0, PLACE, "N/A", title="A\n \0title\udcff"),
        Entry(0, PLACE, "Two.", authors=("A\udcff",)),
        Entry(0, PLACE, "Three."),
    ]
    first, skipped, unreadable, second = number_entries(parts)
    assert (first, second) == (Entry(1, PLACE, "One."), Entry(2, PLACE, "Three."))
    assert skipped == Skipped(PLACE, "A title?", "no abstract")
    assert isinstance(unreadable, Unreadable)


@pytest.mark.parametrize(
    ("name", "ordered"),
    [
        ("Beispiel, Ada", "Ada Beispiel"),
        ("van der Muster, Ben, Jr.", "Ben van der Muster Jr."),
        ("Ben Muster, Jr.", "Ben Muster Jr."),
        ("Toy Research, Inc.", "Toy Research Inc."),
        ("Ada Beispiel", "Ada Beispiel"),
        ("Beispiel,", "Beispiel"),
        ("Beispiel, Ada (ada@toys.example)", "Ada Beispiel"),
        ("Beispiel, Ada ORCID: 0000-0002-1825-0097", "Ada Beispiel"),
        ("Beispiel, Ada https://orcid.org/0000-0002-1825-009X", "Ada Beispiel"),
        ("et al.", ""),
        (" , ", ""),
    ],
)
def test_names_are_put_in_order_without_what_stands_beside_them(name: str, ordered: str) -> None:
    assert name_in_order(name) == ordered


def test_a_clean_name_keeps_its_order() -> None:
    assert clean_name(" Toy Research,  Inc. ") == "Toy Research, Inc."


def test_keywords_are_parted_by_semicolons_else_by_commas() -> None:
    assert split_keywords("toys;  old,\nwooden; ") == ("toys", "old, wooden")
    assert split_keywords("toys, old\nwooden") == ("toys", "old", "wooden")


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2019///", 2019),
        ("Start date: 20170812", 2017),
        ("4-8 Aug. 2020", 2020),
        ("2020a", 2020),
        ("circa 1899", 1899),
        ("10 15", None),
        ("pages 12020", None),
        ("0999", None),
    ],
)
def test_years_are_found_in_dates(text: str, year: int | None) -> None:
    assert find_year([text]) == year


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("arXiv:2501.00001v2 [cs]", "2501.00001v2"),
        ("https://arxiv.org/abs/hep-th/9901001", "hep-th/9901001"),
        ("http://export.arxiv.org/pdf/2501.00001.pdf", "2501.00001"),
        ("10.48550/arXiv.2501.00001", "2501.00001"),
        ("arXiv preprint arXiv:2501.00001", "2501.00001"),
        ("2501.00001", None),
        ("arXiv:2501.000012", None),
        ("larXiv:2501.00001", None),
    ],
)
def test_arxiv_ids_need_the_name_of_arxiv_beside_them(text: str, arxiv: str | None) -> None:
    assert find_arxiv([text]) == arxiv


def test_a_bare_text_may_be_an_arxiv_id_alone() -> None:
    assert find_arxiv([], bare=["2501.00001"]) == "2501.00001"
    assert find_arxiv([], bare=["12345678"]) is None


@pytest.mark.parametrize(
    ("text", "address", "doi"),
    [
        ("doi:10.1000/toy.1.", "", "10.1000/toy.1"),
        ("10.1002/(SICI)1097-0258(1998)17:15<1661::AID-1>3.0.CO;2-2", "", None),
        ("https://doi.org/10.1000/A_b(c)1", "", "10.1000/A_b(c)1"),
        ("", "https://dx.doi.org/10.1000%2Ftoy.1?x=1", "10.1000/toy.1"),
        ("", "https://toys.example/doi/abs/10.1000/toy.1", "10.1000/toy.1"),
        ("", "https://toys.example/?doi=10.1000/toy.1", None),
        ("none", "", None),
    ],
)
def test_dois_are_found_in_texts_and_in_addresses_of_resolvers(
    text: str, address: str, doi: str | None
) -> None:
    assert find_doi([text], [address]) == (text if "SICI" in text else doi)


def test_forum_ids_pages_and_licences_are_found() -> None:
    address = "https://openreview.net/forum?x=1&id=aB3_dE-fGh#tab"
    assert find_openreview(["https://example.org/?id=x", address]) == "aB3_dE-fGh"
    assert find_openreview(["https://openreview.net/group?name=toys"]) is None
    assert find_page(["see (no page)", r"\url{https://example.org/a.}"]) == "https://example.org/a"
    assert find_license(["(c) 2020 Toy Press", "CC BY 4.0"]) == "CC BY 4.0"


def test_a_shown_text_is_one_line_that_can_be_printed() -> None:
    assert show("a\r\n\0 b\udcff") == "a b?"
