"""What lm_eval calls: rows as data sets, verdicts as its dictionaries. The only room that knows it.

A task's YAML names three kinds of function, all made here from a suite: ``load`` (its
``custom_dataset``), ``process_results``, and the aggregations of instruction-level metrics.
lm_eval computes no standard error for an aggregation of ours, so each instruction-level
metric is returned a second time under ``<metric>_stderr``, which lm_eval shows as the first
one's standard error.

Source    EleutherAI/lm-evaluation-harness 0.4.10 to 0.4.13 and 0.5.0.dev1.
"""

from __future__ import annotations

import difflib
import json
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.forms.lm_eval_samples import EXPLAINED, THINK_END
from lm_eval_tasks.data.sources import SETTING, Rows
from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.harness import releases
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.prepare import KEPT_THINKING
from lm_eval_tasks.instructions.suites import SUITES, Suite, get_suite
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.text.thinking import opening_mark

log = logging.getLogger("lm_eval_tasks")

STDERR = "_stderr"


def load_for(task: str | Suite) -> Callable[..., Mapping[str, Any]]:
    """The ``custom_dataset`` function of a task.

    It takes the task's metadata (the YAML's, ``--metadata`` and ``--model_args``), of which
    ``ifeval_data`` names other data: a path, ``sample``, or an object with one of them per
    task. Every row is validated before anything is generated. Under the command line an error
    is one message and exit code 2; in Python it is raised.
    """

    def load(**metadata: Any) -> Mapping[str, Any]:
        try:
            marks = _think_end(metadata)
            suite = _suite(task).with_think_end(marks)
            name = suite.name
            rows, items = suite.load(_source(name, metadata))
        except LmEvalTasksError as error:
            if command_line():
                print(f"error: {error}", file=sys.stderr)
                raise SystemExit(2) from error
            raise
        log.info("%s: %d rows from %s, sha256 %s", name, len(items), rows.source, rows.sha256)
        for skipped in rows.skipped:
            log.warning("%s: a row is left out: %s", name, skipped)
        if suite.excluded:
            log.info("%s: %d rows excluded", name, sum(not suite.counts(item) for item in items))
        return {suite.hub.split: _dataset(suite, rows, items, marks)}

    return load


def process_results_for(task: str | Suite) -> Callable[[dict[str, Any], Sequence[Any]], dict[str, Any]]:
    """The ``process_results`` function of a task.

    Returns what a document contributes to each metric of the suite and writes why each
    instruction was followed or not into the document, which ``--log_samples`` stores and no
    aggregation reads. A contribution of several values is a tuple: lm_eval 0.5 takes a list for
    one value per repeat.
    """
    suite = _suite(task)

    def process_results(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, Any]:
        marks = tuple(json.loads(doc.get(THINK_END) or "[]"))
        scores = suite.with_think_end(marks).score_document(doc, results)
        doc[EXPLAINED] = _explained_document(suite, scores)
        for note in {note for score in scores for note in score.notes if note.startswith(KEPT_THINKING)}:
            _warn_of_mark(suite.name, note.removeprefix(KEPT_THINKING))
        if marks:
            doc[EXPLAINED][THINK_END] = list(marks)
        values: dict[str, Any] = {}
        for metric in suite.metrics:
            value = suite.contribution(metric, scores)
            if value is None:  # the document does not belong to the metric
                continue
            values[metric.name] = tuple(value) if isinstance(value, list) else value
            if not is_mean(suite, metric):
                values[f"{metric.name}{STDERR}"] = values[metric.name]
        return values

    return process_results


def all_answers(resps: Sequence[Sequence[Any]], _docs: Any) -> list[Any]:
    """The filter of our tasks: the answer to each request, a list where ``repeats`` is more than 1."""
    found = [answers[0] if len(answers) == 1 else list(answers) for answers in resps]
    # A text where a list is expected would be taken for a list of its characters.
    return [[answer] for answer in found] if releases.filters_return_lists() else found


def number(task: str, metric: str, contributions: Sequence[Any]) -> float:
    """A metric of a task over what all documents contribute."""
    suite = get_suite(task)
    return suite.number(_metric(suite, metric), contributions)


def error(task: str, metric: str, contributions: Sequence[Any]) -> float:
    """The standard error of a metric of a task."""
    suite = get_suite(task)
    return suite.error(_metric(suite, metric), contributions)


