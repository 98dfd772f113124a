"""Untrusted text reaches no terminal and no CI log as it is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks.cli.quoting import quoted

EVIL = "7\n::error::owned\x1b[2J\x9b31m\u202e"
COMMAND_LINE = re.compile(r"^\s*(::|##\[)", re.MULTILINE)


@given(st.text(), st.booleans())
def test_nothing_of_a_control_code_or_a_ci_command_is_left(text: str, line_start: bool) -> None:
    found = quoted(text, line_start=line_start)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]", found)
    assert not COMMAND_LINE.search(found if line_start else f"x{found}")


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"]) | st.just("\n")))
def test_ordinary_text_stays(text: str) -> None:
    if not COMMAND_LINE.search(text):
        assert quoted(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("::error::x", r"\::error::x"),
        ("keywords:existence", "keywords:existence"),
        ("a\n  ##[error]b", "a\n  \\##[error]b"),
        ("a\u202eb\u2028", r"a\u202eb\u2028"),
        ("std::string", "std::string"),
    ],
)
def test_what_is_written(text: str, expected: str) -> None:
    assert quoted(text) == expected


def run(*arguments: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "lm_eval_tasks", *arguments], capture_output=True, timeout=120, check=False
    )
    return done.stdout.decode(), done.stderr.decode()


def test_a_key_an_instruction_and_a_reason_from_a_file_are_quoted(tmp_path: Path) -> None:
    row = {
        "key": EVIL,
        "prompt": f"Name {EVIL}",
        "instruction_id_list": [f"punctuation:{EVIL}"],
        "kwargs": [{}],
    }
    keywords = {"keywords": [EVIL]}
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(row) + "\n")
    good = tmp_path / "good.jsonl"
    good.write_text(
        json.dumps({**row, "instruction_id_list": ["keywords:existence"], "kwargs": [keywords]}) + "\n"
    )
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"key": "other", "response": EVIL}) + "\n")
    for arguments in (
        ("validate", "--task", "ifeval", "--data", str(bad)),
        ("score", str(answers), "--task", "ifeval", "--data", str(good)),
        ("score", str(answers), "--task", "ifeval", "--data", str(good), "--allow-missing"),
        (
            "check",
            "--instruction",
            "keywords:existence",
            "--kwargs",
            json.dumps(keywords),
            str(good),
        ),
    ):
        out, err = run(*arguments)
        assert "\x1b" not in out + err, arguments
        assert "\x9b" not in out + err, arguments
        assert not COMMAND_LINE.search(out), arguments
        assert not COMMAND_LINE.search(err), arguments
