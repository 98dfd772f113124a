"""Each trainer's adapter, called as the trainer calls it."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from lm_eval_tasks.adapters import verl
from lm_eval_tasks.adapters.batches import score_batch
from lm_eval_tasks.adapters.nemo_gym import verified, verify
from lm_eval_tasks.adapters.open_instruct import VerificationResult, verifier_class
from lm_eval_tasks.adapters.verifiers import verifiers_reward
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.rewards import InstructionReward

NO_COMMA, DOT = "punctuation:no_comma", "punctuation:punctuation_dot"
LITERAL = f"[{{'instruction_id': ['{NO_COMMA}', '{DOT}'], 'kwargs': [None, {{'N': None}}]}}]"
OBJECT = json.dumps({"instruction_ids": [NO_COMMA, DOT], "kwargs": [None, None]})
TULU = json.dumps({"func_name": "verify_keyword_frequency", "word": "iron", "N": 2, "quantifier": None})
TEXTS = ["Fine", "Well, fine", "Well, fine."]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def rows_of(reference: Path, shape: str) -> list[dict[str, Any]]:
    return [row for row in lines(reference / "training" / "rl_rows.jsonl") if row["shape"] == shape]


# What the originals pay.


def test_open_instruct_pays_what_its_verifiers_pay(reference: Path) -> None:
    verifier = verifier_class(judge_blank=True)()
    outcomes: Counter[str] = Counter()
    for shape in ("open-instruct", "tulu3"):
        for record in rows_of(reference, shape):
            label = record["row"]["ground_truth"]
            for completion, expected in zip(record["completions"], record["expected"], strict=True):
                if isinstance(expected, str):
                    outcomes["the original raises"] += 1
                    continue
                got = verifier([], completion, label, query="")
                assert got.score == pytest.approx(expected), (record["key"], completion, got.reasoning)
                outcomes[shape] += 1
    assert outcomes["open-instruct"] >= 20
    assert outcomes["tulu3"] >= 30


def test_rewards_of_the_54_types_are_the_verifiers(reference: Path) -> None:
    reward = InstructionReward("iftrain", fraction=True, answer_tags=True)
    compared = 0
    for record in lines(reference / "training" / "iftrain.jsonl"):
        if isinstance(record["reward"], str):
            continue
        columns = {name: [record[name]] for name in ("key", "instruction_id_list", "kwargs")}
        (got,) = reward([record["response"]], **columns)
        assert got == pytest.approx(record["reward"]), record["key"]
        compared += 1
    assert compared > 800


def test_rewards_of_the_25_functions_are_the_verifiers(reference: Path) -> None:
    reward = InstructionReward("tulu3", answer_tags=True, judge_blank=True)
    compared = 0
    for record in lines(reference / "training" / "tulu3_functions.jsonl"):
        if isinstance(record["reward"], str):
            continue
        truth = json.dumps({"func_name": record["func_name"], **record["kwargs"]})
        assert reward([record["response"]], ground_truth=[truth]) == [record["reward"]], record["key"]
        compared += 1
    assert compared > 400


def test_nemo_gym_pays_what_its_server_pays(reference: Path) -> None:
    records = rows_of(reference, "nemo-gym")
    assert len(records) >= 15
    for record in records:
        for number, (completion, expected) in enumerate(
            zip(record["completions"], record["expected"], strict=True)
        ):
            part = {"type": "output_text", "text": completion}
            response = {"output": [{"type": "message", "role": "assistant", "content": [part]}]}
            got = verified({**record["row"], "response": response}, judge_blank=True)
            assert got["reward"] == pytest.approx(expected), record["key"]
            assert got["follow_instruction_list"] == record["follow"][number], record["key"]


def test_verl_pays_what_the_rows_say(reference: Path) -> None:
    records = rows_of(reference, "verl")
    assert len(records) >= 15
    for record in records:
        row = record["row"]
        got = verl.compute_score_batch(
            [row["data_source"]] * len(record["completions"]),
            record["completions"],
            [row["reward_model"]["ground_truth"]] * len(record["completions"]),
            [row["extra_info"]] * len(record["completions"]),
        )
        assert got == pytest.approx(record["expected"]), record["key"]


def test_trl_reads_every_shape(reference: Path) -> None:
    compared = 0
    for shape in ("open-instruct", "tulu3", "verl"):
        for record in rows_of(reference, shape):
            if any(isinstance(one, str) for one in record["expected"]) or "" in record["completions"]:
                continue
            count = len(record["completions"])
            row = {name: value for name, value in record["row"].items() if name != "prompt"}
            columns = {name: [value] * count for name, value in row.items()}
            got = InstructionReward("training", fraction=True, answer_tags=True)(
                record["completions"], prompts=[record["row"].get("prompt", "")] * count, **columns
            )
            expected = record["expected"]
            if "all instructions" in record["by"]:
                assert [value == 1.0 for value in got] == [value == 1.0 for value in expected]
            elif not record["row"].get("ground_truth", "").startswith("[{'instruction_id': []"):
                assert got == pytest.approx(expected), record["key"]
            else:
                assert got == [None] * count
            compared += 1
    assert compared > 40


# TRL


def test_columns_may_be_of_numpy_and_arrow() -> None:
    kwargs = [{"num_words": 2.0, "relation": "at least", "N": float("nan"), "keywords": None}]
    ids = ["length_constraints:number_words"]
    reward = InstructionReward("training")
    texts = ["one two", "one"]
    as_numpy = {
        "instruction_id_list": np.array([np.array(ids, dtype=object)] * 2, dtype=object),
        "kwargs": np.array([np.array(kwargs, dtype=object)] * 2, dtype=object),
    }
    assert reward(texts, **as_numpy) == [1.0, 0.0]
    as_arrow = {
        "instruction_id_list": pa.array([ids] * 2),
        "kwargs": pa.array([[{**kwargs[0], "N": None}]] * 2),
    }
    assert reward(texts, **as_arrow) == [1.0, 0.0]
    assert reward(np.array(texts), **as_numpy) == [1.0, 0.0]


def test_errors_name_the_column_and_what_was_found() -> None:
    reward = InstructionReward("training")
    for truth, message in (
        ("[{'instruction_id': ", "row 0, key 0: ground_truth is neither a Python literal nor JSON"),
        ("[{'other': 1}]", "expected an object with instruction_id and kwargs, or func_name"),
        ("__import__('os')", "row 0, key 0: ground_truth is neither a Python literal nor JSON"),
        ("[" * 5000, "neither a Python literal nor JSON"),
    ):
        with pytest.raises(DataError) as raised:
            reward(["Fine"], ground_truth=[truth], dataset=["ifeval"])
        assert message in str(raised.value)
    with pytest.raises(DataError, match="key 0: instruction_id_list is a number '3', expected a list"):
        reward(["Fine"], instruction_id_list=[3], kwargs=[[]])
    with pytest.raises(DataError, match="unknown instruction 'validate_lowercas'"):
        reward(["Fine"], ground_truth=[json.dumps({"func_name": "validate_lowercas"})])


def test_a_mixed_data_set_does_not_end_a_training() -> None:
    reward = InstructionReward("training", fraction=True)
    got = reward(
        ["Fine", "4", "Iron, iron.", "Fine."],
        ground_truth=[LITERAL, "4", TULU, ["42", LITERAL]],
        dataset=["ifeval", "math", "ifeval", ["math", "ifeval"]],
    )
    assert got == [1.0, None, 1.0, 0.5]


# verl


def test_compute_score_by_keyword() -> None:
    call = {"data_source": "ifeval", "ground_truth": LITERAL, "extra_info": {"num_turns": 1}}
    assert [verl.compute_score(solution_str=text, **call) for text in TEXTS] == [1.0, 0.5, 0.0]
    call["ground_truth"] = OBJECT
    assert [verl.compute_score(solution_str=text, **call) for text in TEXTS] == [1.0, 0.0, 0.0]
    assert [verl.compute_score(solution_str=text, **call, fraction=True) for text in TEXTS] == [1.0, 0.5, 0.0]
    assert verl.compute_score(solution_str="Well, fine", **call, details=True) == {
        "score": 0.0,
        "share": 0.5,
        "all_followed": 0.0,
    }


def test_compute_score_is_loaded_by_path() -> None:
    """As verl does: the file's path, and the function's name in it."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("custom_module", verl.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["custom_module"] = module
    spec.loader.exec_module(module)
    assert module.compute_score("ifeval", "Fine", LITERAL, None) == 1.0


