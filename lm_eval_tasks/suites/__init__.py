"""The first release's name of :mod:`lm_eval_tasks.instructions.suites`."""

from lm_eval_tasks.instructions.suites import SUITES, Suite, get_suite

__all__ = ["SUITES", "Suite", "get_suite"]
