"""What there is to explain: each instruction and gate, with its page, its parameters and its tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import inspect

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions.manual import Page, page
from lm_eval_tasks.instructions.model import EDITIONS, Check, Gate, Parameters
from lm_eval_tasks.instructions.scoring.results import group
from lm_eval_tasks.instructions.suites import SUITES, get_suite

GATES = "gates"


@dataclass(frozen=True)
class Topic:
    """One id as some tasks read it; an id that two benchmarks read differently has two topics.

    ``id`` is what the data says; ``check`` is what the check is called here, mostly the same.
    ``relations`` are the words for a comparison that the data of its tasks may use.
    """

    id: str
    check: str
    kind: Literal["instruction", "gate"]
    module: str
    tasks: tuple[str, ...]
    readings: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    struct: type[Parameters] | None = None
    relations: tuple[str, ...] = ()

    @property
    def family(self) -> str:
        """What it is listed below."""
        if self.kind == "gate":
            return GATES
        return group(self.id if ":" in self.id else self.check)

    @cached_property
    def page(self) -> Page:
        """Its manual page."""
        return page(self.module)

    @property
    def said(self) -> str:
        """The title without the id before it."""
        _, _, said = self.page.title.rpartition("``: ")
        return said.replace("``", "").rstrip(".")

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """Name, type in words, and default of each parameter."""
        if self.struct is None:
            return []
        described = inspect.type_info(self.struct)
        assert isinstance(described, inspect.StructType)
        return [_parameter(field, self.relations) for field in described.fields]

    def plain(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.said,
            "sections": dict(self.page.sections),
            "parameters": self.parameters,
            "tasks": list(self.tasks),
            "readings": list(self.readings),
            "reasons": list(self.reasons),
            "examples": [
                {
                    "parameters": dict(example.parameters),
                    "followed": list(example.followed),
                    "not_followed": list(example.not_followed),
                }
                for example in self.page.examples_for(self.tasks)
            ],
        }


def topics(task: str | None = None) -> list[Topic]:
    """All topics, or those of one task, in the order of ids, gates last.

    Raises:
        UnknownNameError: for a task that does not exist.
    """
    suites = list(SUITES.values()) if task is None else [get_suite(task)]
    checks: dict[tuple[str, str, type[Parameters]], list[tuple[str, Check]]] = {}
    gates: dict[str, list[tuple[str, Gate]]] = {}
    for suite in suites:
        for id, check in suite.catalogue.checks.items():
            checks.setdefault((id, check.module, check.parameters), []).append((suite.name, check))
        if suite.gate:
            gates.setdefault(suite.gate.name, []).append((suite.name, suite.gate))
    found = []
    for (id, module, struct), uses in checks.items():
        readings = {edition for _, check in uses for edition in check.readings}
        words = [word for task, _ in uses for word in get_suite(task).catalogue.relations]
        found.append(
            Topic(
                id,
                uses[0][1].id,
                "instruction",
                module,
                tuple(task for task, _ in uses),
                tuple(edition for edition in EDITIONS if edition in readings),
                struct=struct,
                relations=tuple(dict.fromkeys(words)),
            )
        )
    found.sort(key=lambda topic: (topic.family, topic.id))
    for name, users in sorted(gates.items()):
        gate = users[0][1]
        found.append(
            Topic(name, name, "gate", gate.module, tuple(task for task, _ in users), reasons=gate.reasons)
        )
    return found


def find(known: Sequence[Topic], name: str, task: str | None) -> list[Topic]:
    """The topics of that id, or of the check that is called so.

    Raises:
        UnknownNameError: with the nearest id.
    """
    found = [topic for topic in known if topic.id == name] or [
        topic for topic in known if topic.check == name
    ]
    if not found:
        where = f"task {task}" if task else ""
        raise UnknownNameError("instruction or gate", name, [topic.id for topic in known], where)
    return found


def _parameter(field: inspect.Field, relations: Sequence[str] = ()) -> dict[str, Any]:
    default = field.default if field.default is not msgspec.NODEFAULT else None
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    return {
        "name": field.name,
        "type": "one of " + ", ".join(map(repr, relations))
        if relations and field.name.endswith("relation")
        else in_words(field.type),
        "required": field.required,
        "default": msgspec.to_builtins(default),
    }


def in_words(kind: inspect.Type) -> str:
    """A parameter's type as a reader of data would say it."""
    if isinstance(kind, inspect.Metadata):
        return in_words(kind.type)
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        name = "whole number" if isinstance(kind, inspect.IntType) else "number"
        bounds = ((kind.ge, "at least"), (kind.gt, "more than"), (kind.le, "at most"), (kind.lt, "less than"))
        return ", ".join([name, *(f"{word} {bound}" for bound, word in bounds if bound is not None)])
    if isinstance(kind, inspect.StrType):
        return f"text{_length(kind.min_length, kind.max_length, 'character')}"
    if isinstance(kind, inspect.LiteralType):
        return "one of " + ", ".join(repr(value) for value in kind.values)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return f"list of {in_words(kind.item_type)}{_length(kind.min_length, kind.max_length, 'item')}"
    if isinstance(kind, inspect.DictType):
        return f"object of {in_words(kind.value_type)} by {in_words(kind.key_type)}"
    if isinstance(kind, inspect.UnionType):
        return " or ".join(in_words(one) for one in kind.types)
    if isinstance(kind, inspect.NoneType):
        return "null"
    return (
        "any value" if isinstance(kind, inspect.AnyType) else type(kind).__name__.removesuffix("Type").lower()
    )


def _length(least: int | None, most: int | None, noun: str) -> str:
    if least is not None and least == most:
        return f" of {least} {noun}{'' if least == 1 else 's'}"
    said = [f"at least {least}"] if least else []
    said += [f"at most {most}"] if most is not None else []
    return f", {' and '.join(said)} {noun}{'' if (most or least) == 1 else 's'}" if said else ""
