"""MT-Bench's ``model_judgment``: ratings of single answers, and pairs judged in both orders.

Source    lm-sys/FastChat, llm_judge, 0e6d3e4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, has, number, quoted, text, whole
from lm_eval_tasks.judgments.records import Judgment, Side

CATEGORIES = ("writing", "roleplay", "reasoning", "math", "coding", "extraction", "stem", "humanities")
FIRST_QUESTION, PER_CATEGORY = 81, 10
UNPARSED = -1


def category_of(question: int | None) -> str:
    """The category of one of the benchmark's own questions, 81 to 160; empty for any other."""
    place = -1 if question is None else (question - FIRST_QUESTION) // PER_CATEGORY
    return CATEGORIES[place] if 0 <= place < len(CATEGORIES) else ""


def judge_and_prompt(value: Any) -> tuple[str, str]:
    """``["gpt-4", "single-v1"]``, or the prompt's name alone."""
    if isinstance(value, list | tuple):
        return text(value[0] if value else ""), text(value[1] if len(value) > 1 else "")
    return "", text(value)


def _common(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    question, turn = text(row["question_id"]), whole(row.get("turn"))
    judge, prompt = judge_and_prompt(row.get("judge"))
    return {
        "item": f"{question}:{turn or 1}",
        "cluster": question,
        "category": text(row.get("category")) or category_of(whole(row["question_id"])),
        "turn": turn or 1,
        "judge": judge,
        "judge_prompt": prompt,
        "timestamp": number(row.get("tstamp")),
        "place": place,
    }


def read_single(rows: Sequence[Row], out: Collected) -> None:
    """A rating of -1 was not parsed."""
    for place, row in rows:
        score = number(row["score"])
        bad = score is None or score == UNPARSED
        reply = row.get("judgment", row.get("tail"))
        out.add(
            Judgment(
                **_common(row, place),
                model_a=text(row["model"]),
                score=None if bad else score,
                undecided="unparsed" if bad else "",
                label="" if bad else text(score),
                reply=reply if isinstance(reply, str) else "",
            )
        )


def read_pair(rows: Sequence[Row], out: Collected) -> None:
    """Two games per row; in the second ``model_2`` was shown first."""
    for place, row in rows:
        for game, first in enumerate(("a", "b")):
            out.add(_game(row, place, game, "a" if first == "a" else "b"))


_OUTCOMES = {"model_1": 1.0, "model_2": 0.0, "tie": 0.5}


def _game(row: Mapping[str, Any], place: str, game: int, first: Side) -> Judgment:
    winner = text(row.get(f"g{game + 1}_winner")).strip()
    outcome = _OUTCOMES.get(winner)
    why = (
        ""
        if outcome is not None
        else "unparsed"
        if winner in ("error", "")
        else f"unknown label {quoted(winner)}"
    )
    reply = row.get(f"g{game + 1}_judgment", row.get(f"g{game + 1}_tail"))
    return Judgment(
        **_common(row, place),
        model_a=text(row["model_1"]),
        model_b=text(row["model_2"]),
        outcome=outcome,
        undecided=why,
        game=game,
        first=first,
        label=winner,
        reply=reply if isinstance(reply, str) else "",
    )


def write_single(judgments: Sequence[Judgment]) -> Iterator[dict[str, Any]]:
    """One row per rating."""
    for one in judgments:
        if one.model_b:
            continue
        yield {
            "question_id": whole(one.cluster) if whole(one.cluster) is not None else one.cluster,
            "model": one.model_a,
            "judge": [one.judge, one.judge_prompt],
            "judgment": one.reply,
            "score": UNPARSED if one.score is None else one.score,
            "turn": one.turn or 1,
            "tstamp": one.timestamp,
        }


SINGLE = Form(
    "mt_bench_single",
    "MT-Bench ratings",
    "question_id, model, judge, score",
    has("question_id", "model", "score"),
    read_single,
    write=write_single,
)
PAIR = Form(
    "mt_bench_pair",
    "MT-Bench pairs",
    "question_id, model_1, model_2, g1_winner, g2_winner",
    has("question_id", "model_1", "model_2", "g1_winner"),
    read_pair,
)
