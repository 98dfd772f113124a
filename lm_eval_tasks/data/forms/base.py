"""What a form of saved answers is: how it is recognised, and what a record of it says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lm_eval_tasks.data.rows import COLUMNS
from lm_eval_tasks.data.shapes import ShapeError, message_text, plain

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Given:
    """What one record says.

    ``response`` is the answer in whatever shape it was saved, or several in a list. ``row`` is the
    prompt's row, where the record carries it. ``request`` is the prompt as the model got it, with the
    chat template, where the record tells. ``problem`` says why there is no answer, where the tool noted
    an error in its place, ``note`` names a choice of columns that a reader should know.
    """

    response: object
    prompt: str | None = None
    key: str | int | None = None
    row: Row | None = None
    request: str | None = None
    problem: str | None = None
    note: str | None = None


def no_records(_document: object) -> None:
    """For forms whose records are the lines of a file."""
    return


@dataclass(frozen=True)
class Form:
    """How one tool saves answers.

    Attributes:
        name: what ``score`` calls it.
        tool: what writes it.
        versions: the releases, or the year of the files, it was seen in.
        columns: what it is recognised by, for people.
        fits: whether a record has this form.
        read: what a record says.
        records: the records in a file that is one JSON value; None where it is not of this form.
    """

    name: str
    tool: str
    versions: str
    columns: str
    fits: Callable[[Row], bool]
    read: Callable[[Row], Given]
    records: Callable[[object], list[Row] | None] = no_records


def has(row: Row, *names: str) -> bool:
    """Whether the record has all of these columns."""
    return all(name in row for name in names)


def mapping(value: object) -> Row:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def decoded(value: object) -> object:
    """The value, decoded if it is JSON text of an object or a list."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def as_text(value: object) -> str | None:
    """The value if it is text, else None."""
    return value if isinstance(value, str) else None


def as_key(value: object) -> str | int | None:
    """The value if it can be a key, a whole number or text, else None."""
    value = plain(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def is_chat(value: object) -> bool:
    """Whether a value is a list of chat messages."""
    value = plain(value)
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, Mapping) and "role" in one for one in value)
    )


def asked(value: object) -> str | None:
    """The prompt in a text, or in chat messages: what the user said last."""
    value = plain(value)
    if not isinstance(value, list):
        return as_text(value)
    for message in reversed(value):
        if mapping(message).get("role") in ("user", "human", "HUMAN"):
            try:
                return message_text(message.get("content", message.get("prompt")))
            except ShapeError:
                return None
    return None


def row_in(*places: object) -> Row | None:
    """The first of these values that is a prompt's row, also as JSON text."""
    for place in places:
        row = mapping(decoded(place))
        if has(row, *COLUMNS[1:]):
            return row
    return None


_TURNS = re.compile(
    r"<\|im_start\|>user\n(.*?)<\|im_end\|>"
    r"|<\|start_header_id\|>user<\|end_header_id\|>\n*(.*?)<\|eot_id\|>"
    r"|<\|start\|>user<\|message\|>(.*?)<\|end\|>"
    r"|<start_of_turn>user\n(.*?)<end_of_turn>"
    r"|<\|user\|>\n?(.*?)(?:<\|end\|>|</s>|<\|endoftext\|>)?\s*<\|assistant\|>"
    r"|<｜User｜>(.*?)<｜Assistant｜>"
    r"|<\|User\|>(.*?)<\|Assistant\|>"
    r"|\[INST\]\s?(.*?)\s?\[/INST\]",
    re.DOTALL,
)
_BARE = re.compile(r"(?:\A|\n)user\n(.*)\n(?:assistant|model)\n", re.DOTALL)


def asked_in(request: str) -> str:
    """The prompt in a rendered chat: the user's last turn; the whole text where it has no turns."""
    turns = list(_TURNS.finditer(request))
    if turns:
        return next(group for group in turns[-1].groups() if group is not None)
    bare = _BARE.search(request)
    return bare.group(1).rpartition("\nuser\n")[2] if bare else request
