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
