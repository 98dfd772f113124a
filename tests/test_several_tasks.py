"""The same answers scored as several tasks."""

import json
from pathlib import Path

import pytest

from lm_eval_tasks.cli import main

PROMPT = {
    "key": 1,
    "prompt": "Use no comma.",
    "instruction_id_list": ["punctuation:no_comma"],
    "kwargs": [{}],
}
ANSWER = {"key": 1, "response": "Сегодня в городе весь день идёт дождь и мы остаёмся дома."}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "prompts.jsonl").write_text(json.dumps(PROMPT), encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    return [str(tmp_path / "answers.jsonl"), "--data", str(tmp_path / "prompts.jsonl")]


def score(*arguments: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(["score", *arguments])
    return int(done.value.code or 0)


def test_each_task_has_its_folder_and_its_number(files: list[str], tmp_path: Path, capsys) -> None:
    out = tmp_path / "runs"
    assert score(*files, "--task", "ifeval,ifeval_langcheck", "--output", str(out), "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    values = {
        task: results["metrics"]["prompt_level_strict_acc"]["value"] for task, results in printed.items()
    }
    assert values == {"ifeval": 1.0, "ifeval_langcheck": 0.0}
    assert json.loads((out / "ifeval" / "results.json").read_text())["task"] == "ifeval"
    assert (out / "ifeval_langcheck" / "samples.jsonl").is_file()


def test_one_table_and_the_error_of_one_task_leaves_the_others(files: list[str], capsys) -> None:
    assert score(*files, "--task", "ifeval,ifbench") == 2
    printed = capsys.readouterr()
    assert "prompt_level_strict_acc" in printed.out
    assert "error: ifbench: " in printed.err


def test_an_unknown_task_is_found_before_anything_is_scored(files: list[str], capsys) -> None:
    assert score(*files, "--task", "ifeval,ifevall") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "ifevall" in printed.err
