"""Where reasoning ends: the marks of models, wrappers, channels, and template tokens at the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.text.template_tokens import END_TOKENS, end_token, without_end_token
from lm_eval_tasks.text.thinking import (
    MARKS,
    WRAPPERS,
    after_leading_thinking,
    after_named,
    after_thinking,
    closing_mark,
    continued,
    mark_left,
    opened_by,
)

ANSWER = "the ferry leaves at noon"
FINAL = "<|start|>assistant<|channel|>final<|message|>"
PIECES = st.sampled_from(
    [
        *(opening for mark in MARKS for opening in mark.openings),
        *(closing for mark in MARKS for closing in mark.closings),
        *(tag for wrapper in WRAPPERS for tag in (wrapper.opening, wrapper.closing)),
        *END_TOKENS,
        FINAL,
        "<|channel|>analysis<|message|>",
        "analysis",
        "assistantfinal",
        "Word",
        " ",
        "\n",
        "`",
    ]
)


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_a_mark_of_the_table(mark: Any) -> None:
    for opening, closing in zip(mark.openings, mark.closings, strict=True):
        response = f"\n{opening}Noon, or One?{closing}{ANSWER}"
        assert after_leading_thinking(response).string == ANSWER
        assert after_named(response, [closing]).string == ANSWER
        left = mark_left(after_thinking(response).string)
        assert left == (None if mark.name == "think" else mark.name)
        again = f"{opening}a{closing}{opening}b{closing}{ANSWER}"
        assert after_leading_thinking(again).string == ANSWER
        unclosed = after_leading_thinking(f"{opening}Noon, or")
        if mark.alone:
            assert (unclosed.string, unclosed.notes) == ("", ("unclosed_thinking",))
            assert after_named(f"{opening}Noon, or", [closing]).string == ""
            assert after_leading_thinking(f"Noon, or One?{closing}{ANSWER}").string == ANSWER
            assert after_leading_thinking(f"Write `{closing}` here.").string == f"Write `{closing}` here."
            assert opened_by(f"user: hi\nassistant: {opening}\n") == opening
        else:
            assert unclosed.string == f"{opening}Noon, or"


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (f"<|channel|>analysis<|message|>Noon, One<|end|>{FINAL}{ANSWER}<|return|>", ANSWER),
        (f"{FINAL}{ANSWER}", ANSWER),
        (f"analysis<|message|>Noon<|end|>{FINAL}{ANSWER}", ANSWER),
        (f"<|channel|>final <|constrain|>json<|message|>{ANSWER}", ANSWER),
        (f"analysisNoon, or One?assistantfinal{ANSWER}", ANSWER),
        (f"analysisNoon.assistantcommentary to=functions.f json{{}}assistantfinal{ANSWER}", ANSWER),
        ("<|channel|>analysis<|message|>Noon, or", None),
        (
            "<|channel|>analysis<|message|>Noon<|end|><|start|>assistant<|channel|>commentary<|message|>a",
            None,
        ),
        ("analysisWe need a time", None),
        ("analysis of the ferry", "analysis of the ferry"),
        ("An analysis: assistantfinal is a word.", "An analysis: assistantfinal is a word."),
    ],
)
def test_channels_of_gpt_oss(response: str, expected: str | None) -> None:
    found = after_leading_thinking(response)
    assert found.string == (expected or "")
    assert found.notes == (() if expected else ("unclosed_thinking",))


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (f"<think>a</think>\n<answer>{ANSWER}</answer>\n", ANSWER),
        (f"<think>a</think><response>\n{ANSWER}\n</response>", f"\n{ANSWER}\n"),
        (f"<think>a</think><answer>{ANSWER}", ANSWER),
        (f"Noon, I think. <answer>{ANSWER}</answer>", ANSWER),
        (f"<response>{ANSWER}</response>", f"<response>{ANSWER}</response>"),
        (f"<|START_RESPONSE|>{ANSWER}<|END_RESPONSE|>", ANSWER),
        ("Use <answer> and </answer> as tags.", "Use <answer> and </answer> as tags."),
    ],
)
def test_wrappers(response: str, expected: str) -> None:
    assert after_leading_thinking(response).string == expected


@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_text_has_a_rest_that_is_in_it(text: str) -> None:
    for found in (after_leading_thinking(text), after_named(text, ["</think>", "[/THINK]"])):
        assert found.string in text
        assert found.notes in ((), ("unclosed_thinking",))
    name = mark_left(text)
    assert name is None or closing_mark(name)
    assert without_end_token(text) in text
    assert end_token(without_end_token(text)) is None or without_end_token(text) != text


def test_long_texts_of_marks_take_no_longer() -> None:
    for piece in ("<think>", "</think>", "[THINK]", "</s>", "</s> x", "<|channel|>", "<answer>", "analysis"):
        text = piece * 100_000
        after_leading_thinking(text)
        mark_left(text)
        end_token(text)


@pytest.mark.parametrize("token", END_TOKENS)
def test_a_token_at_the_end(token: str) -> None:
    assert without_end_token(f"{ANSWER}{token}") == ANSWER
    assert without_end_token(f"{ANSWER}\n{token}{token}\n") == f"{ANSWER}\n"
    assert without_end_token(f"{ANSWER}{token}\n<|im_start|>user\nAnd now?") == ANSWER
    spoken = f"The token {token} ends a turn."
    assert without_end_token(spoken) == spoken


ROW = {
    "key": 1,
    "prompt": "End with: Mind the gap!",
    "instruction_id_list": ["startend:end_checker"],
    "kwargs": [{"end_phrase": "Mind the gap!"}],
}


def test_the_official_edition_keeps_and_notes_and_the_corrected_leaves_out() -> None:
    token = get_suite("ifeval").score(ROW, "Please. Mind the gap!<|im_end|>")
    assert (token.strict, token.notes) == ((False,), ("kept_token:<|im_end|>",))
    assert get_suite("ifeval_corrected").score(ROW, "Please. Mind the gap!<|im_end|>").strict == (True,)
    mark = get_suite("ifeval").score(ROW, "[THINK]so[/THINK]Mind the gap!")
    assert (mark.strict, mark.notes) == ((True,), ("kept_thinking:magistral",))
    named = get_suite("ifeval").with_think_end(["[/THINK]"])
    assert named.score(ROW, "[THINK]Mind the gap!").notes == ("unclosed_thinking",)
    assert named.score(ROW, "<think>a</think>Mind the gap!").notes == ()
    with pytest.raises(UnknownNameError, match="unknown mark that ends the reasoning"):
        get_suite("ifeval").with_think_end([" "])


def test_the_signature_names_the_marks() -> None:
    from lm_eval_tasks.instructions.scoring.signature import signature

    assert "think_end" not in signature(get_suite("ifeval"))
    assert "|think_end:auto|" in signature(get_suite("ifeval_corrected"))
    suite = get_suite("ifeval").with_think_end(["<|END_THINKING|>", "auto"])
    assert "|think_end:<%7CEND_THINKING%7C>,auto|" in signature(suite)


def test_what_a_prompt_opened_is_before_the_answer() -> None:
    assert opened_by("<|im_start|>assistant\n<think>\n\n</think>\n\n") == ""
    assert opened_by("Explain <think> tags.") == ""
    assert continued("<think>", "on and on") == "<think>on and on"
    assert continued("<think>", "<think>on") == "<think>on"
    assert continued("", "on") == "on"
