"""The public name of :mod:`lm_eval_tasks.adapters.rewards`."""

from lm_eval_tasks.adapters.rewards import InstructionReward

__all__ = ["InstructionReward"]
