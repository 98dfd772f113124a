"""Several answers per prompt: how often one of them, or all of them, succeed.

Of n answers to a prompt c succeed. Of k answers drawn from the n without replacement, all fail with the
probability C(n - c, k) / C(n, k), and all succeed with C(c, k) / C(n, k). Both are unbiased for k new
answers. A number over prompts is the mean of theirs, and prompts are the sampling unit.

Source    Chen et al. (2021), "Evaluating large language models trained on code", arXiv:2107.03374, for
          pass@k; the interval is that of :mod:`lm_eval_tasks.statistics.intervals`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lm_eval_tasks.statistics.intervals import CLUSTERED, NO_DATA, Interval, bounded_interval


@dataclass(frozen=True)
class Mean:
    """A mean over prompts with its standard error (not a number for fewer than two) and interval."""

    value: float
    stderr: float
    interval: Interval


def pass_at(answers: Sequence[bool], k: int) -> float:
    """The chance that at least one of ``k`` answers succeeds.

    Args:
        answers: whether each answer succeeded; at least ``k`` of them.
        k: how many are drawn, from 1.
    """
    _checked(answers, k)
    return 1.0 - _share_of_draws(len(answers) - sum(answers), len(answers), k)


def all_at(answers: Sequence[bool], k: int) -> float:
    """The chance that all of ``k`` answers succeed; arguments as for :func:`pass_at`."""
    _checked(answers, k)
    return _share_of_draws(sum(answers), len(answers), k)


def sizes(answers: int) -> tuple[int, ...]:
    """The k that are reported for a number of answers: powers of two, and the number itself."""
    powers = [2**power for power in range(answers.bit_length()) if 2**power <= answers]
    return tuple(dict.fromkeys([*powers, answers]))


def mean_over_prompts(values: Sequence[float]) -> Mean:
    """The mean of values between 0 and 1, one per prompt."""
    count = len(values)
    if not count:
        return Mean(0.0, math.nan, Interval(0.0, 1.0, NO_DATA))
    value = math.fsum(values) / count
    if count < 2:
        return Mean(value, math.nan, Interval(0.0, 1.0, CLUSTERED))
    error = math.sqrt(math.fsum((one - value) ** 2 for one in values) / (count * (count - 1)))
    return Mean(value, error, bounded_interval(value, error, count))


def _share_of_draws(good: int, total: int, k: int) -> float:
    """The share of the draws of ``k`` out of ``total`` that hold good ones only."""
    return math.comb(good, k) / math.comb(total, k)


def _checked(answers: Sequence[bool], k: int) -> None:
    if not 1 <= k <= len(answers):
        raise ValueError(f"k is {k}, expected 1 to {len(answers)}, the number of answers")


__all__ = ["Mean", "all_at", "mean_over_prompts", "pass_at", "sizes"]
