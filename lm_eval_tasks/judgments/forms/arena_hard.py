"""Arena-Hard's ``model_judgment``: two games of a model against the baseline, v0.1 and v2.

Source    lmarena/arena-hard-auto, v0.1 at d99b139 and v2 at 196f6b8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, has, quoted, text
from lm_eval_tasks.judgments.records import Judgment, Side
from lm_eval_tasks.judgments.replies.arena_hard import V2_LABELS, strength, weight

V01_BASELINE = "gpt-4-0314"


def read_v01(rows: Sequence[Row], out: Collected) -> None:
    """The files do not name the baseline: it is the benchmark's, and named so."""
    out.note(f"the file names no baseline; Arena-Hard v0.1 compares with {V01_BASELINE}")
    _read(rows, out, "question_id", V01_BASELINE)


def read_v2(rows: Sequence[Row], out: Collected) -> None:
    """The baseline is in each row."""
    _read(rows, out, "uid", "")


def _read(rows: Sequence[Row], out: Collected, key: str, baseline: str) -> None:
    for place, row in rows:
        games = row["games"] if isinstance(row["games"], list) else []
        if not games:
            out.drop("no games", place)
        for game, one in enumerate(games):
            if one is None:  # the place of an order that was not judged
                continue
            if not isinstance(one, Mapping):
                out.drop("a game that is no object", place)
                continue
            out.add(_game(place, row, game, one, text(row[key]), text(row.get("baseline")) or baseline))


def _game(
    place: str, row: Mapping[str, Any], game: int, one: Mapping[str, Any], item: str, baseline: str
) -> Judgment:
    """A game; the label speaks of the order shown, which is the baseline first in every even game."""
    label = text(one.get("score")).strip()
    first: Side = "b" if game % 2 == 0 else "a"
    shown = V2_LABELS.get(label)
    outcome = shown if shown is None or first == "a" else 1.0 - shown
    why = "" if outcome is not None else f"unknown label {quoted(label)}" if label else "unparsed"
    return Judgment(
        item=item,
        cluster=item,
        model_a=text(row.get("model")),
        model_b=baseline,
        outcome=outcome,
        undecided=why,
        weight=float(weight(label)) if outcome is not None else 1.0,
        category=text(row.get("category")),
        game=game,
        first=first,
        judge=text(row.get("judge")),
        label=label,
        strength=strength(label or None),
        reply=_reply(one.get("judgment")),
        place=place,
    )


def _reply(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("answer")
    return value if isinstance(value, str) else ""


def write_v2(judgments: Sequence[Judgment]) -> Iterator[dict[str, Any]]:
    """One row per prompt, judge and model, with its games in order."""
    rows: dict[tuple[str, str, str, str], dict[str, Any]] = {}
    for one in judgments:
        key = (one.item, one.model_a, one.model_b, one.judge)
        row = rows.setdefault(
            key,
            {
                "uid": one.item,
                "category": one.category,
                "judge": one.judge,
                "model": one.model_a,
                "baseline": one.model_b,
                "games": [],
            },
        )
        place = one.game if (one.game % 2 == 0) == (one.first != "a") else one.game ^ 1
        row["games"].append((place, {"score": _label(one), "judgment": {"answer": one.reply}}))
    for row in rows.values():
        games = dict(row["games"])
        row["games"] = [games.get(place) for place in range(max(games) + 1)]
        yield row


def _label(one: Judgment) -> str | None:
    if one.label in V2_LABELS:
        return one.label
    shown = one.outcome if one.first == "a" else None if one.outcome is None else 1 - one.outcome
    return None if shown is None else "A=B" if shown == 0.5 else "A>B" if shown > 0.5 else "B>A"


V01 = Form(
    "arena_hard_v01",
    "Arena-Hard v0.1 judgments",
    "question_id, model, games",
    has("question_id", "model", "games"),
    read_v01,
)
V2 = Form(
    "arena_hard_v2",
    "Arena-Hard v2 judgments",
    "uid, model, baseline, games",
    has("uid", "model", "games"),
    read_v2,
    write=write_v2,
)
