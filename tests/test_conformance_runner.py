"""The runner that asks other implementations, and what lm-evaluation-harness answers."""

from __future__ import annotations

import json
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from conformance import run

FOLDER = Path(run.__file__).parent
ENGINE = str(FOLDER / "adapters" / "engine.py")
BUILTIN = str(FOLDER / "adapters" / "lm_eval_builtin.py")
KNOWN = FOLDER / "known_differences" / "lm-evaluation-harness.json"

ALWAYS_YES = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "followed": True}), flush=True)
"""


@pytest.mark.parametrize("edition", run.EDITIONS)
def test_our_engine_has_no_differences(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--edition", edition, "--json", "--", sys.executable, ENGINE]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["differences"] == []
    assert sum(counts["same"] for counts in printed["by_instruction"].values()) >= 500


def test_at_least_twelve_cases_and_both_outcomes_an_instruction() -> None:
    cases = [question for question in run.questions("official", "ifeval") if "followed" in question.expected]
    outcomes = Counter((question.subject, question.expected["followed"]) for question in cases)
    subjects = {subject for subject, _ in outcomes}
    assert len(subjects) == 25
    assert sum(outcomes.values()) >= 700
    assert [one for one in subjects if min(outcomes[one, True], outcomes[one, False]) < 5] == []


def test_differences_are_listed_and_known_ones_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--task", "ifeval", "--json", "--", sys.executable, "-c", ALWAYS_YES]
    assert run.main(command) == 1
    found = json.loads(capsys.readouterr().out)["differences"]
    one = next(one for one in found if one["id"] == "number_words-02")
    assert one == {
        "id": "number_words-02",
        "why": "one short",
        "expected": {"followed": False},
        "got": {"followed": True},
    }
    assert any(one["got"] == {"loose": "no answer"} for one in found)

    known = tmp_path / "known.json"
    groups = [{"reason": "It always says yes.", "ids": [*(one["id"] for one in found), "number_words-01"]}]
    known.write_text(json.dumps({"differences": groups}), encoding="utf-8")
    assert run.main(["--known", str(known), *command]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["differences"], printed["agreed_though_known"]) == ([], ["number_words-01"])
    assert len(printed["known"]) == len(found)


def test_the_table_names_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--task", "ifeval", "--", sys.executable, "-c", ALWAYS_YES]) == 1
    printed = capsys.readouterr().out
    assert "punctuation:no_comma" in printed
    assert "number_words-02: one short\n    expected {'followed': False}, got {'followed': True}" in printed


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise SystemExit(3)", "the command ended with exit code 3"),
        ("print('hello'); input()", "the answer is no JSON: 'hello\\n'"),
        ("print('{}'); input()", "not an answer to this case"),
        ("import time; time.sleep(30)", "no answer (Empty)"),
    ],
)
def test_a_command_that_does_not_answer(code: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--timeout", "2", "--", sys.executable, "-c", code]) == 2
    assert said in capsys.readouterr().err


def test_a_command_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--", "no-such-command"]) == 2
    assert "cannot start 'no-such-command'" in capsys.readouterr().err


def test_a_task_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--task", "nothing", "--", sys.executable, "-c", ALWAYS_YES]) == 2
    assert "no case fits" in capsys.readouterr().err


@pytest.mark.slow
def test_lm_evaluation_harness_differs_only_where_known(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("lm_eval", "nltk", "langdetect"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    command = ["--task", "ifeval", "--json", "--known", str(KNOWN), "--", sys.executable, BUILTIN]
    assert run.main(command) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["agreed_though_known"] == []
    assert sum(counts["same"] for counts in printed["by_instruction"].values()) >= 700


def test_what_peers_say_of_lm_evaluation_harness_is_in_the_known_list() -> None:
    files = [*FOLDER.glob("checks/*/*.json"), FOLDER / "thinking.json"]
    blocks = [block for file in files for block in json.loads(file.read_text(encoding="utf-8"))]
    cases = [case for block in blocks if block["task"] == "ifeval" for case in block["cases"]]
    named = {case["id"] for case in cases if "lm-evaluation-harness" in case.get("peers", {})}
    reasons, _ = run.load_known(KNOWN)
    assert named <= set(reasons) <= {case["id"] for case in cases}
