"""What lm_eval calls: rows as data sets, verdicts as its dictionaries. The only room that knows it.

A task's YAML names three kinds of function, all made here from a suite: ``load`` (its
``custom_dataset``), ``process_results``, and the aggregations of instruction-level metrics.
lm_eval computes no standard error for an aggregation of ours, so each instruction-level
metric is returned a second time under ``<metric>_stderr``, which lm_eval shows as the first
one's standard error.

Source    EleutherAI/lm-evaluation-harness 0.4.10 to 0.4.13.
"""

from __future__ import annotations

import difflib
import json
import logging
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.sources import SETTING, Rows
from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.metrics import Metric, aggregate, stderr
from lm_eval_tasks.instructions.suites import Suite, get_suite
from lm_eval_tasks.instructions.suites.conversation import ConversationSuite
from lm_eval_tasks.statistics.overall import Verdicts
from lm_eval_tasks.statistics.shares import clustered_stderr, flat_mean

log = logging.getLogger("lm_eval_tasks")

EXPLAINED = "lm_eval_tasks"
"""The key under which a sample's ``doc`` says why each instruction failed."""

inst_level_acc = flat_mean
inst_level_stderr = clustered_stderr


def load_for(name: str) -> Callable[..., Mapping[str, Any]]:
    """The ``custom_dataset`` function of a task.

    It takes the task's metadata (the YAML's, ``--metadata`` and ``--model_args``), of which
    ``ifeval_data`` names other data: a path, ``sample``, or an object with one of them per
    task. Every row is validated before anything is generated. Under the command line an error
    is one message and exit code 2; in Python it is raised.
    """

    def load(**metadata: Any) -> Mapping[str, Any]:
        try:
            suite = get_suite(name)
            rows, items = suite.load(_source(name, metadata))
        except LmEvalTasksError as error:
            if command_line():
                print(f"error: {error}", file=sys.stderr)
                raise SystemExit(2) from error
            raise
        log.info("%s: %d rows from %s, sha256 %s", name, len(items), rows.source, rows.sha256)
        if suite.excluded:
            log.info("%s: %d rows excluded", name, sum(not suite.counts(item) for item in items))
        return {suite.hub.split: _dataset(suite, rows, items)}

    return load


def process_results_for(name: str) -> Callable[[dict[str, Any], Sequence[Any]], dict[str, Any]]:
    """The ``process_results`` function of a task.

    Returns the suite's metrics (a bool for prompt-level, a list of bools for
    instruction-level ones) and writes why each instruction passed or failed into the doc,
    which ``--log_samples`` stores and no aggregation reads.
    """
    suite = get_suite(name)
    if isinstance(suite, ConversationSuite):
        return partial(_conversation_results, suite)

    def process_results(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, Any]:
        score = suite.score(doc, results[0] if results else None)
        doc[EXPLAINED] = explained(score)
        values: dict[str, Any] = {}
        for metric in suite.metrics:
            value = metric.value(score)
            if value is None:  # the prompt does not belong to the metric
                continue
            values[metric.name] = value
            if metric.level != "prompt":
                values[f"{metric.name}_stderr"] = values[metric.name]
        return values

    return process_results


def _conversation_results(
    suite: ConversationSuite, doc: dict[str, Any], results: Sequence[Any]
) -> dict[str, Any]:
    """What the turns of a conversation contribute to each metric: a list, which may be empty.

    A conversation without a third turn has metrics of that turn too, so that lm_eval counts the
    same documents for all.
    """
    scores = suite.score_conversation(doc, results)
    doc[EXPLAINED] = {"turns": [explained(score) for score in scores]}
    values: dict[str, Any] = {}
    for metric in suite.metrics:
        found = [value for score in scores if (value := metric.value(score)) is not None]
        values[metric.name] = values[f"{metric.name}_stderr"] = found
    return values


def aggregations_for(name: str) -> dict[str, Callable[[Sequence[Any]], float]]:
    """The aggregations of a task's family-level metrics and of their standard errors.

    Of all metrics, where the task's documents are conversations. Keyed by what the YAML calls:
    ``<metric>`` and ``<metric>_stderr``.
    """
    suite = get_suite(name)
    functions: dict[str, Callable[[Sequence[Any]], float]] = {}
    for metric in suite.metrics:
        if isinstance(suite, ConversationSuite):
            functions[metric.name] = partial(_over_turns, aggregate, metric)
            functions[f"{metric.name}_stderr"] = partial(_over_turns, stderr, metric)
        elif metric.level == "family":
            functions[metric.name] = partial(aggregate, metric)
            functions[f"{metric.name}_stderr"] = partial(stderr, metric)
    return functions


def _over_turns(
    compute: Callable[[Metric, Sequence[Any]], float], metric: Metric, values: Sequence[Sequence[Any]]
) -> float:
    """A number over what all conversations contribute, a list each; not a number for nothing."""
    kept = [value for conversation in values for value in conversation]
    if metric.level == "overall":
        kept = [Verdicts(*value) for value in kept]  # tuples where they came from another process
    return compute(metric, kept) if kept else math.nan


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


def _dataset(suite: Suite, rows: Rows, items: Sequence[Item]) -> Any:
    """The rows that count as a ``datasets.Dataset``.

    kwargs travel as JSON text: a columnar store would give every row every parameter and
    refuse a parameter that is a number here and text there.
    """
    from lm_eval_tasks.data.columns import as_dataset

    data = f"{rows.source}, sha256 {rows.sha256}"
    if isinstance(suite, ConversationSuite):
        return as_dataset([{**document, "data": data} for document in suite.documents(items)])
    kept = []
    text_keys = len({type(item.key) for item in items}) > 1
    for row, item in zip(rows.rows, items, strict=True):
        if suite.counts(item):
            plain = dict(row)
            plain["key"] = str(item.key) if text_keys else item.key
            plain["instruction_id_list"] = list(item.instruction_ids)
            plain["kwargs"] = json.dumps([dict(given) for given in item.kwargs], ensure_ascii=False)
            plain["data"] = data
            kept.append(plain)
    return as_dataset(kept)


def command_line() -> bool:
    """Whether lm_eval's own command is running, which shows people what is raised."""
    return Path(sys.argv[0]).name in ("lm_eval", "lm-eval", "lm_eval.exe", "lm-eval.exe") or (
        Path(sys.argv[0]).parts[-2:] == ("lm_eval", "__main__.py")
    )
