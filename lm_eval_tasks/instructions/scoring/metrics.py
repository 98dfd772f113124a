"""The metrics of instruction following: which verdicts each of them counts.

Source    google-research, instruction_following_eval, for the four accuracies. The standard
          error of an instruction-level mean is clustered by prompt, because instructions of
          one prompt share a response: Liang and Zeger (1986), as a ratio of cluster sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.runs.metrics import LOOSE, STRICT, STRICT_BEFORE_GATE, AllOf, Column, EachOf, Metric, Need
from lm_eval_tasks.statistics.estimators import ClusteredShare, Share


def _gate_passed(score: ItemScore) -> bool:
    return score.refusal is None


def _one_variant(score: ItemScore) -> bool:
    return bool(score.one_variant) and score.refusal is None


def _prompts(name: str, column: Column, *needs: Need) -> Metric:
    """The share of prompts of which all verdicts of a column are followed."""
    return Metric(name, Share(), AllOf(column), column, all_of_column=True, needs=needs)


def _instructions(name: str, column: Column, *needs: Need) -> Metric:
    """The share of verdicts of a column that are followed."""
    return Metric(name, ClusteredShare(), EachOf(column), column, needs=needs)


# Without a gate the gated lists are the plain ones, so one set of four serves both.
FOUR = (
    _prompts("prompt_level_strict_acc", STRICT),
    _instructions("inst_level_strict_acc", STRICT),
    _prompts("prompt_level_loose_acc", LOOSE, "loose"),
    _instructions("inst_level_loose_acc", LOOSE, "loose"),
)
STRICT_WITH_LANGUAGE = (
    _prompts("prompt_level_strict_acc", STRICT_BEFORE_GATE),
    _instructions("inst_level_strict_acc", STRICT_BEFORE_GATE),
    _prompts("prompt_level_strict_langcheck_acc", STRICT, "gate"),
    _instructions("inst_level_strict_langcheck_acc", STRICT, "gate"),
    Metric("language_check_acc", Share(), _gate_passed, needs=("gate",)),
)
LOOSE_BY_ONE_VARIANT = Metric(
    "prompt_level_loose_one_variant_acc", Share(), _one_variant, LOOSE, needs=("loose",)
)


def aggregate(metric: Metric, values: Sequence[Any]) -> float:
    """The metric over the prompts' contributions."""
    return metric.aggregate(values)


def stderr(metric: Metric, values: Sequence[Any]) -> float:
    """The metric's standard error; not a number for fewer than two prompts."""
    return metric.stderr(values)


def contribution_of_answers(metric: Metric, scores: Sequence[ItemScore]) -> Any:
    """What the answers to one prompt contribute: one answer's value, else their mean or all verdicts.

    To a metric over families they contribute a value each, see :func:`mean_of_rounds`. None where the
    prompt does not belong to the metric.
    """
    values = [metric.value(score) for score in scores]
    if len(values) == 1 or None in values:
        return values[0] if len(values) == 1 else None
    return metric.estimator.joined(values)


def mean_of_rounds(
    compute: Callable[[Metric, Sequence[Any]], float], metric: Metric, contributions: Sequence[Any]
) -> float:
    """A number over families: with several answers the mean of it over the first ones, the second ones, ….

    A number of another level is computed as it is.
    """
    rounds = [compute(metric, answers) for answers in metric.estimator.rounds(contributions)]
    return sum(rounds) / len(rounds)
