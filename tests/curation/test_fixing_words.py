"""Which words are certainly meant: of an abstract, of a list, and of a line that YAML cannot read."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.recordfile.nearness import find_nearest
from paperclaims_curation.recordfile.rescuing import nearest_word
from paperclaims_curation.recordfile.variants import find_variant
from paperclaims_curation.recordfile.words import is_inside_word
from paperclaims_curation.recordfile.yamlhints import find_correction

ABSTRACT = (
    'SmallNet  learns $2\\times$ faster — with “care” and na\\"ive steps, 7.0\\% on average (for $5 '
    "or $10). Café \\textbf{bold} move, 10 12 points… and $\\alpha$-rates of its na\u00a0\u00efve "
    "models at $10$ 64. It scores 15 points with 5 episodes [a, b]; smallnet is it."
)


def variant(quote: str) -> str | None:
    return find_variant(ABSTRACT, [(0, len(ABSTRACT))], quote)


@pytest.mark.parametrize(
    ("quote", "meant"),
    [
        ("smallnet Learns", "SmallNet  learns"),
        ("15points", "15 points"),
        ("learns\n2× faster", "learns $2\\times$ faster"),
        ("$2 \\times$ faster", "$2\\times$ faster"),
        ("2\\times faster", "$2\\times$ faster"),
        ('faster - with "care"', "faster — with “care”"),
        ("faster -- with ``care''", "faster — with “care”"),
        ("naïve steps", 'na\\"ive steps'),
        ("7.0% on", "7.0\\% on"),
        ("Cafe\u0301 bold", "Café \\textbf{bold}"),
        ("bold Move", "\\textbf{bold} move"),
        ("\\textbf{bold} Move", "\\textbf{bold} move"),
        ("10 12 Points", "10 12 points"),
        ("points...", "points…"),
        ("α-rates", "$\\alpha$-rates"),
        ("na ïve Models", "na\u00a0\u00efve models"),
        ("For $5", "for $5"),
        ("learns ... faster", "learns $2\\times$ faster"),
        ("Scores [...] 5 episodes", "scores 15 points with 5 episodes"),
        ("… scores 15 Points …", "scores 15 points"),
    ],
)
def test_a_quote_that_differs_only_in_how_it_is_written_is_found(quote: str, meant: str) -> None:
    assert meant in ABSTRACT
    assert variant(quote) == meant


@pytest.mark.parametrize(
    "quote",
    [
        "SMALLNET",  # It stands there twice.
        "learns two times faster",
        "learn $2\\times$",
        "cafe bold",
        "or $10). Cafe",
        "1012 points",
        "1064",
        "15 point",
        "scores 51 points",
        "steps ... Café",  # In this order, but in two sentences.
        "episodes ... scores",
        "points ... episodes",  # `points` stands there twice.
        "scores ... nothing ... episodes",
        "...",
        "$",
        "",
    ],
)
def test_a_quote_that_differs_in_its_words_is_not_found(quote: str) -> None:
    assert variant(quote) is None


def test_a_quote_is_looked_for_inside_the_spans_only() -> None:
    text = "Ten Points, ten points"
    assert find_variant(text, [(0, 10)], "TEN points") == "Ten Points"
    assert find_variant(text, [(12, 22)], "TEN points") == "ten points"
    assert find_variant(text, [(0, 10), (12, 22)], "TEN points") is None
    assert find_variant(text, [(0, 10), (2, 10)], "TEN points") == "Ten Points"
    assert find_variant(text, [(0, 9)], "TEN points") is None
    assert find_variant(text, [], "TEN points") is None


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from([*"aAbé1 2.$\\{}%-–“'’ßİ", "e\u0301", "\\%", "\\alpha", "…", "👩‍🔬"]))
    .map("".join)
    .flatmap(lambda text: st.tuples(st.just(text), st.integers(0, 40), st.integers(1, 40)))
)
def test_what_is_found_stands_there_in_whole_words(case: tuple[str, int, int]) -> None:
    text, start, length = case
    quote = unicodedata.normalize("NFD", text[start : start + length]).swapcase()
    found = find_variant(text, [(0, len(text))], quote)
    if found is not None:
        at = [n for n in range(len(text)) if text.startswith(found, n)]
        assert any(
            not is_inside_word(text, n) and not is_inside_word(text, n + len(found)) for n in at
        )


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("evidnce", ["evidence", "id", "type"], "evidence"),
        ("performence", ["performance", "finding"], "performance"),
        ("trian", ["train", "test"], "train"),
        ("Up To", ["up_to", "about"], "up_to"),
        ("position paper", ["position papers", "main"], "position papers"),
        ("mode", ["code", "model"], None),
        ("value_t", ["value", "value_to"], None),
        ("namd", ["name", "named"], None),
        ("beterr", ["better", "worse"], None),
        ("prformnce_", ["performance"], None),
        ("superior", ["better", "worse"], None),
        ("x", [], None),
    ],
)
def test_a_word_is_meant_if_it_is_near_and_the_others_are_far(
    word: str, known: list[str], meant: str | None
) -> None:
    assert nearest_word(word, known) == meant


def corrected(text: str) -> str | None:
    edit = find_correction(text)
    return text[: edit.start] + edit.text + text[edit.end :] if edit else None


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("title: On: Reading", "title: 'On: Reading'"),
        ("title: *Bold* words", "title: '*Bold* words'"),
        ("- unit: %", "- unit: '%'"),
        ('  - quote: "7.0\\% of \\"it\'s\\""', "  - quote: '7.0\\% of \"it''s\"'"),
        ("title: 'It's so'", "title: 'It''s so'"),
        ('title: "a "b" c"', "title: 'a \"b\" c'"),
        ("title: 'On Reading", "title: 'On Reading'"),
        ("title: Tool: a #1 tool", "title: 'Tool: a #1 tool'"),
        ("title: [Re]: Reading", "title: '[Re]: Reading'"),
        ("title: On: Reading # why", None),
        ("title: 'On' Reading", None),
        ("title: 'a', 'b'", None),
        ('title: "7.0\\% of \\\\times"', None),
        ("title: [On: Reading: it", None),
        ("title: {a: b: c}", None),
        ("title: > text", None),
        ("title: - text", None),
    ],
)
def test_a_line_that_yaml_cannot_read_is_corrected_if_it_can_only_be_one_text(
    line: str, meant: str | None
) -> None:
    before = "evidence:\n" if line.lstrip().startswith("- ") else "record_id: x\n"
    after = "\nyear: 2025\n"
    assert corrected(f"{before}{line}{after}") == (meant and f"{before}{meant}{after}")


def test_long_lines_are_corrected_whole() -> None:
    words = "On: Reading " + "and " * 100 + "writing"
    assert corrected(f"title: {words}\n") == f"title: '{words}'\n"


def test_nothing_is_corrected_in_a_text_that_can_be_read() -> None:
    assert find_correction("title: 'On: Reading'\n") is None
    assert find_correction("") is None


def test_a_bracket_that_is_never_closed_may_begin_a_list() -> None:
    assert corrected("title: 'On Reading\n") == "title: 'On Reading'\n"
    assert corrected("title: [On Reading\n") is None


def test_other_line_breaks_of_yaml_1_1_stay_in_the_text() -> None:
    assert corrected("title: a\nvenue: b: c\u2028d\n") == "title: a\nvenue: 'b: c\u2028d'\n"
    assert corrected("title: a\u2028b\nvenue: b: c\n") is None


def test_a_quote_too_long_to_be_compared_is_still_offered_as_it_stands() -> None:
    words = "".join(f"Word {n} and " for n in range(400)) + "more"
    text = f"Before {words}. After"
    assert find_nearest(text, 0, len(text), words.upper()) == (100.0, words)
    assert find_nearest(text, 0, len(text), words.replace("200", "201")) is None
