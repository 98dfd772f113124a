"""Several answers per prompt in a run: the numbers that one answer does not have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lm_eval_tasks.runs.metrics import Metric, Scored, grouped
from lm_eval_tasks.runs.records import ChancesResult, MeanResult, SeveralResult
from lm_eval_tasks.statistics.several import Mean, all_at, mean_over_prompts, pass_at, sizes


def several_answers(metrics: Sequence[Metric], scores: Sequence[Scored]) -> SeveralResult | None:
    """Pass@k, all@k and the best of all answers, by prompt-level metric; None for one answer per prompt.

    ``best_of_k`` is the mean over prompts of the best answer's share of instructions followed. ``by_prompt``
    is the share of each prompt's answers that pass.
    """
    prompts = grouped(scores, lambda score: score.key)
    count = min((len(answers) for answers in prompts.values()), default=1)
    if count < 2:
        return None
    found: dict[str, ChancesResult] = {}
    for metric in metrics:
        if not metric.estimator.plain:
            continue
        passed = _values(metric, prompts)
        if not passed:
            continue
        shares = [_best(metric, prompts[key]) for key in passed] if metric.all_of_column else []
        found[metric.name] = ChancesResult(
            pass_at={str(k): _stored(_over(pass_at, passed, k)) for k in sizes(count)},
            all_at={str(k): _stored(_over(all_at, passed, k)) for k in sizes(count)},
            best_of_k=_stored(mean_over_prompts(shares)) if shares else None,
            by_prompt={key: sum(answers) / len(answers) for key, answers in passed.items()},
        )
    return SeveralResult(count, found)


def numbered(scores: Sequence[Scored]) -> list[tuple[str, int]]:
    """What tells each score from the others: its prompt's key, and which answer to it it is, from 1."""
    seen: Counter[str] = Counter()
    names = []
    for score in scores:
        seen[str(score.key)] += 1
        names.append((str(score.key), seen[str(score.key)]))
    return names


def _values(metric: Metric, prompts: Mapping[str, Sequence[Scored]]) -> dict[str, list[Any]]:
    """What the answers to each prompt contribute; without prompts that do not belong to the metric."""
    values = {key: [metric.value(score) for score in answers] for key, answers in prompts.items()}
    return {key: given for key, given in values.items() if None not in given}


def _over(
    chance: Callable[[Sequence[bool], int], float], passed: Mapping[str, Sequence[bool]], k: int
) -> Mean:
    return mean_over_prompts([chance(answers, k) for answers in passed.values()])


def _best(metric: Metric, answers: Sequence[Scored]) -> float:
    """The largest share of instructions that one answer follows."""
    columns = [metric.column.of(answer) for answer in answers]
    return max((sum(column) / len(column) for column in columns if column), default=0.0)


def _stored(mean: Mean) -> MeanResult:
    stderr = None if math.isnan(mean.stderr) else mean.stderr
    return MeanResult(mean.value, stderr, (mean.interval.low, mean.interval.high), mean.interval.method)
