"""A reward function for a Rubric of verifiers: called once per completion, returns a float.

:class:`InstructionReward <lm_eval_tasks.rewards.InstructionReward>` itself may be passed as well; its
signature is that of a function per completion.

Source    PrimeIntellect, verifiers, commit a60a606: ``Rubric`` and its two kinds of function.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from lm_eval_tasks.adapters.rewards import InstructionReward

log = logging.getLogger("lm_eval_tasks")


def verifiers_reward(task: str = "training", **settings: Any) -> Callable[..., float]:
    """A function that a Rubric calls with the parts of one rollout.

    The instructions are in ``info`` (an object with ``instruction_id_list`` and ``kwargs``, or a
    ``ground_truth``), in ``answer`` (a ground truth as text), or in columns of the row. A row
    without instructions is paid 0.0, because a Rubric takes only numbers.

    verifiers logs an exception of a reward and counts 0.0. So an error is logged here as well, in
    full, and the rows should be checked first: ``InstructionReward(task).check(rows)``.

    Args:
        task: as for :class:`InstructionReward <lm_eval_tasks.rewards.InstructionReward>`.
        settings: its other settings.
    """
    reward = InstructionReward(task, **settings)

    def instruction_reward(
        completion: Any,
        prompt: Any = None,
        answer: Any = None,
        info: Any = None,
        state: Any = None,
        **columns: Any,
    ) -> float:
        given = {**columns, "answer": answer, "info": info, "state": state}
        if isinstance(info, Mapping) and "ground_truth" in info:
            given["ground_truth"] = info["ground_truth"]
        try:
            return float(reward(completion=completion, prompt=prompt, **given))
        except Exception:
            log.exception("%s: no reward could be given, and verifiers will count 0.0", reward.__name__)
            raise

    instruction_reward.__name__ = reward.__name__
    return instruction_reward
