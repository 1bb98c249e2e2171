"""From quotes to spans: exact words, offsets in code points, never a guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperclaims_curation.recordfile.quotes import (
    QuoteError,
    Region,
    find_amount,
    find_quote,
    find_words,
)

ABSTRACT = (
    "The 👩‍🔬 says: 小图网络的准确率达到92.5%，cafe\u0301 or café. Banana ananas, 15 of 150 at 5 ms. "
    "It's *$5\\times$ faster*: 7.0\\% more. Two  spaces,\na new line. banana again, 15 again."
)
WHOLE = Region.whole(ABSTRACT)


def code_of(region: Region, quote: str, occurrence: int | None = None) -> str:
    with pytest.raises(QuoteError) as caught:
        find_quote(region, quote, occurrence)
    return caught.value.code


@pytest.mark.parametrize(
    "quote",
    [
        "👩‍🔬",
        "的准确率",
        "cafe\u0301",
        "café",
        "*$5\\times$ faster*",
        "7.0\\%",
        "Two  spaces,\na new",
    ],
)
def test_a_quote_is_found_just_as_it_stands(quote: str) -> None:
    start, end = find_quote(WHOLE, quote)
    assert ABSTRACT[start:end] == quote
    assert end - start == len(quote)


def test_offsets_count_code_points() -> None:
    assert find_quote(WHOLE, "👩‍🔬") == (4, 7)
    assert find_quote(WHOLE, "says") == (8, 12)


@pytest.mark.parametrize(
    "quote",
    [
        "cafe\u0301 or cafe\u0301",
        "Two spaces",
        "two  spaces",
        "spaces, a new",
        "7.0%",
        "It’s",
        "BANANA",
    ],
)
def test_what_differs_in_any_character_is_not_found(quote: str) -> None:
    assert code_of(WHOLE, quote) == "span-not-found"


@pytest.mark.parametrize(
    ("quote", "meant"),
    [
        ("Two spaces", "Two  spaces"),
        ("Itʼs *$5\\times$ faster*", "It's *$5\\times$ faster*"),
        ("banana again, 51 again", "banana again, 15 again"),
        ("小图网路的准确率达到", "小图网络的准确率达到"),
    ],
)
def test_the_words_that_were_probably_meant_are_offered(quote: str, meant: str) -> None:
    with pytest.raises(QuoteError) as caught:
        find_quote(WHOLE, quote)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("did you mean '")
    assert meant.replace("'", "''") in caught.value.hint


def test_nothing_is_offered_for_a_quote_of_another_abstract() -> None:
    with pytest.raises(QuoteError) as caught:
        find_quote(WHOLE, "rivers of tokens are hard to cross")
    assert caught.value.hint == "copy the words from the abstract"


def test_a_quote_that_stands_twice_needs_its_occurrence() -> None:
    assert code_of(WHOLE, "again") == "span-ambiguous"
    first = ABSTRACT.index("again")
    second = ABSTRACT.index("again", first + 1)
    assert find_quote(WHOLE, "again", 1) == (first, first + 5)
    assert find_quote(WHOLE, "again", 2) == (second, second + 5)
    assert code_of(WHOLE, "again", 3) == "span-occurrence"


def test_the_places_of_an_ambiguous_quote_are_shown_with_their_numbers() -> None:
    with pytest.raises(QuoteError) as caught:
        find_quote(WHOLE, "again")
    assert "1: …a new line. banana [again], 15 again.…" in str(caught.value.hint)
    assert "2: …e. banana again, 15 [again].…" in str(caught.value.hint)


def test_overlapping_occurrences_count() -> None:
    region = Region.whole("aaaa")
    assert region.occurrences("aa") == [0, 1, 2]
    assert find_quote(region, "aa", 2) == (1, 3)
    assert len(WHOLE.occurrences("ana")) == 6


def test_evidence_of_two_quotes_is_searched_in_each_and_not_across() -> None:
    region = Region.of_evidence("abc abc abc", [(0, 3), (4, 11)])
    assert region.occurrences("abc") == [0, 4, 8]
    assert region.occurrences("c a") == [6]


def test_overlapping_evidence_counts_an_occurrence_once() -> None:
    region = Region.of_evidence("one two one", [(0, 7), (4, 11)])
    assert region.occurrences("two") == [4]


@pytest.mark.parametrize(
    ("evidence", "text", "start"),
    [
        ("15 of 150 at 5 ms", "15", 0),
        ("15 of 150 at 5 ms", "5", 13),
        ("15 of 150 at 5 ms", "150", 6),
        ("15 of 150 at 5 ms", "15 of 150", 0),
        ("values 0.5 and 5", "5", 15),
        ("37,000 and 37", "37", 11),
        ("ISPD2015 has 15", "15", 13),
    ],
)
def test_an_amount_is_not_found_inside_another_number(evidence: str, text: str, start: int) -> None:
    assert find_amount(Region.whole(evidence), text) == (start, start + len(text))


@pytest.mark.parametrize(
    ("evidence", "text", "code"),
    [
        ("15 of 150", "5", "quantity-cuts-number"),
        ("over 37,000 cases", "37", "quantity-cuts-number"),
        ("7.0\\%", "7", "quantity-cuts-number"),
        ("15 and 15", "15", "span-ambiguous"),
        ("15 and 16", "17", "span-not-found"),
    ],
)
def test_an_amount_that_is_not_unique_or_not_whole_is_refused(
    evidence: str, text: str, code: str
) -> None:
    with pytest.raises(QuoteError) as caught:
        find_amount(Region.whole(evidence), text)
    assert caught.value.code == code


def test_an_amount_elsewhere_in_the_abstract_is_outside_the_evidence() -> None:
    region = Region.of_evidence("15 cats. 16 dogs.", [(0, 7)])
    with pytest.raises(QuoteError) as caught:
        find_amount(region, "16")
    assert caught.value.code == "quantity-outside-evidence"


def test_words_are_looked_for_in_the_evidence_first() -> None:
    abstract = "fast one; fast two"
    evidence = Region.of_evidence(abstract, [(10, 18)])
    assert find_words(evidence, abstract, "fast") == (10, 14)
    assert find_words(evidence, abstract, "one") == (5, 8)


@given(st.text(min_size=1, max_size=30), st.data())
def test_every_stretch_is_found_again_by_its_occurrence(abstract: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(abstract) - 1))
    end = data.draw(st.integers(start + 1, len(abstract)))
    region = Region.whole(abstract)
    places = region.occurrences(abstract[start:end])
    number = places.index(start) + 1 if len(places) > 1 else None
    assert find_quote(region, abstract[start:end], number) == (start, end)
