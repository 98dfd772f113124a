"""Shares of True: means, flattened means and their standard errors.

Source    The standard error of a share over clusters is that of a ratio of cluster sums: Liang and
          Zeger (1986), Biometrika 73.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def mean(values: Sequence[bool]) -> float:
    """The share of True; 0.0 for no values."""
    return sum(values) / len(values) if values else 0.0


def flat_mean(values: Sequence[Sequence[bool]]) -> float:
    """The share of True over all lists together; 0.0 for no values."""
    return mean([value for inner in values for value in inner])


def mean_stderr(values: Sequence[bool]) -> float:
    """The standard error of :func:`mean`, with the sample variance (n - 1)."""
    count = len(values)
    if count < 2:
        return math.nan
    share = mean(values)
    return math.sqrt(share * (1 - share) / (count - 1))


def clustered_stderr(values: Sequence[Sequence[bool]]) -> float:
    """The standard error of :func:`flat_mean` when the lists are clusters.

    With share p, cluster sums s and sizes m of k clusters, the variance is
    k / (k - 1) * sum((s - p m)^2) / sum(m)^2.
    """
    clusters = [inner for inner in values if inner]
    count = len(clusters)
    if count < 2:
        return math.nan
    share = flat_mean(clusters)
    total = sum(len(inner) for inner in clusters)
    squares = sum((sum(inner) - share * len(inner)) ** 2 for inner in clusters)
    return math.sqrt(count / (count - 1) * squares) / total
