"""A verifier for open-instruct, in the shape of its ``VerifierFunction``.

open-instruct finds verifiers among the subclasses of its base class, by the name that the rows have in
their column ``dataset``. :func:`verifier_class` makes one without importing it::

    from open_instruct.ground_truth_utils import VerificationResult, VerifierFunction
    InstructionVerifier = verifier_class(VerifierFunction, VerificationResult, name="ifeval_pack")

Source    allenai, open-instruct, commit e6c3044: ``IFEvalVerifier`` and ``IFEvalVerifierOld``.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from lm_eval_tasks.adapters.ground_truths import row_of
from lm_eval_tasks.adapters.rewards import InstructionReward


@dataclass(frozen=True)
class VerificationResult:
    """What a verifier returns, where open-instruct's own class is not given."""

    score: float
    cost: float = 0.0
    reasoning: str | None = None


def verifier_class(
    base: type = object,
    result: Any = VerificationResult,
    *,
    name: str = "ifeval",
    weight: float = 1.0,
    **settings: Any,
) -> type:
    """A verifier class below ``base``.

    It pays the share of instructions followed and takes ``<answer>`` tags out, as the original does.
    A blank answer earns 0.0, unless ``judge_blank`` says otherwise.

    Args:
        base: open-instruct's ``VerifierFunction``, or nothing to stand alone.
        result: its ``VerificationResult``, called with ``score``, ``cost`` and ``reasoning``.
        name: the value of the column ``dataset`` that it is for.
        weight: what the trainer multiplies the score by.
        settings: of :class:`InstructionReward <lm_eval_tasks.rewards.InstructionReward>`; ``task`` is
            ``training`` where it is not given.
    """
    given = {"task": "training", "answer_tags": True, **settings}
    InstructionReward(**{**given, "fraction": True})  # a wrong setting is named here

    class InstructionVerifier(base):  # type: ignore[misc]
        """Pays for following the instructions of a row's ground truth."""

        def __init__(self, verifier_config: Any = None) -> None:
            if base is not object:
                super().__init__(name, weight=weight, verifier_config=verifier_config)
            self.name = name
            self.weight = weight

        def __call__(
            self,
            tokenized_prediction: Any,  # noqa: ARG002
            prediction: str,
            label: Any,
            query: str | None = None,
            rollout_state: Any = None,  # noqa: ARG002
        ) -> Any:
            """The score of one prediction, and which instructions it follows.

            Raises:
                DataError: when the label cannot be read or scored, or the prediction is not text.
            """
            row = row_of(label, expected=True, source=name)
            if row is None:
                return result(score=0.0, cost=0.0, reasoning="the label holds no instructions")
            row["prompt"] = query
            shares = given.get("fraction", True)
            paid = InstructionReward(**{**given, "fraction": shares}).pay_one(prediction, row)
            if paid is None or paid.value is None:
                return result(score=0.0, cost=0.0, reasoning="no verdict")
            marks = [
                f"{'followed' if followed else 'not followed'} {one}: {why}"
                for one, followed, why in zip(paid.ids, paid.followed, paid.why, strict=True)
            ]
            reasoning = "\n".join([paid.withheld, *marks] if paid.withheld else marks)
            return result(score=paid.value, cost=0.0, reasoning=reasoning)

        async def async_call(self, *arguments: Any, **named: Any) -> Any:
            """The same from asynchronous code, in a thread."""
            return await asyncio.to_thread(self.__call__, *arguments, **named)

    return InstructionVerifier
