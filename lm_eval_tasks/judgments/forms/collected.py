"""What a reader gathers on its way through a file: judgments, and the rows that became none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lm_eval_tasks.judgments.records import Dropped, Judgment, Judgments

SHOWN_PLACES = 3
SHOWN = 60
SELF_BATTLE = "a model against itself"
MISSING_WINNER = "the winner is missing"
MISSING_MODEL = "the name of a model is missing"


class Row(NamedTuple):
    """One row of a file and where it is."""

    place: str
    values: Mapping[str, Any]


@dataclass
class Collected:
    """The judgments of one file so far."""

    judgments: list[Judgment] = field(default_factory=list)
    dropped: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)

    def drop(self, reason: str, place: str) -> None:
        """Count a row that becomes no judgment."""
        self.dropped.setdefault(reason, []).append(place)

    def add(self, judgment: Judgment) -> None:
        """Keep a judgment, unless it compares a model with itself or lacks a name."""
        if not judgment.model_a or (not judgment.model_b and judgment.outcome is not None):
            self.drop(MISSING_MODEL, judgment.place)
        elif judgment.model_a == judgment.model_b:
            self.drop(SELF_BATTLE, judgment.place)
        else:
            self.judgments.append(judgment)

    def note(self, text: str) -> None:
        """Something a reader of the numbers should know; the same text is kept once."""
        if text not in self.notes:
            self.notes.append(text)

    def result(self, source: str, form: str) -> Judgments:
        """All of it as one value."""
        dropped = tuple(
            Dropped(reason, len(places), tuple(places[:SHOWN_PLACES]))
            for reason, places in self.dropped.items()
        )
        return Judgments(source, form, tuple(self.judgments), dropped, tuple(self.notes), self.facts)


@dataclass(frozen=True)
class Form:
    """One kind of file: how its rows are recognised by their keys, and read."""

    name: str
    title: str
    keys: str
    """The keys that tell it apart, for messages."""
    fits: Callable[[Mapping[str, Any]], bool]
    read: Callable[[Sequence[Row], Collected], None]
    unique: bool = True
    """Whether a second judgment with the same keys is a repetition, and not a further vote."""
    write: Callable[[Sequence[Judgment]], Iterator[dict[str, Any]]] | None = None


def text(value: Any) -> str:
    """A value as text; empty for null and NaN."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def number(value: Any) -> float | None:
    """A finite number, also as text; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        found = float(value)
    except (TypeError, ValueError):
        return None
    return found if math.isfinite(found) else None


def whole(value: Any) -> int | None:
    """A whole number, also as text; None for anything else."""
    found = number(value)
    return int(found) if found is not None and found.is_integer() else None


def quoted(value: Any) -> str:
    """A value of a file as one short line that a terminal shows safely."""
    shown = repr(text(value))
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def has(*keys: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a row has all of ``keys``."""
    return lambda row: all(key in row for key in keys)


_A = frozenset({"model_a", "a", "model_1", "1", "[[a]]", "left"})
_B = frozenset({"model_b", "b", "model_2", "2", "[[b]]", "right"})
_TIES = frozenset(
    {
        "tie",
        "t",
        "tie (bothbad)",
        "tie(bothbad)",
        "both_bad",
        "bothbad",
        "tie (inconsistent)",
        "draw",
        "c",
        "[[c]]",
    }
)


def outcome_of(winner: Any, model_a: str, model_b: str) -> tuple[float | None, str]:
    """The outcome for model a, or why there is none: the winner's side or name, or a tie."""
    said = text(winner).strip()
    if not said or said.lower() in ("nan", "none", "null"):
        return None, MISSING_WINNER
    for outcome, name, sides in ((1.0, model_a, _A), (0.0, model_b, _B)):
        if said == name or said.lower() in sides:
            return outcome, ""
    if said.lower() in _TIES:
        return 0.5, ""
    return None, f"an unknown winner {quoted(said)}"
