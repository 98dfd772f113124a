"""Two runs of one task, paired by prompt: differences, their certainty, and what changed.

Every metric of the task is compared; one of them is chosen, and for it every instruction type
is tested and every prompt that changed is listed with the reasons of both runs.

- Prompt-level: McNemar's exact test, Tango's interval.
- Instruction-level: the exact test by changed signs with the prompts as clusters, and Tango's
  interval for the number of independent pairs that has the clustered variance.
- Means of the four accuracies: Student's t, paired, with the conversations as clusters.
- Per instruction type: the same clustered test, adjusted by Holm over all types of the data.

The test is exact and the interval is not, so that close to the border one may say yes where
the other says no; a decision is always the test's.

Source    own; the methods and their sources are those of ``paired`` and ``statistics``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

import msgspec

from lm_eval_tasks.errors import ResponseError
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.runs.records import DOUBTS, Key, Run, Sample
from lm_eval_tasks.statistics.intervals import holm
from lm_eval_tasks.statistics.paired import changed_signs, changes

Direction = Literal["lost", "gained", "mixed"]
SHOWN_KEYS = 5


class Difference(msgspec.Struct, frozen=True):
    """One metric in both runs. ``difference`` is b - a; ``lost`` passes in a only, ``gained`` in b only."""

    metric: str
    level: str
    total: int
    a: float
    b: float
    difference: float
    ci95: tuple[float, float]
    lost: int
    gained: int
    p: float
    test: str
    interval: str

    def significant(self, alpha: float) -> bool:
        """Whether the runs differ by more than chance."""
        return self.p < alpha

    def regression(self, alpha: float) -> bool:
        """Whether the second run is worse by more than chance."""
        return self.difference < 0 and self.significant(alpha)


class TypeDifference(msgspec.Struct, frozen=True):
    """One instruction type in both runs; ``a`` and ``b`` are how many of ``total`` passed.

    ``not_decided_a`` and ``not_decided_b`` of those that did not pass were not decided.
    """

    instruction: str
    total: int
    a: int
    b: int
    lost: int
    gained: int
    p: float
    p_holm: float
    not_decided_a: int = 0
    not_decided_b: int = 0


class Change(msgspec.Struct, frozen=True):
    """One verdict that is another one in the second run; ``what`` is an instruction id or ``gate``."""

    what: str
    a: bool
    b: bool
    a_why: str
    b_why: str


class Flip(msgspec.Struct, frozen=True):
    """A prompt whose contribution to the metric changed."""

    key: Key
    prompt: str
    direction: Direction
    changes: tuple[Change, ...]


class Comparison(msgspec.Struct, frozen=True):
    """All that is known of two runs; ``metric`` is the one that was chosen.

    ``refused_a`` and ``refused_b`` are how many responses the gate refused; None without one.
    ``not_decided_a`` and ``not_decided_b`` count the verdicts of the chosen metric that were not decided, by
    reason. They count as not followed.
    """

    a: str
    b: str
    task: str
    signature_a: str
    signature_b: str
    n_prompts: int
    only_a: tuple[Key, ...]
    only_b: tuple[Key, ...]
    metric: str
    alpha: float
    regression: bool
    refused_a: int | None
    refused_b: int | None
    differences: tuple[Difference, ...]
    by_instruction: tuple[TypeDifference, ...]
    flips: tuple[Flip, ...]
    not_decided_a: dict[str, int]
    not_decided_b: dict[str, int]

    @property
    def chosen(self) -> Difference:
        """The difference of the chosen metric."""
        return next(one for one in self.differences if one.metric == self.metric)


def some_keys(keys: Sequence[Key]) -> str:
    """The first few keys, and how many more there are."""
    shown = ", ".join(map(str, keys[:SHOWN_KEYS]))
    return f"{shown} and {len(keys) - SHOWN_KEYS} more" if len(keys) > SHOWN_KEYS else shown


def only_in(first: Run, second: Run) -> list[Key]:
    """The prompts of ``first`` that ``second`` does not have."""
    there = second.by_identity
    return [key for key in first.by_identity if key not in there]


def compare(
    first: Run, second: Run, metrics: Sequence[Metric], chosen: Metric, alpha: float = 0.05
) -> Comparison:
    """Compare two runs over the prompts that both have.

    Args:
        first: what is compared with, ``a``.
        second: what is judged, ``b``.
        metrics: the metrics of the task.
        chosen: the one whose instruction types and changed prompts are listed.
        alpha: a p below it is significant.

    Raises:
        ResponseError: different tasks, no prompt in common, or one key that stands for two
            prompts.
    """
    if first.task != second.task:
        raise ResponseError(
            [f"different tasks, {first.task} and {second.task}; --task NAME scores both again as one"],
            _both(first, second),
        )
    counts = [_per_prompt(run) for run in (first, second)]
    if counts[0] != counts[1]:
        raise ResponseError(
            [f"{counts[0]} answers per prompt in one, {counts[1]} in the other; compare as many of both"],
            _both(first, second),
        )
    ours, theirs = first.by_identity, second.by_identity
    keys = [key for key in ours if key in theirs]
    if not keys:
        raise ResponseError(["no prompt in common (prompts are paired by their key)"], _both(first, second))
    _same_prompts(first, second)
    pairs = [(ours[key], theirs[key]) for key in keys]
    differences = tuple(_difference(metric, pairs) for metric in metrics)
    return Comparison(
        a=first.name,
        b=second.name,
        task=first.task,
        signature_a=first.signature,
        signature_b=second.signature,
        n_prompts=len({str(a.key) for a, _ in pairs}),
        only_a=tuple(only_in(first, second)),
        only_b=tuple(only_in(second, first)),
        metric=chosen.name,
        alpha=alpha,
        regression=any(one.metric == chosen.name and one.regression(alpha) for one in differences),
        refused_a=_refused([a for a, _ in pairs]),
        refused_b=_refused([b for _, b in pairs]),
        differences=differences,
        by_instruction=tuple(_by_instruction(chosen, pairs)),
        flips=tuple(
            flip for key, (a, b) in zip(keys, pairs, strict=True) if (flip := _flip(key, chosen, a, b))
        ),
        not_decided_a=_not_decided(chosen, [a for a, _ in pairs]),
        not_decided_b=_not_decided(chosen, [b for _, b in pairs]),
    )


def _not_decided(chosen: Metric, scores: Sequence[Sample]) -> dict[str, int]:
    """How many verdicts that the metric is about were not decided, by reason."""
    found = Counter(doubt for score in scores for _, doubt in _doubts(chosen, score))
    return {doubt: found[doubt] for doubt in DOUBTS if found[doubt]}


def _doubts(chosen: Metric, score: Sample) -> list[tuple[str, str]]:
    """The instructions of a score that were not decided, each with the reason."""
    if chosen.value(score) is None:
        return []
    in_doubt = zip(score.instruction_ids, chosen.column.doubts_of(score), strict=True)
    return [(name, doubt) for name, doubt in in_doubt if doubt]


def _per_prompt(run: Run) -> int:
    """The most answers that a prompt of the run has."""
    return max(Counter(str(score.key) for score in run.samples).values(), default=1)


def _refused(scores: Sequence[Sample]) -> int | None:
    gated = [score for score in scores if score.gated]
    return sum(score.refusal is not None for score in gated) if gated else None


def _same_prompts(first: Run, second: Run) -> None:
    ours, theirs = first.by_identity, second.by_identity
    other = [
        key
        for key in ours
        if key in theirs
        and (ours[key].prompt, ours[key].instruction_ids) != (theirs[key].prompt, theirs[key].instruction_ids)
    ]
    if other:
        problem = f"made from different data: {len(other)} keys stand for other prompts or instructions"
        raise ResponseError([f"{problem} ({some_keys(other)})"], _both(first, second))


def _both(first: Run, second: Run) -> str:
    return f"{first.name} and {second.name}"


def _difference(metric: Metric, pairs: Sequence[tuple[Sample, Sample]]) -> Difference:
    found = metric.paired([a for a, _ in pairs], [b for _, b in pairs])
    return Difference(metric=metric.name, level=metric.estimator.level, **asdict(found))


def _by_instruction(chosen: Metric, pairs: Sequence[tuple[Sample, Sample]]) -> list[TypeDifference]:
    """Every type of the data, in alphabetical order; turns of one conversation are one cluster."""
    clusters: tuple[dict[str, dict[Any, list[bool]]], ...] = ({}, {})
    for pair in pairs:
        cluster = pair[0].cluster
        for side, score in zip(clusters, pair, strict=True):
            for name, followed in chosen.verdicts(score):
                side.setdefault(name, {}).setdefault(cluster, []).append(followed)
    first, second = ({name: [*kept.values()] for name, kept in side.items()} for side in clusters)
    names = sorted(first)
    p_values = [
        changed_signs([sum(b) - sum(a) for a, b in zip(first[name], second[name], strict=True)])
        for name in names
    ]
    doubts = [Counter(name for pair in pairs for name, _ in _doubts(chosen, pair[side])) for side in (0, 1)]
    found = []
    for name, p, adjusted in zip(names, p_values, holm(p_values), strict=True):
        a, b = (sum(map(sum, side[name])) for side in (first, second))
        lost, gained = changes(first[name], second[name])
        unsure = (doubts[0][name], doubts[1][name])
        total = sum(map(len, first[name]))
        found.append(TypeDifference(name, total, a, b, lost, gained, p, adjusted, *unsure))
    return found


def _flip(key: Key, chosen: Metric, a: Sample, b: Sample) -> Flip | None:
    before, after = chosen.value(a), chosen.value(b)
    if before == after or before is None or after is None:
        return None
    moved = chosen.estimator.amount(after) - chosen.estimator.amount(before)
    direction: Direction = "gained" if moved > 0 else "lost" if moved < 0 else "mixed"
    found = [
        Change(name, was, now, _why(a, position, was), _why(b, position, now))
        for position, ((name, was), (_, now)) in enumerate(
            zip(chosen.verdicts(a), chosen.verdicts(b), strict=True)
        )
        if was != now
    ]
    if (a.refusal is None) != (b.refusal is None):
        found.insert(0, Change("gate", a.refusal is None, b.refusal is None, _gate(a), _gate(b)))
    return Flip(key, a.prompt, direction, tuple(found))


def _why(score: Sample, position: int, followed: bool) -> str:
    """Why a verdict is what it is: the gate, a loose variant, or what the check found."""
    why = score.why[position] if score.why else ""
    if followed == score.strict[position]:
        return why
    if followed:
        return f"{why}; followed {score.loose_variant[position] if score.loose_variant else 'loosely'}"
    return "refused by the gate" if score.refusal else why


def _gate(score: Sample) -> str:
    if score.refusal is None:
        return "passed"
    return f"refused: {score.refusal.reason}, {score.refusal.detail}"
