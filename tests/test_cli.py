"""The command itself: help, exit codes, what is shown of a fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lm_eval_tasks
from lm_eval_tasks import cli
from lm_eval_tasks.cli import COMMANDS, FAULT, main


def exit_code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_path_is_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("path") == 0
    assert capsys.readouterr().out.strip() == str(Path(lm_eval_tasks.__file__).parent)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(command, "--help") == 0
    assert capsys.readouterr().out.startswith("Usage: ")


def test_usage_errors_exit_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("scoer") == 2
    assert "No such command 'scoer'" in capsys.readouterr().err


def test_errors_are_one_message_and_exit_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("validate", "--task", "ifeval_langchek", "--data", "sample") == 2
    said = capsys.readouterr().err
    assert said == "error: unknown task 'ifeval_langchek'. Did you mean 'ifeval_langcheck'?\n"


def test_validate_names_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("validate", "--task", "ifeval", "--data", "sample") == 0
    said = capsys.readouterr().out
    assert said.startswith("ifeval: 36 prompts, 43 instructions of 25 types, all valid\n")
    assert "source sample:english" in said


def test_a_fault_is_shown_with_its_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(cli.cli, "main", broken)
    assert exit_code("path") == FAULT
    assert "broken on purpose" in capsys.readouterr().err


def test_module_runs_the_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "lm_eval_tasks", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == f"lm-eval-tasks, version {lm_eval_tasks.__version__}"
