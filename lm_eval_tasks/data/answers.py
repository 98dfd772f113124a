"""Saved answers as values, and matched with the prompts they answer."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from lm_eval_tasks.data.files import places, summed
from lm_eval_tasks.data.sources import Rows
from lm_eval_tasks.text.direction import isolated
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.thinking import continued

SHOWN_CHARACTERS = 60
NEARLY = 0.9
"""From this similarity on, two prompts are taken as one that was reworded."""
MOST_REWORDED = 40
"""More prompts than these are not compared with all others: they are of other data."""


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


@dataclass(frozen=True)
class Answer:
    """One saved answer: what it is, what it answers, and its line.

    ``response`` is whatever the file holds, text or not; ``MISSING`` where an earlier run
    noted that there was none. ``cut_off`` says that it probably ends at the token limit,
    and is None where the file does not tell the limit. ``opened`` is the mark with which the
    prompt, as the model got it, opened the reasoning.
    """

    response: object
    prompt: str | None
    key: str | int | None
    line: int
    cut_off: bool | None = None
    opened: str = ""

    @property
    def judged(self) -> object:
        """The response as it is judged: what the prompt opened is before it."""
        return continued(self.opened, self.response) if isinstance(self.response, str) else self.response


@dataclass(frozen=True)
class Saved:
    """A file of answers.

    ``kind`` is its form. ``rows`` are the prompts' rows, where the file carries them. ``signature``
    is that of the earlier run, ``excluded`` are the keys of the prompts it did not count, which are
    not in its samples. ``think_end`` are the marks of reasoning it was judged with. ``notes`` are
    sentences about choices made while reading, ``skipped`` about what could not be read and was left
    out on request. ``unit`` is what an answer's line counts.
    """

    source: str
    sha256: str
    kind: str
    answers: tuple[Answer, ...]
    rows: Rows | None = None
    signature: str | None = None
    excluded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    think_end: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    unit: str = "line"


@dataclass(frozen=True)
class Matched:
    """The answers to the prompts, in the order of the prompts; None where there is none.

    Every prompt has ``per_prompt`` answers, and ``of`` says for each answer which prompt it belongs
    to. ``unplaced`` are sentences about answers that answer nothing or contradict another one,
    ``unanswered`` about prompts without an answer, ``left_out`` is how many answers are not used.
    """

    answers: tuple[Answer | None, ...]
    unplaced: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    of: tuple[int, ...] = ()
    per_prompt: int = 1
    left_out: int = 0

    @property
    def problems(self) -> tuple[str, ...]:
        """Whatever does not match."""
        return self.unplaced + self.unanswered

    @property
    def responses(self) -> list[object]:
        """The responses as they are judged, ``MISSING`` where there is none."""
        return [answer.judged if answer else MISSING for answer in self.answers]

    @property
    def missing(self) -> int:
        """How many answers are missing."""
        return sum(response is MISSING for response in self.responses)


def match(
    items: Sequence[Asked],
    saved: Saved,
    ignored: Iterable[Asked] = (),
    *,
    allow_reworded: bool = False,
    row_keys: Sequence[object] = (),
) -> Matched:
    """Each item's answers: by the exact prompt, else by key, else by the prompt but for whitespace.

    Keys match across the whole number and its text (12 and "12"). At the ends of a prompt whitespace
    does not count, nor whether its lines end in a carriage return. Where several items share a prompt,
    an answer's key chooses among them. Answers without keys are taken in order, and a single one
    answers them all.

    An item may have several answers, as many as the others. Where the numbers differ, an answer that
    is repeated word for word counts once.

    Args:
        items: the prompts to be answered.
        saved: the answers.
        ignored: prompts that do not count; their answers are no problem.
        allow_reworded: take an answer whose prompt is nearly an item's that has no answer.
        row_keys: the keys of the items' rows, where a task makes keys of its own out of several columns.
    """
    ignored = tuple(ignored)
    everything = (*items, *ignored)
    index = _Places(everything, row_keys)
    at: dict[tuple[int, ...], list[Answer]] = {}
    lost: list[Answer] = []
    by_key = line_ends = 0
    for answer in saved.answers:
        place, how = index.of(answer)
        if not place:
            lost.append(answer)
            continue
        by_key += how == "key" and _differs(answer.prompt, everything[place[0]].prompt)
        line_ends += how == "line ends"
        at.setdefault(place, []).append(answer)
    notes = []
    if by_key:
        notes.append(f"{counted(by_key, 'answer')} matched by key although the prompt differs")
    if line_ends:
        notes.append(f"{counted(line_ends, 'prompt')} matched although the line ends differ (\\r\\n and \\n)")

    reworded = _reworded(lost, [n for n in range(len(items)) if not any(n in place for place in at)], items)
    if allow_reworded and reworded:
        for answer, number in reworded:
            at.setdefault((number,), []).append(answer)
        taken = {id(answer) for answer, _ in reworded}
        lost = [answer for answer in lost if id(answer) not in taken]
        said = [_difference(answer, items[number], saved.unit) for answer, number in reworded]
        notes.append(f"{counted(len(said), 'answer')} to a reworded prompt taken: {'; '.join(said[:3])}")

    found: list[list[Answer]] = [[] for _ in everything]
    for place, answers in sorted(at.items(), key=lambda one: len(one[0])):
        _distribute(answers, [n for n in place if not found[n]] or list(place), found)
    kept, per_prompt, dropped, problems = _evened(found[: len(items)], items, saved.unit)
    unplaced = [*_unplaced(lost, [] if allow_reworded else reworded, items, saved.unit), *problems]
    unanswered = tuple(
        f"no answer for key {item.key}, prompt {shown(item.prompt)}"
        for item, answers in zip(items, kept, strict=True)
        if not answers
    )
    if per_prompt > 1:
        notes.append(f"{per_prompt} answers per prompt")
    flat: list[Answer | None] = []
    of: list[int] = []
    for number, answers in enumerate(kept):
        flat += [*answers, *[None] * (per_prompt - len(answers))]
        of += [number] * per_prompt
    return Matched(
        tuple(flat), tuple(unplaced), unanswered, tuple(notes), tuple(of), per_prompt, len(lost) + dropped
    )


def shown(text: str) -> str:
    """The beginning of a text in quotes, on one line, fenced if it may run from right to left."""
    short = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    quoted = json.dumps(short, ensure_ascii=any("\ud800" <= character <= "\udfff" for character in short))
    return isolated(quoted)


class _Places:
    """Which items a prompt or a key belongs to."""

    def __init__(self, items: Sequence[Asked], row_keys: Sequence[object]) -> None:
        self.exact = _indexed(item.prompt for item in items)
        self.keys = _indexed(str(item.key) for item in items)
        of_rows = _indexed(str(key) for key in row_keys)
        self.keys = {key: at for key, at in of_rows.items() if len(at) == 1} | self.keys
        self.stripped = _indexed(item.prompt.strip() for item in items)
        self.plain = _indexed(_plain(item.prompt) for item in items)

    def of(self, answer: Answer) -> tuple[tuple[int, ...], str]:
        """The items an answer may belong to, and what told so."""
        keyed = self.keys.get(str(answer.key), ()) if answer.key is not None else ()
        if answer.prompt is not None:
            exact = self.exact.get(answer.prompt, ())
            if exact:
                both = tuple(index for index in exact if index in keyed)
                return both or exact, "prompt"
        if keyed:
            return keyed, "key"
        if answer.prompt is not None:
            stripped = self.stripped.get(answer.prompt.strip(), ())
            if stripped:
                return stripped, "prompt"
            return self.plain.get(_plain(answer.prompt), ()), "line ends"
        return (), ""


def _indexed(values: Iterable[Hashable]) -> dict[Hashable, tuple[int, ...]]:
    at: dict[Hashable, list[int]] = {}
    for index, value in enumerate(values):
        at.setdefault(value, []).append(index)
    return {value: tuple(indices) for value, indices in at.items()}


def _plain(prompt: str) -> str:
    """A prompt whose lines end in a line feed, without whitespace around it."""
    return prompt.replace("\r\n", "\n").replace("\r", "\n").strip()


def _differs(one: str | None, other: str) -> bool:
    return one is not None and _plain(one) != _plain(other)


def _distribute(answers: Sequence[Answer], free: Sequence[int], found: list[list[Answer]]) -> None:
    """The answers to one prompt among the items that share it."""
    distinct = _distinct(answers)
    if len(free) == 1:
        found[free[0]] += answers
    elif len(distinct) == 1 and len(answers) <= len(free):
        for number in free:
            found[number].append(distinct[0])
    else:  # one after another, and again
        for order, answer in enumerate(answers):
            found[free[order % len(free)]].append(answer)


def _evened(
    found: Sequence[Sequence[Answer]], items: Sequence[Asked], unit: str
) -> tuple[list[list[Answer]], int, int, list[str]]:
    """The same number of answers to every prompt that has any: how many, how many were dropped, problems."""
    counts = {len(answers) for answers in found if answers}
    if len(counts) <= 1:
        return [list(answers) for answers in found], next(iter(counts), 1), 0, []
    once = [_distinct(answers) for answers in found]
    if {len(answers) for answers in once if answers} == {1}:
        return once, 1, 0, []
    usual = Counter(len(answers) for answers in found if answers).most_common(1)[0][0]
    most = usual if usual > 1 else 1
    if most == 1:
        problems, kept, dropped = _contradictions(once, items, unit)
        return kept, 1, dropped, problems
    problems = [
        f"key {item.key} has {counted(len(answers), 'answer')}, most prompts have {most}"
        for item, answers in zip(items, found, strict=True)
        if answers and len(answers) != most
    ]
    dropped = sum(max(0, len(answers) - most) for answers in found)
    return [list(answers[:most]) for answers in found], most, dropped, problems


def _contradictions(
    once: Sequence[Sequence[Answer]], items: Sequence[Asked], unit: str
) -> tuple[list[str], list[list[Answer]], int]:
    """Some prompts have several answers where most have one: the first of each, and a sentence."""
    problems = [
        f"{places([answer.line for answer in answers], unit)}: {len(answers)} different answers to key "
        f"{item.key}, most prompts have one"
        for item, answers in zip(items, once, strict=True)
        if len(answers) > 1
    ]
    dropped = sum(len(answers) - 1 for answers in once if len(answers) > 1)
    return problems, [list(answers[:1]) for answers in once], dropped


def _distinct(answers: Sequence[Answer]) -> list[Answer]:
    """The answers without repetitions; 1, 1.0 and True are told apart by their JSON."""
    kept: dict[str, Answer] = {}
    for answer in answers:
        form = (
            "missing"
            if answer.response is MISSING
            else json.dumps(answer.response, sort_keys=True, default=repr)
        )
        kept.setdefault(form, answer)
    return list(kept.values())


def _reworded(
    lost: Sequence[Answer], unanswered: Sequence[int], items: Sequence[Asked]
) -> list[tuple[Answer, int]]:
    """Answers without a prompt, each with the unanswered item whose prompt is nearly theirs."""
    asked = [answer for answer in lost if answer.prompt is not None]
    if not asked or not unanswered or len({answer.prompt for answer in asked}) > MOST_REWORDED:
        return []
    pairs: list[tuple[Answer, int]] = []
    for answer in asked:
        prompt = answer.prompt or ""
        matcher = difflib.SequenceMatcher(None, "", prompt[:2000], autojunk=False)
        best, number = 0.0, -1
        for candidate in unanswered:
            matcher.set_seq1(items[candidate].prompt[:2000])
            if matcher.real_quick_ratio() > best and matcher.quick_ratio() > max(best, NEARLY - 0.05):
                ratio = matcher.ratio()
                if ratio > best:
                    best, number = ratio, candidate
        if best >= NEARLY - 0.05:
            pairs.append((answer, number))
    return pairs


def _unplaced(
    lost: Sequence[Answer], reworded: Sequence[tuple[Answer, int]], items: Sequence[Asked], unit: str
) -> list[str]:
    near = {id(answer): number for answer, number in reworded}
    return [
        f"{_difference(answer, items[near[id(answer)]], unit)} (--allow-reworded takes the answer)"
        if id(answer) in near
        else f"{unit} {answer.line}: no prompt of the data is {_said(answer)}"
        for answer in lost
    ]


def _difference(answer: Answer, item: Asked, unit: str) -> str:
    """How the prompt of an answer and that of an item differ."""
    first, second = (answer.prompt or "").split(), item.prompt.split()
    parts = [
        (first[a:b], second[c:d])
        for tag, a, b, c, d in difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    one, other = parts[0] if parts else ([], [])
    more = f" and {counted(len(parts) - 1, 'further place')}" if len(parts) > 1 else ""
    return (
        f"{unit} {answer.line} answers a prompt that is nearly key {item.key}'s, probably reworded: "
        f"{shown(' '.join(one))} there, {shown(' '.join(other))} in the data{more}"
    )


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


__all__ = ["MISSING", "Answer", "Asked", "Matched", "Saved", "as_key", "as_text", "match", "shown", "summed"]
