"""Minimal answers per kind of fault that reading real answers found, with a fair reader's verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lm_eval_tasks import get_suite


def rows(path: Path) -> dict[int, dict[str, Any]]:
    """The rows of a JSONL file of prompts, by key."""
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["key"]: row for row in found}


def passes(case: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether the corrected edition lets the case's response pass, in the way that the case names."""
    if case["which"] == "gate":
        tasks = {
            "gate hf": "ifeval_arabic_inception_hf_langcheck_corrected",
            "gate inception": "ifeval_arabic_inception_corrected",
        }
        suite = get_suite(tasks.get(case["instruction"], "ifeval_langcheck_corrected"))
        return suite.score({**row, "lang": case.get("lang")}, case["response"]).refusal is None
    score = get_suite("ifeval_corrected").score(row, case["response"])
    places = [
        at
        for at, (name, given) in enumerate(zip(row["instruction_id_list"], row["kwargs"], strict=True))
        if name == case["instruction"] and given == case["argument"]
    ]
    (at,) = places
    if case["which"] == "strict":
        return score.strict[at]
    assert score.loose is not None
    return score.loose[at]


def test_every_case_has_the_verdict_of_a_fair_reader(reference: Path) -> None:
    english = rows(reference / "ifeval" / "prompts.jsonl")
    arabic = rows(reference / "arabic" / "prompts.jsonl")
    lines = (reference / "audit" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    assert len(cases) == 52
    wrong = [
        f"{case['kind']} {case['key']}"
        for case in cases
        if passes(case, (arabic if "lang" in case else english)[case["key"]]) != case["right"]
    ]
    assert wrong == []
