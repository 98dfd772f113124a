"""Paired tests and intervals: against scipy, brute force, published numbers and simulations."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from lm_eval_tasks.statistics.paired import changed_signs, changes, clustered_tango, mcnemar, tango

Z = 1.959963984540054


@pytest.mark.parametrize("lost", [0, 1, 2, 7, 30, 211])
@pytest.mark.parametrize("gained", [0, 1, 3, 7, 45, 190])
def test_mcnemar_is_the_binomial_test(lost: int, gained: int) -> None:
    expected = stats.binomtest(lost, lost + gained, 0.5).pvalue if lost + gained else 1.0
    assert mcnemar(lost, gained) == pytest.approx(expected, rel=1e-9)
    assert changed_signs([-1] * lost + [1] * gained) == pytest.approx(expected, rel=1e-9)


def test_mcnemar_of_many_pairs_does_not_overflow() -> None:
    assert mcnemar(10_000, 10_000) == 1.0
    assert mcnemar(9_800, 10_200) == pytest.approx(stats.binomtest(9_800, 20_000, 0.5).pvalue, rel=1e-6)
    assert mcnemar(0, 3_000) == 0.0


@given(st.lists(st.integers(-4, 4), max_size=10))
def test_changed_signs_is_the_share_of_all_sign_patterns(differences: list[int]) -> None:
    seen = abs(sum(differences))
    patterns = list(itertools.product((1, -1), repeat=len(differences)))
    sums = [sum(sign * value for sign, value in zip(signs, differences, strict=True)) for signs in patterns]
    expected = sum(abs(total) >= seen for total in sums) / len(patterns)
    assert changed_signs(differences) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_changed_signs_nears_the_normal_for_many_clusters(seed: int) -> None:
    """A changed sign moves the sum by an even number, so half a step is 1."""
    differences = np.random.default_rng(seed).choice([-2, -1, 0, 1, 2], size=600).tolist()
    scaled = (abs(sum(differences)) - 1) / math.sqrt(sum(value**2 for value in differences))
    assert changed_signs(differences) == pytest.approx(2 * stats.norm.sf(scaled), abs=0.003)


def test_tango_of_a_published_table() -> None:
    """Airway responsiveness before and after a transplant, 1/1/7/12, as in Fagerland et al. (2014)."""
    assert tango(7, 1, 21) == pytest.approx((-0.517, -0.026), abs=0.0005)
    assert mcnemar(7, 1) == pytest.approx(0.0703125)


def test_tango_is_no_point_where_nothing_differs() -> None:
    expected = Z**2 / (50 + Z**2)
    assert tango(0, 0, 50) == pytest.approx((-expected, expected), abs=1e-5)
    assert tango(0, 0, 0) == (-1.0, 1.0)
    assert tango(0, 10, 10)[1] == 1.0
    assert tango(10, 0, 10)[0] == -1.0


@pytest.mark.parametrize(("lost", "gained", "total"), [(7, 1, 21), (0, 5, 40), (30, 45, 541), (3, 3, 9)])
def test_limits_are_where_the_score_test_turns(lost: int, gained: int, total: int) -> None:
    """With the nuisance parameter found by maximising the likelihood, not by Tango's formula."""
    for limit in tango(lost, gained, total):
        low, high = max(0.0, -limit), (1 - limit) / 2

        def loss(chance: float, limit: float = limit) -> float:
            same = 1 - 2 * chance - limit
            kept = [(lost, chance), (gained, chance + limit), (total - lost - gained, same)]
            return -sum(count * math.log(max(value, 1e-300)) for count, value in kept if count)

        found = optimize.minimize_scalar(
            loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}
        ).x
        score = (gained - lost - total * limit) / math.sqrt(total * (2 * found + limit - limit**2))
        assert abs(score) == pytest.approx(Z, abs=1e-3)


