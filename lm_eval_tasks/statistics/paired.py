"""Two runs over the same prompts: is the difference between their shares more than chance?

Both answer the same prompts, so what counts is where they differ. The instructions of one
prompt share a response; a prompt is a cluster and never taken apart.

Source    McNemar (1947), Psychometrika 12, in its exact form, a binomial test of the pairs that
          differ; Tango (1998), Statistics in Medicine 17:891, for the interval; Fisher (1935),
          "The design of experiments", section 21, for the test by changed signs; Obuchowski
          (1998), Statistics in Medicine 17:1495, for the variance of a difference of clustered
          pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from lm_eval_tasks.statistics.intervals import normal_quantile, student_probability, student_quantile
from lm_eval_tasks.statistics.overall import spread

CONFIDENCE = 0.95
Clusters = Sequence[Sequence[bool]]


def mcnemar(lost: int, gained: int) -> float:
    """The exact two-sided p of McNemar's test, in whole numbers until the last division.

    Args:
        lost: pairs that pass in the first run only.
        gained: pairs that pass in the second run only.
    """
    pairs = lost + gained
    term = tail = 1
    for step in range(min(lost, gained)):
        term = term * (pairs - step) // (step + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << pairs))


def changed_signs(differences: Sequence[int]) -> float:
    """The exact two-sided p of the sum of ``differences``, one a cluster.

    If the two runs are alike, each cluster's difference could as well have had the other
    sign. The p is the share of all sign patterns whose sum is at least as far from 0. With
    differences of 1 and -1 only it is :func:`mcnemar`.
    """
    import numpy as np

    sizes = [abs(difference) for difference in differences if difference]
    reach = sum(sizes)
    chance = np.zeros(2 * reach + 1)  # of each sum from -reach to reach
    chance[reach] = 1.0
    for size in sizes:
        half = chance / 2
        chance = np.zeros_like(half)
        chance[size:] += half[:-size]
        chance[:-size] += half[size:]
    seen = abs(sum(differences))
    upper = chance[reach + seen :].sum()
    return 1.0 if seen == 0 else min(1.0, float(2 * upper))


def tango(
    lost: float, gained: float, total: float, quantile: float = normal_quantile(0.5 + CONFIDENCE / 2)
) -> tuple[float, float]:
    """Tango's score interval for (gained - lost) / total.

    It holds the differences that McNemar's score test would not reject. It stays within -1 and
    1 and, unlike the usual difference ± 1.96 * stderr, does not shrink to a point where no
    pair differs.
    """
    if not total:
        return -1.0, 1.0
    difference = (gained - lost) / total

    def distance(candidate: float) -> float:
        return abs(_score(lost, gained, total, candidate)) - quantile

    return _border(distance, difference, -1.0), _border(distance, difference, 1.0)


def changes(first: Clusters, second: Clusters) -> tuple[int, int]:
    """How many pass in the first run only, and how many in the second only."""
    pairs = [pair for one, other in zip(first, second, strict=True) for pair in zip(one, other, strict=True)]
    return sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)


def clustered_tango(first: Clusters, second: Clusters, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval for the difference of two pooled shares; each inner list is one prompt's.

    :func:`tango` for the number of independent pairs that would have the same variance: all
    counts are divided by the design effect, the clustered variance of the difference over
    that of independent pairs, taken as at least 1. Where no pair differs, each prompt counts
    as one pair. The quantile is Student's with (prompts - 1) degrees of freedom. With one
    instruction a prompt nothing is clustered, and it is :func:`tango`.
    """
    sizes = [len(cluster) for cluster in first if cluster]
    clusters, total = len(sizes), sum(sizes)
    lost, gained = changes(first, second)
    if total == clusters:
        return tango(lost, gained, total, normal_quantile(0.5 + confidence / 2))
    if clusters < 2:
        return -1.0, 1.0
    quantile = student_quantile(0.5 + confidence / 2, clusters - 1)
    difference = (gained - lost) / total
    independent = (lost + gained - total * difference**2) / (total * (total - 1))
    if independent <= 0:
        effect = total / clusters
    else:
        sums = (sum(b) - sum(a) - difference * len(a) for a, b in zip(first, second, strict=True))
        clustered = clusters / (clusters - 1) * sum(value**2 for value in sums) / total**2
        effect = max(1.0, clustered / independent)
    return tango(lost / effect, gained / effect, total / effect, quantile)


def paired_t(
    difference: float, pulls: Sequence[float], confidence: float = CONFIDENCE
) -> tuple[float, tuple[float, float]]:
    """The two-sided p of a difference of two means of shares, and its interval, by Student's t.

    Args:
        difference: the second run's number less the first's.
        pulls: how far each draw (a conversation) pulls the difference; they add up to 0.
        confidence: the coverage aimed at.
    """
    if len(pulls) < 2:
        return 1.0, (-1.0, 1.0)
    error, freedom = spread(pulls), len(pulls) - 1
    if error == 0 and difference == 0:
        return 1.0, tango(0, 0, len(pulls))
    if error == 0:  # each draw moved alike, so that only the signs tell anything
        return mcnemar(0, len(pulls)), (-1.0, 1.0)
    p = 2 * student_probability(-abs(difference) / error, freedom)
    margin = student_quantile(0.5 + confidence / 2, freedom) * error
    return p, (max(-1.0, difference - margin), min(1.0, difference + margin))


def _score(lost: float, gained: float, total: float, difference: float) -> float:
    """Tango's statistic of a candidate difference, standard normal if it is the true one."""
    distance = gained - lost - total * difference
    linear = (2 * total - gained + lost) * difference - gained - lost
    constant = -lost * difference * (1 - difference)
    # The likeliest chance to lose, if the difference were true; a rounding error below 0 is 0.
    chance = (math.sqrt(max(0.0, linear**2 - 8 * total * constant)) - linear) / (4 * total)
    variance = total * (2 * chance + difference * (1 - difference))
    if distance == 0:
        return 0.0
    return math.copysign(math.inf, distance) if variance <= 0 else distance / math.sqrt(variance)


def _border(distance: Callable[[float], float], inside: float, outside: float) -> float:
    """Where ``distance`` becomes positive between two points, by bisection."""
    if distance(outside) <= 0:
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        if distance(middle) <= 0:
            inside = middle
        else:
            outside = middle
    return inside
