"""Several answers per prompt in a run: the numbers that one answer does not have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.instructions.scoring.metrics import Metric
from lm_eval_tasks.statistics.several import Mean, all_at, mean_over_prompts, pass_at, sizes


def several_answers(metrics: Sequence[Metric], scores: Sequence[ItemScore]) -> dict[str, Any] | None:
    """Pass@k, all@k and the best of all answers, by prompt-level metric; None for one answer per prompt.

    ``best_of_k`` is the mean over prompts of the best answer's share of instructions followed. ``by_prompt``
    is the share of each prompt's answers that pass.
    """
    prompts = by_prompt(scores)
    count = min((len(answers) for answers in prompts.values()), default=1)
    if count < 2:
        return None
    found: dict[str, Any] = {"answers_per_prompt": count, "metrics": {}}
    of_instructions = {metric.name: metric for metric in metrics if metric.level == "instruction"}
    for metric in metrics:
        if metric.level != "prompt":
            continue
        passed = _values(metric, prompts)
        if not passed:
            continue
        twin = of_instructions.get(metric.name.replace("prompt_level", "inst_level"))
        shares = _values(twin, prompts) if twin else {}
        found["metrics"][metric.name] = {
            "pass_at": {str(k): _stored(_over(pass_at, passed, k)) for k in sizes(count)},
            "all_at": {str(k): _stored(_over(all_at, passed, k)) for k in sizes(count)},
            "best_of_k": _stored(mean_over_prompts([_best(answers) for answers in shares.values()]))
            if shares
            else None,
            "by_prompt": {key: sum(answers) / len(answers) for key, answers in passed.items()},
        }
    return found


def numbered(scores: Sequence[ItemScore]) -> list[tuple[str, int]]:
    """What tells each score from the others: its prompt's key, and which answer to it it is, from 1."""
    seen: Counter[str] = Counter()
    names = []
    for score in scores:
        seen[str(score.key)] += 1
        names.append((str(score.key), seen[str(score.key)]))
    return names


def by_prompt(scores: Sequence[ItemScore]) -> dict[str, list[ItemScore]]:
    """The scores of each prompt's answers, in the order of the data."""
    prompts: dict[str, list[ItemScore]] = {}
    for score in scores:
        prompts.setdefault(str(score.key), []).append(score)
    return prompts


def _values(metric: Metric, prompts: Mapping[str, Sequence[ItemScore]]) -> dict[str, list[Any]]:
    """What the answers to each prompt contribute; without prompts that do not belong to the metric."""
    values = {key: [metric.value(score) for score in answers] for key, answers in prompts.items()}
    return {key: given for key, given in values.items() if None not in given}


def _over(
    chance: Callable[[Sequence[bool], int], float], passed: Mapping[str, Sequence[bool]], k: int
) -> Mean:
    return mean_over_prompts([chance(answers, k) for answers in passed.values()])


def _best(answers: Sequence[Sequence[bool]]) -> float:
    """The largest share of instructions that one answer follows."""
    return max((sum(answer) / len(answer) for answer in answers if answer), default=0.0)


def _stored(mean: Mean) -> dict[str, Any]:
    return {
        "value": mean.value,
        "stderr": None if math.isnan(mean.stderr) else mean.stderr,
        "ci95": [mean.interval.low, mean.interval.high],
        "method": mean.interval.method,
    }
