"""The ``samples_*.jsonl`` of lm_eval as saved answers, with the rows of their prompts.

Source    own; EleutherAI/lm-evaluation-harness 0.4.5 to 0.4.13, for the form.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lm_eval_tasks.data.answers import Answer, Saved, as_key, as_text
from lm_eval_tasks.data.conversations import is_conversation, turns_of
from lm_eval_tasks.data.rows import COLUMNS, RowError
from lm_eval_tasks.data.sources import Rows, rows_from
from lm_eval_tasks.errors import ResponseError, nearest
from lm_eval_tasks.text.relations import counted

PREFERRED_FILTER = "none"
LEAST_CHARACTERS_A_TOKEN = 2.5
"""An answer shorter than this times the token limit is not taken as cut off by it."""

_NOT_DATA: Final = ("data", "lm_eval_tasks")
"""What our lm_eval tasks add to a document; it is no part of the row."""


def from_lm_eval(
    lines: Sequence[tuple[int, Mapping[str, Any]]], name: str, digest: str, filter_name: str | None
) -> Saved:
    """The answers of one filter, and the rows of their prompts.

    Args:
        lines: each line's object with its number.
        name: of the file.
        digest: of the file.
        filter_name: whose answers to take; by default ``none``, else the first.

    Raises:
        ResponseError: a filter that is not there, or a conversation that cannot be read.
    """
    filters = list(dict.fromkeys(str(row.get("filter", PREFERRED_FILTER)) for _, row in lines))
    chosen = filter_name or (PREFERRED_FILTER if PREFERRED_FILTER in filters else filters[0])
    if chosen not in filters:
        raise ResponseError([f"no filter {chosen!r}.{nearest(chosen, filters)}"], name)
    notes = []
    if len(filters) > 1:
        others = ", ".join(repr(one) for one in filters if one != chosen)
        notes.append(f"answers of filter {chosen!r} are scored; also in the file: {others} (--filter)")
    kept = [(line, row) for line, row in lines if str(row.get("filter", PREFERRED_FILTER)) == chosen]
    kept.sort(key=lambda one: doc_id if isinstance(doc_id := one[1].get("doc_id"), int) else one[0])

    answers: list[Answer] = []
    several = changed = 0
    for line, row in kept:
        doc = row["doc"]
        if is_conversation(doc):
            answers += _answers_in_conversation(line, row, name)
            continue
        response, count, filtered = _generated(row)
        several += count > 1
        changed += filtered
        answers.append(
            Answer(
                response, as_text(doc.get("prompt")), as_key(doc.get("key")), line, _cut_off(response, row)
            )
        )
    if several:
        notes.append(f"{counted(several, 'prompt')} answered several times; the first answer is scored")
    if changed:
        notes.append(f"filter {chosen!r} changed {counted(changed, 'answer')}, scored as it left them")
    docs = [_row_of_doc(row["doc"]) for _, row in kept]
    return Saved(name, digest, "lm_eval", tuple(answers), _rows_of_docs(docs, name), notes=tuple(notes))


def _answers_in_conversation(line: int, row: Mapping[str, Any], name: str) -> Iterator[Answer]:
    """The answers to the turns of one document, which lm_eval keeps in their order."""
    given = row["filtered_resps"] if "filtered_resps" in row else row["resps"]
    try:
        turns = list(turns_of(row["doc"]))
    except RowError as problem:
        raise ResponseError([f"line {line}: {problem}"], name) from None
    if not isinstance(given, list):
        raise ResponseError([f"line {line}: the responses of a conversation are no list"], name)
    for turn, response in zip(turns, given, strict=False):
        answer, _ = _first(response)
        yield Answer(answer, as_text(turn["prompt"]), turn["key"], line, _cut_off(answer, row))


def _generated(row: Mapping[str, Any]) -> tuple[object, int, bool]:
    """The answer that is scored, how many there were, and whether the filter changed it."""
    raw, count = _first(row.get("resps"))
    if "filtered_resps" not in row:
        return raw, count, False
    filtered, left = _first(row["filtered_resps"])
    return filtered, max(count, left), "resps" in row and filtered != raw


def _first(value: object) -> tuple[object, int]:
    """The first text of nested lists, and how many its list holds."""
    count = 1
    while isinstance(value, list):
        if not value:
            return None, 0
        count = max(count, len(value))
        value = value[0]
    return value, count


def _row_of_doc(doc: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in doc.items() if not name.startswith("_") and name not in _NOT_DATA}


def _rows_of_docs(docs: Sequence[Mapping[str, Any]], name: str) -> Rows | None:
    """The documents as rows, each once; None where they lack what a row needs."""
    if not all(is_conversation(doc) or all(column in doc for column in COLUMNS) for doc in docs):
        return None
    distinct = {json.dumps(doc, sort_keys=True, default=str): doc for doc in docs}
    return rows_from(list(distinct.values()), name)


def _cut_off(response: object, row: Mapping[str, Any]) -> bool | None:
    """Whether an answer probably ends at the token limit of its log; None if that is unknown.

    The log holds no token counts. An answer counts as cut off if it is at least as long as
    that many short tokens, and ends amid a sentence: in a letter, a digit or a mark that
    announces more.
    """
    limit = _token_limit(row.get("arguments"))
    if limit is None:
        return None
    if not isinstance(response, str) or len(response) < limit * LEAST_CHARACTERS_A_TOKEN:
        return False
    last = response.rstrip()[-1:]
    return bool(last) and (unicodedata.category(last)[0] in "LNM" or last in ",;:،؛、，-–—([{«")


def _token_limit(arguments: Any) -> int | None:
    """``max_gen_toks`` of the first request, in the old form (lists) and the new (objects)."""
    if isinstance(arguments, Mapping):
        arguments = next(iter(arguments.values()), None)
        arguments = list(arguments.values()) if isinstance(arguments, Mapping) else arguments
    elif isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        arguments = arguments[0]
    for argument in arguments if isinstance(arguments, list) else ():
        if isinstance(argument, Mapping):
            for name in ("max_gen_toks", "max_new_tokens", "max_tokens"):
                limit = argument.get(name)
                if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0:
                    return limit
    return None
