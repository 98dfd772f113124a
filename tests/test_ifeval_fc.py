"""IFEval-FC: the argument checkers, the calls read from texts, the flow of a case."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.catalogues.ifeval_fc_catalogue import IFEVAL_FC
from lm_eval_tasks.instructions.gates.english import english
from lm_eval_tasks.instructions.items import parse_parameters
from lm_eval_tasks.instructions.model import Item, ItemScore, Prepared, Text
from lm_eval_tasks.instructions.suites.ifeval_fc_suites import one_row_a_query
from lm_eval_tasks.text.calls import Call, calls_in

SUITE = get_suite("ifeval_fc")


def verdict(checker: str, args: dict[str, Any], value: str) -> bool:
    check = IFEVAL_FC.checks[checker]
    parameters = parse_parameters(check, args, IFEVAL_FC)
    return check.reading("official")(Text(value), parameters).followed


def test_checkers_give_the_reference_verdicts(reference: Path) -> None:
    lines = (reference / "extensions" / "ifeval_fc.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) >= 700
    differing = [
        record
        for record in records
        if verdict(record["instruction_id_list"][0], record["kwargs"][0], record["response"])
        != record["strict"][0]
    ]
    assert differing == []


def test_flow_of_a_case(reference: Path) -> None:
    """No call, a good one, a wrong name, a missing parameter, two calls and so on."""
    cases = json.loads((reference / "extensions" / "ifeval_fc_flow.json").read_text(encoding="utf-8"))
    assert len(cases) >= 300
    for case in cases:
        row = {
            "key": case["key"],
            "prompt": "p",
            "instruction_id_list": [case["format"]["name"]],
            "kwargs": [case["format"]["args"]],
            "function": case["expected_function"],
            "parameter": case["chosen_param"],
        }
        calls = [
            {"name": call["name"], "arguments": call.get("args", call.get("arguments"))}
            for call in case["tool_calls"] or []
        ]
        score = SUITE.score(row, calls)
        got = {metric.name: metric.value(score) for metric in SUITE.metrics}
        expected = case["expected"]
        assert got["function_called_rate"] == expected["function_called"], case["case"]
        assert got["parameter_provided_rate"] == expected["parameter_provided"], case["case"]
        assert got["acc"] == bool(expected["overall_score"]), (case["case"], score.why)


CALL = (Call("save_note", {"text": "rain"}),)


@pytest.mark.parametrize(
    "response",
    [
        '{"name": "save_note", "arguments": {"text": "rain"}}',
        '{"name": "save_note", "parameters": {"text": "rain"}}',
        '```json\n{"name": "save_note", "arguments": {"text": "rain"}}\n```',
        'Of course: {"name": "save_note", "arguments": {"text": "rain"}} Done.',
        '<tool_call>\n{"name": "save_note", "arguments": {"text": "rain"}}\n</tool_call>',
        '<tool_call>{"name": "save_note", "arguments": {"text": "rain"}}',
        '[TOOL_CALLS] [{"name": "save_note", "arguments": {"text": "rain"}}]',
        '[{"name": "save_note", "arguments": "{\\"text\\": \\"rain\\"}"}]',
        'save_note(text="rain")',
        "[save_note(text='rain')]",
        '```python\nsave_note(text="rain")\n```',
        'I call save_note(text="rain")',
        {"tool_calls": [{"function": {"name": "save_note", "arguments": '{"text": "rain"}'}}]},
        [{"type": "function", "function": {"name": "save_note", "arguments": {"text": "rain"}}}],
    ],
    ids=str,
)
def test_calls_are_read(response: Any) -> None:
    assert calls_in(response) == CALL


@pytest.mark.parametrize(
    "response",
    [
        "",
        "No call here.",
        "{",
        '{"name": "save_note"}',
        "save_note(",
        "f(x=g())",
        "{" * 5000,
        "[" * 5000,
        None,
        7,
    ],
    ids=lambda response: str(response)[:20],
)
def test_no_calls(response: Any) -> None:
    assert calls_in(response) == ()


def row_for_note() -> dict[str, Any]:
    rows, _ = SUITE.load("sample")
    return dict(rows.rows[0])


@pytest.mark.parametrize(
    ("response", "followed", "notes"),
    [
        ('{"name": "save_note", "arguments": {"text": "Garden, rain."}}', True, ()),
        ('{"name": "save_note", "arguments": {"text": "Garden."}}', False, ()),
        ('{"name": "store_note", "arguments": {"text": "Garden, rain."}}', True, ("wrong_function",)),
        ('{"name": "save_note", "arguments": {"note": "Garden, rain."}}', False, ("no_parameter",)),
        ('{"name": "save_note", "arguments": {"text": 7}}', False, ()),
        ("Which garden do you mean?", False, ("no_call",)),
        ('<tool_call>{"name": "save_note", "argum', False, ("unreadable_call",)),
        ("", False, ("empty", "no_call")),
        (None, False, ("null", "no_call")),
        ("<think>save it", False, ("unclosed_thinking", "no_call")),
    ],
)
def test_what_went_wrong_is_told_apart(response: Any, followed: bool, notes: tuple[str, ...]) -> None:
    score = SUITE.score(row_for_note(), response)
    assert (score.strict, score.notes) == ((followed,), notes)


def test_wrong_function_counts_only_in_its_metric() -> None:
    score = SUITE.score(row_for_note(), '{"name": "x", "arguments": {"text": "garden rain"}}')
    got = {metric.name: metric.value(score) for metric in SUITE.metrics}
    assert got["acc"] is True
    assert got["right_function_acc"] is False


def test_sample_has_every_checker_and_renders_the_function() -> None:
    rows, items = SUITE.load("sample")
    assert {item.instruction_ids[0] for item in items} == set(IFEVAL_FC.checks)
    assert all(item.labels["parameter"] in item.prompt for item in items)
    assert rows.rows[0]["prompt"].endswith("before the weather turns.")
    assert one_row_a_query(rows.rows) == [dict(row) for row in rows.rows]


def test_rows_without_a_function_are_named() -> None:
    row = row_for_note() | {"function": None}
    with pytest.raises(DataError, match=r"key save_note__param_text.*: no function"):
        SUITE.item(row)


def call(*texts: str) -> str:
    """Calls of the first row's function, one per text."""
    calls = [{"name": "save_note", "arguments": {"text": text}} for text in texts]
    return json.dumps(calls if len(calls) > 1 else calls[0], ensure_ascii=False)


