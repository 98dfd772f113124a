"""The public name of :mod:`lm_eval_tasks.adapters.instructions_registry`."""

from lm_eval_tasks.adapters.instructions_registry import INSTRUCTION_DICT, Instruction

__all__ = ["INSTRUCTION_DICT", "Instruction"]
