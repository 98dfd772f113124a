"""Benchmarks of both sciences are found by one name."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import pytest

import lm_eval_tasks
from lm_eval_tasks import SUITES
from lm_eval_tasks.cli import main
from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.judgments.scoring import TASKS
from lm_eval_tasks.registry import JudgeTask, Suite, get_benchmark, names

PACKAGE = Path(lm_eval_tasks.__file__).parent


def test_every_name_is_one_benchmark() -> None:
    assert set(names()) == set(SUITES) | set(TASKS)
    assert len(names()) == len(set(names()))
    assert isinstance(get_benchmark("ifeval"), Suite)
    assert isinstance(get_benchmark("mt_bench_judge"), JudgeTask)
    assert all(get_benchmark(name).name == name for name in names())


def test_an_unknown_name_gets_the_nearest_of_both() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'mt_bench_judge'"):
        get_benchmark("mt_bench_judg")
    with pytest.raises(UnknownNameError, match="Did you mean 'ifeval_langcheck'"):
        get_benchmark("ifeval_langchek")


@pytest.mark.parametrize("command", ["score", "validate"])
def test_commands_name_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = {"score": ["answers.jsonl"], "validate": []}[command]
    with pytest.raises(SystemExit) as end:
        main([command, *arguments, "--task", "mt_bench_judg"])
    assert end.value.code == 2
    assert "Did you mean 'mt_bench_judge'?" in capsys.readouterr().err


def test_every_folder_is_a_room_or_a_task_folder() -> None:
    """Also one without ``__init__.py``, which the import contract does not see."""
    settings = configparser.ConfigParser()
    settings.read(PACKAGE.parent / "setup.cfg")
    contract: Any = settings["importlinter:contract:rooms"]
    rooms = {room for line in contract["layers"].split("\n") for room in line.split(" | ") if room}
    tasks = set(contract["exhaustive_ignores"].split()) - {"_version"}
    there = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "_version"}
    assert (there | modules) - tasks == rooms
    for name in tasks:
        assert list((PACKAGE / name).glob("*.yaml")), f"{name} holds no task"
        assert {path.name for path in (PACKAGE / name).glob("*.py")} == {"utils.py"}, name
