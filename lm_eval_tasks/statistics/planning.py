"""How many prompts tell a difference, and which difference a number of prompts can tell.

Source    the normal approximation for means; Connor (1987), Biometrics 43, for McNemar's test.
"""

from __future__ import annotations

import math

from lm_eval_tasks.statistics.intervals import normal_quantile

ALPHA = 0.05
POWER = 0.8


def verdict_variance(win_rate: float, tie_rate: float = 0.0) -> float:
    """The variance of one verdict of 1, 0.5 or 0, when ties count as half in ``win_rate``."""
    return win_rate * (1.0 - win_rate) - tie_rate / 4.0


def two_orders_variance(variance: float, correlation: float, other: float | None = None) -> float:
    """The variance of the mean of the two games of a prompt.

    Args:
        variance: of the game in one order.
        correlation: between the two games of a prompt.
        other: the variance of the game in the other order; by default the same.
    """
    second = variance if other is None else other
    return (variance + second + 2.0 * correlation * math.sqrt(variance * second)) / 4.0


def paired_sd(sd: float, correlation: float) -> float:
    """The standard deviation of the difference of two models judged on the same prompts."""
    return sd * math.sqrt(2.0 * (1.0 - correlation))


def prompts_needed(sd: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """How many prompts tell ``difference`` from 0 with this power; ``sd`` is per prompt."""
    if not difference:
        raise ValueError("no number of prompts tells a difference of 0")
    return math.ceil((_quantiles(power, alpha) * sd / difference) ** 2)


def prompts_needed_by_t(sd: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> float:
    """How many prompts a two-sided t test needs, as a real number; ``prompts_needed`` approximates it."""
    from scipy.optimize import brentq
    from scipy.stats import nct, t

    effect = abs(difference) / sd

    def missing(prompts: float) -> float:
        free, shift = prompts - 1.0, effect * math.sqrt(prompts)
        bound = t.ppf(1.0 - alpha / 2.0, free)
        return float(nct.sf(bound, free, shift) + nct.cdf(-bound, free, shift)) - power

    least = max(2.0, prompts_needed(sd, difference, power, alpha) - 1.0)
    if missing(least) >= 0.0:
        return least
    return float(brentq(missing, least, least + 20.0))


def prompts_if_unpaired(sd: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """How many prompts each of two models needs when they are judged on different prompts."""
    return prompts_needed(sd * math.sqrt(2.0), difference, power, alpha)


def smallest_difference(sd: float, prompts: int, power: float = POWER, alpha: float = ALPHA) -> float:
    """The difference that so many prompts tell from 0 with this power."""
    return _quantiles(power, alpha) * sd / math.sqrt(prompts)


def mcnemar_pairs(discordant: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """How many pairs McNemar's test needs; its exact form needs more, see :func:`mcnemar_pairs_exact`.

    Args:
        discordant: the share of pairs that differ.
        difference: between the two shares of pairs that differ in one direction.
    """
    first = normal_quantile(1.0 - alpha / 2.0) * math.sqrt(discordant)
    second = normal_quantile(power) * math.sqrt(discordant - difference**2)
    return math.ceil(((first + second) / difference) ** 2)


def mcnemar_power(pairs: int, discordant: float, difference: float, alpha: float = ALPHA) -> float:
    """The power of the exact McNemar test, over all numbers of pairs that can differ."""
    import numpy as np
    from scipy.stats import binom

    differing = np.arange(pairs + 1)
    most = binom.ppf(alpha / 2.0, differing, 0.5)
    most = np.where(2.0 * binom.cdf(most, differing, 0.5) <= alpha, most, most - 1.0)
    share = (discordant + difference) / (2.0 * discordant)
    low, high = binom.cdf(most, differing, share), binom.sf(differing - most - 1.0, differing, share)
    return float(binom.pmf(differing, pairs, discordant) @ np.where(most >= 0.0, low + high, 0.0))


def mcnemar_pairs_exact(
    discordant: float, difference: float, power: float = POWER, alpha: float = ALPHA
) -> int:
    """How many pairs the exact McNemar test needs: the first number from Connor's on with this power."""
    pairs = mcnemar_pairs(discordant, difference, power, alpha)
    while mcnemar_power(pairs, discordant, difference, alpha) < power:
        pairs += 1
    return pairs


def _quantiles(power: float, alpha: float) -> float:
    return normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power)


__all__ = [
    "mcnemar_pairs",
    "mcnemar_pairs_exact",
    "mcnemar_power",
    "paired_sd",
    "prompts_if_unpaired",
    "prompts_needed",
    "prompts_needed_by_t",
    "smallest_difference",
    "two_orders_variance",
    "verdict_variance",
]
