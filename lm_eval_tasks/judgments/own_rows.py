"""One's own rows of judgments: JSON lines, a JSON list or CSV with model_a, model_b and a winner.

Keys, all optional but the two models and ``winner`` or ``outcome``: ``item`` (``question_id``, ``uid``,
``id``), ``cluster`` or ``prompt_id``, ``category``, ``turn``, ``judge``, ``game``, ``first`` (a or b),
``weight``, ``strength``, ``gold``, ``reply``, ``prompt``, ``answer_a`` and ``answer_b``, and the counts
``tokens_a``, ``characters_a``, ``headers_a``, ``lists_a``, ``bold_a`` with their twins for b.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks.errors import DataError
from lm_eval_tasks.judgments.records import Dropped, Judgment, Judgments, Style, joined

WINNERS = {
    **dict.fromkeys(("model_a", "a", "A", "1"), 1.0),
    **dict.fromkeys(("model_b", "b", "B", "2"), 0.0),
    **dict.fromkeys(("tie", "Tie", "t", "C", "both_bad", "tie (bothbad)", "tie (inconsistent)"), 0.5),
}
MISSING = ("", "none", "None", "null", "nan", "NaN", None)
TRAITS = ("characters", "tokens", "headers", "lists", "bold")
TEXTS = ("category", "judge", "judge_prompt", "strength", "criterion", "label", "language", "reply")
ANSWERS = ("prompt", "answer_a", "answer_b")


def read_rows(paths: Sequence[Path]) -> Judgments:
    """The judgments of files of one's own rows.

    Raises:
        DataError: if a file is no such file, with the line.
    """
    return joined([_read(path) for path in paths])


def _read(path: Path) -> Judgments:
    kept: list[Judgment] = []
    dropped: dict[str, list[str]] = {}
    for number, row in enumerate(_rows(path), 1):
        place = f"{path}:{number}"
        found = _judgment(row, number, place)
        if isinstance(found, str):
            dropped.setdefault(found, []).append(place)
        else:
            kept.append(found)
    left = tuple(Dropped(reason, len(places), tuple(places[:3])) for reason, places in dropped.items())
    return Judgments(str(path), "own_rows", tuple(kept), left)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    text = path.read_text(encoding="utf-8-sig", errors="surrogateescape")
    if path.suffix == ".csv":
        yield from csv.DictReader(io.StringIO(text))
        return
    if text.lstrip().startswith("["):
        rows = _parsed(text, str(path))
        yield from (_object(row, f"{path}: item {number}") for number, row in enumerate(rows, 1))
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _object(_parsed(line, f"{path}:{number}"), f"{path}:{number}")


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise DataError([f"not JSON: {error}"], place) from None


def _object(row: Any, place: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise DataError([f"expected an object with model_a, model_b and winner; found {row!r:.60}"], place)
    return row


def _judgment(row: dict[str, Any], number: int, place: str) -> Judgment | str:
    models = row.get("model_a"), row.get("model_b")
    if not all(isinstance(model, str) and model for model in models):
        return "no model_a or no model_b"
    outcome, undecided = _outcome(row)
    if undecided.startswith("unknown"):
        return undecided
    item = next(
        (row[key] for key in ("item", "question_id", "uid", "id") if row.get(key) not in MISSING), number
    )
    cluster = next((row[key] for key in ("cluster", "prompt_id") if row.get(key) not in MISSING), item)
    first = str(row.get("first") or "")
    texts: dict[str, Any] = {
        name: str(row[name]) for name in (*TEXTS, *ANSWERS) if row.get(name) not in MISSING
    }
    return Judgment(
        item=str(item),
        cluster=str(cluster),
        model_a=str(models[0]),
        model_b=str(models[1]),
        outcome=outcome,
        undecided=undecided,
        weight=_number(row.get("weight"), 1.0) or 0.0,
        turn=_whole(row.get("turn")),
        game=_whole(row.get("game")) or 0,
        first=first if first in ("a", "b") else "",  # type: ignore[arg-type]
        gold=_gold(row.get("gold")),
        style_a=Style(**{name: _whole(row.get(f"{name}_a")) for name in TRAITS}),
        style_b=Style(**{name: _whole(row.get(f"{name}_b")) for name in TRAITS}),
        place=place,
        **texts,
    )


def _outcome(row: dict[str, Any]) -> tuple[float | None, str]:
    if row.get("outcome") not in MISSING:
        value = _number(row["outcome"], None)
        return (value, "") if value is not None else (None, f"unknown outcome {row['outcome']!r:.40}")
    label = row.get("winner")
    if label in MISSING:
        return None, "no winner"
    if str(label) in WINNERS:
        return WINNERS[str(label)], ""
    for side, value in (("model_a", 1.0), ("model_b", 0.0)):
        if label == row[side]:
            return value, ""
    return None, f"unknown winner {label!r:.40}"


def _gold(value: Any) -> float | None:
    return WINNERS[str(value)] if str(value) in WINNERS else _number(value, None)


def _number(value: Any, missing: float | None) -> float | None:
    try:
        return float(value) if value not in MISSING else missing
    except (TypeError, ValueError):
        return None


def _whole(value: Any) -> int | None:
    number = _number(value, None)
    return None if number is None or number != number or abs(number) > 1e15 else int(number)


__all__ = ["WINNERS", "read_rows"]
