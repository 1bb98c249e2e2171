"""Whole words: where a quote may begin and end, and what is offered for one that is not found."""

from __future__ import annotations

import pytest

from paperclaims_curation.recordfile.quotes import QuoteError, Region, find_quote
from paperclaims_curation.recordfile.words import is_inside_word, whole_words
from paperclaims_curation.recordfile.writing import quoted

ABSTRACT = (
    "Though CoMe, including a progressive layer pruning framework with a Concatenation-based "
    "Merging technology, has (up to) $40\\times$ fewer tokens, LS.Code and M$^3$D say it. When "
    "pruning 30% of LLaMA-2-7b's parameters, the pruned model retains 83% of its original average "
    "accuracy (on seven benchmarks). We use \\textbf{bold moves} at cost $O(T^2)$ here."
)


@pytest.mark.parametrize(
    "cut",
    [
        "Co|Me",
        "prunin|g",
        "\\|times$",
        "$4|0",
        "\\text|bf{bold",
        "\\|%",
        "caf|\u00e9s",
        "\u0434\u0430|\u043d\u043d\u044b\u0435",
        "A|100",
        "7.1|5",
        "L_{1|.5}$",
        "1.|5",
        "37|,000",
        "37,|000",
    ],
)
def test_a_word_is_not_cut(cut: str) -> None:
    offset = cut.index("|")
    text = cut.replace("|", "")
    assert is_inside_word(text, offset)
    assert whole_words(f" {text} ", 0, offset + 1)[1] > offset + 1


@pytest.mark.parametrize(
    "cut",
    [
        "|CoMe",
        "CoMe|",
        "LS.|Code",
        "in 5|, 7",
        "in 5|. Then",
        "x_{1|,2}",
        "M|$^3$D",
        "$^3$|D",
        "2-|7b",
        "7|b",
        "5|ms",
        "45|\\%",
        "7b|'s",
        "Concatenation|-based",
        "{|bold",
        "|\\textbf",
        "\\\\|Next line",
        "\u5c0f\u56fe|\u7f51\u7edc",
        "\u0e01\u0e32|\u0e23",
        "\u306e|\u30c7",
        "\u05dc|\u05ea\u05e8\u05d2\u05d5\u05dd",
        "\u7f51GPT|\u7684",
        "snake_|case",
    ],
)
def test_between_words_and_in_scripts_without_spaces_a_quote_may_end(cut: str) -> None:
    assert not is_inside_word(cut.replace("|", ""), cut.index("|"))


@pytest.mark.parametrize(
    ("quote", "meant"),
    [
        (
            "CoMe, including ... Merging technology",
            "CoMe, including a progressive layer pruning framework with a Concatenation-based "
            "Merging technology",
        ),
        (
            "pruning 30% \u2026 83%",
            "pruning 30% of LLaMA-2-7b's parameters, the pruned model retains 83%",
        ),
        ("CoMe includin a progressive lay", "CoMe, including a progressive layer"),
        ("up to) $40x$ fewer tokens, LS.Code", "(up to) $40\\times$ fewer tokens, LS.Code"),
        ("0\\times fewer tokens", "$40\\times$ fewer tokens"),
        (
            "original average acuracy (on seven benchmark",
            "original average accuracy (on seven benchmarks)",
        ),
        ("cost O(T^2) here.", "cost $O(T^2)$ here"),
        (
            "retain 83% of its original average accuracy.",
            "retains 83% of its original average accuracy",
        ),
        ("LLAMA-2-7B'S PARAMETERS", "LLaMA-2-7b's parameters"),
        ("Merging technologys", "Merging technology"),
    ],
)
def test_whole_balanced_words_are_offered(quote: str, meant: str) -> None:
    with pytest.raises(QuoteError) as caught:
        find_quote(Region.whole(ABSTRACT), quote)
    assert caught.value.hint == f"did you mean {quoted(meant)}?"


def test_an_ellipsis_with_words_from_elsewhere_offers_nothing() -> None:
    with pytest.raises(QuoteError) as caught:
        find_quote(Region.whole(ABSTRACT), "CoMe, including ... rivers of tokens in the sea")
    assert caught.value.hint == "copy the words from the abstract"
