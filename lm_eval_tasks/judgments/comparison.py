"""Two sets of judgments, prompt by prompt: is the second model judged better or worse than the first?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, stdev

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.records import Judgment, Judgments
from lm_eval_tasks.statistics.intervals import student_probability, student_quantile


@dataclass(frozen=True)
class Compared:
    """The mean of B less the mean of A over the prompts that both have, by a paired t-test."""

    unit: str
    """``outcome`` (from 0 to 1, against the baseline) or ``rating``."""
    model_a: str
    model_b: str
    baseline: str
    prompts: int
    mean_a: float
    mean_b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    worse: int
    better: int
    equal: int
    only_a: int
    only_b: int
    undecided_a: int
    undecided_b: int

    def regression(self, alpha: float) -> bool:
        """Whether B is significantly worse."""
        return self.p is not None and self.p < alpha and self.difference < 0


def compared(first: Judgments, second: Judgments) -> Compared:
    """Compare two models that were judged on the same prompts, in the same way.

    Raises:
        LmEvalTasksError: several models on a side, other baselines or judges, or no prompt in common.
    """
    ours, theirs = _side(first), _side(second)
    for what, one, other in (("baseline", ours[1], theirs[1]), ("judge", ours[3], theirs[3])):
        if one != other:
            raise LmEvalTasksError(
                f"the {what} of A is {one or 'not named'!r}, that of B {other or 'not named'!r}"
            )
    if ours[2] != theirs[2]:
        raise LmEvalTasksError(f"A holds {ours[2]}s, B holds {theirs[2]}s")
    a, b = _by_prompt(first), _by_prompt(second)
    shared = [prompt for prompt in a if prompt in b]
    if not shared:
        raise LmEvalTasksError("A and B have no decided prompt in common")
    differences = [b[prompt] - a[prompt] for prompt in shared]
    mean = fmean(differences)
    low = high = p = None
    if len(shared) > 1:
        error, freedom = stdev(differences) / math.sqrt(len(shared)), len(shared) - 1
        margin = student_quantile(0.975, freedom) * error
        low, high = mean - margin, mean + margin
        p = 2 * student_probability(-abs(mean) / error, freedom) if error else float(mean == 0)
    return Compared(
        ours[2],
        ours[0],
        theirs[0],
        ours[1],
        len(shared),
        fmean(a[prompt] for prompt in shared),
        fmean(b[prompt] for prompt in shared),
        mean,
        low,
        high,
        p,
        sum(one < 0 for one in differences),
        sum(one > 0 for one in differences),
        sum(one == 0 for one in differences),
        len(a) - len(shared),
        len(b) - len(shared),
        sum(first.undecided.values()),
        sum(second.undecided.values()),
    )


def _side(found: Judgments) -> tuple[str, str, str, str]:
    """Model, baseline, unit and judge, each the only one."""
    models = sorted({one.model_a for one in found.judgments})
    baselines = sorted({one.model_b for one in found.judgments})
    judges = sorted({one.judge for one in found.judgments})
    for what, names in (("model", models), ("baseline", baselines), ("judge", judges)):
        if len(names) > 1:
            raise LmEvalTasksError(
                f"{found.source}: {len(names)} {what}s ({', '.join(names[:6])}); expected one"
            )
    return models[0], baselines[0], "outcome" if baselines[0] else "rating", judges[0]


def _by_prompt(found: Judgments) -> Mapping[str, float]:
    """The mean of each prompt over its decided judgments, with their weights."""
    groups: dict[str, list[Judgment]] = {}
    for one in found.judgments:
        if one.decided:
            groups.setdefault(one.cluster, []).append(one)
    means = {}
    for prompt, given in groups.items():
        weight = sum(one.weight for one in given)
        means[prompt] = sum(_value(one) * one.weight for one in given) / weight
    return means


def _value(one: Judgment) -> float:
    return float(one.outcome if one.outcome is not None else one.score or 0.0)
