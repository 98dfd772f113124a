"""Every case of answers and files as people have them, with the result that is right.

The cases are test data that the project does not hold. Those about instruction types or rows of training
sets are tried where their tests are.
"""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.cli import main
from lm_eval_tasks.rewards import InstructionReward

OTHERS = ("AN-I2", "AN-I3", "AN-I7", "AN-I12", "AN-J")
"""Cases of training rows, registries and single checks."""
REFUSED = {
    "AN-E16": "log.eval does not fit e.d.jsonl",
    "AN-E19": "lfs.jsonl: a Git LFS pointer, not the file itself; `git lfs pull` fetches it",
    "AN-L3": "unknown instruction 'ca:punctuation:no_comma'",
    "AN-M1": "line 1 answers a prompt that is nearly key 2785's, probably reworded",
}
"""Cases that end with exit code 2 and this in the one message."""
VALUES = {"AN-D1": 0.0, "AN-G2": 1 / 3}
"""The strict share of prompts, where it is not 1."""
FURTHER = {"AN-M1": "--allow-reworded", "AN-E16": "--allow-missing"}
"""Options with which a refused case is scored."""


class Ended(NamedTuple):
    """A command's exit code and what it wrote."""

    code: Any
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs the command line in this process."""

    def run(*arguments: str) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        return Ended(ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def cases(reference: Path) -> list[dict[str, Any]]:
    lines = (reference / "cases" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert len(found) == 55
    return [case for case in found if not case["id"].startswith(OTHERS)]


def test_answers_to_one_row(cases: list[dict[str, Any]]) -> None:
    """Reasoning and template tokens: noted by the official edition, left out on request; calls: read."""
    tried = 0
    for case in cases:
        if not case["how"].startswith("get_suite"):
            continue
        tried += 1
        suite, row, response = get_suite(case["task"]), case["row"], case["response"]
        right = tuple(case["right"])
        if case["task"] == "ifeval_fc":
            assert suite.score(row, response).strict == right, case["id"]
            continue
        official = suite.score(row, response)
        assert any(note.startswith(("kept_thinking:", "kept_token:")) for note in official.notes), case["id"]
        assert get_suite(f"{case['task']}_corrected").score(row, response).strict == right, case["id"]
        if any(note.startswith("kept_thinking:") for note in official.notes):
            assert suite.with_think_end(["auto"]).score(row, response).strict == right, case["id"]
    assert tried == 13


def test_files(
    cases: list[dict[str, Any]], run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0
    for case in cases:
        if not case["how"].startswith("lm-eval-tasks"):
            continue
        tried += 1
        folder = tmp_path / case["id"]
        for name, content in case["response"].items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            raw = content.encode()
            file.write_bytes(base64.b64decode(content[7:]) if content.startswith("base64:") else raw)
        monkeypatch.chdir(folder)
        _, command, *arguments = shlex.split(case["how"])
        if command == "score" and "--json" not in arguments:
            arguments.append("--json")
        ended = run(command, *arguments)
        if case["id"] in REFUSED:
            assert (ended.code, ended.out) == (2, ""), case["id"]
            assert REFUSED[case["id"]] in ended.err, case["id"]
            assert len(ended.err.splitlines()) <= 3
            if case["id"] not in FURTHER:
                continue
            arguments = [one for one in arguments if one != "--allow-missing"]
            ended = run(command, *arguments, FURTHER[case["id"]])
        assert ended.code == 0, (case["id"], ended.err)
        if command == "score" and case["id"] != "AN-E16":
            metrics = json.loads(ended.out)["metrics"]
            strict = metrics["prompt_level_strict_acc"]["value"]
            assert strict == pytest.approx(VALUES.get(case["id"], 1.0)), case["id"]
    assert tried == 29


def test_rewards(cases: list[dict[str, Any]]) -> None:
    numpy = pytest.importorskip("numpy")
    tried = 0
    for case in cases:
        if case["id"] == "AN-B2":
            prompts = ["<|User|>Describe tea without commas.<|Assistant|><think>\n"]
            given = {"instruction_id_list": [["punctuation:no_comma"]], "kwargs": [[{}]]}
            assert InstructionReward("ifeval")([case["response"]], prompts=prompts, **given) == [0.0]
        elif case["id"] == "AN-C7":
            given = {"instruction_id_list": [["change_case:english_lowercase"]], "kwargs": [[{}]]}
            assert InstructionReward("ifeval")([case["response"]], **given) == [1.0]
        elif case["id"] == "AN-I4":
            ids = numpy.array([["punctuation:no_comma"], None], dtype=object)[:1]
            kwargs = numpy.array([[{}], None], dtype=object)[:1]
            assert InstructionReward("ifeval")(["fine"], instruction_id_list=ids, kwargs=kwargs) == [1.0]
        else:
            continue
        tried += 1
    assert tried == 3


def test_a_row_that_cannot_be_scored(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    row = {"key": 1, "prompt": "Say so.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    rows = [row, {**row, "key": 2, "prompt": "Say no.", "kwargs": [{"colour": "red"}]}]
    Path("d.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    Path("a.jsonl").write_text("".join(json.dumps({"key": key, "response": "so"}) + "\n" for key in (1, 2)))
    command = ("score", "a.jsonl", "--task", "ifeval", "--data", "d.jsonl", "--json")
    refused = run(*command)
    assert refused.code == 2
    assert "line 2, key 2, instruction 'punctuation:no_comma': unknown parameter 'colour'" in refused.err
    assert refused.err.endswith("  --skip-bad-rows leaves such rows out and scores the others\n")
    scored = run(*command, "--skip-bad-rows")
    assert scored.code == 0
    assert scored.err.startswith("note: 1 row left out\n  line 2, key 2")
    results = json.loads(scored.out)
    assert (results["n_prompts"], results["responses"]["unmatched"]) == (1, [])
    assert "|skipped:1|" in results["signature"]
