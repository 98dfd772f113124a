"""The command itself: help, exit codes, what is shown of a fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lm_eval_tasks
from lm_eval_tasks import cli
from lm_eval_tasks.cli import COMMANDS, FAULT, INTERRUPTED, NOBODY_READS, main

COMMAND = (sys.executable, "-m", "lm_eval_tasks")


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


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_teaches_by_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(command, "--help") == 0
    _, said = capsys.readouterr().out.split("\n", 1)  # behind the line of usage
    assert f"lm-eval-tasks {command}" in said


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [("list",), ("explain",), ("explain", "--json")])
def test_a_reader_who_has_enough_is_no_answer(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (NOBODY_READS, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "error: standard output: No space left on device\n")


def test_an_interrupt_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.Command.invoke", interrupted)
    assert exit_code("path") == INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.skipif(os.name != "posix", reason="streams of POSIX")
def test_closed_streams_are_empty_ones() -> None:
    done = subprocess.run(
        f"{sys.executable} -m lm_eval_tasks score - --task ifeval --data sample <&- >&-",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "error: standard input: no answers\n")


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "cp1252"])
def test_json_is_json_in_every_encoding(encoding: str) -> None:
    arguments = ["explain", "--json", "detectable_format:tashkeel"]
    done = subprocess.run(
        [*COMMAND, *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stdout=subprocess.PIPE,
        check=True,
    )
    pages = json.loads(done.stdout.decode("utf-8"))
    assert "كلّم" in str(pages[0]["examples"])


def test_module_runs_the_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "lm_eval_tasks", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == f"lm-eval-tasks, version {lm_eval_tasks.__version__}"
