"""Every task as a value: a catalogue, a preparation, a gate, an edition and metrics.

One module a benchmark; a task with a gate or in another edition is its base with an
argument changed.

Source    own; the tasks are those of the langcheck document of the fork and their relatives.
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.suites import arabic, ifbench, ifeval, ifeval_fc, ifeval_pp
from lm_eval_tasks.suites.base import Suite

SUITES: Mapping[str, Suite] = immutabledict(
    {
        suite.name: suite
        for suite in (
            ifeval.ifeval,
            ifeval.ifeval_langcheck,
            ifeval.ifeval_corrected,
            ifeval.ifeval_langcheck_corrected,
            *arabic.SUITES,
            ifeval_fc.ifeval_fc,
            ifeval_pp.ifeval_pp,
            ifbench.ifbench,
            ifbench.ifbench_multiturn,
        )
    }
)


def get_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UnknownNameError: with the nearest known name.
    """
    try:
        return SUITES[name]
    except KeyError:
        raise UnknownNameError("task", name, SUITES) from None


__all__ = ["SUITES", "Suite", "get_suite"]
