"""Suites that other packages define: found by entry point, or in modules that an environment variable names.

A plugin that cannot be read is a problem that names it. It never breaks a task of this package, which
is found without loading any plugin.

Source    Python Packaging User Guide, "Creating and discovering plugins".
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from lm_eval_tasks.instructions.manual import page
from lm_eval_tasks.instructions.suites.base import Suite

GROUP = "lm_eval_tasks.instructions"
VARIABLE = "LM_EVAL_TASKS_PLUGINS"
"""Names modules, with commas between them. Workers and lm_eval inherit it."""

log = logging.getLogger("lm_eval_tasks")


@dataclass(frozen=True)
class Found:
    """The suites of all plugins by name, and one sentence per plugin or suite that is left out."""

    suites: Mapping[str, Suite]
    problems: tuple[str, ...]


def defined_in(value: Any) -> Iterator[Suite]:
    """The suites in a module, a tuple or list, or the value itself."""
    values = vars(value).values() if isinstance(value, ModuleType) else (value,)
    for one in values:
        for suite in one if isinstance(one, tuple | list) else (one,):
            if isinstance(suite, Suite):
                yield suite


def found(taken: Collection[str]) -> Found:
    """What the installed plugins and those of the environment variable define.

    Args:
        taken: names that a plugin cannot use.
    """
    return _found(frozenset(taken), os.environ.get(VARIABLE, ""))


@cache
def _found(taken: frozenset[str], named: str) -> Found:
    suites: dict[str, Suite] = {}
    origins: dict[str, str] = {}
    problems: list[str] = []
    for origin, load in _sources(named):
        try:
            own = {suite.name: suite for suite in defined_in(load())}
            for suite in own.values():
                for check in suite.catalogue.checks.values():
                    page(check.module)
        except (Exception, SystemExit) as error:
            problems.append(f"{origin} cannot be used: {type(error).__name__}: {error}")
            continue
        if not own:
            problems.append(f"{origin} defines no task; a Suite is expected")
        for name, suite in own.items():
            if name in taken:
                problems.append(
                    f"{origin}: the task {name!r} is left out, lm-eval-tasks has one of that name"
                )
            elif name in suites and suites[name] != suite:
                problems.append(
                    f"{origin}: the task {name!r} is left out, {origins[name]} has one of that name"
                )
            else:
                suites[name], origins[name] = suite, origin
    for problem in problems:
        log.warning("%s", problem)
    return Found(suites, tuple(problems))


def _sources(named: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each plugin: how messages call it, and what loads it."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        yield f"plugin {point.name!r} ({point.value})", point.load
    for module in dict.fromkeys(filter(None, map(str.strip, named.split(",")))):
        yield f"plugin {module!r} ({VARIABLE} or --plugins)", partial(import_module, module)
