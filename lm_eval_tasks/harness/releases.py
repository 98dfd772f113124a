"""What differs between releases of lm_eval, in one place.

Source    EleutherAI/lm-evaluation-harness 0.4.10 to 0.4.13 and 0.5.0.dev1.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

TESTED = ("0.4.10", "0.4.11", "0.4.12", "0.4.13")
"""Releases in which a conversation of several turns can be held."""
WITHOUT_METADATA = ("0.4.10", "0.4.11")
"""Releases that do not hand ``--metadata`` to a task that names a class."""


def release() -> str:
    """The release that is installed."""
    return version("lm_eval")


def filters_return_lists() -> bool:
    """Whether a filter returns a list of answers per document, of which every one is a result.

    In 0.4 it returns one value per document, which is the result.
    """
    return not release().startswith("0.4.")


def returns_all_turns() -> bool:
    """Whether the answers of further turns come back one by one; 0.5 returns them in another form."""
    return not filters_return_lists()


def generate_task() -> Any:
    """The class of tasks that generate. From 0.5 on each type of output has its own."""
    from lm_eval.api.task import ConfigurableTask

    return getattr(ConfigurableTask, "_registry", {}).get("generate_until", ConfigurableTask)


def with_own_metrics(config: Mapping[str, Any]) -> dict[str, Any]:
    """A task's configuration in which its metrics are its own, also where lm_eval has one of that name.

    0.5 refuses the name ``acc`` of its metric for multiple choice in a task that generates. It takes a
    function of that name, which is never called: the values come from ``process_results``.
    """
    metrics = config.get("metric_list") or []
    if release().startswith("0.4.") or not metrics:
        return dict(config)
    own = [{**metric, "metric": _never_called(metric["metric"])} for metric in metrics]
    return {**config, "metric_list": own}


def _never_called(name: Any) -> Any:
    if callable(name):
        return name

    def metric(*_: Any, **__: Any) -> float:
        raise NotImplementedError(f"{name} comes from process_results")

    metric.__name__ = name
    return metric


def further_metadata() -> Mapping[str, Any]:
    """The ``--metadata`` that this release keeps from a task with a class of its own.

    0.4.10 and 0.4.11 keep it in the task manager, which is making the task when this is called, and
    nothing else leads to it. With a floor of 0.4.12 this function would not be needed.
    """
    if release() not in WITHOUT_METADATA:
        return {}
    from lm_eval.tasks import TaskManager

    frame = inspect.currentframe()
    while frame is not None:
        manager = frame.f_locals.get("self")
        if isinstance(manager, TaskManager):
            return manager.metadata or {}
        frame = frame.f_back
    return {}
