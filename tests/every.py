"""Every check and gate of every task, with parameters from the samples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lm_eval_tasks import SUITES
from lm_eval_tasks.instructions.model import Instruction, Item
from lm_eval_tasks.instructions.suites import Suite


@cache
def items(task: str) -> tuple[Item, ...]:
    """The sample's items of a task."""
    return tuple(SUITES[task].load("sample")[1])


@cache
def checks() -> dict[str, Instruction]:
    """An instruction for every reading of every check, named by task and id."""
    found: dict[object, tuple[str, Instruction]] = {}
    for task in SUITES:
        for item in items(task):
            for instruction in item.instructions:
                found.setdefault(instruction.judge, (f"{task} {instruction.id}", instruction))
    return dict(found.values())


def gated() -> Iterator[tuple[Suite, Item]]:
    """Every task with a gate, with an item for each list of languages."""
    for task, suite in SUITES.items():
        if suite.gate:
            for item in {item.lang: item for item in items(task)}.values():
                yield suite, item
