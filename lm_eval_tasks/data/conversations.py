"""Conversations of several turns, taken apart into one row a turn, and their answers likewise.

A conversation comes as the Hub has it (columns ``turn_1_prompt``, ``turn_1_kwargs``, …, JSON
in text, JSON text in it once more), or plainly: ``key``, ``language`` and ``turns``, a list of
objects with ``prompt``, ``instruction_id_list`` and ``kwargs``.

Source    facebookresearch, Multi-IF, for the columns; own otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.rows import RowError, decoded_json
from lm_eval_tasks.data.sources import Rows, rows_from
from lm_eval_tasks.errors import DataError

HUB_TURNS = 3
_FIELDS = ("prompt", "instruction_id_list", "kwargs")
_ABSENT = (None, "", "None")


def turn_key(conversation: str | int, turn: int) -> str:
    """The key of one turn, counted from 1."""
    return f"{conversation}#{turn}"


def is_conversation(row: Mapping[str, Any]) -> bool:
    """Whether a row holds several turns; a turn taken from one is a row as any other."""
    return "instruction_id_list" not in row and ("turn_1_prompt" in row or row.get("turns") is not None)


def one_row_a_turn(found: Rows) -> Rows:
    """Conversations as rows of one turn each, with ``turn``, ``language`` and ``conversation_key``.

    Rows of one turn pass unchanged. The digest is of the new rows, so that it is the same
    whichever way the conversations came.

    Raises:
        DataError: naming every conversation that cannot be read.
    """
    rows: list[Mapping[str, Any]] = []
    lines: list[int] = []
    problems: list[str] = []
    for position, row in enumerate(found.rows):
        line = found.lines[position] if found.lines else position + 1
        try:
            turns = list(turns_of(row)) if is_conversation(row) else [row]
        except RowError as problem:
            problems.append(f"line {line}, {problem}")
            continue
        rows += turns
        lines += [line] * len(turns)
    if problems:
        raise DataError(problems, found.source)
    return replace(rows_from(rows, found.source), lines=tuple(lines))


def turns_of(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The turns of one conversation.

    Raises:
        RowError: what cannot be read, and in which turn.
    """
    key = row.get("key")
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise RowError(f"key is {key!r}, expected a whole number or text")
    turns = _hub_turns(row, key) if "turn_1_prompt" in row else _plain_turns(row, key)
    for number, turn in enumerate(turns, start=1):
        yield {
            "key": turn_key(key, number),
            **turn,
            "turn": number,
            "language": str(row.get("language") or ""),
            "conversation_key": str(key),
        }


def answers_of_turns(given: object, turns: int) -> list[object]:
    """One answer a turn, ``MISSING`` where there is none; never raises.

    Args:
        given: a list of answers, the same as JSON text, or the answer to the only turn.
        turns: how many are expected; further answers are left out.
    """
    several = answer_list(given)
    if several is None:
        several = [given]
    return [*several[:turns], *[MISSING] * (turns - len(several))]


def answer_list(given: object) -> list[object] | None:
    """The answers of a conversation out of a list of texts and nulls, also as JSON text; else None."""
    if isinstance(given, str) and given.lstrip().startswith("["):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return None
    if isinstance(given, list | tuple) and all(one is None or isinstance(one, str) for one in given):
        return list(given)
    return None


def _hub_turns(row: Mapping[str, Any], key: str | int) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    ended = False
    for number in range(1, HUB_TURNS + 1):
        message, ids, kwargs = (row.get(f"turn_{number}_{field}") for field in _FIELDS)
        if message in _ABSENT:
            ended = True
            continue
        where = f"key {key}, turn {number}"
        if ended:
            raise RowError(f"{where}: there is no turn before it")
        message = _json(message, f"{where}: prompt")
        if not isinstance(message, Mapping) or not isinstance(message.get("content"), str):
            raise RowError(f"{where}: prompt is no chat message with content of text")
        turns.append(_turn(message["content"], ids, kwargs, where))
    if not turns:
        raise RowError(f"key {key}: no turn")
    return turns


def _plain_turns(row: Mapping[str, Any], key: str | int) -> list[dict[str, Any]]:
    given = _json(row["turns"], f"key {key}: turns")
    if not isinstance(given, list | tuple) or not given:
        raise RowError(f"key {key}: turns expected, a list of objects with {', '.join(_FIELDS)}")
    turns = []
    for number, turn in enumerate(given, start=1):
        where = f"key {key}, turn {number}"
        lacking = [field for field in _FIELDS if not isinstance(turn, Mapping) or turn.get(field) is None]
        if lacking:
            raise RowError(f"{where}: no {' and no '.join(lacking)}")
        turns.append(_turn(turn["prompt"], turn["instruction_id_list"], turn["kwargs"], where))
    return turns


def _turn(prompt: Any, ids: Any, kwargs: Any, where: str) -> dict[str, Any]:
    ids, kwargs = _json(ids, f"{where}: instruction_id_list"), _json(kwargs, f"{where}: kwargs")
    if isinstance(kwargs, list | tuple):
        kwargs = [_json(given, f"{where}: kwargs") for given in kwargs]
    return {"prompt": prompt, "instruction_id_list": ids, "kwargs": kwargs}


def _json(value: Any, where: str) -> Any:
    """A value, decoded where it comes as JSON text; never evaluated."""
    return decoded_json(value, where) if isinstance(value, str) else value


def histories(
    turns: Sequence[tuple[Mapping[str, Any], str, object]],
) -> Iterator[list[dict[str, str]] | None]:
    """What was said before each prompt, and the prompt; None where nothing was said before.

    Args:
        turns: labels of an item, its prompt and its answer, in the order of the data.
    """
    said: dict[Any, list[dict[str, str]]] = {}
    for labels, prompt, answer in turns:
        conversation = labels.get("conversation_key")
        if conversation is None:
            yield None
            continue
        before = said.setdefault(conversation, [])
        before.append({"role": "user", "content": prompt})
        yield list(before) if len(before) > 1 else None
        before.append({"role": "assistant", "content": answer if isinstance(answer, str) else ""})


__all__ = ["answer_list", "answers_of_turns", "histories", "is_conversation", "one_row_a_turn", "turns_of"]
