"""The code blocks of the documentation run, and print what stands below them.

A ``python`` or ``sh`` block is run in the order of its page; a ``text`` block right behind it is
its output. A comment ``<!-- not run: why -->`` right before a block leaves it out, and
``<!-- needs NAME -->`` leaves it out where that package is not installed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from lm_eval_tasks.instructions.suites import get_suite

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(
    r"(?:<!-- (?P<note>[^>]*) -->\n)?^```(?P<info>\w+)(?P<rest>[^\n]*)\n(?P<code>.*?)^```$", re.M | re.S
)
PAGES = ("migration.md", "rewards.md", "scale.md")


@dataclass(frozen=True)
class Block:
    language: str
    rest: str
    code: str
    note: str


def blocks(page: str) -> list[Block]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [
        Block(found["info"], found["rest"].strip(), found["code"], found["note"] or "")
        for found in BLOCK.finditer(text)
    ]


def named(page: str, file: str) -> str:
    """The block that is a file of its own."""
    return next(block.code for block in blocks(page) if block.rest == f"file={file}")


def absent(block: Block) -> bool:
    if block.note.startswith("needs "):
        return importlib.util.find_spec(block.note.removeprefix("needs ")) is None
    return block.note.startswith("not run: ")


def check_page(page: str, notes: tuple[str, ...]) -> int:
    """Run the blocks whose note is one of ``notes``, with the definitions of all before."""
    found = blocks(page)
    namespace: dict[str, Any] = {"__name__": page}
    ran = 0
    for block, following in zip(found, [*found[1:], None], strict=True):
        if block.language != "python" or absent(block) or block.note not in notes:
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(block.code, page, "exec"), namespace)
        ran += 1
        if following and following.language == "text":
            assert output.getvalue() == following.code
    return ran


@pytest.mark.parametrize(
    ("page", "count"), [("migration.md", 4), ("python.md", 4), ("rewards.md", 11), ("scale.md", 2)]
)
def test_python_blocks(page: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert check_page(page, ("",)) == count


@pytest.mark.slow
def test_ray_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray.data", reason="ray[data] is not installed (extra: ray)")
    monkeypatch.chdir(tmp_path)
    assert check_page("scale.md", ("", "needs ray")) == 3


@pytest.mark.parametrize("page", PAGES)
def test_blocks_that_are_not_run_are_python(page: str) -> None:
    for block in blocks(page):
        if block.language == "python" and block.note.startswith("not run: "):
            compile(block.code, page, "exec")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the recipe's script, a scored baseline, and answers that are fine or not."""
    (tmp_path / "check_instructions.sh").write_text(named("ci.md", "check_instructions.sh"), encoding="utf-8")
    items = get_suite("ifeval").load("sample")[1]
    for name, text in (
        ("main", "fine [a] [b] [c] *x* *y* *z*"),
        ("same", "fine [a] [b] [c] *x* *y* *z*"),
        ("worse", ""),
    ):
        lines = [json.dumps({"key": item.key, "response": text}) for item in items]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    shell(tmp_path, "lm-eval-tasks score main.jsonl --task ifeval --data sample --output scores/main")
    return tmp_path


def shell(folder: Path, command: str, code: int = 0) -> str:
    """Run a command with this environment's ``lm-eval-tasks``; returns its output."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_ci_script(checkout: Path) -> None:
    out = shell(checkout, "sh check_instructions.sh same.jsonl scores/main ifeval sample")
    assert "inst_level_strict_acc: no significant difference" in out
    assert json.loads((checkout / "comparison.json").read_text())["regression"] is False
    out = shell(checkout, "sh check_instructions.sh worse.jsonl scores/main ifeval sample", code=1)
    assert "inst_level_strict_acc: B is worse" in out
    found = json.loads((checkout / "comparison.json").read_text())
    assert (found["regression"], found["metric"]) == (True, "inst_level_strict_acc")
    shell(checkout, "sh check_instructions.sh worse.jsonl scores/nowhere ifeval sample", code=2)
    shell(checkout, "sh check_instructions.sh nothing.jsonl scores/main ifeval sample", code=2)


def test_ci_workflow() -> None:
    workflow = yaml.safe_load(named("ci.md", "instructions.yml"))
    steps = workflow["jobs"]["check"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert "sh check_instructions.sh out scores/main ifeval" in commands
    assert any("--log_samples" in command for command in commands)
    assert [step["uses"] for step in steps if "uses" in step] == [
        "actions/checkout@v4",
        "actions/cache/restore@v4",
        "actions/cache/save@v4",
        "actions/upload-artifact@v4",
    ]
