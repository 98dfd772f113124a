"""The ``samples_*.jsonl`` of lm_eval as saved answers, with the rows of their prompts.

lm_eval writes a null answer as the text ``None``. In our own logs the document's notes tell it from an
answer of that text. Every answer of ``repeats`` is taken.

Source    EleutherAI/lm-evaluation-harness 0.4.2 to 0.4.13; the Open LLM Leaderboard of 2024 for
          ``.json`` lists.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lm_eval_tasks.data.answers import Answer, Saved, as_key, as_text
from lm_eval_tasks.data.conversations import is_conversation, turns_of
from lm_eval_tasks.data.files import Table
from lm_eval_tasks.data.rows import COLUMNS, RowError
from lm_eval_tasks.data.sources import Rows, rows_from
from lm_eval_tasks.errors import ResponseError, nearest
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.thinking import opened_by

PREFERRED_FILTER = "none"
LEAST_CHARACTERS_A_TOKEN = 2.5
"""An answer shorter than this times the token limit is not taken as cut off by it."""
NULL_TEXT: Final = "None"
"""What lm_eval writes for an answer that is null."""
EXPLAINED: Final = "lm_eval_tasks"
"""The key under which our tasks write into a document why each instruction failed."""

THINK_END: Final = "think_end"
"""The key of ``lm_eval --metadata``, and the documents' column, that names marks which end the reasoning."""

_NOT_DATA: Final = ("data", THINK_END, EXPLAINED)
"""What our lm_eval tasks add to a document; it is not a part of the row."""


def is_lm_eval(row: Mapping[str, Any]) -> bool:
    """Whether a record is one of lm_eval's samples."""
    return isinstance(row.get("doc"), Mapping) and ("resps" in row or "filtered_resps" in row)


def from_lm_eval(table: Table, name: str, digest: str, filter_name: str | None) -> Saved:
    """The answers of one filter, and the rows of their prompts.

    Args:
        table: the records of the file.
        name: of the file.
        digest: of the file.
        filter_name: whose answers to take; by default ``none``, else the first.

    Raises:
        ResponseError: a filter that is not there, or a conversation that cannot be read.
    """
    filters = list(dict.fromkeys(_filter(row) for _, row in table.records))
    chosen = filter_name or (PREFERRED_FILTER if PREFERRED_FILTER in filters else filters[0])
    if chosen not in filters:
        raise ResponseError([f"no filter {chosen!r}.{nearest(chosen, filters)}"], name)
    notes = []
    if len(filters) > 1:
        others = ", ".join(repr(one) for one in filters if one != chosen)
        notes.append(f"answers of filter {chosen!r} are scored; also in the file: {others} (--filter)")
    kept = [record for record in table.records if _filter(record.row) == chosen]
    kept.sort(key=lambda one: doc_id if isinstance(doc_id := one.row.get("doc_id"), int) else one.line)

    answers: list[Answer] = []
    left_out = changed = 0
    for line, row in kept:
        if is_conversation(row["doc"]):
            answers += _answers_in_conversation(line, row, name)
            continue
        found, unused, filtered = _answers(line, row)
        answers += found
        left_out += unused
        changed += filtered
    own = all(isinstance(row["doc"].get(EXPLAINED), Mapping) for _, row in kept)
    if left_out:
        notes.append(
            f"{counted(left_out, 'answer')} left out: filter {chosen!r} kept the first of several, "
            "so that was scored"
        )
    if changed:
        notes.append(f"filter {chosen!r} changed {counted(changed, 'answer')}, scored as it left them")
    if not own:
        notes += _warnings(answers)
    docs = [_row_of_doc(row["doc"]) for _, row in kept]
    return Saved(
        name,
        digest,
        "lm_eval",
        tuple(answers),
        _rows_of_docs(docs, name),
        notes=tuple(notes),
        think_end=_think_end(kept[0].row),
        skipped=table.skipped,
        unit=table.unit,
    )


def _filter(row: Mapping[str, Any]) -> str:
    return str(row.get("filter", PREFERRED_FILTER))


def _warnings(answers: Sequence[Answer]) -> Iterator[str]:
    none = sum(answer.response == NULL_TEXT for answer in answers)
    if none:
        yield (
            f"{counted(none, 'answer')} of exactly the text None, which is how lm_eval writes an answer "
            "that the model did not give; scored as the text, since the log does not tell the two apart"
        )


