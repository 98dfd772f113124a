"""Intervals and adjusted p-values, against scipy, a bootstrap and simulated coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lm_eval_tasks.statistics.intervals import (
    clustered_interval,
    clustered_stderr,
    holm,
    mean_stderr,
    normal_quantile,
    student_probability,
    student_quantile,
    wilson,
)


def simulated(rng: np.random.Generator, prompts: int, share: float, spread: float) -> list[list[bool]]:
    """Prompts of 1 to 3 instructions whose chance to pass varies by prompt (beta-distributed)."""
    chances = rng.beta(share * spread, (1 - share) * spread, size=prompts)
    return [list(rng.random(rng.integers(1, 4)) < chance) for chance in chances]


def resampled(rng: np.random.Generator, clusters: list[list[bool]], rounds: int) -> np.ndarray:
    """Pooled shares of prompt samples drawn with replacement."""
    sums = np.array([sum(cluster) for cluster in clusters])
    sizes = np.array([len(cluster) for cluster in clusters])
    picks = rng.integers(0, len(clusters), size=(rounds, len(clusters)))
    return sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)


@pytest.mark.parametrize(("passed", "total"), [(0, 1), (1, 1), (3, 10), (39, 39), (0, 39), (331, 541)])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_wilson_is_that_of_scipy(passed: int, total: int, confidence: float) -> None:
    expected = stats.binomtest(passed, total).proportion_ci(confidence, method="wilson")
    got = wilson(passed, total, confidence)
    assert (got.low, got.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert got.method == "wilson"


def test_no_data_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high, wilson(0, 0).method) == (0.0, 1.0, "no_data")
    assert clustered_interval([[], []]) == wilson(0, 0)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 10, 31, 540, 4500])
def test_student_is_that_of_scipy(freedom: int) -> None:
    for value in (-3.0, -0.2, 0.0, 0.7, 2.0, 9.0):
        assert student_probability(value, freedom) == pytest.approx(stats.t.cdf(value, freedom), abs=1e-12)
    for probability in (0.025, 0.5, 0.9, 0.975, 0.995):
        expected = stats.t.ppf(probability, freedom)
        assert student_quantile(probability, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_normal_quantile() -> None:
    assert normal_quantile(0.975) == pytest.approx(1.959963984540054, abs=1e-9)


def test_clustered_stderr_and_interval_agree_with_a_bootstrap_over_prompts() -> None:
    rng = np.random.default_rng(20240229)
    clusters = simulated(rng, 541, 0.75, 3.0)
    shares = resampled(rng, clusters, 20_000)
    assert clustered_stderr(clusters) == pytest.approx(shares.std(ddof=1), rel=0.03)
    low, high = np.quantile(shares, [0.025, 0.975])
    got = clustered_interval(clusters)
    assert (got.low, got.high) == pytest.approx((low, high), abs=0.004)
    assert got.method == "wilson_clustered"
    unclustered = wilson(sum(map(sum, clusters)), sum(map(len, clusters)))
    assert got.high - got.low > 1.1 * (unclustered.high - unclustered.low)


@pytest.mark.parametrize(
    ("prompts", "share", "spread", "naive_at_most"),
    [(541, 0.85, 2.0, 0.92), (60, 0.6, 2.0, 0.92), (30, 0.9, 4.0, 0.95), (12, 0.5, 1.0, 0.92)],
)
def test_clustered_interval_covers(prompts: int, share: float, spread: float, naive_at_most: float) -> None:
    """Near 95 of 100 intervals hold the true share, where ignoring clusters covers less."""
    rng = np.random.default_rng(7)
    rounds = 500
    hit = naive_hit = 0
    for _ in range(rounds):
        clusters = simulated(rng, prompts, share, spread)
        got = clustered_interval(clusters)
        naive = wilson(sum(map(sum, clusters)), sum(map(len, clusters)))
        hit += got.low <= share <= got.high
        naive_hit += naive.low <= share <= naive.high
    assert 0.93 <= hit / rounds <= 0.98
    assert naive_hit < hit
    assert naive_hit / rounds < naive_at_most


def test_one_instruction_a_prompt_is_plain_wilson() -> None:
    assert clustered_interval([[True], [False], [True], []]) == wilson(2, 3)


def test_all_or_nothing_is_no_point() -> None:
    """At a share of 0 or 1 each prompt counts as one draw."""
    got = clustered_interval([[True, True]] * 20)
    assert got.high == 1.0
    assert got.low == pytest.approx(1 / (1 + stats.t.ppf(0.975, 19) ** 2 / 20), abs=1e-9)
    mirrored = clustered_interval([[False, False]] * 20)
    assert (mirrored.low, mirrored.high) == pytest.approx((0.0, 1 - got.low))


def test_a_lucky_sample_is_not_narrower_than_independent_draws() -> None:
    """One of two in every prompt: no variance between prompts, yet an interval."""
    got = clustered_interval([[True, False]] * 20)
    assert got.high - got.low >= wilson(20, 40).high - wilson(20, 40).low


@given(st.lists(st.lists(st.booleans(), max_size=4), max_size=30))
def test_bounds_hold_the_share_and_stay_in_range(clusters: list[list[bool]]) -> None:
    got = clustered_interval(clusters)
    assert 0.0 <= got.low <= got.high <= 1.0
    values = [value for cluster in clusters for value in cluster]
    if values:
        assert got.low - 1e-9 <= sum(values) / len(values) <= got.high + 1e-9


def test_standard_errors() -> None:
    values = [True, True, False, True]
    assert mean_stderr(values) == pytest.approx(np.std(values, ddof=1) / 2)
    assert clustered_stderr([[value] for value in values]) == pytest.approx(mean_stderr(values))
    assert math.isnan(mean_stderr([True]))


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_rejects_as_the_step_down_procedure(p_values: list[float]) -> None:
    """Step down from the smallest: stop at the first that is above alpha / (how many are left)."""
    alpha = 0.05
    rejected = [False] * len(p_values)
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[index] * (len(p_values) - rank) > alpha:
            break
        rejected[index] = True
    assert [adjusted <= alpha for adjusted in holm(p_values)] == rejected
