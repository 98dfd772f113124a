"""Every deterministic verdict of the reference implementation is met."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.gates.english import refuse
from lm_eval_tasks.instructions.model import Text
from lm_eval_tasks.text.thinking import after_thinking


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def row(probe: dict[str, Any]) -> dict[str, Any]:
    ids = [probe["instruction_id"]]
    return {"key": 1, "prompt": "", "instruction_id_list": ids, "kwargs": [probe["kwargs"]]}


@pytest.fixture(scope="module")
def prompts(reference: Path) -> dict[str, dict[str, Any]]:
    return {row["prompt"]: row for row in lines(reference / "ifeval" / "prompts.jsonl")}


def test_all_answer_sets(reference: Path, prompts: dict[str, dict[str, Any]]) -> None:
    suite = get_suite("ifeval")
    items = {prompt: suite.item(row) for prompt, row in prompts.items()}
    compared, random, differing = 0, 0, []
    for file in sorted((reference / "ifeval" / "responses").glob("*.jsonl")):
        verdicts = {row["key"]: row for row in lines(reference / "ifeval" / "verdicts" / file.name)}
        for answer in lines(file):
            score = suite.score(items[answer["prompt"]], answer["response"])
            assert "crashed" not in score.notes, score.why
            expected = verdicts[score.key]
            assert score.loose is not None
            for kind, got in (("strict", score.strict), ("loose", score.loose)):
                for instruction, ours, theirs in zip(score.instruction_ids, got, expected[kind], strict=True):
                    compared += 1
                    if theirs is None:
                        assert instruction == "keywords:letter_frequency"
                        random += 1
                    elif ours != theirs:
                        differing.append((file.name, score.key, kind, instruction, ours))
    assert differing == []
    assert (compared, random) == (21632, 52)


def test_paper_number(reference: Path, prompts: dict[str, dict[str, Any]]) -> None:
    suite = get_suite("ifeval")
    file = reference / "ifeval" / "responses" / "gpt4_20231107_145030.jsonl"
    answers = {answer["prompt"]: answer["response"] for answer in lines(file)}
    scores = [suite.score(row, answers.get(prompt, "")) for prompt, row in prompts.items()]
    assert sum(len(score.strict) for score in scores) == 834
    assert abs(sum(sum(score.strict) for score in scores) - 697) <= 1


def test_probes(reference: Path) -> None:
    suite = get_suite("ifeval")
    probes = lines(reference / "ifeval" / "probes.jsonl")
    assert len(probes) >= 500
    wrong = [
        probe for probe in probes if suite.score(row(probe), probe["response"]).strict[0] != probe["followed"]
    ]
    assert wrong == []


def test_loose_probes(reference: Path) -> None:
    suite = get_suite("ifeval")
    probes = lines(reference / "ifeval" / "probes_loose.jsonl")
    assert len(probes) >= 50
    for probe in probes:
        score = suite.score(row(probe), probe["response"])
        assert (score.strict, score.loose) == ((probe["strict"],), (probe["loose"],)), probe


def test_english_gate_probes(reference: Path) -> None:
    """The unclosed thinking tag follows the project's own decision: graded as empty."""
    differing = []
    count = 0
    for probe in lines(reference / "arabic" / "langcheck_cases.jsonl"):
        if probe["gate"] == "english":
            refusal = refuse(Text(after_thinking(probe["text"]).string))
        elif probe["gate"] == "repetition_inception":
            refusal = repetition.repetition(repetition.without_markup(probe["text"]))
        else:
            continue
        count += 1
        if (refusal.reason if refusal else "ok") != probe["reason"]:
            differing.append(probe["why"])
    assert count >= 100
    assert differing == ["no closing tag: the text is kept"]
