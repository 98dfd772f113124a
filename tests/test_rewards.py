"""Rewards: numbers for any text, an error for any bad row."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.sources import SAMPLES
from lm_eval_tasks.errors import DataError, ResponseError, UndecidedError, UnknownNameError
from lm_eval_tasks.instructions.model import NoParameters, Text, Verdict, catalogue, check
from lm_eval_tasks.instructions.suites import SUITES
from lm_eval_tasks.rewards import InstructionReward

NO_COMMA = "punctuation:no_comma"
WORDS = "length_constraints:number_words"
TWO_IDS = [NO_COMMA, WORDS]
TWO_KWARGS = [{}, {"num_words": 3, "relation": "at least"}]


def two(reward: InstructionReward, completions: list[Any], **columns: Any) -> list[float | None]:
    """Both instructions for every completion."""
    count = len(completions)
    return reward(completions, instruction_id_list=[TWO_IDS] * count, kwargs=[TWO_KWARGS] * count, **columns)


def test_all_or_nothing_and_fraction() -> None:
    texts = ["one two three", "one, two", "one two", "one, two, three"]
    assert two(InstructionReward(), texts) == [1.0, 0.0, 0.0, 0.0]
    assert two(InstructionReward(fraction=True), texts) == [1.0, 0.0, 0.5, 0.5]


def test_loose_takes_away_a_first_line() -> None:
    texts = ["Sure, here it is:\none two three"]
    assert two(InstructionReward(fraction=True), texts) == [0.5]
    assert two(InstructionReward(loose=True), texts) == [1.0]


def test_the_gate_can_be_left_out() -> None:
    russian = ["Сегодня мы долго гуляли вдоль реки и говорили о погоде"]
    assert two(InstructionReward("ifeval_langcheck"), russian) == [0.0]
    assert two(InstructionReward("ifeval_langcheck", fraction=True), russian) == [0.0]
    assert two(InstructionReward("ifeval_langcheck", gate=False), russian) == [1.0]
    assert two(InstructionReward("ifeval"), russian) == [1.0]


def test_thinking_is_not_judged() -> None:
    texts = ["<think>a, b, c</think>one two three", "<think>one two three"]
    assert two(InstructionReward(), texts) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("completion", "expected"),
    [
        ([{"role": "assistant", "content": "one two three"}], 1.0),
        ([{"content": "one two three"}], 1.0),
        ([{"role": "assistant", "content": [{"type": "text", "text": "one two "}, {"text": "three"}]}], 1.0),
        ([{"role": "assistant", "content": "a, b"}, {"role": "assistant", "content": "one two three"}], 1.0),
        ([{"role": "assistant", "content": "one two three"}, {"role": "tool", "content": "x, y"}], 1.0),
        ([{"role": "assistant", "content": None}], 0.0),
        ([{"role": "assistant", "tool_calls": []}], 0.0),
        (["one two three"], 1.0),
        (None, 0.0),
        ({"role": "assistant", "content": "one two three"}, 1.0),
        ({"content": "one two three"}, 1.0),
        ("", 0.0),
        ("one two three \ud800", 1.0),
        ("[" * 200_000, 0.0),
    ],
)
def test_any_completion_has_a_reward(completion: Any, expected: float) -> None:
    assert two(InstructionReward(), [completion]) == [expected]


@pytest.mark.parametrize(
    ("completion", "found"),
    [
        ([{"role": "user", "content": "one"}], "messages without one of the assistant"),
        ([{"role": "assistant", "content": [{"type": "image"}]}], "a content part of type 'image'"),
        ([], "an empty list"),
        (3.5, "a number"),
        (b"one", "bytes"),
        ({"a": 1}, "an object with a"),
        (["one", "two"], "a list of 2 answers"),
    ],
)
def test_a_completion_of_another_shape_is_an_error(completion: Any, found: str) -> None:
    with pytest.raises(ResponseError, match=f"completions: row 1: the completion is {found}"):
        two(InstructionReward(), ["one two three", completion])


def test_columns_may_be_arrays() -> None:
    numpy, pandas, pyarrow = (pytest.importorskip(name) for name in ("numpy", "pandas", "pyarrow"))
    ids, kwargs = [["punctuation:no_comma"]] * 2, [[{}]] * 2
    texts = ["one", "one, two"]
    of_objects = numpy.empty(2, dtype=object)
    for place, value in enumerate(ids):
        of_objects[place] = numpy.array(value, dtype=object)
    for column in (of_objects, pandas.Series(ids), pyarrow.array(ids)):
        rewards = InstructionReward()(texts, instruction_id_list=column, kwargs=kwargs)
        assert rewards == [1.0, 0.0]
    assert InstructionReward()(pyarrow.array(texts), instruction_id_list=ids, kwargs=kwargs) == [1.0, 0.0]
    with pytest.raises(DataError, match="column 'kwargs' is text, expected a list"):
        InstructionReward()(texts, instruction_id_list=ids, kwargs="[{}]")


@pytest.mark.parametrize(
    "prompt", ["<|User|>Hi.<|Assistant|><think>\n", [{"role": "assistant", "content": "<think>"}]]
)
def test_thinking_that_the_prompt_opened_must_end(prompt: Any) -> None:
    given = {"instruction_id_list": [["punctuation:no_comma"]] * 2, "kwargs": [[{}]] * 2}
    texts = ["so I must avoid one mark", "a, b</think>one"]
    assert InstructionReward()(texts, prompts=[prompt] * 2, **given) == [0.0, 1.0]
    assert InstructionReward()(texts, **given) == [1.0, 1.0]


def test_marks_that_end_the_thinking_may_be_named() -> None:
    texts = ["[THINK]a, b[/THINK]one two three", "<thought>a, b</thought>one two three"]
    assert two(InstructionReward(), texts) == [0.0, 0.0]
    assert two(InstructionReward(think_end=("[/THINK]",)), texts) == [1.0, 0.0]
    assert two(InstructionReward(think_end=("auto",)), texts) == [1.0, 1.0]
    assert InstructionReward(think_end=("auto",)).__name__ == "ifeval_strict_after_thinking"
    with pytest.raises(UnknownNameError, match="unknown mark that ends the reasoning"):
        InstructionReward(think_end=("",))


def test_rows_without_instructions_get_none() -> None:
    got = InstructionReward()(
        ["Fine.", "Well, fine.", "4", "Fine."],
        instruction_id_list=[[NO_COMMA], [], None, [NO_COMMA]],
        kwargs=[[{}], [], None, None],
        ground_truth=[None, None, "4", None],
    )
    assert got == [1.0, None, None, 1.0]


def test_columns_without_instructions_at_all_raise() -> None:
    with pytest.raises(DataError, match="no column with instructions, expected one of instruction_id_list"):
        InstructionReward()(["a"], prompts=["b"], instruction_ids_list=[[NO_COMMA]])


def test_one_completion_is_one_number() -> None:
    reward = InstructionReward()
    assert reward(completion="Fine.", instruction_id_list=[NO_COMMA], kwargs=[{}]) == 1.0
    assert reward(completion="Fine.", info={"instruction_id_list": [NO_COMMA], "kwargs": [None]}) == 1.0
    assert reward(completion="4", answer="4") == 0.0
    with pytest.raises(DataError, match="neither completions nor a completion"):
        reward(instruction_id_list=[NO_COMMA], kwargs=[{}])


def test_a_copy_of_the_prompt_earns_nothing_when_asked() -> None:
    prompt = "Describe the harbour at dusk in the rain without a single comma, please."
    row = {"instruction_id_list": [[NO_COMMA]], "kwargs": [[{}]]}
    copy = "describe the harbour at dusk in the rain without a single comma please"
    for answer, expected in (
        (copy, 0.0),
        (f"{copy} describe the harbour", 0.0),
        ("The harbour is grey and the lamps are lit while gulls cry over wet stone.", 1.0),
        ("the rain", 1.0),
    ):
        assert InstructionReward(no_copy=True)([answer], prompts=[prompt], **row) == [expected]
        assert InstructionReward()([answer], prompts=[prompt], **row) == [1.0]
    asked = {"instruction_id_list": [["copy:copy"]], "kwargs": [[{"prompt_to_repeat": prompt}]]}
    assert InstructionReward("iftrain", no_copy=True)([prompt], prompts=[prompt], **asked) == [1.0]
    with pytest.raises(DataError, match="no prompt, and no_copy"):
        InstructionReward(no_copy=True)([copy], **row)


def test_short_answers_earn_nothing_when_asked() -> None:
    row = {"instruction_id_list": [[NO_COMMA]] * 3, "kwargs": [[{}]] * 3}
    assert InstructionReward(min_words=2)([".", "Fine.", "It is."], **row) == [0.0, 0.0, 1.0]


def test_weights_by_id_and_family() -> None:
    texts = ["one, two", "one, two, three", "one two"]
    assert two(InstructionReward(fraction=True, weights={NO_COMMA: 3}), texts) == [0.0, 0.25, 0.75]
    assert two(InstructionReward(weights={"punctuation": 0}), texts) == [0.0, 1.0, 0.0]
    assert two(InstructionReward(weights={"punctuation": 0, WORDS: 0}), texts) == [None] * 3
    with pytest.raises(UnknownNameError, match="Did you mean 'punctuation'"):
        InstructionReward(weights={"punctuatin": 1})
    with pytest.raises(ValueError, match="expected a number from 0"):
        InstructionReward(weights={NO_COMMA: -1})


def test_answer_tags_and_blank_answers_only_on_request() -> None:
    row = {"instruction_id_list": [["last_word:last_word_answer"]], "kwargs": [[{"last_word": "home"}]]}
    tagged = ["<answer>We go home</answer> "]
    assert InstructionReward("iftrain")(tagged, **row) == [0.0]
    assert InstructionReward("iftrain", answer_tags=True)(tagged, **row) == [1.0]
    row = {"instruction_id_list": [[NO_COMMA]], "kwargs": [[{}]]}
    assert InstructionReward()([""], **row) == [0.0]
    assert InstructionReward(judge_blank=True)([""], **row) == [1.0]


def test_any_judges_rows_that_mix_benchmarks() -> None:
    ids = ["punctuation:no_comma", "count:numbers", "punctuation:punctuation_dot", "validate_uppercase"]
    reward = InstructionReward("any", fraction=True)
    kwargs = [{}, {"N": 1}, {}, {}]
    assert reward(["ONE 1 DROP", "One, 1."], instruction_id_list=[ids] * 2, kwargs=[kwargs] * 2) == [
        1.0,
        0.25,
    ]
    assert pickle.loads(pickle.dumps(reward)) == reward
    with pytest.raises(UnknownNameError, match="Did you mean 'any'"):
        InstructionReward("anyy")


def _no_verdict(text: Text, want: NoParameters) -> Verdict:
    raise UndecidedError("too many steps")


def test_what_a_check_cannot_decide_gets_none(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    checks = catalogue("tests", check("a:b", NoParameters, _no_verdict))
    suite = replace(get_suite("ifeval"), catalogue=checks)
    monkeypatch.setattr("lm_eval_tasks.adapters.rewards.suite_for", lambda _: suite)
    row = {"instruction_id_list": [["a:b"]], "kwargs": [[{}]]}
    assert InstructionReward()(["Fine."], **row) == [None]
    assert "no reward for key 0: not decided: too many steps" in caplog.text


@pytest.fixture(scope="module")
def sample() -> dict[str, list[Any]]:
    rows, _ = get_suite("ifeval").load("sample")
    return {
        name: [row[name] for row in rows.rows] for name in ("key", "prompt", "instruction_id_list", "kwargs")
    }


@settings(max_examples=25, deadline=None)
@given(text=st.text() | st.text("[]*\n\"'<>., aA1#", max_size=300))
def test_no_text_raises(text: str, sample: dict[str, list[Any]]) -> None:
    count = len(sample["key"])
    for loose in (False, True):
        reward = InstructionReward("ifeval_langcheck", fraction=True, loose=loose)
        rewards = reward([text] * count, **sample)
        assert len(rewards) == count
        assert all(0.0 <= value <= 1.0 for value in rewards)


def test_columns_may_be_padded_or_json_text() -> None:
    padded = [{"num_words": None, "relation": None}, {"num_words": 3.0, "relation": "at least"}]
    for kwargs in (padded, json.dumps(padded), [json.dumps(one) for one in padded]):
        reward = InstructionReward()
        assert reward(["one two three"], instruction_id_list=[TWO_IDS], kwargs=[kwargs]) == [1.0]
    assert InstructionReward()(["a"], instruction_id_list=[json.dumps([NO_COMMA])], kwargs=["[{}]"]) == [1.0]


def test_what_a_trainer_adds_is_ignored() -> None:
    got = two(
        InstructionReward(),
        ["one two three"],
        prompts=[[{"role": "user", "content": "Say it."}]],
        completion_ids=[[1, 2, 3]],
        trainer_state=object(),
        key=[17],
        lang=[["en"]],
        topic=["none"],
    )
    assert got == [1.0]


def test_no_completions_no_rewards() -> None:
    assert InstructionReward()([], instruction_id_list=[], kwargs=[]) == []


def test_a_bad_row_raises_and_is_named() -> None:
    reward = InstructionReward(fraction=True)
    with pytest.raises(DataError) as raised:
        reward(
            ["a", "b", "c"],
            instruction_id_list=[[NO_COMMA], ["punctuation:no_coma"], [WORDS]],
            kwargs=[[{}], [{}], [{"num_words": 3}]],
            key=["first", "second", "third"],
        )
    assert str(raised.value) == (
        "ifeval_strict_fraction: 2 problems\n"
        "  row 1, key second: unknown instruction 'punctuation:no_coma'. "
        f"Did you mean '{NO_COMMA}'?\n"
        f"  row 2, key third, instruction '{WORDS}': parameter 'relation' is missing"
    )


def test_columns_of_another_length_raise() -> None:
    with pytest.raises(DataError, match="column 'kwargs' holds 1 values for 2 completions"):
        InstructionReward()(["a", "b"], instruction_id_list=[[NO_COMMA]] * 2, kwargs=[[{}]])


def test_bad_settings_raise_when_it_is_made() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'ifeval'"):
        InstructionReward("ifevall")


def test_names_tell_rewards_apart() -> None:
    rewards = [InstructionReward(), InstructionReward("ifeval_langcheck", fraction=True, loose=True)]
    assert [reward.__name__ for reward in rewards] == ["ifeval_strict", "ifeval_langcheck_loose_fraction"]
    assert InstructionReward("ifeval_langcheck", gate=False).__name__ == "ifeval_langcheck_strict_ungated"


def test_threads_and_processes_agree_with_one(sample: dict[str, list[Any]]) -> None:
    reward = InstructionReward("ifeval_langcheck", fraction=True)
    assert pickle.loads(pickle.dumps(reward)) == reward
    texts = ["Well, the lantern and a gull.\n* One\n* Two", "PLAIN CAPITALS, P.S. yes", "[a] [b] [c]"]
    call = partial(_rewards, reward, sample)
    expected = [call(text) for text in texts]
    assert len({tuple(rewards) for rewards in expected}) == 3
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(call, texts * 4)) == expected * 4
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert list(processes.map(call, texts)) == expected


def _rewards(reward: InstructionReward, sample: dict[str, list[Any]], text: str) -> list[float]:
    return reward([text] * len(sample["key"]), **sample)


@pytest.mark.parametrize(
    "task", [name for name in SUITES if (SAMPLES / f"{SUITES[name].sample}.jsonl").exists()]
)
def test_it_is_what_the_suite_says(task: str) -> None:
    """Of every task, with the columns that a data set made of its rows has."""
    suite = get_suite(task)
    rows = suite.load("sample")[0].rows
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [row.get(name) for row in rows] for name in names}
    texts = [
        "* The lantern, the gull and the oven.\n* OVEN OVEN oven\n\nP.S. Time to go.",
        "كتب الولد رسالة قصيرة إلى أخته",
        "we walked along the river and talked about the weather",
    ]
    earned = 0.0
    for text in texts:
        scores = [suite.score(row, text) for row in rows]
        for loose in {False, suite.loose}:
            followed = [score.loose_gated if loose else score.strict_gated for score in scores]
            shares = InstructionReward(task, fraction=True, loose=loose)([text] * len(rows), **columns)
            assert shares == [sum(one or ()) / len(one or (1,)) for one in followed]
            assert InstructionReward(task, loose=loose)([text] * len(rows), **columns) == [
                float(all(one or (False,))) for one in followed
            ]
            earned += sum(shares)
    assert earned > 0 or task == "ifeval_fc"


def test_a_function_call_is_read() -> None:
    rows = get_suite("ifeval_fc").load("sample")[0].rows
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    calls = [
        json.dumps({"name": row["function"], "arguments": {row["parameter"]: "one two three"}})
        for row in rows
    ]
    rewards = InstructionReward("ifeval_fc")(calls, **columns)
    assert set(rewards) == {0.0, 1.0}


@pytest.mark.slow
def test_a_trainer_takes_it(tmp_path: Any) -> None:
    """One GRPO step of TRL with a tiny model of random weights; its log shows our reward."""
    pytest.importorskip("trl", reason="trl is not installed (extra: trl)")
    from datasets import Dataset
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
    from trl import GRPOConfig, GRPOTrainer

    vocabulary = {
        token: number for number, token in enumerate(["<pad>", "<eos>", "<unk>", "fine", "well", ","])
    }
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>"
    )
    shape = LlamaConfig(
        vocab_size=len(vocabulary), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=2, pad_token_id=0, eos_token_id=1, bos_token_id=1,
    )  # fmt: skip
    rows = Dataset.from_dict(
        {
            "prompt": ["say fine well", "well say fine"] * 2,
            "key": [1, 2, 3, 4],
            "instruction_id_list": [[NO_COMMA]] * 4,
            "kwargs": [json.dumps([{}])] * 4,
        }
    )
    settings = GRPOConfig(
        output_dir=str(tmp_path), per_device_train_batch_size=4, num_generations=4, max_steps=1, seed=1,
        max_completion_length=6, logging_steps=1, report_to=[], use_cpu=True, save_strategy="no", bf16=False,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model=LlamaForCausalLM(shape),
        reward_funcs=[InstructionReward(), InstructionReward(fraction=True)],
        args=settings,
        train_dataset=rows,
        processing_class=tokenizer,
    )
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "rewards/ifeval_strict/mean" in entry]
    assert logged
    assert 0.0 <= logged[0]["rewards/ifeval_strict/mean"] <= 1.0
    assert "rewards/ifeval_strict_fraction/mean" in logged[0]


def test_an_instruction_of_another_task_is_told_where_it_is_known() -> None:
    with pytest.raises(DataError, match="task='any' knows paragraphs:paragraphs") as refused:
        InstructionReward("ifeval")(
            ["fine"], instruction_id_list=[["paragraphs:paragraphs"]], kwargs=[[{}]], prompts=["x"]
        )
    assert "unknown instruction 'paragraphs:paragraphs'" in str(refused.value)
    assert InstructionReward("any")(
        ["one *** two"], instruction_id_list=[["paragraphs:paragraphs"]], kwargs=[[{}]], prompts=["x"]
    ) == [1.0]
