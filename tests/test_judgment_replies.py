"""Replies of judges: what the original parsers return, and what a careful reader does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments import PROTOCOLS, parse


def records(reference: Path) -> list[dict[str, Any]]:
    path = reference / "judging" / "parse.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) < 1e-9
    return bool(one == other)


def test_official_readers_return_what_the_original_code_returned(reference: Path) -> None:
    differing = []
    for row in records(reference):
        if row["official"] == "no parser shipped":
            with pytest.raises(LmEvalTasksError, match="no official parser"):
                parse(row["protocol"], row["text"], "official")
            continue
        value = parse(row["protocol"], row["text"], "official", constraints=2).value
        if not same(value, row["official"]):
            differing.append((row["id"], value, row["official"]))
    assert differing == []


def test_robust_readers_return_what_a_careful_reader_wrote_down(reference: Path) -> None:
    differing = []
    for row in records(reference):
        value = parse(row["protocol"], row["text"], constraints=2).value
        if not same(value, row["right"]) and not ("strict" in row and same(value, row["strict"])):
            differing.append((row["id"], value, row["right"]))
    assert differing == []


ROBUST = [
    (
        "fastchat_pair",
        "[[A]] if you ask for style.\nFinal verdict: [[B]]\nThe loser is not [[A]] by much.",
        "B",
    ),
    ("fastchat_pair", '"[[A]]" if A is better, "[[B]]" if B is better, "[[C]]" for a tie', None),
    ("fastchat_pair", "The function at [B] is called twice. Both are", None),
    ("fastchat_pair", "<THINK>[[A]]</THINK>Ｖｅｒｄｉｃｔ： [[Ｂ]]", "B"),
    ("fastchat_single", "Rating: 8/10", 8),
    ("fastchat_single", "Rating: [[7.5]]", 7.5),
    ("fastchat_single", 'As asked, for example "Rating: [[5]]". Rating: [[2]]', 2),
    ("fastchat_two_scores", "[[8.2, 8.3]]", "tie"),
    ("fastchat_two_scores", "[[11, 3]]", None),
    ("arena_hard_v01", "[[a&gt;&gt;b]]", ["A>>B", False]),
    ("arena_hard_v01", "[[A>A]]", [None, True]),
    ("arena_hard_v01", "<think>[[A>B]]", [None, True]),
    ("arena_hard_v2", "Verdict: B >> A", "B>>A"),
    ("arena_hard_v2", r"\boxed{\text{A \gg B}}", "A>>B"),
    (
        "arena_hard_v2",
        "1. Assistant A is significantly better: [[A>>B]]\n2. Assistant A is slightly better: [[A>B]]\n"
        "3. Tie, relatively the same: [[A=B]]\n4. Assistant B is slightly better: [[B>A]]\n"
        "5. Assistant B is significantly better: [[B>>A]]",
        None,
    ),
    ("ifrb_oa", "[[A]] or [[B]]", "C"),
    ("ifrb_oa", "<think>[[A]] or [[B]]?</think>[[A]]", "A"),
    ("rewardbench2_rating", "A fine text. 9 out of 10.", 9),
    ("rewardbench2_rating", "10/10", 10),
    ("rewardbench2_rating", "11", -1),
    ("prometheus", "Feedback: fine. [RESULT] (B)", "B"),
    ("auto_j", "So, the final decision is: Response 1", "A>B"),
    ("pandalm", "**Tie**", 0),
    ("pandalm", "The first one has charm.", None),
    ("judgelm", "8/10 6/10", [8.0, 6.0]),
    ("llmbar_cot", "Output (a) is better than Output (b).", "1"),
    ("llmbar_cot", "Output (a) is worse.", "2"),
    ("llmbar_vanilla", "neither", None),
    ("alpaca_json", "{'verdict': '2'} Done.", [2]),
    ("alpaca_ranking", "no list at all", [None]),
    ("judge_pair", "Winner: A or B\nConfidence: high", [None, "high"]),
    ("judge_pair", "Winner:\nB\nConfidence: very sure", ["B", None]),
    ("judge_pair", "Winner: N/A", [None, None]),
    ("judge_pair", "### Sieger: Unentschieden\n- Konfidenz: hoch", ["tie", "high"]),
    ("json_verdict", '{"a": 1} {"winner": "tie", "confidence": "low"}', "tie"),
]


@pytest.mark.parametrize(("protocol", "text", "value"), ROBUST)
def test_robust(protocol: str, text: str, value: Any) -> None:
    assert parse(protocol, text).value == value


def test_a_constraint_without_a_clear_verdict_has_none() -> None:
    reply = (
        "[The Start of Constraint 1]\nJudgment: [[partially follows]]\n[The End of Constraint 1]\n"
        "[The Start of Constraint 3]\nVerdict: The response violates it.\n[The End of Constraint 3]\n"
    )
    assert parse("ifrb_ca_en", reply, constraints=4).labels == (None, None, 0, None)
    assert parse("ifrb_ca_en", reply).labels == (None, None, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "null"),
        ("", "empty: there is no reply"),
        ("<think>a</think>  ", "empty: there is nothing after the thinking"),
        ("<think>[[A]]", "unclosed thinking"),
        ("both have merits", "unparsed"),
    ],
)
def test_the_reason_of_no_verdict(text: str | None, why: str) -> None:
    reading = parse("fastchat_pair", text)
    assert not reading.decided
    assert reading.outcome is None
    assert reading.why.startswith(why)


def test_outcomes_and_strengths() -> None:
    assert parse("arena_hard_v2", "[[B>>A]]").outcome == 0.0
    assert parse("arena_hard_v2", "[[B>>A]]").strength == "high"
    assert parse("arena_hard_v01", "[[A]]", "official").outcome is None
    assert parse("judge_pair", "Winner: tie\nConfidence: low").strength == "low"
    assert parse("fastchat_single", "[[9]]").score == 9.0
    assert parse("seed002", "Winner: B") == parse("judge_pair", "Winner: B")


def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'fastchat_pair'"):
        parse("fastchat_pairs", "[[A]]")


ODD = st.text(
    alphabet=st.one_of(st.sampled_from("AB[]()<>=:-*_#1/.,{}'\"\n winnerRating结论Output"), st.characters())
)


@given(st.sampled_from(sorted(PROTOCOLS)), ODD)
def test_no_reply_raises(protocol: str, text: str) -> None:
    parse(protocol, text, constraints=2)
    if PROTOCOLS[protocol].official:
        parse(protocol, text, "official", constraints=2)


@pytest.mark.parametrize(
    "piece", ["-", "[[", "{", "A ", "[检查项1-开始]\n要求：", "Winner: ", "<think>", "_", "```json"]
)
@pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
def test_long_replies_end(protocol: str, piece: str) -> None:
    """Quadratic time would take minutes here."""
    parse(protocol, piece * 40_000, constraints=2)
    if PROTOCOLS[protocol].official:
        parse(protocol, piece * 40_000, "official", constraints=2)
