"""Votes of people or models on pairs: Chatbot Arena, MT-Bench's human votes, one-hot tables.

Source    lm-sys/FastChat, monitor; the Hub's lmsys/chatbot_arena_conversations and its relatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lm_eval_tasks.judgments.forms.collected import (
    MISSING_WINNER,
    Collected,
    Form,
    Row,
    has,
    number,
    outcome_of,
    text,
    whole,
)
from lm_eval_tasks.judgments.records import NO_STYLE, Judgment, Style

ONE_HOT = (("winner_model_a", 1.0), ("winner_model_b", 0.0), ("winner_tie", 0.5))


def read(rows: Sequence[Row], out: Collected) -> None:
    """One judgment per vote."""
    for number_of_row, (place, row) in enumerate(rows):
        _read_row(number_of_row, place, row, out)


def _read_row(position: int, place: str, row: Mapping[str, Any], out: Collected) -> None:
    model_a, model_b = text(row.get("model_a", row.get("a"))), text(row.get("model_b", row.get("b")))
    if "winner_model_a" in row and "winner" not in row:
        outcome, why = _one_hot(row)
    else:
        outcome, why = outcome_of(row.get("winner"), model_a, model_b)
    if outcome is None:
        out.drop(why, place)
        return
    question = text(row.get("question_id", row.get("id")))
    turn = whole(row.get("turn"))
    out.add(
        Judgment(
            item=_item(question, turn) if question else f"row {position + 1}",
            cluster=question or f"row {position + 1}",
            model_a=model_a,
            model_b=model_b,
            outcome=outcome,
            category=text(row.get("category")),
            turn=turn,
            judge=_judge(row.get("judge")),
            label=text(row.get("winner")),
            timestamp=number(row.get("tstamp")),
            language=text(row.get("language")),
            style_a=_style(row, "a"),
            style_b=_style(row, "b"),
            prompt=_plain(row.get("prompt")),
            answer_a=_plain(row.get("response_a")),
            answer_b=_plain(row.get("response_b")),
            place=place,
        )
    )


def _one_hot(row: Mapping[str, Any]) -> tuple[float | None, str]:
    chosen = [outcome for name, outcome in ONE_HOT if number(row.get(name))]
    if len(chosen) == 1:
        return chosen[0], ""
    return None, "more than one winner" if chosen else MISSING_WINNER


def _item(question: str, turn: int | None) -> str:
    return question if turn is None else f"{question}:{turn}"


def _judge(value: Any) -> str:
    return text(value[0]) if isinstance(value, list | tuple) and value else text(value)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _style(row: Mapping[str, Any], side: str) -> Style:
    """The counts of ``conv_metadata``; the marks of a kind are added up."""
    counts = row.get("conv_metadata")
    answer = row.get(f"response_{side}")
    characters = len(answer) if isinstance(answer, str) else None
    if not isinstance(counts, Mapping):
        return Style(characters=characters) if characters is not None else NO_STYLE
    return Style(
        characters=characters,
        tokens=whole(counts.get(f"sum_assistant_{side}_tokens")),
        headers=_total(counts.get(f"header_count_{side}")),
        lists=_total(counts.get(f"list_count_{side}")),
        bold=_total(counts.get(f"bold_count_{side}")),
    )


def _total(counts: Any) -> int | None:
    if isinstance(counts, Mapping):
        return sum(int(number(one) or 0) for one in counts.values())
    return whole(counts)


_WINNERS = {1.0: "model_a", 0.5: "tie", 0.0: "model_b"}


def write(judgments: Sequence[Judgment]) -> Iterator[dict[str, Any]]:
    """One vote per decided judgment; an outcome between is written as the nearer side."""
    for one in judgments:
        if one.outcome is None:
            continue
        winner = "tie" if one.outcome == 0.5 else "model_a" if one.outcome > 0.5 else "model_b"
        row: dict[str, Any] = {"model_a": one.model_a, "model_b": one.model_b, "winner": winner}
        row |= {"question_id": one.cluster, "judge": one.judge, "turn": one.turn or 1}
        row |= {"language": one.language, "tstamp": one.timestamp}
        if one.style_a.tokens is not None:
            row["conv_metadata"] = {**_counts("a", one.style_a), **_counts("b", one.style_b)}
        yield row


def _counts(side: str, style: Style) -> dict[str, Any]:
    return {
        f"sum_assistant_{side}_tokens": style.tokens,
        f"header_count_{side}": {"all": style.headers or 0},
        f"list_count_{side}": {"all": style.lists or 0},
        f"bold_count_{side}": {"all": style.bold or 0},
    }


VOTES = Form(
    "chatbot_arena",
    "votes on pairs",
    "model_a, model_b, winner",
    has("model_a", "model_b", "winner"),
    read,
    False,
    write,
)
ONE_HOT_VOTES = Form(
    "chatbot_arena_one_hot",
    "votes on pairs, one column per outcome",
    "model_a, model_b, winner_model_a, winner_model_b, winner_tie",
    has("model_a", "model_b", "winner_model_a"),
    read,
    False,
)
SHORT_VOTES = Form("battles", "votes with short names", "a, b, winner", has("a", "b", "winner"), read, False)
