"""The reward function of verl: ``custom_reward_function.path`` is this file, its name ``compute_score``.

Source    volcengine, verl, commit b178a3c: the naive and the batch reward manager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from lm_eval_tasks.adapters.ground_truths import pays_shares, row_of
from lm_eval_tasks.adapters.rewards import InstructionReward
from lm_eval_tasks.data.training_rows import is_following, prompt_text, without_gaps
from lm_eval_tasks.errors import DataError


def compute_score(
    data_source: str | None = None,
    solution_str: object = None,
    ground_truth: Any = None,
    extra_info: Mapping[str, Any] | None = None,
    *,
    task: str = "training",
    fraction: bool | None = None,
    fallback: Callable[..., Any] | None = None,
    details: bool = False,
    **settings: Any,
) -> Any:
    """What one answer earns.

    >>> compute_score("ifeval", "Fine.", "[{'instruction_id': ['punctuation:no_comma'], 'kwargs': [None]}]")
    1.0

    Args:
        data_source: the row's data set.
        solution_str: the answer.
        ground_truth: the row's ``reward_model.ground_truth``, in any form that :mod:`training_rows
            <lm_eval_tasks.data.training_rows>` reads.
        extra_info: the row's; its ``prompt`` or ``question`` is the prompt where one is needed.
        task: as for :class:`InstructionReward <lm_eval_tasks.rewards.InstructionReward>`.
        fraction: shares of instructions followed, or all or nothing; None for what the data's own
            verifier pays.
        fallback: pays for rows of other tasks; None for verl's own ``default_compute_score``.
        details: return an object with ``score``, ``share`` and ``all_followed``.
        settings: the other settings of the reward (``no_copy``, ``min_words``, ``weights`` …).

    Raises:
        DataError: when the row cannot be scored, the answer is not text, or a row of another task
            has no fallback.
    """
    row = row_of(ground_truth, expected=is_following(data_source), source=f"data_source {data_source!r}")
    if row is None:
        return _paid_elsewhere(data_source, solution_str, ground_truth, extra_info, fallback)
    row["prompt"] = _prompt(extra_info)
    shares = pays_shares(ground_truth) if fraction is None else fraction
    paid = InstructionReward(task, fraction=shares, **settings).pay_one(solution_str, row)
    value = 0.0 if paid is None or paid.value is None else paid.value
    if not details:
        return value
    followed = paid.followed if paid is not None else ()
    return {
        "score": value,
        "share": sum(followed) / len(followed) if followed else 0.0,
        "all_followed": float(bool(followed) and all(followed)),
    }


def compute_score_batch(
    data_sources: Sequence[Any],
    solution_strs: Sequence[object],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Any] | None = None,
    **settings: Any,
) -> list[Any]:
    """What each answer of a batch earns, for verl's batch reward manager; see :func:`compute_score`.

    Raises:
        DataError: as :func:`compute_score`, naming the first row; and when lengths differ.
    """
    count = len(solution_strs)
    infos = [None] * count if extra_infos is None else list(extra_infos)
    for name, values in (
        ("data_sources", data_sources),
        ("ground_truths", ground_truths),
        ("extra_infos", infos),
    ):
        if len(values) != count:
            raise DataError([f"{name} holds {len(values)} values for {count} solution_strs"], "verl")
    paid = []
    for position, (source, answer, truth, info) in enumerate(
        zip(data_sources, solution_strs, ground_truths, infos, strict=True)
    ):
        try:
            paid.append(compute_score(source, answer, truth, info, **settings))
        except DataError as error:
            raise DataError([f"row {position}: {problem}" for problem in error.problems], "verl") from None
    return paid


def _prompt(extra_info: Any) -> str | None:
    info = without_gaps(extra_info)
    if not isinstance(info, Mapping):
        return None
    return next((text for name in ("prompt", "question") if (text := prompt_text(info.get(name)))), None)


def _paid_elsewhere(
    data_source: Any,
    solution_str: object,
    ground_truth: Any,
    extra_info: Any,
    fallback: Callable[..., Any] | None,
) -> Any:
    if fallback is None:
        try:
            fallback = import_module("verl.utils.reward_score").default_compute_score
        except ImportError:
            raise DataError(
                [
                    f"data_source {data_source!r} holds no instructions, and verl, whose own score would "
                    "be taken, is not installed; name a fallback"
                ],
                "verl",
            ) from None
    return fallback(
        data_source=data_source, solution_str=solution_str, ground_truth=ground_truth, extra_info=extra_info
    )
