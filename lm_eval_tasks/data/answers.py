"""Saved answers as values, and laid beside the prompts they answer."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, Protocol

from lm_eval_tasks.data.sources import Rows
from lm_eval_tasks.text.direction import isolated
from lm_eval_tasks.text.relations import counted

SHOWN_CHARACTERS = 60


class Missing(Enum):
    """What stands for an answer that was never given; unlike None it is in no file."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


class Asked(Protocol):
    """A prompt that is to be answered."""

    @property
    def key(self) -> str | int:
        """What tells it from the other prompts."""

    @property
    def prompt(self) -> str:
        """Its text."""


Kind = Literal["answers", "conversations", "lm_eval", "samples"]


@dataclass(frozen=True)
class Answer:
    """One saved answer: what it is, what it answers, and the line it stands in.

    ``response`` is whatever the file holds, text or not; ``MISSING`` where an earlier run
    noted that there was none. ``cut_off`` says that it probably ends at the token limit,
    and is None where the file does not tell the limit.
    """

    response: object
    prompt: str | None
    key: str | int | None
    line: int
    cut_off: bool | None = None


@dataclass(frozen=True)
class Saved:
    """A file of answers.

    ``rows`` are the prompts' rows, where the file carries them. ``signature`` is that of
    the earlier run, ``excluded`` are the keys of the prompts it did not count, which are not
    in its samples. ``notes`` are sentences about choices made while reading.
    """

    source: str
    sha256: str
    kind: Kind
    answers: tuple[Answer, ...]
    rows: Rows | None = None
    signature: str | None = None
    excluded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Matched:
    """One answer a prompt, in the order of the prompts; None where there is none.

    ``unplaced`` are sentences about answers that answer nothing or contradict another one,
    ``unanswered`` about prompts without an answer.
    """

    answers: tuple[Answer | None, ...]
    unplaced: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def problems(self) -> tuple[str, ...]:
        """Whatever does not match."""
        return self.unplaced + self.unanswered

    @property
    def responses(self) -> list[object]:
        """The responses, ``MISSING`` where there is none."""
        return [answer.response if answer else MISSING for answer in self.answers]

    @property
    def missing(self) -> int:
        """How many prompts have no answer."""
        return sum(response is MISSING for response in self.responses)


def match(items: Sequence[Asked], saved: Saved, ignored: Iterable[Asked] = ()) -> Matched:
    """Each item's answer: by the exact prompt, else by key, else by the stripped prompt.

    Keys match across the whole number and its text (12 and "12"). Where several items
    share a prompt, an answer's key chooses among them; answers without keys are taken in
    order, and a single one answers them all.

    Args:
        items: the prompts to be answered.
        saved: the answers.
        ignored: prompts that do not count; their answers are no problem.
    """
    ignored = tuple(ignored)
    everything = (*items, *ignored)
    places = _Places(everything)
    by_place: dict[tuple[int, ...], list[Answer]] = {}
    problems: list[str] = []
    other_prompt = 0
    for answer in saved.answers:
        place, by_key = places.of(answer)
        if not place:
            problems.append(f"line {answer.line}: no prompt of the data is {_said(answer)}")
            continue
        if by_key and answer.prompt is not None and _differs(answer.prompt, everything[place[0]].prompt):
            other_prompt += 1
        by_place.setdefault(place, []).append(answer)

    found: list[Answer | None] = [None] * len(everything)
    for place, answers in sorted(by_place.items(), key=lambda one: len(one[0])):
        free = [index for index in place if found[index] is None]
        distinct = _distinct(answers)
        if len(distinct) > 1 and len(distinct) > len(free):
            first, other = distinct[0], distinct[1]
            problems.append(
                f"lines {first.line} and {other.line}: different answers to {_said(first)}; "
                f"the first is taken"
            )
        for order, index in enumerate(free):
            if len(distinct) == 1 or order < len(distinct):
                found[index] = distinct[0] if len(distinct) == 1 else distinct[order]

    kept = tuple(found[: len(items)])
    unanswered = tuple(
        f"no answer for key {item.key}, prompt {shown(item.prompt)}"
        for item, answer in zip(items, kept, strict=True)
        if answer is None
    )
    notes = []
    if other_prompt:
        notes.append(f"{counted(other_prompt, 'answer')} matched by key although the prompt differs")
    return Matched(kept, tuple(problems), unanswered, tuple(notes))


def shown(text: str) -> str:
    """The beginning of a text in quotes, on one line, fenced if it may run from right to left."""
    short = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    quoted = json.dumps(short, ensure_ascii=any("\ud800" <= character <= "\udfff" for character in short))
    return isolated(quoted)


class _Places:
    """Where a prompt or a key stands among the items."""

    def __init__(self, items: Sequence[Asked]) -> None:
        self.exact = _indexed(item.prompt for item in items)
        self.keys = _indexed(str(item.key) for item in items)
        self.stripped = _indexed(item.prompt.strip() for item in items)

    def of(self, answer: Answer) -> tuple[tuple[int, ...], bool]:
        """The positions an answer may stand at, and whether only its key told so."""
        keyed = self.keys.get(str(answer.key), ()) if answer.key is not None else ()
        exact = self.exact.get(answer.prompt, ()) if answer.prompt is not None else ()
        if exact:
            both = tuple(index for index in exact if index in keyed)
            return both or exact, False
        if keyed:
            return keyed, True
        if answer.prompt is not None:
            return self.stripped.get(answer.prompt.strip(), ()), False
        return (), False


def _indexed(values: Iterable[Hashable]) -> dict[Hashable, tuple[int, ...]]:
    places: dict[Hashable, list[int]] = {}
    for index, value in enumerate(values):
        places.setdefault(value, []).append(index)
    return {value: tuple(indices) for value, indices in places.items()}


def _distinct(answers: Sequence[Answer]) -> list[Answer]:
    """The answers without repetitions; 1, 1.0 and True are told apart by their JSON."""
    kept: dict[str, Answer] = {}
    for answer in answers:
        form = "missing" if answer.response is MISSING else json.dumps(answer.response, sort_keys=True)
        kept.setdefault(form, answer)
    return list(kept.values())


def _differs(one: str, other: str) -> bool:
    return one.strip() != other.strip()


def _said(answer: Answer) -> str:
    key = f"key {answer.key}" if answer.key is not None else ""
    prompt = f"prompt {shown(answer.prompt)}" if answer.prompt is not None else ""
    return ", ".join(part for part in (key, prompt) if part)


def as_text(value: Any) -> str | None:
    """``value`` where it is text, else None."""
    return value if isinstance(value, str) else None


def as_key(value: Any) -> str | int | None:
    """``value`` where it can be a key, a whole number or text, else None."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None
