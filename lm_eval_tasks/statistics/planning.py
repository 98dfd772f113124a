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


def two_orders_variance(variance: float, correlation: float) -> float:
    """The variance of the mean of the two games of a prompt, from that of one game."""
    return variance * (1.0 + correlation) / 2.0


def paired_sd(sd: float, correlation: float) -> float:
    """The standard deviation of the difference of two models judged on the same prompts."""
    return sd * math.sqrt(2.0 * (1.0 - correlation))


def prompts_needed(sd: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """How many prompts tell ``difference`` from 0 with this power; ``sd`` is per prompt."""
    if not difference:
        raise ValueError("no number of prompts tells a difference of 0")
    return math.ceil((_quantiles(power, alpha) * sd / difference) ** 2)


def smallest_difference(sd: float, prompts: int, power: float = POWER, alpha: float = ALPHA) -> float:
    """The difference that so many prompts tell from 0 with this power."""
    return _quantiles(power, alpha) * sd / math.sqrt(prompts)


def mcnemar_pairs(discordant: float, difference: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """How many pairs McNemar's test needs; its exact form needs a few more.

    Args:
        discordant: the share of pairs that differ.
        difference: between the two shares of pairs that differ in one direction.
    """
    first = normal_quantile(1.0 - alpha / 2.0) * math.sqrt(discordant)
    second = normal_quantile(power) * math.sqrt(discordant - difference**2)
    return math.ceil(((first + second) / difference) ** 2)


def _quantiles(power: float, alpha: float) -> float:
    return normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power)


__all__ = [
    "mcnemar_pairs",
    "paired_sd",
    "prompts_needed",
    "smallest_difference",
    "two_orders_variance",
    "verdict_variance",
]
