"""Intervals by resampling whole clusters, and clustered means.

Judgments of one prompt depend on each other: two orders, several models, the same question. So a
prompt is drawn with all of its judgments, or not at all.

Source    Efron and Tibshirani (1993), "An introduction to the bootstrap", for percentiles; Cameron
          and Miller (2015), J. Human Resources 50, for the clustered variance (CR1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NORMAL = 1.959963984540054
"""The standard normal's quantile of 0.975."""


def draws(cluster: Any, rounds: int, seed: int = 0) -> Iterator[Floats]:
    """How often each row is counted, in each of ``rounds`` resamples of whole clusters.

    Args:
        cluster: the number of each row's cluster, from 0 on.
        rounds: how many resamples.
        seed: of numpy's default generator; the same seed gives the same resamples.
    """
    import numpy as np

    number = int(np.max(cluster)) + 1 if len(cluster) else 0
    random = np.random.default_rng(seed)
    for _ in range(rounds):
        picked = np.bincount(random.integers(0, number, number), minlength=number).astype(np.float64)
        yield picked[cluster]


def percentile_interval(values: Any, confidence: float = 0.95) -> Any:
    """The bounds between which the middle ``confidence`` of resampled values lies, per column.

    A value that is not a number counts as minus infinity for the lower bound and as infinity for
    the upper one. So a bound is infinite where too many resamples had no finite value.
    """
    import numpy as np

    table = np.asarray(values, dtype=np.float64)
    tail = (1.0 - confidence) / 2 * 100
    missing = np.isnan(table)
    # Neighbours are taken, not interpolated: half way to infinity is infinity.
    low = np.percentile(np.where(missing, -np.inf, table), tail, axis=0, method="nearest")
    high = np.percentile(np.where(missing, np.inf, table), 100 - tail, axis=0, method="nearest")
    if np.isfinite(table).all():
        low, high = np.percentile(table, [tail, 100 - tail], axis=0)
    return low, high


def resampled(
    statistic: Callable[[Floats], float], cluster: Any, rounds: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """The percentile interval of a statistic that takes how often each row is counted."""
    low, high = percentile_interval([statistic(times) for times in draws(cluster, rounds, seed)])
    return float(low), float(high)


@dataclass(frozen=True)
class ClusteredMean:
    """A mean, its standard error by clusters, and how much it rests on."""

    mean: float
    stderr: float
    """Not a number with fewer than two clusters."""
    n: int
    clusters: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval by the normal distribution."""
        return self.mean - NORMAL * self.stderr

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + NORMAL * self.stderr


def clustered_mean(values: Sequence[float], cluster: Sequence[Any]) -> ClusteredMean:
    """The mean over rows, with SE² = K / (K - 1) * sum over clusters of (sum of deviations)² / n²."""
    if not values:
        return ClusteredMean(math.nan, math.nan, 0, 0)
    mean = math.fsum(values) / len(values)
    sums: dict[Any, float] = {}
    for value, name in zip(values, cluster, strict=True):
        sums[name] = sums.get(name, 0.0) + value - mean
    number = len(sums)
    if number < 2:
        return ClusteredMean(mean, math.nan, len(values), number)
    square = number / (number - 1) * math.fsum(one * one for one in sums.values())
    return ClusteredMean(mean, math.sqrt(square) / len(values), len(values), number)


__all__ = ["ClusteredMean", "clustered_mean", "draws", "percentile_interval", "resampled"]
