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

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from lm_eval_tasks.data.responses import RESULTS, SAMPLES
from lm_eval_tasks.data.sources import read_lines
from lm_eval_tasks.errors import ResponseError
from lm_eval_tasks.instructions.model import ItemScore, Refusal
from lm_eval_tasks.instructions.scoring.metrics import Metric, contributions
from lm_eval_tasks.instructions.scoring.run import ScoredRun
from lm_eval_tasks.runs.results import problem_of
from lm_eval_tasks.runs.signature import signature
from lm_eval_tasks.statistics.intervals import holm
from lm_eval_tasks.statistics.overall import Verdicts, contributions_to, overall
from lm_eval_tasks.statistics.paired import changed_signs, changes, clustered_tango, mcnemar, paired_t, tango

Key = str | int
Direction = Literal["lost", "gained", "mixed"]
TESTS = {
    "prompt": ("mcnemar_exact", "tango"),
    "family": ("mcnemar_exact", "tango"),
    "instruction": ("changed_signs_clustered", "tango_clustered"),
    "overall": ("t_clustered", "t_clustered"),
}
SHOWN_KEYS = 5


@dataclass(frozen=True)
class Run:
    """One side of a comparison. ``scores`` is in the order of the data."""

    name: str
    task: str
    signature: str
    scores: Mapping[Key, ItemScore]
    prompts: Mapping[Key, str]


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
    """One instruction type in both runs; ``a`` and ``b`` are how many of ``total`` passed."""

    instruction: str
    total: int
    a: int
    b: int
    lost: int
    gained: int
    p: float
    p_holm: float


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

    @property
    def chosen(self) -> Difference:
        """The difference of the chosen metric."""
        return next(one for one in self.differences if one.metric == self.metric)


def run_of(scored: ScoredRun, name: str) -> Run:
    """A run that was scored just now."""
    numbers: Counter[str] = Counter()
    scores: dict[Key, ItemScore] = {}
    prompts: dict[Key, str] = {}
    for item, score in zip(scored.items, scored.scores, strict=True):
        numbers[str(item.key)] += 1
        key = _name(item.key, numbers[str(item.key)] if scored.matched.per_prompt > 1 else None)
        scores[key], prompts[key] = score, item.prompt
    return Run(name, scored.task.name, signature(scored.task, scored.counted_rows), scores, prompts)


def _name(key: Key, answer: Any) -> Key:
    """What tells a score from the others of a run: the prompt's key, and the answer's number if any."""
    return key if answer is None else f"{key}, answer {answer}"