def called(name: str) -> Callable[..., Any]:
    """The function that a task's YAML names.

    ``all_answers``, ``load_TASK``,
    ``process_results_TASK``, ``number_TASK__METRIC`` and ``error_TASK__METRIC``. The
    aggregations can be pickled, since lm_eval may compute standard errors in other processes.

    Raises:
        AttributeError: for any other name.
    """
    if name == all_answers.__name__:
        return all_answers
    kind, _, rest = name.partition("_")
    task, _, metric = rest.partition("__")
    if kind == "load" and rest in SUITES:
        return load_for(rest)
    if kind == "process" and rest.removeprefix("results_") in SUITES:
        return process_results_for(rest.removeprefix("results_"))
    if kind in ("number", "error") and task in SUITES:
        return partial({"number": number, "error": error}[kind], task, metric)
    raise AttributeError(f"no function {name!r}")


def _suite(task: str | Suite) -> Suite:
    return task if isinstance(task, Suite) else get_suite(task)


def _metric(suite: Suite, name: str) -> Metric:
    for metric in suite.metrics:
        if metric.name == name:
            return metric
    raise UnknownNameError("metric", name, [metric.name for metric in suite.metrics], suite.name)


def is_mean(suite: Suite, metric: Metric) -> bool:
    """Whether lm_eval's own mean and its standard error are the metric's."""
    return metric.estimator.plain and suite.asks != "turns"


def _explained_document(suite: Suite, scores: Sequence[ItemScore]) -> dict[str, Any]:
    """What the stored document says of its verdicts."""
    if suite.asks == "turns":
        return {"turns": [explained(score) for score in scores]}
    if len(scores) > 1:
        return {"answers": [explained(score) for score in scores]}
    return explained(scores[0])


def explained(score: ItemScore) -> dict[str, Any]:
    """What a stored sample says beyond its metrics."""
    loose = list(score.loose) if score.loose is not None else None
    found: dict[str, Any] = {
        "strict": list(score.strict),
        "loose": loose,
        "why": list(score.why),
        "loose_variant": list(score.loose_variant),
        "notes": list(score.notes),
    }
    if score.gate is not None:
        found["gate"] = score.gate
    return found


def _source(name: str, metadata: Mapping[str, Any]) -> str | None:
    """Which data ``--metadata`` asks for; a misspelt key is an error, not the default."""
    for key in metadata:
        if key != SETTING and difflib.SequenceMatcher(None, str(key).lower(), SETTING).ratio() > 0.8:
            raise UnknownNameError("--metadata key", str(key), [SETTING])
    given = metadata.get(SETTING)
    if isinstance(given, Mapping):
        for task in given:
            get_suite(str(task))
        given = given.get(name)
    if given is not None and not isinstance(given, str):
        raise UnknownNameError(f"value of {SETTING}", repr(given), ["a path", "sample"])
    return given


@cache
def _warn_of_mark(task: str, mark: str) -> None:
    """Say once that reasoning is judged as part of answers."""
    log.warning(
        '%s: answers with reasoning marked by %r are judged as a whole; --metadata \'{"think_end": "auto"}\' '
        "judges what follows, and lm-eval-tasks score on the log counts them",
        task,
        opening_mark(mark),
    )


def _think_end(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The marks that ``--metadata`` names, one as text or several in a list."""
    given = metadata.get(THINK_END, ())
    marks = (given,) if isinstance(given, str) else given
    if not isinstance(marks, list | tuple) or not all(isinstance(mark, str) for mark in marks):
        raise UnknownNameError(f"value of {THINK_END}", repr(given), ["auto", "[/THINK]"])
    return tuple(marks)


def _dataset(suite: Suite, rows: Rows, items: Sequence[Item], marks: Sequence[str] = ()) -> Any:
    """The documents as a ``datasets.Dataset``; each names the data it is from, and marks of reasoning."""
    from lm_eval_tasks.data.columns import as_dataset

    further = {"data": f"{rows.source}, sha256 {rows.sha256}"}
    if marks:
        further[THINK_END] = json.dumps(list(marks))
    return as_dataset([{**document, **further} for document in suite.documents(rows, items)])


def command_line() -> bool:
    """Whether lm_eval's own command is running, which shows people what is raised."""
    return Path(sys.argv[0]).name in ("lm_eval", "lm-eval", "lm_eval.exe", "lm-eval.exe") or (
        Path(sys.argv[0]).parts[-2:] == ("lm_eval", "__main__.py")
    )
