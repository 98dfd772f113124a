"""Suites whose rows mix the instructions of several benchmarks; for rewards and batches only.

``any`` knows every id of IFEval, IFBench, M-IFEval, IFTrain and Tülu 3. ``training`` knows those of
IFTrain and Tülu 3, ``nemo_gym`` the 54 as NVIDIA's copy of the checkers decides. All judge in the
official edition. No id belongs to two of the benchmarks with different rules: where IFEval and
IFTrain share one, ``training`` and ``nemo_gym`` take IFTrain's parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from immutabledict import immutabledict

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions.model import Catalogue, Item
from lm_eval_tasks.instructions.scoring.prepare import answer_only, as_it_is
from lm_eval_tasks.instructions.suites import SUITES, Suite, get_suite
from lm_eval_tasks.instructions.suites.iftrain_suites import parse_training_row
from lm_eval_tasks.text.tagging import tagger

MIXED = ("any", "training", "nemo_gym")
_ANY = ("iftrain", "tulu3", "ifbench", "m_ifeval_es", "m_ifeval_fr", "m_ifeval_ja", "ifeval")
"""The tasks whose ids ``any`` knows; where two share an id, the later one's check is taken."""


@dataclass(frozen=True)
class MixedSuite(Suite):
    """A suite of several benchmarks' instructions; it pickles by name."""

    def __reduce__(self) -> tuple[Any, ...]:
        return suite_for, (self.name,)


def parse_any(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A row of any benchmark.

    Raises:
        RowError: as :func:`parse_training_row`.
        MissingDependencyError: for ``words:start_verb`` without a tagger, before a model runs.
    """
    item = parse_training_row(row, catalogue=catalogue, edition=edition)
    if "words:start_verb" in item.instruction_ids:
        tagger()
    return item


def _merged(name: str, tasks: tuple[str, ...]) -> Catalogue:
    catalogues = [get_suite(task).catalogue for task in tasks]
    checks = {one: check for catalogue in catalogues for one, check in catalogue.checks.items()}
    relations = {word: ours for catalogue in catalogues for word, ours in catalogue.relations.items()}
    objections = {
        one: objection
        for catalogue in catalogues
        for one, objection in catalogue.objections.items()
        if checks[one] is catalogue.checks[one]
    }
    return Catalogue(name, immutabledict(checks), immutabledict(relations), immutabledict(objections))


@cache
def _mixed(name: str) -> Suite:
    base = get_suite("iftrain")
    fields = {field: getattr(base, field) for field in base.__dataclass_fields__}
    made = MixedSuite(**fields)
    if name == "any":
        return replace(
            made,
            name=name,
            title="Instructions of every benchmark",
            catalogue=_merged(name, _ANY),
            parse=parse_any,
            prepare=answer_only,
        )
    if name == "training":
        return replace(
            made, name=name, title="IFTrain and Tülu 3", catalogue=_merged(name, ("iftrain", "tulu3"))
        )
    from lm_eval_tasks.instructions.catalogues.iftrain_catalogue import IFTRAIN_NVIDIA

    return replace(
        made, name=name, title="IFTrain as NeMo Gym decides", catalogue=IFTRAIN_NVIDIA, prepare=as_it_is
    )


def suite_for(name: str) -> Suite:
    """The suite of that name: a task's, ``any``, ``training`` or ``nemo_gym``.

    Raises:
        UnknownNameError: with the nearest known name.
    """
    if name in MIXED:
        return _mixed(name)
    if name not in SUITES:
        raise UnknownNameError("task", name, names())
    return get_suite(name)


def names() -> Iterator[str]:
    """Every name that :func:`suite_for` knows."""
    yield from SUITES
    yield from MIXED
