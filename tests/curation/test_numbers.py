"""Amounts in text are read with their value and their place."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperclaims_curation.numbers import find_numbers, is_inside_number

# (text, the stretches that are numbers, their values)
READ = [
    ("accuracy of 63.56% on", ["63.56"], ["63.56"]),
    ("7.0\\% average", ["7.0"], ["7.0"]),
    ("drops to 0.873.", ["0.873"], ["0.873"]),
    ("from 14 domains,", ["14"], ["14"]),
    ("p<.05", [".05"], ["0.05"]),
    # thousands separators
    ("over 37,000 prompts", ["37,000"], ["37000"]),
    ("1,234,567.8", ["1,234,567.8"], ["1234567.8"]),
    ("$1{,}269$", ["1{,}269"], ["1269"]),
    ("$1\\,269$", ["1\\,269"], ["1269"]),
    ("1\u202f269 and 1\u00a0269 and 1\u2009269", None, ["1269", "1269", "1269"]),
    ("1, 2 and 3", ["1", "2", "3"], ["1", "2", "3"]),
    ("[1,2]", ["1", "2"], ["1", "2"]),
    ("0,123", ["0", "123"], ["0", "123"]),
    ("1,2345", ["1", "2345"], ["1", "2345"]),
    # LaTeX
    ("$40\\times$ fewer", ["40"], ["40"]),
    ("$\\sim2\\times$", ["2"], ["2"]),
    ("19.7$\\times$", ["19.7"], ["19.7"]),
    ("*$5\\times$ speedups*", ["5"], ["5"]),
    ("\\frac{1}{2} and 1/3", ["1", "2", "1", "3"], ["1", "2", "1", "3"]),
    ("$[1,2]$ to $1.8944$", None, ["1", "2", "1.8944"]),
    # magnitudes
    ("($N \\approx 5$M) for", ["5$M"], ["5000000"]),
    ("$L \\approx 140$k variants", ["140$k"], ["140000"]),
    ("$N=5M$", ["5M"], ["5000000"]),
    ("a rank of 5$M$ each", ["5"], ["5"]),
    ("5M, 1.5B, 10k, 3K, 2T", None, ["5000000", "1500000000", "10000", "3000", "2000000000000"]),
    ("5 million", ["5 million"], ["5000000"]),
    ("$2.5$ billion", ["2.5$ billion"], ["2500000000"]),
    ("3 hundreds", ["3"], ["3"]),
    ("Nemotron-H 8B Hybrid", ["8B"], ["8000000000"]),
    ("a 7B-parameter model", ["7B"], ["7000000000"]),
    # powers and exponents
    ("$N>10^6$", ["10^6"], ["1000000"]),
    ("10^{6}", ["10^{6}"], ["1000000"]),
    ("$10^{-3}$", ["10^{-3}"], ["0.001"]),
    ("10$^{-3}$", ["10$^{-3}"], ["0.001"]),
    ("$1.5 \\times 10^{-3}$", ["1.5 \\times 10^{-3}"], ["0.0015"]),
    ("1.5×10⁻³", ["1.5×10⁻³"], ["0.0015"]),
    ("1e-4 and 3.2e5", ["1e-4", "3.2e5"], ["0.0001", "320000"]),
    ("$2^{16}$", ["2^{16}"], ["65536"]),
    ("$2^{-3}$ and $2^0$", ["2^{-3}", "2^0"], ["0.125", "1"]),
    ("$2^{100}$", ["2^{100}"], ["1267650600228229401496703205376"]),
    ("$5^2$", ["5"], ["5"]),
    ("5 \\times 10 grid", ["5", "10"], ["5", "10"]),
    # signs
    ("-3.5 and −3.5", ["-3.5", "−3.5"], ["-3.5", "-3.5"]),
    ("$-3$", ["-3"], ["-3"]),
    ("\\approx-3", ["-3"], ["-3"]),
    ("5-10 and 5–10 and 5--10", None, ["5", "10", "5", "10", "5", "10"]),
    ("$5$-10", ["5", "10"], ["5", "10"]),
    ("5M-10M", ["5M", "10M"], ["5000000", "10000000"]),
    ("+3.2%", ["3.2"], ["3.2"]),
    # units and companions
    ("2x faster, 16GB, 5ms", ["2", "16", "5"], ["2", "16", "5"]),
    ("3x3 kernels", ["3", "3"], ["3", "3"]),
    ("4-bit, 3-fold", ["4", "3"], ["4", "3"]),
    ("(1) the", ["1"], ["1"]),
    ("et al., 2013]", ["2013"], ["2013"]),
    ("１２ and ١٢", ["１２", "١٢"], ["12", "12"]),
]

READ_WORDS = [
    ("five benchmarks", ["five"], ["5"]),
    ("Twenty-seven and one hundred and five", ["Twenty-seven", "one hundred and five"], [27, 105]),
    ("two million tokens", ["two million"], [2_000_000]),
    ("two trillion tokens", ["two trillion"], [2 * 10**12]),
    ("million-scale", ["million"], [1_000_000]),
    ("one and two, zero-one", ["one", "two", "zero", "one"], [1, 2, 0, 1]),
    ("twenty and five", ["twenty", "five"], [20, 5]),
    ("twice as many, doubles, triple", ["twice", "doubles", "triple"], [2, 2, 3]),
    ("threefold, tenfold, ten-fold", ["threefold", "tenfold", "ten"], [3, 10, 10]),
    ("half, halved, one half", ["half", "halved", "one half"], ["0.5", "0.5", "0.5"]),
    ("a quarter, three quarters", ["quarter", "three quarters"], ["0.25", "0.75"]),
    ("half a million", ["half a million"], [500_000]),
    ("two and a half million", ["two and a half million"], [2_500_000]),
    ("two dozen and a dozen", ["two dozen", "dozen"], [24, 12]),
    ("one-shot", ["one"], [1]),
]

NOT_READ = [
    "LLaMA-2-7b",
    "GPT-4 and Gemini-2.5-Pro and GPT‑4",
    "RTX5090, ISPD2015, AlphaFold2, RCP1",
    "CircuitNet-N28, EXP3-N-CS, MH-60",
    "M$^3$Dphormer",
    "$L_{1.5}$, x^2, \\lambda_1, x_{t+1}, $T^{1/\\sqrt{2}}$",
    "top-1, top-five",
    "CIFAR-10/100 and ViT-B/16",
    "ImageNet\\_1K, some_model-2, some\\_model-2",
    "3D and 2D and 2024c",
    "1st, 2nd, 21st-century, $5^{th}$, 5$^{\\text{th}}$, second",
    "version 12.1.0",
    "https://github.com/some/place/tree/1.0",
    "an order of magnitude, hundreds of models, oneself, someone",
    "\\two \\half",
    "O(n)",
    "ſix, mıllion",
    "",
]

PIECES = (
    "0 1 37 ,000 , . - − – $ ^ _ { } \\ \\times \\, {,} M k x e 10^ 2^ {-999} ⁻ ³ ٣ th GPT "
    "five one hundred and a half million fold % / \u00a0 ſix İ"
)
LATEX_LIKE = st.lists(st.sampled_from([" ", "\n", *PIECES.split(" ")]))
TEXTS = st.text() | LATEX_LIKE.map("".join) | LATEX_LIKE.map(" ".join)


@pytest.mark.parametrize(("text", "stretches", "values"), READ)
def test_digits_are_read(text: str, stretches: list[str] | None, values: list[str]) -> None:
    numbers = find_numbers(text)
    assert [number.value for number in numbers] == [Decimal(value) for value in values]
    assert not any(number.spelled for number in numbers)
    if stretches is not None:
        assert [text[number.start : number.end] for number in numbers] == stretches


@pytest.mark.parametrize(("text", "stretches", "values"), READ_WORDS)
def test_number_words_are_read(text: str, stretches: list[str], values: list[int | str]) -> None:
    numbers = find_numbers(text)
    assert [number.value for number in numbers] == [Decimal(value) for value in values]
    assert [text[number.start : number.end] for number in numbers] == stretches
    assert all(number.spelled for number in numbers)


@pytest.mark.parametrize("text", NOT_READ)
def test_names_indices_and_ordinals_are_not_read(text: str) -> None:
    assert find_numbers(text) == ()


def test_digits_are_kept_as_written() -> None:
    [number] = find_numbers("7.0\\%")
    assert str(number.value) == "7.0"
    long = "1234567890" * 10
    assert str(find_numbers(long)[0].value) == long


@pytest.mark.parametrize("text", [text for text, *_ in READ + READ_WORDS])
def test_the_stretch_alone_gives_the_same_value(text: str) -> None:
    for number in find_numbers(text):
        [again] = find_numbers(text[number.start : number.end])
        assert (again.value, again.spelled) == (number.value, number.spelled)


@pytest.mark.parametrize(
    ("before", "after", "inside"),
    [
        ("over 3", "7,000", True),
        ("over 37", ",000", True),
        ("over 37,", "000", True),
        ("over 37,00", "0", True),
        ("over ", "37,000", False),
        ("37,000", " prompts", False),
        ("7", ".0", True),
        ("7.", "0", True),
        ("5", "%", False),
        ("0.873", ".", False),
        ("5", "M", True),
        ("$N \\approx 5$", "M", True),
        ("5", " million", True),
        ("-", "3.5", True),
        ("5-", "10", False),
        ("1, ", "2", False),
        ("ISPD20", "15", True),
        ("ISPD", "2015", False),
        ("", "37", False),
        ("37", "", False),
        ("", "", False),
    ],
)
def test_a_cut_inside_a_number_is_noticed(before: str, after: str, inside: bool) -> None:
    assert is_inside_number(before + after, len(before)) is inside


@given(TEXTS)
def test_any_text_gives_finite_numbers_in_order(text: str) -> None:
    end = 0
    for number in find_numbers(text):
        assert end <= number.start < number.end <= len(text)
        assert number.value.is_finite()
        end = number.end


@given(st.decimals(min_value=0, max_value=10**12, places=3), st.sampled_from(["", " ", "($", "~"]))
def test_a_written_decimal_is_read_back(value: Decimal, before: str) -> None:
    text = f"{before}{value:,f}\\%"
    [number] = find_numbers(text)
    assert str(number.value) == f"{value:f}"
    assert text[number.start : number.end] == f"{value:,f}"


@pytest.mark.parametrize(
    "piece", ["1", "1,", "1,000,", "1.", "-", "a-1", "^{", "^{{a}", "\\", "10^", "one ", "one and "]
)
def test_long_monotonous_text_takes_no_time(piece: str) -> None:
    started = time.perf_counter()
    find_numbers(piece * (100_000 // len(piece)))
    assert time.perf_counter() - started < 2  # quadratic time takes minutes


@pytest.mark.parametrize(
    ("text", "values"),
    [("准确率达到92.5%", ["92.5"]), ("快3倍", ["3"]), ("3万", []), ("BERT3模型", [])],
)
def test_digits_beside_letters_of_scripts_without_spaces_are_read(
    text: str, values: list[str]
) -> None:
    assert [str(number.value) for number in find_numbers(text)] == values