def stored_run(folder: Path) -> Run:
    """A run that ``score --output`` stored.

    Raises:
        ResponseError: a folder without the two files, or files of another form; says the line.
    """
    samples_file, results_file = folder / SAMPLES, folder / RESULTS
    absent = [path.name for path in (results_file, samples_file) if not path.is_file()]
    if absent:
        raise ResponseError(
            [
                f"no {' and no '.join(absent)}, so this is no folder of `lm-eval-tasks score --output`; "
                "saved answers can be compared with --task NAME, which scores them first"
            ],
            str(folder),
        )
    try:
        results = json.loads(results_file.read_text(encoding="utf-8"))
        task, stored_signature = str(results["task"]), str(results["signature"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResponseError([f"not as `score` writes it: {error!r}"], str(results_file)) from None
    scores: dict[Key, ItemScore] = {}
    prompts: dict[Key, str] = {}
    for line, sample in read_lines(samples_file):
        problem = problem_of(sample)
        if problem:
            raise ResponseError([f"line {line}: not as `score` writes it: {problem}"], str(samples_file))
        try:
            score = _stored_score(sample)
            prompts[_name(score.key, sample.get("answer"))] = str(sample["prompt"])
        except (KeyError, TypeError, AttributeError) as error:
            raise ResponseError(
                [f"line {line}: not as `score` writes it: {error!r}"], str(samples_file)
            ) from None
        name = _name(score.key, sample.get("answer"))
        if name in scores:
            raise ResponseError([f"line {line}: key {name} for the second time"], str(samples_file))
        scores[name] = score
    return Run(str(folder), task, stored_signature, scores, prompts)


def _stored_score(sample: Mapping[str, Any]) -> ItemScore:
    gate = sample["gate"]
    refused = gate is not None and not gate["passed"]
    loose = sample.get("loose")
    return ItemScore(
        key=sample["key"],
        instruction_ids=tuple(sample["instruction_id_list"]),
        strict=tuple(sample["strict"]),
        loose=None if loose is None else tuple(loose),
        why=tuple(sample["why"]),
        spans=(),
        loose_variant=tuple(sample.get("loose_variant") or (None for _ in sample["strict"])),
        gated=gate is not None,
        refusal=Refusal(gate["reason"], gate["detail"]) if refused else None,
        notes=tuple(sample.get("notes") or ()),
        one_variant=bool(sample.get("one_variant")),
        labels=dict(sample.get("labels") or {}),
    )


def some_keys(keys: Sequence[Key]) -> str:
    """The first few keys, and how many more there are."""
    shown = ", ".join(map(str, keys[:SHOWN_KEYS]))
    return f"{shown} and {len(keys) - SHOWN_KEYS} more" if len(keys) > SHOWN_KEYS else shown


def only_in(first: Run, second: Run) -> list[Key]:
    """The prompts of ``first`` that ``second`` does not have."""
    return [key for key in first.scores if key not in second.scores]


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
    keys = [key for key in first.scores if key in second.scores]
    if not keys:
        raise ResponseError(["no prompt in common (prompts are paired by their key)"], _both(first, second))
    _same_prompts(first, second, keys)
    pairs = [(first.scores[key], second.scores[key]) for key in keys]
    differences = tuple(_difference(metric, pairs) for metric in metrics)
    judged = _instruction_level(chosen, metrics)
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
        by_instruction=tuple(_by_instruction(judged, pairs)),
        flips=tuple(
            flip
            for key, (a, b) in zip(keys, pairs, strict=True)
            if (flip := _flip(key, first.prompts[key], chosen, judged, a, b))
        ),
    )


def _per_prompt(run: Run) -> int:
    """The most answers that a prompt of the run has."""
    return max(Counter(str(score.key) for score in run.scores.values()).values(), default=1)


def _refused(scores: Sequence[ItemScore]) -> int | None:
    gated = [score for score in scores if score.gated]
    return sum(score.refusal is not None for score in gated) if gated else None


def _same_prompts(first: Run, second: Run, keys: Sequence[Key]) -> None:
    other = [
        key
        for key in keys
        if first.prompts[key] != second.prompts[key]
        or first.scores[key].instruction_ids != second.scores[key].instruction_ids
    ]
    if other:
        problem = f"made from different data: {len(other)} keys stand for other prompts or instructions"
        raise ResponseError([f"{problem} ({some_keys(other)})"], _both(first, second))


def _both(first: Run, second: Run) -> str:
    return f"{first.name} and {second.name}"


def _difference(metric: Metric, pairs: Sequence[tuple[ItemScore, ItemScore]]) -> Difference:
    if metric.level == "overall":
        return _difference_of_means(metric, pairs)
    first, second = [_clusters(metric, [pair[side] for pair in pairs]) for side in (0, 1)]
    total = sum(len(cluster) for cluster in first)
    lost, gained = changes(first, second)
    several = metric.level == "prompt" and any(len(cluster) > 1 for cluster in first)
    if metric.level == "instruction" or several:
        p = changed_signs([sum(b) - sum(a) for a, b in zip(first, second, strict=True)])
        interval = clustered_tango(first, second)
    else:
        p, interval = mcnemar(lost, gained), tango(lost, gained, total)
    a, b = (sum(map(sum, side)) for side in (first, second))
    test, method = TESTS["instruction" if several else metric.level]
    return Difference(
        metric=metric.name,
        level=metric.level,
        total=total,
        a=a / total if total else 0.0,
        b=b / total if total else 0.0,
        difference=(b - a) / total if total else 0.0,
        ci95=interval,
        lost=lost,
        gained=gained,
        p=p,
        test=test,
        interval=method,
    )


def _difference_of_means(metric: Metric, pairs: Sequence[tuple[ItemScore, ItemScore]]) -> Difference:
    """Of a mean of shares; ``total``, ``lost`` and ``gained`` are conversations."""
    first, second = [contributions(metric, [metric.value(pair[side]) for pair in pairs]) for side in (0, 1)]
    moved: dict[str, int] = {}
    for a, b in zip(first, second, strict=True):
        moved[a.conversation] = moved.get(a.conversation, 0) + b.followed - a.followed
    before, after = overall(first), overall(second)
    pulls = contributions_to(first), contributions_to(second)
    p, interval = paired_t(after - before, [pulls[1][name] - pulls[0][name] for name in moved])
    test, method = TESTS[metric.level]
    return Difference(
        metric=metric.name,
        level=metric.level,
        total=len(moved),
        a=before,
        b=after,
        difference=after - before,
        ci95=interval,
        lost=sum(change < 0 for change in moved.values()),
        gained=sum(change > 0 for change in moved.values()),
        p=p,
        test=test,
        interval=method,
    )


def _clusters(metric: Metric, scores: Sequence[ItemScore]) -> list[list[bool]]:
    """What the metric averages, one list per prompt (or per family), over all answers to it."""
    values = [metric.value(score) for score in scores]
    if len({str(score.key) for score in scores}) < len(scores) and not metric.families:
        prompts: dict[str, list[bool]] = {}
        for score, value in zip(scores, values, strict=True):
            if value is not None:
                verdicts = value if metric.level == "instruction" else [bool(value)]
                prompts.setdefault(str(score.key), []).extend(verdicts)
        return list(prompts.values())
    kept = contributions(metric, values)
    return [list(value) if metric.level == "instruction" else [bool(value)] for value in kept]


def _instruction_level(chosen: Metric, metrics: Sequence[Metric]) -> Metric:
    """The metric over single instructions that belongs to the chosen one."""
    by_name = {metric.name: metric for metric in metrics if metric.level == "instruction"}
    if chosen.name in by_name:
        return chosen
    twin = by_name.get(chosen.name.replace("prompt_level", "inst_level"))
    verdicts = _loose if "loose" in chosen.name else _strict

    def of_chosen(score: ItemScore) -> list[bool] | None:
        return None if chosen.value(score) is None else verdicts(score)

    return twin or Metric(chosen.name, "instruction", of_chosen)


def _strict(score: ItemScore) -> list[bool]:
    return list(score.strict_gated)


def _loose(score: ItemScore) -> list[bool]:
    return list(score.loose_gated or score.strict_gated)


def _by_instruction(judged: Metric, pairs: Sequence[tuple[ItemScore, ItemScore]]) -> list[TypeDifference]:
    """Every type of the data, in alphabetical order; turns of one conversation are one cluster."""
    clusters: tuple[dict[str, dict[Any, list[bool]]], ...] = ({}, {})
    for pair in pairs:
        cluster = pair[0].labels.get("conversation_key", pair[0].key)
        for side, score in zip(clusters, pair, strict=True):
            for name, followed in _verdicts(judged, score):
                side.setdefault(name, {}).setdefault(cluster, []).append(followed)
    first, second = ({name: [*kept.values()] for name, kept in side.items()} for side in clusters)
    names = sorted(first)
    p_values = [
        changed_signs([sum(b) - sum(a) for a, b in zip(first[name], second[name], strict=True)])
        for name in names
    ]
    found = []
    for name, p, adjusted in zip(names, p_values, holm(p_values), strict=True):
        a, b = (sum(map(sum, side[name])) for side in (first, second))
        lost, gained = changes(first[name], second[name])
        found.append(TypeDifference(name, sum(map(len, first[name])), a, b, lost, gained, p, adjusted))
    return found


def _verdicts(judged: Metric, score: ItemScore) -> list[tuple[str, bool]]:
    values = judged.value(score)
    if values is None or len(values) != len(score.instruction_ids):
        return []
    return list(zip(score.instruction_ids, values, strict=True))


def _flip(key: Key, prompt: str, chosen: Metric, judged: Metric, a: ItemScore, b: ItemScore) -> Flip | None:
    before, after = chosen.value(a), chosen.value(b)
    if before == after:
        return None
    moved = _size(after) - _size(before)
    direction: Direction = "gained" if moved > 0 else "lost" if moved < 0 else "mixed"
    found = [
        Change(name, was, now, _why(a, position, was), _why(b, position, now))
        for position, ((name, was), (_, now)) in enumerate(
            zip(_verdicts(judged, a), _verdicts(judged, b), strict=True)
        )
        if was != now
    ]
    if (a.refusal is None) != (b.refusal is None):
        found.insert(0, Change("gate", a.refusal is None, b.refusal is None, _gate(a), _gate(b)))
    return Flip(key, prompt, direction, tuple(found))


def _size(value: Any) -> int:
    if isinstance(value, Verdicts):
        return value.followed
    return sum(map(bool, value)) if isinstance(value, Sequence) else int(bool(value))


def _why(score: ItemScore, position: int, followed: bool) -> str:
    """Why a verdict is what it is: the gate, a loose variant, or what the check found."""
    why = score.why[position]
    if followed == score.strict[position]:
        return why
    if followed:
        return f"{why}; followed {score.loose_variant[position]}"
    return "refused by the gate" if score.refusal else why


def _gate(score: ItemScore) -> str:
    if score.refusal is None:
        return "passed"
    return f"refused: {score.refusal.reason}, {score.refusal.detail}"
