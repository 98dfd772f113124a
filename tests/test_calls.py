"""Function calls as models and APIs write them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks.data.shapes import ShapeError, texts_of
from lm_eval_tasks.text.calls import calls_in, looks_like_call

GIVEN = {"text": "hi, {x} <b>"}
TEXT = json.dumps(GIVEN)
OPENAI = {"role": "assistant", "tool_calls": [{"function": {"name": "save", "arguments": TEXT}}]}
RESPONSES = [{"type": "reasoning"}, {"type": "function_call", "name": "save", "arguments": TEXT}]
ANTHROPIC = [{"type": "text", "text": "I do."}, {"type": "tool_use", "name": "save", "input": GIVEN}]
GEMINI = {"parts": [{"functionCall": {"name": "save", "args": GIVEN}}]}
DEEPSEEK = "<｜tool▁call▁begin｜>{}<｜tool▁sep｜>{}<｜tool▁call▁end｜>"
FORMS: dict[str, Any] = {
    "OpenAI": OPENAI,
    "completion": {"choices": [{"message": OPENAI}]},
    "Responses": {"output": RESPONSES},
    "Anthropic": {"content": ANTHROPIC},
    "Gemini": {"candidates": [{"content": GEMINI}]},
    "Gemini parts": GEMINI,
    "LangChain": [{"id": "a", "name": "save", "args": GIVEN, "type": "tool_call"}],
    "the benchmark's own": {"llm_response": {"tool_calls": [{"name": "save", "args": GIVEN}]}},
    "Hermes": f'<tool_call>\n{{"name": "save", "arguments": {TEXT}}}\n</tool_call>',
    "Mistral": f'[TOOL_CALLS][{{"name": "save", "arguments": {TEXT}}}]',
    "Mistral v11": f"[TOOL_CALLS]save[ARGS]{TEXT}",
    "Mistral v11 with an id": f"[TOOL_CALLS]save[CALL_ID]a1b2[ARGS]{TEXT}",
    "DeepSeek V3.1": DEEPSEEK.format("save", TEXT),
    "DeepSeek V3": DEEPSEEK.format("function", f"save\n```json\n{TEXT}\n```"),
    "Kimi K2": f"<|tool_call_begin|>functions.save:0<|tool_call_argument_begin|>{TEXT}<|tool_call_end|>",
    "gpt-oss": f"<|channel|>commentary to=functions.save <|constrain|>json<|message|>{TEXT}<|call|>",
    "gpt-oss, to first": f"<|start|>assistant to=functions.save<|channel|>commentary json<|message|>{TEXT}",
    "gpt-oss, dropped": f"analysisI call.assistantcommentary to=functions.save json{TEXT}",
    "Qwen3-Coder": "<tool_call>\n<function=save>\n<parameter=text>\nhi, {x} <b>\n</parameter>\n</function>",
    "GLM-4.5": "<tool_call>save\n<arg_key>text</arg_key>\n<arg_value>hi, {x} <b></arg_value>\n</tool_call>",
    "Llama": f"<function=save>{TEXT}</function>",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_call_is_read(form: str) -> None:
    assert [(call.name, dict(call.arguments)) for call in calls_in(FORMS[form])] == [("save", GIVEN)]


def test_several_calls_are_all_read() -> None:
    glm = FORMS["GLM-4.5"]
    assert len(calls_in(glm + glm)) == 2
    assert len(calls_in(FORMS["Mistral v11"] * 3)) == 3
    assert len(calls_in(FORMS["Kimi K2"] * 2)) == 2


@pytest.mark.parametrize(
    "text", ["<tool_call>save\n</tool_call>", "[TOOL_CALLS]save[ARGS]{", "<function=save"]
)
def test_a_call_that_cannot_be_read(text: str) -> None:
    assert calls_in(text) == ()
    assert looks_like_call(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "role",
                    "content",
                    "text",
                    "type",
                    "choices",
                    "message",
                    "output",
                    "parts",
                    "name",
                    "args",
                    "body",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
def test_any_value_has_texts_or_an_error_and_calls_or_none(value: Any) -> None:
    calls_in(value)
    try:
        texts = texts_of(value)
    except ShapeError:
        return
    else:
        assert texts
        assert all(text is None or isinstance(text, str) for text in texts)
