"""The public name of :mod:`lm_eval_tasks.adapters.instructions_registry`."""

from lm_eval_tasks.adapters.instructions_registry import (
    IFBENCH_DICT,
    IFEVAL_DICT,
    INSTRUCTION_DICT,
    TRAINING_DICT,
    Instruction,
)

__all__ = ["IFBENCH_DICT", "IFEVAL_DICT", "INSTRUCTION_DICT", "TRAINING_DICT", "Instruction"]
