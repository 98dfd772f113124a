"""Tasks of other packages: found, scored, explained; a broken one is named and breaks nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HAIKU = ROOT / "examples" / "haiku"


def run(*arguments: str, folder: Path = HAIKU, **more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])))
    return subprocess.run(
        [sys.executable, "-m", "lm_eval_tasks", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_plugin_is_listed_explained_and_scored(tmp_path: Path) -> None:
    done = run(
        "--plugins",
        "haiku_tasks",
        "score",
        "answers.jsonl",
        "--task",
        "haiku",
        "--output",
        str(tmp_path / "run"),
    )
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    assert "0.5" in json.dumps(result)
    explained = run("explain", "poem:lines", LM_EVAL_TASKS_PLUGINS="haiku_tasks")
    assert explained.returncode == 0, explained.stderr
    assert "number of lines" in explained.stdout


@pytest.mark.parametrize("content", ["raise ValueError('out of order')", "", "def broken("])
def test_a_broken_plugin_is_named_and_the_other_tasks_work(tmp_path: Path, content: str) -> None:
    (tmp_path / "broken_plugin.py").write_text(content, encoding="utf-8")
    listed = run("--plugins", "broken_plugin", "list", folder=tmp_path)
    assert listed.returncode == 0
    assert "ifeval_langcheck" in listed.stdout
    assert "broken_plugin" in listed.stderr
    unknown = run("--plugins", "broken_plugin", "validate", "--task", "haiku", folder=tmp_path)
    assert unknown.returncode == 2
    assert "broken_plugin" in unknown.stderr


def test_the_yaml_of_the_example_is_what_its_suite_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HAIKU))
    from haiku_tasks import haiku

    from lm_eval_tasks.harness.yaml_files import task_yaml

    assert (HAIKU / "haiku_tasks/lm_eval/haiku.yaml").read_text(encoding="utf-8") == task_yaml(haiku)