def test_other_data_sources_go_to_the_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_math(data_source: str, solution_str: str, ground_truth: str, extra_info: Any) -> float:
        return float(solution_str == ground_truth)

    assert verl.compute_score("gsm8k", "4", "4", None, fallback=of_math) == 1.0
    with pytest.raises(DataError, match="data_source 'gsm8k' holds no instructions, and verl"):
        verl.compute_score("gsm8k", "4", "4", None)
    package = ModuleType("verl.utils.reward_score")
    package.default_compute_score = of_math  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "verl", ModuleType("verl"))
    monkeypatch.setitem(sys.modules, "verl.utils", ModuleType("verl.utils"))
    monkeypatch.setitem(sys.modules, "verl.utils.reward_score", package)
    assert verl.compute_score("gsm8k", "5", "4", None) == 0.0


def test_a_batch_names_its_bad_row() -> None:
    with pytest.raises(DataError, match="row 1: ground_truth is neither"):
        verl.compute_score_batch(["ifeval"] * 2, ["a", "b"], [LITERAL, "[{"], None)
    with pytest.raises(DataError, match="ground_truths holds 1 values for 2 solution_strs"):
        verl.compute_score_batch(["ifeval"] * 2, ["a", "b"], [LITERAL])


def test_verl_takes_numpy_rows_and_a_prompt() -> None:
    truth = {"instruction_id_list": np.array([NO_COMMA]), "kwargs": np.array([{"N": float("nan")}])}
    prompt = "Describe the harbour at dusk in the rain without a single comma please"
    info = {"index": np.int64(3), "prompt": [{"role": "user", "content": prompt}]}
    assert verl.compute_score("ifeval", prompt, truth, info) == 1.0
    assert verl.compute_score("ifeval", prompt, truth, info, no_copy=True) == 0.0


