"""Rows of training sets: every shape is read, and what cannot be read is named."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.sources import rows_from
from lm_eval_tasks.data.training_rows import common_row, is_following, read_ground_truth
from lm_eval_tasks.errors import DataError

NO_COMMA = "punctuation:no_comma"
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Say it."}]
LITERAL = f"[{{'instruction_id': ['{NO_COMMA}'], 'kwargs': [None]}}]"
IDS = {"instruction_id_list": [NO_COMMA], "kwargs": [{}]}


@pytest.mark.parametrize(
    "row",
    [
        {"key": 7, "prompt": "Say it.", **IDS},
        {"key": 7, "messages": MESSAGES, "ground_truth": LITERAL, "dataset": "ifeval"},
        {"key": 7, "messages": MESSAGES, "ground_truth": [LITERAL], "dataset": ["ifeval"]},
        {"key": 7, "messages": MESSAGES, "ground_truth": ["4", LITERAL], "dataset": ["math", "ifeval"]},
        {"key": 7, "messages": MESSAGES, "ground_truth": json.dumps(IDS)},
        {"id": 7, "responses_create_params": {"input": MESSAGES}, "verifier_metadata": IDS},
        {"id": 7, "responses_create_params": {"input": MESSAGES}, **IDS, "grading_mode": "fraction"},
        {"extra_info": {"index": 7}, "prompt": MESSAGES, "reward_model": {"ground_truth": LITERAL}},
        {"extra_info": {"index": 7}, "prompt": MESSAGES, "reward_model": {"ground_truth": IDS}},
        {"key": 7, "prompt": MESSAGES, "info": json.dumps(IDS), "answer": ""},
        {"key": 7, "prompt": MESSAGES, "answer": LITERAL},
        {"key": 7, "prompt": "Say it.", "instruction_ids": [NO_COMMA], "kwargs": None},
    ],
)
def test_every_shape_is_the_same_row(row: dict[str, Any]) -> None:
    common = common_row(row)
    assert common is not None
    assert (common["key"], common["prompt"], common["instruction_id_list"]) == (7, "Say it.", [NO_COMMA])
    assert get_suite("iftrain").score(row, "Well, fine").strict == (False,)
    assert get_suite("iftrain").score(row, "Fine").strict == (True,)


def test_a_function_of_tulu_3_keeps_its_arguments_only() -> None:
    truth = {"func_name": "verify_keyword_frequency", "word": "iron", "N": 2.0, "letter": None, "other": 1}
    common = common_row({"ground_truth": json.dumps(truth), "dataset": "ifeval"})
    assert common is not None
    assert common["instruction_id_list"] == ["verify_keyword_frequency"]
    assert common["kwargs"] == [{"word": "iron", "N": 2.0}]
    with pytest.raises(DataError, match="is a function of Tülu 3, which the task tulu3 judges"):
        get_suite("iftrain").item({"ground_truth": json.dumps(truth)})


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": "2+2?", "answer": "4"},
        {"prompt": "2+2?", "ground_truth": "4", "dataset": "math"},
        {"prompt": "2+2?", "reward_model": {"ground_truth": "4"}, "data_source": "gsm8k"},
        {"prompt": "x", "instruction_id_list": [], "kwargs": []},
        {"prompt": "x", "instruction_id_list": None, "kwargs": None},
        {"prompt": "x", "ground_truth": "[{'instruction_id': [], 'kwargs': []}]", "dataset": "ifeval"},
    ],
)
def test_a_row_of_another_task_holds_none(row: dict[str, Any]) -> None:
    assert common_row(row) is None


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"key": 3, "ground_truth": "oops", "dataset": "ifeval"}, "key 3: ground_truth is neither a Python"),
        ({"ground_truth": "f(1)", "dataset": "ifeval"}, r"nor JSON: text 'f\(1\)'$"),
        ({"ground_truth": 4, "dataset": "ifeval"}, "ground_truth is a number '4', expected an object"),
        (
            {"reward_model": {"ground_truth": "4"}, "data_source": "ifeval"},
            "reward_model.ground_truth is a num",
        ),
        ({"instruction_id_list": 3}, "instruction_id_list is a number '3', expected a list"),
        (
            {"verifier_metadata": {"instruction_id_list": "x"}},
            "verifier_metadata.instruction_id_list is neither",
        ),
        ({"prompt": "x", "dataset": "ifeval"}, "no column with instructions: expected instruction_id_list"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row: dict[str, Any], message: str) -> None:
    with pytest.raises(RowError, match=message):
        common_row(row)


def test_names_of_data_sets() -> None:
    following = (
        "ifeval",
        "ifeval_old",
        "allenai/IF_multi_constraints_upto5",
        "allenai/RLVR-IFeval",
        "iftrain",
    )
    assert all(map(is_following, following))
    assert not any(map(is_following, ("math", "gsm8k", "diffeval", "lifetime", None, 3)))


def test_a_file_that_mixes_tasks_keeps_its_rows() -> None:
    rows = [{"key": "a", "ground_truth": LITERAL}, {"key": "b", "ground_truth": "4"}, {"key": "c", **IDS}]
    kept = get_suite("iftrain").rows(rows_from(rows, "here"))
    assert [row["key"] for row in kept.rows] == ["a", "c"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just(LITERAL),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
COLUMNS = st.sampled_from(
    "key prompt messages instruction_id_list kwargs ground_truth dataset data_source reward_model "
    "verifier_metadata info answer func_name extra_info responses_create_params agent_ref".split()
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(COLUMNS, VALUES | st.just(IDS) | st.just({"ground_truth": LITERAL}), max_size=6))
def test_any_row_is_read_or_refused(row: dict[str, Any]) -> None:
    common = None
    with contextlib.suppress(RowError):
        common = common_row(row)
    if common is not None:
        assert isinstance(common["instruction_id_list"], list)
        assert isinstance(common["kwargs"], list)
        assert isinstance(common["prompt"], str)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200) | st.text("[]{}'\":,()0a\\", max_size=300))
def test_any_ground_truth_is_read_or_refused(text: str) -> None:
    assert read_ground_truth(text, expected=False) is None
    with contextlib.suppress(RowError):
        assert read_ground_truth(text) is None
