"""How sure a share is: intervals for it, and p-values of several tests at once.

Prompts are the sampling unit everywhere. The instructions of one prompt share a response,
so they are a cluster and not independent draws.

Source    Wilson (1927), "Probable inference, the law of succession, and statistical
          inference", JASA 22; Liang and Zeger (1986), Biometrika 73, for the clustered
          variance; Korn and Graubard (1998), Survey Methodology 24, for the effective sample
          size and its t quantile; Franco, Little, Louis and Slud (2019), J. Survey Statistics
          and Methodology 7, who find Wilson's interval over the effective sample size among
          the best for clustered shares; Holm (1979), Scand. J. Statistics 6; Abramowitz and
          Stegun (1964), 26.7.3 and 26.7.4, for Student's distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lm_eval_tasks.statistics.overall import Verdicts, overall, overall_stderr
from lm_eval_tasks.statistics.shares import clustered_stderr, flat_mean, mean, mean_stderr

CONFIDENCE = 0.95
WILSON = "wilson"
CLUSTERED = "wilson_clustered"
NO_DATA = "no_data"


@dataclass(frozen=True)
class Interval:
    """Bounds between 0 and 1, and the name of the method that gave them."""

    low: float
    high: float
    method: str


def wilson(passed: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval for a share of independent draws.

    Args:
        passed: how many of ``total`` are True.
        total: how many there are; 0 gives the whole range.
        confidence: the coverage aimed at, e.g. 0.95.
    """
    if not total:
        return Interval(0.0, 1.0, NO_DATA)
    low, high = _wilson(passed / total, total, normal_quantile(0.5 + confidence / 2))
    return Interval(low, high, WILSON)


def clustered_interval(clusters: Sequence[Sequence[bool]], confidence: float = CONFIDENCE) -> Interval:
    """The interval for the pooled share of True when each inner list is one prompt's.

    Wilson's interval for the number of independent draws that would have the same
    variance: n / deff, where the design effect deff is the clustered variance (ratio of
    sums, linearised) over that of independent draws. It stays within 0 and 1, and unlike
    share ± t * stderr it does not shrink to a point at a share of 0 or 1.

    - The quantile is Student's with (prompts - 1) degrees of freedom, since the variance is
      estimated from that many clusters.
    - deff is taken as at least 1: a negative correlation seen by chance earns nothing.
    - At a share of 0 or 1 the variance says nothing; each prompt then counts as one draw.
    - With one instruction in every prompt nothing is clustered and it is :func:`wilson`.
    """
    kept = [cluster for cluster in clusters if cluster]
    total = sum(len(cluster) for cluster in kept)
    passed = sum(sum(cluster) for cluster in kept)
    if total == len(kept):
        return wilson(passed, total, confidence)
    if len(kept) < 2:
        return Interval(0.0, 1.0, CLUSTERED)
    if passed in (0, total):
        effective = float(len(kept))
    else:
        share = passed / total
        independent = share * (1 - share) / (total - 1)
        effective = total / max(1.0, clustered_stderr(kept) ** 2 / independent)
    low, high = _wilson(passed / total, effective, student_quantile(0.5 + confidence / 2, len(kept) - 1))
    return Interval(low, high, CLUSTERED)


def overall_interval(values: Sequence[Verdicts], confidence: float = CONFIDENCE) -> Interval:
    """The interval for the mean of the four accuracies, :func:`lm_eval_tasks.statistics.overall.overall`.

    Wilson's interval for the number of independent draws that would have the same variance,
    as in :func:`clustered_interval`, with the conversations as clusters. Where the variance is 0,
    each conversation counts as one draw.
    """
    conversations = len({value.conversation for value in values})
    if conversations < 2:
        return Interval(0.0, 1.0, CLUSTERED if conversations else NO_DATA)
    share, error = overall(values), overall_stderr(values)
    effective = share * (1 - share) / error**2 if error > 0 else float(conversations)
    low, high = _wilson(share, effective, student_quantile(0.5 + confidence / 2, conversations - 1))
    return Interval(low, high, CLUSTERED)


def bounded_interval(share: float, error: float, draws: int, confidence: float = CONFIDENCE) -> Interval:
    """The interval for a mean of values between 0 and 1, from its standard error over ``draws`` draws.

    Wilson's interval for the number of independent draws of True and False with that standard error, with
    Student's quantile. Without a variance each draw counts as one.
    """
    effective = share * (1 - share) / error**2 if error > 0 and 0 < share < 1 else float(draws)
    low, high = _wilson(share, effective, student_quantile(0.5 + confidence / 2, draws - 1))
    return Interval(low, high, CLUSTERED)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the given order.

    Rejecting where the adjusted value is at most alpha keeps the chance of any false
    rejection among all tests at alpha, whatever their dependence.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted


@lru_cache
def normal_quantile(probability: float) -> float:
    """The standard normal's quantile."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(probability)


@lru_cache
def student_quantile(probability: float, freedom: int) -> float:
    """Student's quantile for a whole number of degrees of freedom, by bisection."""
    if probability < 0.5:
        return -student_quantile(1 - probability, freedom)
    low, high = 0.0, 1.0
    while student_probability(high, freedom) < probability:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if student_probability(middle, freedom) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def student_probability(value: float, freedom: int) -> float:
    """The chance that Student's t with ``freedom`` degrees of freedom is at most ``value``."""
    angle = math.atan(value / math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    series = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= square * (step - 1) / step
        series += term
    within = 2 / math.pi * (angle + sine * series) if odd else sine * series
    return 0.5 + within / 2


def _wilson(share: float, draws: float, quantile: float) -> tuple[float, float]:
    square = quantile * quantile
    centre = (share + square / (2 * draws)) / (1 + square / draws)
    margin = (
        quantile
        * math.sqrt(share * (1 - share) / draws + square / (4 * draws * draws))
        / (1 + square / draws)
    )
    low = 0.0 if share == 0 else max(0.0, centre - margin)
    high = 1.0 if share == 1 else min(1.0, centre + margin)
    return low, high


__all__ = [
    "Interval",
    "clustered_interval",
    "clustered_stderr",
    "flat_mean",
    "holm",
    "mean",
    "mean_stderr",
    "normal_quantile",
    "overall_interval",
    "student_probability",
    "student_quantile",
    "wilson",
]