# verifiers


def is_group_function(function: Any) -> bool:
    """Whether verifiers takes it for a function of whole groups, by its rules."""
    signature = inspect.signature(function)
    plural = {"completions", "prompts", "answers", "infos", "states", "tasks"}
    returned = str(signature.return_annotation).lower()
    return bool(plural & set(signature.parameters)) or "list" in returned


def as_a_rubric(function: Any, **parts: Any) -> float:
    """What a Rubric does with one rollout: the parts that the function names, or all."""
    parameters = inspect.signature(function).parameters
    if not any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
        parts = {name: value for name, value in parts.items() if name in parameters}
    return float(function(**parts))


@pytest.mark.parametrize(
    "function", [verifiers_reward(fraction=True), InstructionReward("training", fraction=True)]
)
def test_verifiers_calls_it_once_per_completion(function: Any) -> None:
    assert not is_group_function(function)
    rollout = {
        "prompt": [{"role": "user", "content": "Say it."}],
        "completion": [{"role": "assistant", "content": "Well, fine"}],
        "answer": "",
        "task": "default",
        "state": {"turn": 1},
        "info": {"instruction_id_list": [NO_COMMA, DOT], "kwargs": [{}, None]},
    }
    assert as_a_rubric(function, **rollout) == 0.5
    assert as_a_rubric(function, **{**rollout, "info": {}, "answer": LITERAL}) == 0.5
    assert as_a_rubric(function, **{**rollout, "info": {}, "answer": "42"}) == 0.0
    row = {"ground_truth": LITERAL, "dataset": "ifeval"}
    assert as_a_rubric(function, **{**rollout, "info": {}, "state": {"input": row}}) == 0.5


def test_the_class_keeps_its_own_signature() -> None:
    assert "fraction" in inspect.signature(InstructionReward).parameters


def test_an_error_is_logged_before_verifiers_counts_zero(caplog: pytest.LogCaptureFixture) -> None:
    function = verifiers_reward()
    with pytest.raises(DataError):
        function(completion="Fine", info={"instruction_id_list": ["punctuation:no_coma"], "kwargs": [{}]})
    assert "verifiers will count 0.0" in caplog.text


def test_rows_are_checked_before_a_training() -> None:
    reward = InstructionReward("training")
    rows = [{"ground_truth": LITERAL}, {"ground_truth": "42", "dataset": "math"}, {"ground_truth": TULU}]
    assert reward.check(rows) == 2
    bad = {"ground_truth": LITERAL.replace("no_comma", "no_coma")}
    with pytest.raises(DataError, match="row 1, key 1: unknown instruction 'punctuation:no_coma'"):
        reward.check([rows[0], bad])


# open-instruct


class Base:
    """The shape of open-instruct's VerifierFunction."""

    def __init__(self, name: str, weight: float = 1.0, verifier_config: Any = None) -> None:
        self.name, self.weight, self.verifier_config = name, weight, verifier_config