def test_a_gate_sees_the_arguments() -> None:
    gated = replace(SUITE, gate=english)
    passed = gated.score(row_for_note(), call("Garden, rain is coming before the evening."))
    assert (passed.strict, passed.gate) == ((True,), {"passed": True})
    accented = gated.score(row_for_note(), call("Garden, rain.", "The garden, the rain, the café."))
    assert accented.refusal is not None
    assert accented.refusal.reason == "non_english_word"
    assert (accented.strict, accented.strict_gated) == ((True,), (False,))
    nothing = gated.score(row_for_note(), "")
    assert nothing.refusal is not None
    assert nothing.refusal.reason == "empty_response"


def test_loose_tries_the_variants_of_every_argument() -> None:
    loose = replace(SUITE, loose=True)
    rows, _ = SUITE.load("sample")
    row = next(row for row in rows.rows if row["instruction_id_list"] == ["JsonFormatChecker"])

    def said(*arguments: str) -> ItemScore:
        calls = [{"name": "store_settings", "arguments": {"settings": text}} for text in arguments]
        return loose.score(row, calls)

    lead_in = said("Here it is\n{}")
    assert (lead_in.strict, lead_in.loose) == ((False,), (True,))
    assert (lead_in.loose_variant, lead_in.one_variant) == (("without the first line",), True)
    both = said("{}", "Here it is\n{}")
    assert (both.strict, both.loose) == ((False,), (True,))
    assert (both.loose_variant, both.one_variant) == (("without the first line",), True)
    one = said("Here it is\n{}", "Nothing of the kind")
    assert (one.strict, one.loose, one.one_variant) == ((False,), (False,), False)
    none = loose.score(row, "No call.")
    assert (none.strict, none.loose, none.loose_variant) == ((False,), (False,), (None,))
    fine = said("{}")
    assert (fine.strict, fine.loose, fine.one_variant) == ((True,), (True,), True)


def test_prepare_is_that_of_the_suite() -> None:
    def with_the_right_name(response: str, item: Item) -> Prepared:
        return Prepared(response.replace("store_note", "save_note"), ("renamed",))

    said = '{"name": "store_note", "arguments": {"text": "Garden, rain."}}'
    assert SUITE.score(row_for_note(), said).notes == ("wrong_function",)
    assert replace(SUITE, prepare=with_the_right_name).score(row_for_note(), said).notes == ("renamed",)


def test_a_missing_answer_is_not_an_unreadable_call() -> None:
    assert SUITE.score(row_for_note(), MISSING).notes == ("missing", "no_call")
