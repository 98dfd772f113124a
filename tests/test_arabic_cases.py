"""Reported faults of the Arabic tasks and the gates: as they are, and repaired."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.model import ItemScore

REFUSED = {"AR34": "no JSON"}
"""Rows that are refused when they are loaded: parameters are never evaluated as code."""


@pytest.fixture(scope="module")
def cases(reference: Path) -> list[dict[str, Any]]:
    lines = (reference / "cases" / "arabic.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def scored(case: dict[str, Any], task: str) -> ItemScore:
    kwargs = case.get("kwargs", {})
    row = {
        "key": 1,
        "prompt": case.get("prompt", ""),
        "instruction_id_list": [case.get("instruction_id", "punctuation:no_comma")],
        "kwargs": kwargs if isinstance(kwargs, str) else [kwargs],
        "lang": case["lang"],
    }
    return get_suite(task).score(row, case["response"])


def test_rows_with_code_are_refused(cases: list[dict[str, Any]]) -> None:
    refused = [case for case in cases if case["id"] in REFUSED]
    assert len(refused) == len(REFUSED)
    for case in refused:
        with pytest.raises(DataError, match=REFUSED[case["id"]]):
            scored(case, case["task"])


def test_official_edition_is_the_fork_where_the_document_does_not_say_otherwise(
    cases: list[dict[str, Any]],
) -> None:
    strict, loose, gates = 0, 0, 0
    for case in cases:
        if case["id"] in REFUSED:
            continue
        score = scored(case, case["task"])
        assert "crashed" not in score.notes, (case["id"], score.why)
        if isinstance(case.get("fork_strict"), bool):
            assert score.strict == (case["fork_strict"],), (case["id"], score.why)
            strict += 1
        if isinstance(case.get("fork_loose"), bool):
            assert score.loose == (case["fork_loose"],), (case["id"], score.why)
            loose += 1
        # The document goes before the fork; where it is silent, both are allowed.
        expected = case["spec_gate"] if "spec_gate" in case else case.get("fork_gate")
        if expected is not None and score.gated:
            assert (score.refusal is None) == expected, (case["id"], score.refusal)
            gates += 1
    assert (strict, loose, gates) == (23, 7, 38)


def test_corrected_edition_is_right(cases: list[dict[str, Any]]) -> None:
    verdicts, gates = 0, 0
    for case in cases:
        if case["id"] in REFUSED:
            continue
        score = scored(case, f"{case['task']}_corrected")
        assert "crashed" not in score.notes, (case["id"], score.why)
        if case.get("right") is not None:
            assert score.strict == (case["right"],), (case["id"], score.why)
            verdicts += 1
        if case.get("right_gate") is not None and score.gated:
            assert (score.refusal is None) == case["right_gate"], (case["id"], score.refusal)
            gates += 1
    assert (verdicts, gates) == (21, 37)