@settings(max_examples=200)
@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_tango_holds_the_difference_and_mirrors(lost: int, gained: int, same: int) -> None:
    total = lost + gained + same
    if not total:
        return
    low, high = tango(lost, gained, total)
    assert -1.0 <= low <= (gained - lost) / total + 1e-12
    assert (gained - lost) / total - 1e-12 <= high <= 1.0
    assert tango(gained, lost, total) == pytest.approx((-high, -low), abs=1e-9)
    z = abs(gained - lost) / math.sqrt(lost + gained) if lost + gained else 0.0
    if abs(z - Z) > 1e-6:
        assert (low > 0 or high < 0) == (z > Z)


@pytest.mark.parametrize(("lost", "gained"), [(0.02, 0.02), (0.05, 0.10), (0.15, 0.15), (0.0, 0.03)])
def test_tango_covers(lost: float, gained: float) -> None:
    """Exact coverage for 100 pairs, summed over every table that can occur."""
    total = 100
    covered = mass = 0.0
    for b in range(45):
        for c in range(45):
            chance = float(
                stats.multinomial.pmf([b, c, total - b - c], total, [lost, gained, 1 - lost - gained])
            )
            if chance < 1e-9:
                continue
            mass += chance
            low, high = tango(b, c, total)
            covered += chance * (low <= gained - lost <= high)
    assert mass > 0.999
    assert 0.93 <= covered / mass <= 1.0


def runs(rng: np.random.Generator, prompts: int, better: float) -> tuple[list[list[bool]], list[list[bool]]]:
    """Two runs over prompts of 1 to 3 instructions; within a prompt and between runs they correlate."""
    first, second = [], []
    for size in rng.integers(1, 4, size=prompts):
        ease = rng.beta(3, 1)
        first.append(list(rng.random(size) < ease * (1 - better)))
        second.append(list(rng.random(size) < ease))
    return first, second


def test_one_instruction_a_prompt_is_plain_tango() -> None:
    first, second = [[True], [False], [True], [True]], [[False], [False], [True], [True]]
    assert clustered_tango(first, second) == tango(1, 0, 4)


def test_clustered_interval_agrees_with_a_bootstrap_over_prompts() -> None:
    rng = np.random.default_rng(11)
    first, second = runs(rng, 541, 0.1)
    moved = np.array([sum(b) - sum(a) for a, b in zip(first, second, strict=True)])
    sizes = np.array([len(cluster) for cluster in first])
    picks = rng.integers(0, 541, size=(20_000, 541))
    expected = np.quantile(moved[picks].sum(axis=1) / sizes[picks].sum(axis=1), [0.025, 0.975])
    assert clustered_tango(first, second) == pytest.approx(tuple(expected), abs=0.004)


@pytest.mark.parametrize(("prompts", "better"), [(200, 0.0), (60, 0.1)])
def test_clustered_interval_covers_and_the_test_keeps_its_level(prompts: int, better: float) -> None:
    rng = np.random.default_rng(3)
    true = 0.75 * better
    hits = rejected = 0
    rounds = 400
    for _ in range(rounds):
        first, second = runs(rng, prompts, better)
        low, high = clustered_tango(first, second)
        hits += low <= true <= high
        rejected += changed_signs([sum(b) - sum(a) for a, b in zip(first, second, strict=True)]) < 0.05
    assert hits / rounds >= 0.92
    if better == 0.0:
        assert rejected / rounds <= 0.075
    else:
        assert rejected / rounds > 0.2


def test_whole_prompts_that_flip_weigh_less_than_as_many_free_instructions() -> None:
    """Ten prompts of three that all flip the same way are ten events and not thirty."""
    kept = [[True] * 3] * 40
    first, second = kept + [[True] * 3] * 10, kept + [[False] * 3] * 10
    assert changes(first, second) == (30, 0)
    low, high = clustered_tango(first, second)
    free = tango(30, 0, 150)
    assert high - low > 1.4 * (free[1] - free[0])
    assert low < -0.2 < high < 0


def test_no_prompt_differs_or_all_do() -> None:
    same = [[True, False]] * 30
    low, high = clustered_tango(same, same)
    assert low == pytest.approx(-high)
    assert 0.1 < high < 0.15
    assert clustered_tango([[False, False]] * 8, [[True, True]] * 8)[1] == 1.0
    assert clustered_tango([[True, False]], [[True, True]]) == (-1.0, 1.0)
