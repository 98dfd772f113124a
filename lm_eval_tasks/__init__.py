"""Instruction-following tasks for EleutherAI's lm-evaluation-harness, and their engine.

>>> from lm_eval_tasks import get_suite
>>> suite = get_suite("ifeval_langcheck")
>>> row = {"key": 1, "prompt": "Say fine.", "instruction_id_list": ["punctuation:no_comma"],
...        "kwargs": [{}]}
>>> suite.score(row, "Fine.").strict
(True,)
"""

from lm_eval_tasks._version import __version__
from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.instructions.suites import SUITES, Suite, get_suite

__all__ = ["SUITES", "LmEvalTasksError", "Suite", "__version__", "get_suite"]
