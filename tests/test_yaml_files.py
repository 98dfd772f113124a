"""The YAML of the tasks says what the suites say."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.harness.yaml_files import PACKAGE, base_of, main, stale, task_yaml


def test_every_file_is_what_its_suite_says() -> None:
    assert stale() == []
    assert main(["--check"]) == 0


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for path in PACKAGE.rglob("*.yaml"):
        copy = tmp_path / path.relative_to(PACKAGE)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(path, copy)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new"),
    [("max_gen_toks: 1280", "max_gen_toks: 9"), ("version: 4.0", "version: 5.0"), ("ifeval_tasks", "mine")],
)
def test_a_file_that_was_changed_by_hand_is_named(package: Path, old: str, new: str) -> None:
    assert stale(package) == []
    file = package / "ifeval" / "ifeval.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    assert stale(package) == [file]


def test_a_file_without_a_suite_and_a_suite_without_a_file_are_named(package: Path) -> None:
    stray, absent = package / "ifeval" / "mine.yaml", package / "ifbench" / "ifbench.yaml"
    stray.write_text("task: mine\n")
    absent.unlink()
    assert stale(package) == sorted([stray, absent])


def test_what_a_suite_says_is_written() -> None:
    changed = task_yaml(replace(get_suite("ifbench"), max_gen_toks=77, version=3, tags=("one", "two")))
    assert "  max_gen_toks: 77\n" in changed
    assert changed.endswith("metadata:\n  version: 3.0\n")
    assert "tag:\n  - one\n  - two\n" in changed


def test_twins_include_their_base() -> None:
    bases = {name: base.name for name, suite in SUITES.items() if (base := base_of(suite))}
    assert bases["ifeval_langcheck_corrected"] == bases["ifeval_corrected"] == "ifeval"
    assert bases["multi_if_french"] == "multi_if"
    assert "ifeval_pp" not in bases
    assert task_yaml(get_suite("ifeval_langcheck")).startswith("include: ../ifeval/ifeval.yaml\n")
