"""A scored run as what is stored of it: ``results.json`` and ``samples.jsonl``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from lm_eval_tasks.data.answers import Answer
from lm_eval_tasks.data.conversations import histories
from lm_eval_tasks.data.forms.earlier_score import further_columns
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.run import ScoredRun, Task
from lm_eval_tasks.instructions.scoring.signature import signature
from lm_eval_tasks.runs.metrics import LOOSE, STRICT, Column, Metric
from lm_eval_tasks.runs.records import (
    DOUBTS,
    Breakdown,
    DataSource,
    Doubt,
    GateDecision,
    GateResult,
    MetricResult,
    NotDecided,
    NotDecidedResult,
    ResponsesSource,
    Results,
    Run,
    Sample,
    Share,
    Span,
)
from lm_eval_tasks.runs.several import several_answers
from lm_eval_tasks.statistics.intervals import Interval, clustered_interval

FORMAT = 2
NOTED = ("empty", "null", "missing", "unclosed_thinking", "crashed")


def run_of(scored: ScoredRun, name: str) -> Run:
    """A run that was scored just now, as it is read again when it was stored."""
    return Run(name, results_of(scored), tuple(samples_of(scored)))


def counted_columns(task: Task) -> tuple[Column, ...]:
    """The verdicts that a breakdown adds up, so that its sums are the task's metrics: strict, then loose.

    They are those of the task's first metric over single instructions, by kind; after the gate where there
    is none.
    """
    pooled = [metric.column for metric in task.metrics if metric.estimator.pooled]
    defaults = (STRICT, LOOSE) if task.loose else (STRICT,)
    return tuple(next((own for own in pooled if own.kind == one.kind), one) for one in defaults)


def results_of(run: ScoredRun) -> Results:
    """The numbers of a run."""
    task, scores = run.task, run.scores
    columns = counted_columns(task)
    return Results(
        task=task.name,
        signature=signature(task, run.counted_rows),
        data=DataSource(run.rows.source, run.rows.sha256, len(run.rows.rows)),
        responses=ResponsesSource(
            run.saved.source,
            run.saved.sha256,
            run.saved.kind,
            len(run.saved.answers),
            (*run.saved.notes, *run.matched.notes),
            tuple(run.matched.problems),
        ),
        n_prompts=len({str(score.key) for score in scores}),
        n_answers=len(scores),
        answers_per_prompt=run.matched.per_prompt,
        n_instructions=sum({str(score.key): len(score.instruction_ids) for score in scores}.values()),
        metrics=metrics_of(task, scores),
        several=several_answers(task.metrics, scores),
        by_instruction=_breakdown(scores, columns, str),
        by_group=_breakdown(scores, columns, group),
        gate=_gate(task, scores),
        counts=_counts(run),
        not_decided=_not_decided(task, scores, columns) or None,
        format=FORMAT,
        think_end=tuple(task.think_end),
        excluded={str(key): reason for key, reason in run.excluded.items()},
    )


def metrics_of(task: Task, scores: Sequence[ItemScore]) -> dict[str, MetricResult]:
    """Each metric with its standard error, interval and counts."""
    return {metric.name: _metric(metric, scores) for metric in task.metrics}


def samples_of(run: ScoredRun) -> Iterator[Sample]:
    """The answers with their verdicts, in the order of the data."""
    answers = run.matched.answers
    turns = [
        (item.labels, item.prompt, answer.response if answer else None)
        for item, answer in zip(run.items, answers, strict=True)
    ]
    numbers: Counter[str] = Counter()
    for row, item, score, answer, said in zip(
        run.kept, run.items, run.scores, answers, histories(turns), strict=True
    ):
        numbers[str(item.key)] += 1
        number = numbers[str(item.key)] if run.matched.per_prompt > 1 else None
        yield _sample(row, item, score, answer, number, said)


def group(instruction_id: str) -> str:
    """The family of an instruction id: what is before its last colon."""
    return instruction_id.rpartition(":")[0] or instruction_id


def _not_decided(
    task: Task, scores: Sequence[ItemScore], columns: Sequence[Column]
) -> dict[Doubt, NotDecidedResult]:
    """The verdicts that were not decided, by reason, and how much of each metric they are."""
    found: dict[Doubt, NotDecidedResult] = {}
    for doubt in DOUBTS:
        if_followed = [score.if_followed(doubt) for score in scores]
        if all(one is score for one, score in zip(if_followed, scores, strict=True)):
            continue
        effect = {}
        for metric in task.metrics:
            now, then = metric.estimate(scores).value, metric.estimate(if_followed).value
            if now is not None and then is not None and then != now:
                effect[metric.name] = then - now
        verdicts: dict[str, int] = {}
        for column in columns:
            verdicts[column.kind] = sum(column.doubts_of(score).count(doubt) for score in scores)
        found[doubt] = NotDecidedResult(verdicts, effect)
    return found


def share(passed: int, total: int, interval: Interval) -> Share:
    """A share with its interval; ``value`` is None for no data."""
    value = passed / total if total else None
    return Share(value, passed, total, (interval.low, interval.high), interval.method)


def _metric(metric: Metric, scores: Sequence[ItemScore]) -> MetricResult:
    found = metric.estimate(scores)
    return MetricResult(
        found.value,
        found.stderr,
        (found.interval.low, found.interval.high),
        found.passed,
        found.total,
        metric.estimator.level,
        found.interval.method,
    )


def _breakdown(
    scores: Sequence[ItemScore], columns: Sequence[Column], name: Callable[[str], str]
) -> Breakdown:
    """Shares by instruction id or by family, prompts or conversations as clusters, in the order of names."""
    clusters: dict[str, dict[str, dict[Any, list[bool]]]] = {}
    doubts: Counter[tuple[str, str, str]] = Counter()
    for score in scores:
        names = [name(instruction_id) for instruction_id in score.instruction_ids]
        for column in columns:
            for one, followed in zip(names, column.of(score), strict=True):
                of_kind = clusters.setdefault(one, {}).setdefault(column.kind, {})
                of_kind.setdefault(score.cluster, []).append(followed)
            in_doubt = zip(names, column.doubts_of(score), strict=True)
            doubts.update((one, column.kind, doubt) for one, doubt in in_doubt if doubt)
    return {
        one: {
            kind: _clustered_share([*kept.values()], *(doubts[one, kind, doubt] for doubt in DOUBTS))
            for kind, kept in clusters[one].items()
        }
        for one in sorted(clusters)
    }


def _clustered_share(clusters: Sequence[Sequence[bool]], undecided: int, crashed: int) -> Share:
    passed, total = sum(map(sum, clusters)), sum(map(len, clusters))
    found = share(passed, total, clustered_interval(clusters))
    return msgspec.structs.replace(found, undecided=undecided, crashed=crashed)


def _gate(task: Task, scores: Sequence[ItemScore]) -> GateResult:
    reasons = Counter(score.refusal.reason for score in scores if score.refusal)
    return GateResult(task.gate.name if task.gate else None, reasons.total(), dict(reasons.most_common()))


def _counts(run: ScoredRun) -> dict[str, int | None]:
    """How many answers something is noted of; what only one task notes comes last.

    ``probably_truncated`` is null where the answers' file does not tell a token limit.
    """
    notes = Counter(note for score in run.scores for note in score.notes)
    cut_off = [answer.cut_off for answer in run.matched.answers if answer and answer.cut_off is not None]
    return {
        **{note: notes[note] for note in NOTED},
        "probably_truncated": sum(cut_off) if cut_off else None,
        **{note: notes[note] for note in sorted(notes) if note not in NOTED},
    }


def _sample(
    row: Mapping[str, Any],
    item: Item,
    score: ItemScore,
    answer: Answer | None,
    number: int | None,
    said: Any,
) -> Sample:
    response = None if "missing" in score.notes or answer is None else answer.response
    loose, gated = score.loose is not None, score.gated
    kwargs = [dict(given) for given in item.kwargs]
    common = {
        "key": item.key,
        "prompt": item.prompt,
        "instruction_id_list": list(item.instruction_ids),
        "kwargs": kwargs,
    }
    return Sample(
        key=item.key,
        prompt=item.prompt,
        response=response,
        instruction_id_list=item.instruction_ids,
        kwargs=tuple(kwargs),
        strict=score.strict,
        loose=score.loose,
        gated_strict=score.strict_gated if gated else None,
        gated_loose=score.loose_gated if gated else None,
        why=score.why,
        spans=score.spans,
        loose_variant=score.loose_variant if loose else None,
        one_variant=score.one_variant if loose else None,
        gate=_decision(score),
        noted=score.notes,
        labels=dict(item.labels),
        columns=further_columns(row, common),
        opened=(answer.opened or None) if answer else None,
        probably_truncated=answer.cut_off if answer else None,
        answer=number,
        not_decided=_doubts(score),
        judged=_judged(score.judged, response),
        conversation=said or None,
    )


def _decision(score: ItemScore) -> GateDecision | None:
    if not score.gated:
        return None
    if score.refusal is None:
        return GateDecision(True)
    return GateDecision(False, score.refusal.reason, score.refusal.detail)


def _doubts(score: ItemScore) -> NotDecided | None:
    """Which verdicts were not decided; None where all were."""
    outcomes = score.outcomes
    strict, loose = (one.strict_doubt for one in outcomes), (one.loose_doubt for one in outcomes)
    found = NotDecided(tuple(strict), None if score.loose is None else tuple(loose))
    return found if any(found.strict) or any(found.loose or ()) else None


def _judged(text: str | None, response: object) -> Span | str | None:
    """The text that was judged, or its place in the response; None if it is the response."""
    if text is None or text == response:
        return None
    if isinstance(response, str):
        # What is left out, the reasoning, comes first.
        at = len(response) - len(text) if response.endswith(text) else response.find(text)
        if at >= 0:
            return at, at + len(text)
    return text
