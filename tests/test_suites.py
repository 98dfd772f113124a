"""Suites are found by name, and their modules are imported only when asked for."""

from __future__ import annotations

import pickle
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

from lm_eval_tasks import SUITES, Suite
from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions import suites
from lm_eval_tasks.instructions.suites import get_suite


def test_every_suite_is_registered_where_it_is_defined() -> None:
    modules = [
        import_module(f"{suites.__name__}.{module.name}") for module in pkgutil.iter_modules(suites.__path__)
    ]
    defined = {
        value.name for module in modules for value in vars(module).values() if isinstance(value, Suite)
    }
    assert set(SUITES) == defined
    assert len(SUITES) == len(list(SUITES))
    assert all(suite.name == name for name, suite in SUITES.items())


@pytest.mark.parametrize("name", list(SUITES))
def test_suites_travel_by_name(name: str) -> None:
    assert pickle.loads(pickle.dumps(get_suite(name))) is get_suite(name)


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
