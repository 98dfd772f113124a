"""The manual page of a check or a gate, read from its module's docstring.

One text serves ``lm-eval-tasks explain``, the documentation and the tests: the sections of
the docstring, each ``Name`` in column 0 and its text from column 10, and the examples. The line
``Example   {…} in TASK`` begins one for a task whose language asks for its own.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lm_eval_tasks.instructions.model import Example

_DECODER = json.JSONDecoder()
SECTIONS = ("Asks", "Decides", "Corrected", "Plusplus", "Quirks", "Source")


@dataclass(frozen=True)
class Page:
    """What the docstring of a check or gate says."""

    title: str
    sections: Mapping[str, str]
    examples: tuple[Example, ...]

    def examples_for(self, tasks: Collection[str]) -> tuple[Example, ...]:
        """The examples that name one of ``tasks``, or its official twin; else those that name no task."""
        for names in (set(tasks), {task.removesuffix("_corrected") for task in tasks}):
            own = tuple(example for example in self.examples if not names.isdisjoint(example.tasks))
            if own:
                return own
        return tuple(example for example in self.examples if not example.tasks)


def docstring(module: str) -> str:
    """The docstring of a module, read from its source where Python was told to drop it (``-OO``)."""
    found = import_module(module)
    if found.__doc__ is None:
        return ast.get_docstring(ast.parse(inspect.getsource(found)), clean=False) or ""
    return found.__doc__


def page(module: str) -> Page:
    """The manual page in the docstring of ``module``.

    Raises:
        ValueError: when the docstring does not have the form described in
            ``CONTRIBUTING.md``; says what is missing.
    """
    doc = docstring(module)
    head, *lines = doc.strip().splitlines()
    sections: dict[str, list[str]] = {}
    examples: list[dict[str, Any]] = []
    current: list[str] | None = None
    for line in lines:
        name = next((name for name in SECTIONS if line.startswith(f"{name} ")), None)
        if name:
            current = sections.setdefault(name, [])
            current.append(line[len(name) :].strip())
        elif line.startswith("Example "):
            given = line[len("Example ") :].strip()
            parameters, end = _DECODER.raw_decode(given)
            tasks = tuple(given[end:].removeprefix(" in ").split())
            examples.append({"parameters": parameters, "yes": [], "no": [], "tasks": tasks})
            current = None
        elif line.startswith("followed "):
            examples[-1]["yes"].append(json.loads(line[len("followed ") :]))
        elif line.startswith("not followed "):
            examples[-1]["no"].append(json.loads(line[len("not followed ") :]))
        elif current is not None and line.strip():
            current.append(line.strip())
    missing = [name for name in ("Asks", "Decides", "Source") if name not in sections]
    if missing:
        raise ValueError(f"{module}: no section {', '.join(missing)} in its docstring")
    return Page(
        head.strip(),
        {name: " ".join(text) for name, text in sections.items()},
        tuple(
            Example(one["parameters"], tuple(one["yes"]), tuple(one["no"]), one["tasks"]) for one in examples
        ),
    )