def _think_end(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The marks of reasoning our task was run with, where the log tells."""
    explained = row["doc"].get(EXPLAINED)
    marks = explained.get(THINK_END) if isinstance(explained, Mapping) else None
    return tuple(map(str, marks)) if isinstance(marks, list) else ()


def _answers_in_conversation(line: int, row: Mapping[str, Any], name: str) -> Iterator[Answer]:
    """The answers to the turns of one document, which lm_eval keeps in their order."""
    given = row["filtered_resps"] if "filtered_resps" in row else row["resps"]
    try:
        turns = list(turns_of(row["doc"]))
    except RowError as problem:
        raise ResponseError([f"line {line}: {problem}"], name) from None
    if not isinstance(given, list):
        raise ResponseError([f"line {line}: the responses of a conversation are not a list"], name)
    explained = row["doc"].get(EXPLAINED)
    told = explained.get("turns") if isinstance(explained, Mapping) else None
    for number, (turn, response) in enumerate(zip(turns, given, strict=False)):
        answer = _texts(response)[0] if _texts(response) else None
        if isinstance(told, list) and number < len(told):
            answer = _given(answer, told[number])
        yield Answer(answer, as_text(turn["prompt"]), turn["key"], line, _cut_off(answer, row))


def _answers(line: int, row: Mapping[str, Any]) -> tuple[list[Answer], int, bool]:
    """The answers that are scored, how many are not, and whether the filter changed them."""
    doc = row["doc"]
    raw = _texts(row.get("resps"))
    kept = _texts(row["filtered_resps"]) if "filtered_resps" in row else raw
    explained = doc.get(EXPLAINED)
    own = isinstance(explained, Mapping)
    told = _each(explained, len(kept))
    prompt, key = as_text(doc.get("prompt")), as_key(doc.get("key"))
    # The run that wrote our own log did not see the rendered prompt, so its verdicts must not either.
    opened = "" if own else opened_by(_request(row.get("arguments")))
    answers = [
        Answer(given, prompt, key, line, _cut_off(given, row), opened if isinstance(given, str) else "")
        for response, note in zip(kept or [None], told or [None], strict=False)
        for given in [_given(response, note)]
    ]
    changed = "filtered_resps" in row and "resps" in row and kept != raw[: len(kept)]
    return answers, max(0, len(raw) - len(kept)), changed


def _each(explained: Any, count: int) -> list[Any]:
    """What our task wrote about each answer."""
    if not isinstance(explained, Mapping):
        return [None] * count
    several = explained.get("answers")
    return list(several) if isinstance(several, list) and len(several) == count else [explained] * count


def _given(response: object, explained: Any) -> object:
    """The response, null again where the run noted that it was."""
    notes = explained.get("notes") if isinstance(explained, Mapping) else None
    if response == NULL_TEXT and isinstance(notes, list) and "null" in notes:
        return None
    return response


def _texts(value: object) -> list[object]:
    """What nested lists hold, in order."""
    if not isinstance(value, list):
        return [value]
    return [text for inner in value for text in _texts(inner)]


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


def _first_request(arguments: Any) -> list[Any]:
    """The arguments of the first request, in the old form (lists) and the new (objects)."""
    if isinstance(arguments, Mapping):
        arguments = next(iter(arguments.values()), None)
        arguments = list(arguments.values()) if isinstance(arguments, Mapping) else arguments
    elif isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        arguments = arguments[0]
    return arguments if isinstance(arguments, list) else []


def _request(arguments: Any) -> str:
    """The prompt as the model got it; empty where the log does not tell."""
    return next((one for one in _first_request(arguments) if isinstance(one, str)), "")


def _token_limit(arguments: Any) -> int | None:
    """``max_gen_toks`` of the first request."""
    for argument in _first_request(arguments):
        if isinstance(argument, Mapping):
            for name in ("max_gen_toks", "max_new_tokens", "max_tokens"):
                limit = argument.get(name)
                if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0:
                    return limit
    return None


__all__ = ["EXPLAINED", "THINK_END", "from_lm_eval", "is_lm_eval"]
