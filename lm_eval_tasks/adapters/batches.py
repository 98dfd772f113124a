"""A batch of columns to the same batch with verdicts, for tools that map over batches.

Source    own; the shape is that of ``datasets.Dataset.map(batched=True)`` and Ray Data's
          ``map_batches``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval_tasks.adapters.mixed import suite_for
from lm_eval_tasks.adapters.rewards import SOURCES
from lm_eval_tasks.data.shapes import plain_inside
from lm_eval_tasks.errors import DataError, instead
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.suites import Suite

NEEDED = ("instruction_id_list", "kwargs")


def score_batch(
    batch: Mapping[str, Any], *, task: str | Suite = "ifeval", response: str = "response"
) -> dict[str, Any]:
    """The batch with the verdicts of its responses as further columns.

    >>> batch = {"response": ["Fine.", "Well, fine."],
    ...          "instruction_id_list": [["punctuation:no_comma"]] * 2, "kwargs": [[{}]] * 2}
    >>> score_batch(batch, task="ifeval")["strict"]
    [[True], [False]]

    It is a plain function of its arguments: it pickles by name and keeps nothing.

    Args:
        batch: columns of equal length: ``instruction_id_list``, ``kwargs``, the responses, and
            what else the task's rows hold. A training set's own column (``ground_truth``,
            ``verifier_metadata`` and so on) does for the first two where the task reads it. ``key`` and
            ``prompt`` may be absent where no instruction needs them.
        task: the task's name, ``any`` or ``training``, or a suite.
        response: the column of responses; null counts as empty.

    Returns:
        The columns of ``batch`` as lists, then ``strict``, ``loose``, ``why`` (lists with a value an
        instruction) and ``notes`` (names with blanks between them); for a task with a gate also
        ``strict_gated``, ``loose_gated``, ``gate_passed`` and ``gate_reason`` (empty where it
        passed). No loose columns for tasks without loose verdicts. No value is null and no
        list empty: columnar stores take a column's type from the first batch they see.

    Raises:
        DataError: when a column is absent or a row cannot be scored; names every such row.
    """
    suite = suite_for(task) if isinstance(task, str) else task
    columns = {name: plain_inside(values) for name, values in batch.items()}
    given = any(columns.get(name) is not None for name in SOURCES)
    for name in (response,) if given and NEEDED[0] not in columns else (*NEEDED, response):
        if name not in columns:
            raise DataError([f"no column {name!r}.{instead(name, columns)}"], suite.name)
    items = _items(suite, columns, response)
    scores = [suite.score(item, answer) for item, answer in zip(items, columns[response], strict=True)]
    return columns | _verdicts(suite, scores)


def _items(suite: Suite, columns: Mapping[str, Sequence[Any]], response: str) -> list[Item]:
    rows = (
        {"key": position, "prompt": ""} | {name: values[position] for name, values in columns.items()}
        for position in range(len(columns[response]))
    )
    return suite.batch(rows, suite.name)


def _verdicts(suite: Suite, scores: Sequence[ItemScore]) -> dict[str, list[Any]]:
    verdicts: dict[str, list[Any]] = {"strict": [list(score.strict) for score in scores]}
    if suite.loose:
        verdicts["loose"] = [list(score.loose or ()) for score in scores]
    if suite.gate:
        verdicts["strict_gated"] = [list(score.strict_gated) for score in scores]
        if suite.loose:
            verdicts["loose_gated"] = [list(score.loose_gated or ()) for score in scores]
        verdicts["gate_passed"] = [score.refusal is None for score in scores]
        verdicts["gate_reason"] = [score.refusal.reason if score.refusal else "" for score in scores]
    verdicts["why"] = [list(score.why) for score in scores]
    verdicts["notes"] = [" ".join(score.notes) for score in scores]
    return verdicts


__all__ = ["score_batch"]