def test_a_verifier_is_found_among_subclasses() -> None:
    made = verifier_class(Base, name="ifeval_pack", weight=2.0)
    assert made in Base.__subclasses__()
    verifier = made({"a": 1})
    assert (verifier.name, verifier.weight, verifier.verifier_config) == ("ifeval_pack", 2.0, {"a": 1})
    got = verifier(tokenized_prediction=[1], prediction="Well, fine", label=LITERAL, query="Say it.")
    assert isinstance(got, VerificationResult)
    assert got.score == 0.5
    assert got.reasoning is not None
    assert f"not followed {NO_COMMA}" in got.reasoning
    assert verifier([], "<think>a, b</think><answer>Fine</answer>", LITERAL).score == 1.0
    assert asyncio.run(verifier.async_call([], "Fine", LITERAL)).score == 1.0


def test_a_label_may_be_judged_twice() -> None:
    label = json.loads(TULU)
    verifier = verifier_class()()
    assert [verifier([], "Iron meets iron.", label).score for _ in range(2)] == [1.0, 1.0]


# NeMo Gym


def request(text: Any, **fields: Any) -> dict[str, Any]:
    metadata = {"instruction_id_list": [NO_COMMA, DOT], "kwargs": [{}, None], "prompt": "Say it."}
    output = [{"type": "reasoning"}, {"content": [{"type": "output_text", "text": text}]}]
    return {"verifier_metadata": metadata | fields, "response": {"output": output}}


def test_verify_returns_the_request_with_its_reward() -> None:
    got = asyncio.run(verify(request("Well, fine")))
    assert (got["reward"], got["follow_instruction_list"], got["problems"]) == (0.0, [False, True], [])
    assert got["verifier_metadata"]["prompt"] == "Say it."
    assert asyncio.run(verify(request("Well, fine", grading_mode="fraction")))["reward"] == 0.5


def test_what_cannot_be_judged_is_reported() -> None:
    body = request("Fine", instruction_id_list=[NO_COMMA, "punctuation:no_dot"], grading_mode="fraction")
    got = verified(body)
    assert got["reward"] == 0.5
    assert "unknown instruction 'punctuation:no_dot'" in got["problems"][0]
    with pytest.raises(DataError, match="unknown instruction"):
        verified(body, strict_rows=True)
    with pytest.raises(DataError, match="grading_mode is 'half'; known: binary, fraction"):
        verified(request("Fine", grading_mode="half"))
    with pytest.raises(DataError, match="the response is null"):
        verified({**request("Fine"), "response": None})
    assert verified(request(""))["reward"] == 0.0


def test_many_at_once_in_async_code() -> None:
    async def all_of_them() -> list[float]:
        found = await asyncio.gather(*(verify(request(text)) for text in TEXTS * 8))
        return [one["reward"] for one in found]

    assert asyncio.run(all_of_them()) == [1.0, 0.0, 0.0] * 8


# batches


def test_a_batch_of_training_rows_is_scored() -> None:
    batch = {"response": ["Fine", "Well, fine"], "ground_truth": [LITERAL, TULU]}
    scored = score_batch(batch, task="training")
    assert scored["strict"] == [[True, True], [False]]
    mixed = {
        "response": ["1 drop"],
        "instruction_id_list": [["count:numbers", DOT]],
        "kwargs": [[{"N": 1}, {}]],
    }
    assert score_batch(mixed, task="any")["strict"] == [[True, True]]
    with pytest.raises(DataError, match="no column 'instruction_id_list'"):
        score_batch({"response": ["Fine"], "text": ["a"]}, task="training")


# Reasoning


@pytest.mark.parametrize("task", ["training", "nemo_gym", "any"])
def test_marks_that_end_the_reasoning(task: str) -> None:
    text = ["[THINK]a, b.[/THINK]Fine"]
    assert InstructionReward(task)(text, ground_truth=[LITERAL]) == [0.0]
    assert InstructionReward(task, think_end=("[/THINK]",))(text, ground_truth=[LITERAL]) == [1.0]


def test_reasoning_that_the_prompt_opened_must_end() -> None:
    texts, prompts = ["It never ends", "a, b.</think>Fine"], ["Say it.<think>\n"] * 2
    assert InstructionReward("training")(texts, prompts=prompts, ground_truth=[LITERAL] * 2) == [0.0, 1.0]
