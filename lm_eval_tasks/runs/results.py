"""A scored run as what is stored of it: ``results.json`` and ``samples.jsonl``."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.answers import Answer
from lm_eval_tasks.data.conversations import histories
from lm_eval_tasks.data.forms.earlier_score import RESULTS, SAMPLES, further_columns
from lm_eval_tasks.errors import OutputError
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.metrics import Metric, aggregate, contributions, stderr
from lm_eval_tasks.instructions.scoring.run import ScoredRun, Task
from lm_eval_tasks.runs.several import by_prompt, several_answers
from lm_eval_tasks.runs.signature import signature
from lm_eval_tasks.statistics.intervals import Interval, clustered_interval, overall_interval, wilson
from lm_eval_tasks.statistics.shares import clustered_stderr

NOTED = ("empty", "null", "missing", "unclosed_thinking", "crashed")


@dataclass(frozen=True)
class Counted:
    """The verdicts that a task's instruction-level metrics count: behind the gate, or before it."""

    strict: Callable[[ItemScore], Sequence[bool]]
    loose: Callable[[ItemScore], Sequence[bool]] | None

    def of(self, kind: str, score: ItemScore) -> Sequence[bool]:
        """The verdicts of ``kind``, ``strict`` or ``loose``."""
        read = self.strict if kind == "strict" else self.loose
        return read(score) if read else ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """``strict``, and ``loose`` where there is one."""
        return ("strict", "loose") if self.loose else ("strict",)


def counted_verdicts(task: Task) -> Counted:
    """Which verdicts a breakdown adds up, so that its sums are the task's metrics."""
    values = {metric.name: metric.value for metric in task.metrics if metric.level == "instruction"}
    return Counted(
        values.get("inst_level_strict_acc", _strict_gated),
        values.get("inst_level_loose_acc", _loose_gated) if task.loose else None,
    )


def results_of(run: ScoredRun) -> dict[str, Any]:
    """What ``results.json`` holds; plain values only."""
    task, scores = run.task, run.scores
    pairs = counted_verdicts(task)
    return {
        "task": task.name,
        "signature": signature(task, run.counted_rows),
        "data": {"source": run.rows.source, "sha256": run.rows.sha256, "rows": len(run.rows.rows)},
        "responses": {
            "source": run.saved.source,
            "sha256": run.saved.sha256,
            "kind": run.saved.kind,
            "answers": len(run.saved.answers),
            "notes": [*run.saved.notes, *run.matched.notes],
            "unmatched": list(run.matched.problems),
        },
        "n_prompts": len({str(score.key) for score in scores}),
        "n_answers": len(scores),
        "answers_per_prompt": run.matched.per_prompt,
        "n_instructions": sum({str(score.key): len(score.instruction_ids) for score in scores}.values()),
        "metrics": metrics_of(task, scores),
        **({"several": several} if (several := several_answers(task.metrics, scores)) else {}),
        "by_instruction": _breakdown(scores, pairs, str),
        "by_group": _breakdown(scores, pairs, group),
        "gate": _gate(task, scores),
        "counts": _counts(run),
        "think_end": list(task.think_end),
        "excluded": {str(key): reason for key, reason in run.excluded.items()},
    }


def metrics_of(task: Task, scores: Sequence[ItemScore]) -> dict[str, dict[str, Any]]:
    """Each metric with its standard error, interval and counts."""
    return {metric.name: _metric(metric, scores) for metric in task.metrics}


def samples_of(run: ScoredRun) -> Iterator[dict[str, Any]]:
    """What ``samples.jsonl`` holds, one object an answer, in the order of the data."""
    answers = run.matched.answers
    turns = [
        (item.labels, item.prompt, answer.response if answer else None)
        for item, answer in zip(run.items, answers, strict=True)
    ]
    numbers: Counter[str] = Counter()
    for row, item, score, answer, said in zip(
        run.kept, run.items, run.scores, answers, histories(turns), strict=True
    ):
        sample = _sample(run.task, row, item, score, answer)
        if run.matched.per_prompt > 1:
            numbers[str(item.key)] += 1
            sample["answer"] = numbers[str(item.key)]
        if said:
            sample["conversation"] = said
        yield sample


def group(instruction_id: str) -> str:
    """The family of an instruction id: what stands before its last colon."""
    return instruction_id.rpartition(":")[0] or instruction_id


