"""Figures against arithmetic by hand, and against other implementations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from paperclaims_curation.agreement.statistics import (
    SEED,
    Estimate,
    confusions,
    estimate,
    f1_ratio,
    kappa_ratio,
)


def kappa(*abstracts: list[tuple[str, str]]) -> Estimate:
    return estimate(confusions(abstracts), kappa_ratio)


def f1(*abstracts: tuple[int, int, int]) -> Estimate:
    return estimate(np.array(abstracts, dtype=np.int64).reshape(-1, 3), f1_ratio)


def test_f1_is_twice_the_matched_over_both() -> None:
    # 2 * (3 + 5) / ((4 + 6) + (5 + 5)) = 16 / 20: sums first, not the mean of the abstracts'
    # 6/9 and 10/11.
    assert f1((3, 4, 5), (5, 6, 5)).value == pytest.approx(0.8)


def test_f1_of_nothing_is_undefined_and_of_one_side_is_zero() -> None:
    assert f1((0, 0, 0), (0, 0, 0)) == Estimate(None)
    assert f1().value is None
    assert f1((0, 3, 0), (0, 2, 0)) == Estimate(0.0, 0.0, 0.0)


def test_kappa_by_hand() -> None:
    # Twenty pairs:        b: yes  no
    #             a: yes       8    2     a says yes 10, no 10
    #                no        3    7     b says yes 11, no  9
    # p_o = 15/20 = 0.75; p_e = (10*11 + 10*9)/400 = 0.5; kappa = 0.25/0.5 = 0.5.
    pairs = [("y", "y")] * 8 + [("y", "n")] * 2 + [("n", "y")] * 3 + [("n", "n")] * 7
    assert kappa(pairs).value == pytest.approx(0.5)


def test_kappa_below_chance_is_negative() -> None:
    # p_o = 0; p_e = (1*1 + 1*1)/4 = 0.5; kappa = -0.5/0.5 = -1.
    assert kappa([("y", "n"), ("n", "y")]).value == pytest.approx(-1.0)


def test_kappa_with_one_category_is_undefined() -> None:
    # p_o = p_e = 1: 0/0.
    assert kappa([("y", "y")] * 5) == Estimate(None)
    assert kappa([]) == Estimate(None)


def test_kappa_with_a_category_each_is_zero() -> None:
    # p_o = 0, p_e = (5*0 + 0*5)/25 = 0: 0/1.
    assert kappa([("y", "n")] * 5).value == 0.0


def test_kappa_over_abstracts_is_that_of_all_pairs_together() -> None:
    one, two = [("y", "y"), ("y", "n")], [("n", "n"), ("m", "m"), ("y", "m")]
    assert kappa(one, two).value == kappa(one + two).value


@given(st.lists(st.tuples(st.sampled_from("pqr"), st.sampled_from("pqr")), min_size=1, max_size=30))
@settings(max_examples=50, deadline=None)
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    value = kappa(pairs).value
    if len({label for pair in pairs for label in pair}) == 1:
        assert value is None
    else:
        a, b = zip(*pairs, strict=True)
        assert value == pytest.approx(cohen_kappa_score(a, b))


def test_one_abstract_gives_no_interval() -> None:
    assert f1((3, 4, 4)) == Estimate(0.75)


def test_an_interval_of_two_abstracts_by_hand() -> None:
    # Draws of two: (1,1) F1 0, (1,2) and (2,1) F1 0.5, (2,2) F1 1; a quarter each: so the 2.5th
    # percentile is 0 and the 97.5th 1.
    assert f1((0, 4, 4), (4, 4, 4)) == Estimate(0.5, 0.0, 1.0)


def test_an_interval_is_that_of_a_plain_loop() -> None:
    rows = np.array([[n % 4, 4, 3 + n % 3] for n in range(12)], dtype=np.int64)
    draws = np.random.default_rng(SEED).integers(12, size=(2000, 12))
    figures = []
    for draw in draws:
        matched, count_a, count_b = rows[draw].sum(axis=0)
        figures.append(2 * matched / (count_a + count_b))
    low, high = np.percentile(figures, [2.5, 97.5])
    found = estimate(rows, f1_ratio)
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)
    assert found == estimate(rows, f1_ratio)


def test_draws_without_the_figure_are_left_out() -> None:
    # Only the first abstract has items: without it a draw has no figure, with it the figure is 0.5.
    assert f1((1, 2, 2), (0, 0, 0), (0, 0, 0)) == Estimate(0.5, 0.5, 0.5)
