"""The benchmarks run, and compare what they say they compare. How long anything takes is no test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(module: str, *options: str, path: Path) -> tuple[str, Any]:
    """What a benchmark prints, and its numbers."""
    setting = {"LM_EVAL_TASKS_REFERENCE_DATA": str(path.parent / "none")}
    done = subprocess.run(
        [sys.executable, "-m", module, "--quick", "--json", str(path), *options],
        cwd=ROOT,
        env={**os.environ, **setting},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_speed_on_invented_answers(tmp_path: Path) -> None:
    said, numbers = run("benchmarks.speed", path=tmp_path / "speed.json")
    assert numbers["answers"] == {"sets": 1, "answers": 60}
    assert numbers["gate"]["refused"] == 10
    assert list(numbers["workers"]) == [
        "answers",
        "one process",
        "two workers",
        "two processes, half each",
    ]
    for name in ("lm_eval's own ifeval", "lm-eval-tasks"):
        assert f"| {name} | {numbers['strict and loose']['seconds'][name]:.2f} |" in said
    assert numbers["strict and loose"]["times faster"]["lm_eval's own ifeval"] == 1


def test_growth(tmp_path: Path) -> None:
    said, numbers = run("benchmarks.growth", "--name", "no_comma", path=tmp_path / "growth.json")
    assert numbers[0]["name"] == "ifeval punctuation:no_comma"
    assert len(numbers) > 5
    assert all(list(one["seconds"]) == ["200", "2000"] for one in numbers)
    assert said.startswith("| check or gate | worst kind of text | 200 | 2,000 | exponent |\n")


@pytest.mark.slow
def test_what_answers_without_work_earn_is_current(reference: Path) -> None:
    command = [
        sys.executable,
        str(ROOT / "benchmarks" / "trivial_rewards.py"),
        str(reference / "ifeval"),
        "--check",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "rewards.md is current\n"), done.stderr


def test_rewards_are_those_of_the_rules_stated_literally(tmp_path: Path) -> None:
    records = [
        {"instruction_id_list": [name], "kwargs": [kwargs], "response": response}
        for name, kwargs in (
            ("count:count_unique", {}),
            ("keywords:palindrome", None),
            ("punctuation:no_comma", {}),
            ("last_word:last_word_sent", {"last_word": "home"}),
        )
        for response in ("We go home.", "Take a walk, a long one", "level LEVEL level")
    ]
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    command = [sys.executable, str(ROOT / "benchmarks" / "training_rewards.py"), str(file), "--rounds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("96 answers, 8 to a row, 0 different rewards\n")
