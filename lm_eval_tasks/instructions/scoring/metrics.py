"""From verdicts to numbers: means, flattened means and their standard errors.

Source    google-research, instruction_following_eval, for the four accuracies. The standard
          error of an instruction-level mean is clustered by prompt, because instructions of
          one prompt share a response: Liang and Zeger (1986), as a ratio of cluster sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.statistics.overall import overall, overall_stderr
from lm_eval_tasks.statistics.shares import clustered_stderr, flat_mean, mean, mean_stderr

Level = Literal["prompt", "instruction", "family", "overall"]
Need = Literal["loose", "gate"]


@dataclass(frozen=True)
class Metric:
    """A number of a suite.

    ``value`` takes what one prompt contributes out of its score: one bool for
    prompt-level, a list of bools for instruction-level metrics, anything for
    family-level ones; None where the prompt does not belong to the metric. ``families``,
    for family-level metrics only, turns all contributions into one bool a family. A metric
    of the level ``overall`` is the mean of the four accuracies, over turns where there are
    several; its contributions are :class:`~lm_eval_tasks.statistics.overall.Verdicts`. ``needs``
    names what a suite must have for the number to mean anything.
    """

    name: str
    level: Level
    value: Callable[[ItemScore], Any]
    families: Callable[[Sequence[Any]], Sequence[bool]] | None = None
    needs: tuple[Need, ...] = ()


def _prompt_strict(score: ItemScore) -> bool:
    return all(score.strict)


def _prompt_strict_gated(score: ItemScore) -> bool:
    return all(score.strict_gated)


def _prompt_loose_gated(score: ItemScore) -> bool:
    return all(score.loose_gated or ())


def _inst_strict(score: ItemScore) -> list[bool]:
    return list(score.strict)


def _inst_strict_gated(score: ItemScore) -> list[bool]:
    return list(score.strict_gated)


def _inst_loose_gated(score: ItemScore) -> list[bool]:
    return list(score.loose_gated or ())


def _gate_passed(score: ItemScore) -> bool:
    return score.refusal is None


def _one_variant(score: ItemScore) -> bool:
    return score.one_variant and score.refusal is None


# Without a gate the gated lists are the plain ones, so one set of four serves both.
FOUR = (
    Metric("prompt_level_strict_acc", "prompt", _prompt_strict_gated),
    Metric("inst_level_strict_acc", "instruction", _inst_strict_gated),
    Metric("prompt_level_loose_acc", "prompt", _prompt_loose_gated, needs=("loose",)),
    Metric("inst_level_loose_acc", "instruction", _inst_loose_gated, needs=("loose",)),
)
STRICT_WITH_LANGUAGE = (
    Metric("prompt_level_strict_acc", "prompt", _prompt_strict),
    Metric("inst_level_strict_acc", "instruction", _inst_strict),
    Metric("prompt_level_strict_langcheck_acc", "prompt", _prompt_strict_gated, needs=("gate",)),
    Metric("inst_level_strict_langcheck_acc", "instruction", _inst_strict_gated, needs=("gate",)),
    Metric("language_check_acc", "prompt", _gate_passed, needs=("gate",)),
)
LOOSE_BY_ONE_VARIANT = Metric("prompt_level_loose_one_variant_acc", "prompt", _one_variant, needs=("loose",))


def contributions(metric: Metric, values: Sequence[Any]) -> Sequence[Any]:
    """What the metric averages: the values that belong to it, families gathered."""
    kept = [value for value in values if value is not None]
    return metric.families(kept) if metric.families else kept


def aggregate(metric: Metric, values: Sequence[Any]) -> float:
    """The metric over the prompts' contributions."""
    kept = contributions(metric, values)
    if metric.level == "overall":
        return overall(kept)
    return flat_mean(kept) if metric.level == "instruction" else mean(kept)


def stderr(metric: Metric, values: Sequence[Any]) -> float:
    """The metric's standard error; not a number for fewer than two prompts."""
    kept = contributions(metric, values)
    if metric.level == "overall":
        return overall_stderr(kept)
    return clustered_stderr(kept) if metric.level == "instruction" else mean_stderr(kept)


def contribution_of_answers(metric: Metric, scores: Sequence[ItemScore]) -> Any:
    """What the answers to one prompt contribute: one answer's value, else their mean or all verdicts.

    To a metric over families they contribute a value each, see :func:`mean_of_rounds`. None where the
    prompt does not belong to the metric.
    """
    values = [metric.value(score) for score in scores]
    if len(values) == 1 or None in values:
        return values[0] if len(values) == 1 else None
    if metric.level == "prompt":
        return sum(values) / len(values)
    if metric.level == "instruction":
        return [verdict for value in values for verdict in value]
    return tuple(values)


def mean_of_rounds(
    compute: Callable[[Metric, Sequence[Any]], float], metric: Metric, contributions: Sequence[Any]
) -> float:
    """A number over families: with several answers the mean of it over the first ones, the second ones, ….

    A number of another level is computed as it is.
    """
    first = contributions[0] if contributions else None
    if metric.level != "family" or not isinstance(first, list | tuple) or not first:
        return compute(metric, contributions)
    if not isinstance(first[0], list | tuple):
        return compute(metric, contributions)
    rounds = [compute(metric, answers) for answers in zip(*contributions, strict=True)]
    return sum(rounds) / len(rounds)
