"""The rule part of IHEval as rows of IFEval. The data are not shipped (CC BY-NC-ND): bring a file of it.

    from lm_eval_tasks.data.iheval import rows_of
    from lm_eval_tasks.data.sources import read_lines

    rows = rows_of([row for _, row in read_lines(path)])

The row's instructions are those of the system message. In the setting ``conflict`` the user asks for the
opposite, which is not judged. Score the rows of each setting with the task ``ifeval``. IHEval's number of
reference, aligned and conflict is the mean over the settings of that kind.

Source    IHEval, commit 726a629, rule-following tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lm_eval_tasks.data.rows import kind_of
from lm_eval_tasks.errors import DataError


def rows_of(items: Iterable[object]) -> list[dict[str, Any]]:
    """Items of one setting as rows: ``key``, ``prompt``, ``messages``, ``instruction_id_list``, ``kwargs``.

    Args:
        items: objects with ``id``, ``system``, ``instruction``, ``answer`` and, with several turns,
            ``conversation_history``.

    Raises:
        DataError: naming every item that lacks something.
    """
    rows: list[dict[str, Any]] = []
    problems: list[str] = []
    for number, item in enumerate(items, start=1):
        fault = _fault(item)
        if fault is None and isinstance(item, Mapping):
            rows.append(_row(item))
        else:
            problems.append(f"item {number}: {fault}")
    if problems:
        raise DataError(problems, "IHEval")
    return rows


def _fault(item: object) -> str | None:
    """Why an item is not a row, None if it is one."""
    if not isinstance(item, Mapping):
        return f"{kind_of(item)}, expected an object"
    missing = [name for name in ("id", "instruction", "answer") if name not in item]
    if missing:
        return f"no {' and no '.join(missing)}"
    answer = item["answer"]
    if not isinstance(answer, Mapping) or not {"instruction_id_list", "kwargs"} <= set(answer):
        return "answer holds no instruction_id_list and kwargs"
    history = item.get("conversation_history") or []
    if not isinstance(history, list) or not all(isinstance(text, str) for text in history):
        return "conversation_history is expected to be a list of texts"
    return None


def _row(item: Mapping[str, Any]) -> dict[str, Any]:
    """A sound item as a row."""
    history = [
        {"role": "assistant" if place % 2 else "user", "content": text}
        for place, text in enumerate(item.get("conversation_history") or [])
    ]
    system = [{"role": "system", "content": item["system"]}] if item.get("system") else []
    return {
        "key": item["id"],
        "prompt": item["instruction"],
        "messages": [*system, *history, {"role": "user", "content": item["instruction"]}],
        "instruction_id_list": item["answer"]["instruction_id_list"],
        "kwargs": item["answer"]["kwargs"],
    }