def write_run(folder: Path, results: Mapping[str, Any], samples: Iterable[Mapping[str, Any]]) -> None:
    """Both files in ``folder``, which is made if it is not there.

    They are written beside their final names first. Of several that write at once, the last
    one's files stay. Whoever stops this at any moment finds
    the earlier run, or no ``results.json``, or the new run; never parts of both.

    Raises:
        OutputError: when they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone_in(folder):
            lines = (json_line(sample) for sample in samples)
            new_samples = _written(folder / f".{SAMPLES}.partial", lines)
            new_results = _written(folder / f".{RESULTS}.partial", [json_text(results).encode() + b"\n"])
            (folder / RESULTS).unlink(missing_ok=True)
            new_samples.replace(folder / SAMPLES)
            new_results.replace(folder / RESULTS)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Other processes that write there wait; the lock ends with its process, however it ends.

    Where the system or the file system has no locks, nobody waits.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def json_text(results: Mapping[str, Any]) -> str:
    """The results as JSON, indented, readable and safe in any encoding of a terminal."""
    text = json.dumps(results, ensure_ascii=False, allow_nan=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode()


def json_line(sample: Mapping[str, Any]) -> bytes:
    """A sample as one line; lone surrogates, which UTF-8 cannot hold, as JSON escapes."""
    # backslashreplace writes a lone surrogate as \udXXX, which JSON reads as that surrogate.
    return json.dumps(sample, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def problem_of(sample: Any) -> str | None:
    """What keeps a line of ``samples.jsonl`` from being a sample, or None."""
    if not isinstance(sample, dict):
        return "not an object"
    for name in ("key", "prompt", "instruction_id_list", "strict"):
        if sample.get(name) is None:
            return f"no {name!r}"
    ids = sample["instruction_id_list"]
    if not isinstance(ids, list):
        return "'instruction_id_list' is no list"
    for name in ("strict", "loose", "why", "spans", "loose_variant", "kwargs"):
        values = sample.get(name)
        if values is not None and (not isinstance(values, list) or len(values) != len(ids)):
            return f"{name!r} is no list of {len(ids)}, one an instruction"
    for name in ("strict", "loose"):
        if not all(isinstance(followed, bool) for followed in sample.get(name) or ()):
            return f"{name!r} holds something else than true and false"
    return None


def share(passed: int, total: int, interval: Interval) -> dict[str, Any]:
    """A share with its interval, as it is stored; ``value`` is null for no data."""
    return {
        "value": passed / total if total else None,
        "passed": passed,
        "total": total,
        "ci95": [interval.low, interval.high],
        "method": interval.method,
    }


def _strict_gated(score: ItemScore) -> Sequence[bool]:
    return score.strict_gated


def _loose_gated(score: ItemScore) -> Sequence[bool]:
    return score.loose_gated or ()


def _metric(metric: Metric, scores: Sequence[ItemScore]) -> dict[str, Any]:
    values = [metric.value(score) for score in scores]
    if len({str(score.key) for score in scores}) < len(scores):
        if metric.level == "family":
            return _mean_of_families(metric, scores)
        if metric.level != "overall":
            return _over_answers(metric, scores, values)
    kept = contributions(metric, values)
    error = stderr(metric, values)
    passed: int | None
    if metric.level == "overall":  # a mean of shares: nothing was passed out of a total
        passed, total = None, len({value.conversation for value in kept})
        interval = overall_interval(kept)
    elif metric.level == "instruction":
        passed, total = sum(sum(inner) for inner in kept), sum(len(inner) for inner in kept)
        interval = clustered_interval(kept)
    else:
        passed, total = sum(kept), len(kept)
        interval = wilson(passed, total)
    return {
        "value": aggregate(metric, values) if total else None,
        "stderr": None if math.isnan(error) else error,
        "ci95": [interval.low, interval.high],
        "passed": passed,
        "total": total,
        "level": metric.level,
        "method": interval.method,
    }


def _over_answers(metric: Metric, scores: Sequence[ItemScore], values: Sequence[Any]) -> dict[str, Any]:
    """The mean over all answers where prompts have several; the answers to one prompt are one cluster."""
    clusters: dict[str, list[bool]] = {}
    for score, value in zip(scores, values, strict=True):
        if value is not None:
            verdicts = value if metric.level == "instruction" else [value]
            clusters.setdefault(str(score.labels.get("conversation_key", score.key)), []).extend(verdicts)
    kept = list(clusters.values())
    error, interval = clustered_stderr(kept), clustered_interval(kept)
    passed, total = sum(map(sum, kept)), sum(map(len, kept))
    return {
        "value": passed / total if total else None,
        "stderr": None if math.isnan(error) else error,
        "ci95": [interval.low, interval.high],
        "passed": passed,
        "total": total,
        "level": metric.level,
        "method": interval.method,
    }


def _mean_of_families(metric: Metric, scores: Sequence[ItemScore]) -> dict[str, Any]:
    """The mean of the metric over the first answers, the second ones and so on, each a run of its own.

    The families are the same in all of them, so the interval is that of the first.
    """
    rounds = [_metric(metric, list(answers)) for answers in zip(*by_prompt(scores).values(), strict=True)]
    values = [one["value"] for one in rounds if one["value"] is not None]
    passed, total = sum(one["passed"] for one in rounds), sum(one["total"] for one in rounds)
    return {
        **rounds[0],
        "value": sum(values) / len(values) if values else None,
        "passed": passed,
        "total": total,
    }


def _breakdown(scores: Sequence[ItemScore], pairs: Counted, name: Callable[[str], str]) -> dict[str, Any]:
    """Shares by instruction id or by family, prompts or conversations as clusters, in the order of names."""
    clusters: dict[str, dict[str, dict[Any, list[bool]]]] = {}
    for score in scores:
        cluster = score.labels.get("conversation_key", score.key)
        for kind in pairs.kinds:
            for instruction_id, followed in zip(score.instruction_ids, pairs.of(kind, score), strict=True):
                of_kind = clusters.setdefault(name(instruction_id), {}).setdefault(kind, {})
                of_kind.setdefault(cluster, []).append(followed)
    return {
        one: {kind: _clustered_share([*kept.values()]) for kind, kept in clusters[one].items()}
        for one in sorted(clusters)
    }


def _clustered_share(clusters: Sequence[Sequence[bool]]) -> dict[str, Any]:
    passed, total = sum(map(sum, clusters)), sum(map(len, clusters))
    return share(passed, total, clustered_interval(clusters))


def _gate(task: Task, scores: Sequence[ItemScore]) -> dict[str, Any]:
    reasons = Counter(score.refusal.reason for score in scores if score.refusal)
    return {
        "name": task.gate.name if task.gate else None,
        "refused": sum(reasons.values()),
        "reasons": dict(reasons.most_common()),
    }


def _counts(run: ScoredRun) -> dict[str, int | None]:
    """How many answers something is noted of; what only one task notes comes last.

    ``unknown_instruction`` is always 0, since a row with one is refused when it is read.
    ``probably_truncated`` is null where the answers' file does not tell a token limit.
    """
    notes = Counter(note for score in run.scores for note in score.notes)
    cut_off = [answer.cut_off for answer in run.matched.answers if answer and answer.cut_off is not None]
    return {
        **{note: notes[note] for note in NOTED},
        "unknown_instruction": 0,
        "probably_truncated": sum(cut_off) if cut_off else None,
        **{note: notes[note] for note in sorted(notes) if note not in NOTED},
    }


def _sample(
    task: Task, row: Mapping[str, Any], item: Item, score: ItemScore, answer: Answer | None
) -> dict[str, Any]:
    missing = "missing" in score.notes
    sample: dict[str, Any] = {
        "key": item.key,
        "prompt": item.prompt,
        "response": None if missing or answer is None else answer.response,
        "instruction_id_list": list(item.instruction_ids),
        "kwargs": [dict(given) for given in item.kwargs],
        "strict": list(score.strict),
    }
    if score.loose is not None:
        sample["loose"] = list(score.loose)
    if task.gate:
        sample["strict_gated"] = list(score.strict_gated)
        if score.loose_gated is not None:
            sample["loose_gated"] = list(score.loose_gated)
    sample["why"] = list(score.why)
    sample["spans"] = [[list(span) for span in spans] for spans in score.spans]
    if score.loose is not None:
        sample["loose_variant"] = list(score.loose_variant)
        sample["one_variant"] = score.one_variant
    sample["gate"] = score.gate
    sample["notes"] = list(score.notes)
    if item.labels:
        sample["labels"] = dict(item.labels)
    columns = further_columns(row, sample)
    if columns:
        sample["columns"] = columns
    if answer and answer.opened:
        sample["opened"] = answer.opened
    if answer and answer.cut_off is not None:
        sample["probably_truncated"] = answer.cut_off
    return sample


def _written(path: Path, chunks: Iterable[bytes]) -> Path:
    with path.open("wb") as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return path
