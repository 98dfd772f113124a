"""Google's registry protocol: the same verdicts as the suite, and google's own loop runs on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.compat import instructions_registry
from lm_eval_tasks.compat.instructions_registry import (
    IFBENCH_DICT,
    IFEVAL_DICT,
    INSTRUCTION_DICT,
    TRAINING_DICT,
)
from lm_eval_tasks.errors import DataError


def followed_list(row: Mapping[str, Any], response: str) -> list[bool]:
    """The strict loop as code against google's package is written, its falsy filter included."""
    followed = []
    for index, instruction_id in enumerate(row["instruction_id_list"]):
        instruction_cls = instructions_registry.INSTRUCTION_DICT[instruction_id]
        instruction = instruction_cls(instruction_id)
        kwargs = {name: value for name, value in row["kwargs"][index].items() if value}
        instruction.build_description(**kwargs)
        args = instruction.get_instruction_args()
        if args and "prompt" in args:
            instruction.build_description(prompt=row["prompt"])
        if response.strip() and instruction.check_following(response):
            followed.append(True)
        else:
            followed.append(False)
    return followed


def test_every_type_of_the_suite_is_there() -> None:
    assert set(IFEVAL_DICT) == set(get_suite("ifeval").catalogue.checks)
    assert len(IFEVAL_DICT) == 25
    assert len(IFBENCH_DICT) == 83
    assert len(TRAINING_DICT) == 54
    assert set(INSTRUCTION_DICT) == {*IFBENCH_DICT, *TRAINING_DICT}


def test_ids_of_other_benchmarks_are_judged_by_their_rules() -> None:
    numbers = INSTRUCTION_DICT["count:numbers"]("count:numbers")
    numbers.build_description(N=2)
    assert numbers.check_following("1 and 2")
    span = INSTRUCTION_DICT["new:copy_span_idx"]("new:copy_span_idx")
    assert span.build_description(prompt_to_repeat="Seven swans", n_start=6, n_end=11)
    assert span.check_following("swans")
    with pytest.raises(DataError, match=r"^new:copy_span_idx: parameter 'n_start' is 0"):
        span.build_description(prompt_to_repeat="Seven swans", n_start=0, n_end=5)


def test_the_registry_of_training_judges_as_the_reference(reference: Path) -> None:
    compared = 0
    for row in _lines(reference / "training" / "iftrain.jsonl"):
        if not all(isinstance(verdict, bool) for verdict in row["strict"]) or not row["response"].strip():
            continue
        for name, kwargs, verdict in zip(
            row["instruction_id_list"], row["kwargs"], row["strict"], strict=True
        ):
            instruction = TRAINING_DICT[name](name)
            instruction.build_description(**(kwargs or {}))
            assert instruction.check_following(row["response"]) == verdict, row["key"]
            compared += 1
    assert compared > 700


def test_the_sample_is_judged_as_by_the_suite() -> None:
    suite = get_suite("ifeval")
    texts = [
        "",
        "The lantern and the gull: an oven, an oven, an OVEN!",
        "* One\n* Two\n\n***\n\nPART 1\nPART 2\nP.S. [a] [b] [c] *x* *y* *z*",
        '"<<quoted title>>, and more"',
        '{"a": [1, 2]}',
        "MY ANSWER IS YES.",
        "plain small words without a mark",
    ]
    seen: set[tuple[str, bool]] = set()
    for row in suite.load("sample")[0].rows:
        for text in texts:
            verdicts = followed_list(row, text)
            assert tuple(verdicts) == suite.score(row, text).strict, (row["key"], text)
            seen |= set(zip(row["instruction_id_list"], verdicts, strict=True))
    assert {name for name, _ in seen} == set(IFEVAL_DICT)
    assert len({name for name, followed in seen if followed}) >= 15
    assert {name for name, followed in seen if not followed} == set(IFEVAL_DICT)


def test_reference_answers_are_judged_as_by_the_reference(reference: Path) -> None:
    folder = reference / "ifeval"
    file = "gpt4_20231107_145030.jsonl"
    prompts = _lines(folder / "prompts.jsonl")
    answers = {row["prompt"]: row["response"] for row in _lines(folder / "responses" / file)}
    verdicts = {row["key"]: row["strict"] for row in _lines(folder / "verdicts" / file)}
    compared = 0
    for row in prompts[::5]:
        if row["prompt"] not in answers:
            continue
        for ours, theirs in zip(
            followed_list(row, answers[row["prompt"]]), verdicts[row["key"]], strict=True
        ):
            if theirs is not None:
                compared += 1
                assert ours == theirs, row["key"]
    assert compared > 150


def test_protocol() -> None:
    instruction = INSTRUCTION_DICT["length_constraints:number_words"]("length_constraints:number_words")
    assert instruction.id == "length_constraints:number_words"
    assert instruction.get_instruction_args_keys() == ["num_words", "relation"]
    described = instruction.build_description(num_words=3, relation="less than")
    assert described == "fewer than, or at least, num_words words (num_words: 3, relation: less than)"
    assert instruction.get_instruction_args() == {"num_words": 3, "relation": "less than"}
    assert instruction.check_following("one two") is True
    assert instruction.check_following("one two three") is False
    instruction.build_description(num_words=4, relation="less than", keyword=None)
    assert instruction.check_following("one two three") is True


def test_lists_come_back_as_lists() -> None:
    instruction = INSTRUCTION_DICT["keywords:existence"]("keywords:existence")
    instruction.build_description(keywords=["gull", "lantern"])
    assert instruction.get_instruction_args() == {"keywords": ["gull", "lantern"]}


def test_without_parameters_none_are_needed() -> None:
    instruction = INSTRUCTION_DICT["punctuation:no_comma"]("punctuation:no_comma")
    assert instruction.check_following("a, b") is False
    assert instruction.get_instruction_args() is None
    assert instruction.get_instruction_args_keys() == []
    assert instruction.build_description() == "that no comma occurs"


@pytest.mark.parametrize("kwargs", [{}, {"num_words": None, "relation": None}])
def test_a_missing_parameter_is_never_made_up(kwargs: dict[str, Any]) -> None:
    instruction = INSTRUCTION_DICT["length_constraints:number_words"]("length_constraints:number_words")
    with pytest.raises(DataError, match="number_words: parameter 'num_words' is missing"):
        instruction.build_description(**kwargs)
    with pytest.raises(DataError, match="parameter 'num_words' is missing"):
        instruction.check_following("one")


def test_wrong_parameters_are_named() -> None:
    make = INSTRUCTION_DICT["length_constraints:number_words"]
    with pytest.raises(DataError, match=r"unknown parameter 'num_word'\. Did you mean 'num_words'\?"):
        make("x").build_description(num_word=3, relation="at least")
    with pytest.raises(DataError, match="parameter 'relation' is 'at most'; known: 'less than', 'at least'"):
        make("x").build_description(num_words=3, relation="at most")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]
