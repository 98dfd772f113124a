"""Suites are found by name, and their modules are imported only when asked for."""

from __future__ import annotations

import pickle
import pkgutil
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from lm_eval_tasks import SUITES
from lm_eval_tasks.errors import SuiteError, UnknownNameError
from lm_eval_tasks.instructions import suites
from lm_eval_tasks.instructions.gates.english import english
from lm_eval_tasks.instructions.scoring.metrics import FOUR, STRICT_WITH_LANGUAGE
from lm_eval_tasks.instructions.suites import get_suite


def test_every_suite_is_registered_where_it_is_defined() -> None:
    modules = [
        import_module(f"{suites.__name__}.{module.name}") for module in pkgutil.iter_modules(suites.__path__)
    ]
    defined = {suite.name for module in modules for suite in suites.defined_in(module)}
    assert set(SUITES) == defined
    assert len(SUITES) == len(list(SUITES))
    assert all(suite.name == name for name, suite in SUITES.items())


@pytest.mark.parametrize("name", list(SUITES))
def test_suites_travel_by_name(name: str) -> None:
    assert pickle.loads(pickle.dumps(get_suite(name))) is get_suite(name)


def test_a_derived_suite_keeps_what_was_changed() -> None:
    derived = replace(get_suite("ifeval"), gate=english, loose=False, metrics=FOUR[:2])
    again = pickle.loads(pickle.dumps(derived))
    assert again == derived
    assert again != get_suite("ifeval")
    assert (again.gate, again.loose) == (english, False)
    spanish = get_suite("multi_if_spanish")
    assert pickle.loads(pickle.dumps(replace(spanish, language="French"))).language == "French"


def test_a_suite_that_cannot_be_pickled_says_so() -> None:
    """Never the registered one in its place."""
    unnamed = replace(get_suite("ifeval"), name="mine")
    with pytest.raises((pickle.PicklingError, AttributeError), match="local object"):
        pickle.dumps(unnamed)
    other_checks = replace(get_suite("ifeval"), catalogue=get_suite("ifeval_corrected").catalogue)
    with pytest.raises((pickle.PicklingError, AttributeError), match="local object"):
        pickle.dumps(other_checks)


IFEVAL = get_suite("ifeval")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"edition": "corected"}, "unknown edition 'corected'. Did you mean 'corrected'?"),
        ({"edition": None}, "unknown edition None"),
        ({"gate": "english"}, "the gate is text, expected a Gate or None"),
        ({"gate": english.refuse}, "the gate is function, expected a Gate or None"),
        ({"metrics": ()}, "no metrics"),
        ({"metrics": ("acc",)}, "metrics is not a tuple of Metric"),
        ({"metrics": (*FOUR, FOUR[0])}, "the metric 'prompt_level_strict_acc' occurs 2 times"),
        ({"loose": False}, "the metric 'prompt_level_loose_acc' needs loose verdicts, and loose is False"),
        (
            {"metrics": STRICT_WITH_LANGUAGE},
            "the metric 'language_check_acc' needs a gate, and there is none",
        ),
        ({"loose": None, "metrics": FOUR[:2]}, "loose is null, expected a bool"),
        ({"version": 0}, "version is 0, expected a whole number from 1"),
        ({"version": 4.0}, "version is 4.0, expected a whole number from 1"),
        ({"max_gen_toks": -1}, "max_gen_toks is -1, expected a whole number from 1"),
        ({"prepare": None}, "prepare is null, expected a function"),
        ({"catalogue": "ifeval"}, "catalogue is text, expected a Catalogue"),
        ({"catalogue": replace(IFEVAL.catalogue, checks={})}, "the catalogue holds no checks"),
        ({"name": ""}, "the name is '', expected text"),
    ],
)
def test_what_cannot_be_scored_is_refused_when_it_is_made(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(SuiteError) as caught:
        replace(IFEVAL, **changes)
    assert problem in str(caught.value)


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(SuiteError, match=r"suite 'ifeval': unknown edition .*; version is 0.*; no metrics"):
        replace(IFEVAL, edition="best", version=0, metrics=())


def test_no_check_is_read_in_an_unknown_edition() -> None:
    check = IFEVAL.catalogue.checks["punctuation:no_comma"]
    with pytest.raises(UnknownNameError, match="Did you mean 'corrected'"):
        check.reading("corected")


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="'ifeval_langcheck'"):
        get_suite("ifeval_langchek")
    assert "ifeval_langchek" not in SUITES


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import lm_eval_tasks", "lm_eval_tasks.instructions.catalogues"),
        (
            "import lm_eval_tasks as t; t.get_suite('ifeval')",
            "lm_eval_tasks.instructions.suites.ifeval_arabic_suites",
        ),
        ("import lm_eval_tasks as t; t.get_suite('ifeval')", "numpy"),
        ("import lm_eval_tasks.cli.score_command", "rich"),
        ("import lm_eval_tasks.cli.score_command", "lm_eval.api"),
        ("import lm_eval_tasks.cli.score_command", "datasets"),
    ],
)
def test_nothing_is_imported_before_it_is_needed(code: str, absent: str) -> None:
    check = f"{code}; import sys; assert {absent!r} not in sys.modules"
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0
