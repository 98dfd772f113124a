"""The ``verify`` step of a NeMo Gym resources server, and the same for stored rollouts.

Source    NVIDIA-NeMo, Gym, commit 07d6b0d: the instruction_following server.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval_tasks.adapters.mixed import suite_for
from lm_eval_tasks.adapters.rewards import InstructionReward
from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.shapes import ShapeError, text_of
from lm_eval_tasks.data.training_rows import common_row, without_gaps
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.suites import Suite

MODES = ("binary", "fraction")


async def verify(body: Any, *, task: str = "nemo_gym", **settings: Any) -> dict[str, Any]:
    """:func:`verified` from asynchronous code, in a thread."""
    return await asyncio.to_thread(verified, body, task=task, **settings)


def verified(
    body: Any, *, task: str = "nemo_gym", strict_rows: bool = False, **settings: Any
) -> dict[str, Any]:
    """The request with its reward: ``reward``, ``follow_all_instructions``, ``follow_instruction_list``.

    As the server does, the answer is the first part of the last output item, nothing is cut, an
    instruction that cannot be judged is not followed, and no instructions at all are followed. What
    could not be judged is listed under ``problems``. A blank answer earns 0.0, unless ``judge_blank``
    says otherwise.

    Args:
        body: the request, an object or a model with ``model_dump``: a row and its ``response``.
        task: as for :class:`InstructionReward <lm_eval_tasks.rewards.InstructionReward>`.
        strict_rows: raise for an instruction that cannot be judged.
        settings: further settings of the reward.

    Raises:
        DataError: when there is no response or no row, or ``grading_mode`` is not known.
    """
    given = body.model_dump() if hasattr(body, "model_dump") else body
    if not isinstance(given, Mapping):
        raise DataError([f"the request is {type(body).__name__}, expected an object"], "nemo_gym")
    request = {str(name): without_gaps(value) for name, value in given.items()}
    ids, kwargs, prompt, mode = _asked(request)
    text = _answer(request.get("response"))
    reward = InstructionReward(task, fraction=True, **settings)
    suite = suite_for(task)
    followed: list[bool] = []
    problems: list[str] = []
    for name, parameters in zip(ids, kwargs, strict=True):
        row = {"key": 0, "prompt": prompt, "instruction_id_list": [name], "kwargs": [parameters]}
        problem = _problem(suite, row)
        if problem and strict_rows:
            raise DataError([problem], "nemo_gym")
        if problem:
            problems.append(problem)
        paid = None if problem else reward.pay_one(text, row)
        followed.append(bool(paid and paid.value))
        if paid is not None and paid.withheld:
            problems.append(paid.withheld)
    share = sum(followed) / len(followed) if followed else 0.0
    return {
        **request,
        "reward": float(all(followed)) if mode == "binary" else share,
        "follow_all_instructions": all(followed),
        "follow_instruction_list": followed,
        "problems": problems,
    }


def _problem(suite: Suite, row: Mapping[str, Any]) -> str:
    """Why the instruction cannot be judged; empty where it can."""
    try:
        suite.parsed(row)
    except RowError as problem:
        return str(problem)
    return ""


def _asked(request: Mapping[str, Any]) -> tuple[list[Any], list[Any], str, str]:
    """Ids, parameters, prompt and mode of a request, wherever they are."""
    metadata = request.get("verifier_metadata")
    if isinstance(metadata, str):
        try:
            metadata = json.loads(metadata)
        except (ValueError, RecursionError):
            metadata = None
    merged = {**request, **(metadata if isinstance(metadata, Mapping) else {})}
    if "instruction_id_list" not in merged:
        raise DataError(["the request has no instruction_id_list, nor its verifier_metadata"], "nemo_gym")
    mode = merged.get("grading_mode") or "binary"
    if mode not in MODES:
        raise DataError([f"grading_mode is {mode!r}; known: {', '.join(MODES)}"], "nemo_gym")
    try:
        common = common_row({**merged, "verifier_metadata": None})
    except RowError as problem:
        raise DataError([str(problem)], "nemo_gym") from None
    if common is None:
        return [], [], "", mode
    ids, kwargs = common["instruction_id_list"], common["kwargs"]
    if len(ids) != len(kwargs):
        raise DataError([f"{len(ids)} instruction ids but {len(kwargs)} kwargs"], "nemo_gym")
    return ids, kwargs, common["prompt"], mode


def _answer(response: Any) -> str:
    """The text of a response: the first content part of the last output item."""
    if isinstance(response, Mapping) and isinstance(response.get("output"), Sequence):
        output = response["output"]
        if not output:
            return ""
        content = output[-1].get("content") if isinstance(output[-1], Mapping) else None
        if isinstance(content, Sequence) and not isinstance(content, str) and content:
            part = content[0]
            text = part.get("text") if isinstance(part, Mapping) else None
            if isinstance(text, str):
                return text
        if isinstance(content, str):
            return content
        raise DataError(["the last output item of the response holds no text"], "nemo_gym")
    try:
        text = text_of(response)
    except ShapeError as problem:
        raise DataError([f"the response is {problem}"], "nemo_gym") from None
    if text is None:
        raise DataError(["the response is null, expected a Responses object or text"], "nemo_gym")
    return text
