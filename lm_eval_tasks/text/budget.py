"""How much work one answer may cost, counted in steps, so that a verdict never depends on a clock."""

from __future__ import annotations

from lm_eval_tasks.errors import UndecidedError

STEPS = 2_000_000
"""Steps of pattern matching for one answer to one prompt, over all instructions and loose variants."""


class Budget:
    """The steps that are left for one answer to one prompt.

    All instructions and loose variants of the answer share it. Which step exceeds it depends
    on the answer and the prompt only, so the same answer always gets the same verdict.
    """

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int, what: str) -> None:
        """Take ``steps`` away.

        Raises:
            UndecidedError: when none are left; ``what`` names what needed them.
        """
        self.left -= steps
        if self.left < 0:
            raise UndecidedError(f"{what} needs more than {STEPS:,} steps on this response")
