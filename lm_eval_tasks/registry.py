"""Every benchmark of both sciences by its name: suites of instructions, and tasks of a judge.

A benchmark's module is imported when it is asked for. The two kinds have no common base class: who
needs prompts asks for a suite (:func:`lm_eval_tasks.get_suite`), who takes either asks here.
"""

from __future__ import annotations

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions.suites import SUITES, Suite
from lm_eval_tasks.judgments.scoring import TASKS, JudgeTask

Benchmark = Suite | JudgeTask

__all__ = ["Benchmark", "JudgeTask", "Suite", "get_benchmark", "names"]


def names() -> tuple[str, ...]:
    """The names of all benchmarks, suites first."""
    return (*SUITES, *TASKS)


def get_benchmark(name: str) -> Benchmark:
    """The benchmark of that name.

    Raises:
        UnknownNameError: with the nearest name of either science.
    """
    if name in TASKS:
        return TASKS[name]
    if name in SUITES:
        return SUITES[name]
    raise UnknownNameError("task", name, names())
