"""Rows of training sets as common rows: one reader for the shapes that data sets have.

Known shapes: common rows (``instruction_id_list`` and ``kwargs``), open-instruct and RLVR
(``ground_truth``, a Python literal or JSON), Tülu 3 (``func_name``), NeMo Gym and Nemotron
(``verifier_metadata``, or the same fields beside it), verl (``reward_model.ground_truth``) and
verifiers (``info`` or ``answer``). Values may be of numpy, pandas or Arrow, and padded with nulls.

Source    allenai, open-instruct, commit e6c3044; NVIDIA-NeMo, Gym, commit 07d6b0d; volcengine, verl, commit
          b178a3c; allenai/IF_multi_constraints_upto5 and allenai/RLVR-IFeval as others read them.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval_tasks.data.rows import RowError, kind_of
from lm_eval_tasks.data.shapes import plain

LONGEST_LITERAL = 1_000_000
"""Characters of a ground truth that are read as a literal."""
TULU_COLUMNS = frozenset(
    "N quantifier end_phrase keyword_list word forbidden_words letter i first_word postscript_marker "
    "options section_splitter original_prompt language".split()
)
"""The arguments of Tülu 3's functions; other columns of such a row are not arguments."""
_IDS = ("instruction_id_list", "instruction_ids", "instruction_id")
_FOLLOWING = re.compile(
    r"(?:^|[/_\-.])if(?:eval|train|bench|_multi)|rlvr[-_]if|instruction[-_]following", re.IGNORECASE
)
"""Names of data sets and agents whose rows hold instructions."""


def without_gaps(value: Any) -> Any:
    """Values of numpy, pandas and Arrow as Python's, inner ones too; missing values as None."""
    value = plain(value)
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, Mapping):
        return {name: without_gaps(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_gaps(inner) for inner in value]
    return None if type(value).__name__ in ("NAType", "NaTType") else value


def common_row(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """The row with ``instruction_id_list``, ``kwargs``, ``prompt`` and, where it has one, ``key``.

    None for a row that holds no instructions: an empty list, nulls, or the ground truth of
    another task in a mixed data set. ``grading_mode`` is kept where the row names one.

    Raises:
        RowError: when the row is meant to hold instructions and cannot be read; names the column.
    """
    row = {str(name): without_gaps(value) for name, value in row.items()}
    try:
        found = _instructions(row)
    except RowError as problem:
        named = next((row[name] for name in ("key", "id") if row.get(name) is not None), None)
        raise RowError(str(problem) if named is None else f"key {named}: {problem}") from None
    if found is None:
        return None
    ids, kwargs, beside = found
    if not ids:
        return None
    common = {**row, "instruction_id_list": ids, "kwargs": kwargs, "prompt": _prompt(row, beside)}
    for name in ("key", "id"):
        if row.get(name) is not None:
            common["key"] = row[name]
            break
    else:
        extra = row.get("extra_info")
        if isinstance(extra, Mapping) and extra.get("index") is not None:
            common["key"] = extra["index"]
        else:
            common.pop("key", None)
    if beside.get("grading_mode"):
        common["grading_mode"] = beside["grading_mode"]
    return common


Found = tuple[list[Any], list[Any], Mapping[str, Any]]
"""Ids, their parameters, and the object that was found to hold them."""


def _instructions(row: Mapping[str, Any]) -> Found | None:
    """The instructions of a plain row, wherever they are."""
    for column in ("verifier_metadata", "info"):
        inner = _object(row.get(column))
        if inner is not None and _holds_instructions(inner):
            return _read(inner, column)
    if _holds_instructions(row):
        return _read(row, "")
    expected = _follows(row)
    model = _object(row.get("reward_model"))
    if model is not None and "ground_truth" in model:
        return _ground_truth(model["ground_truth"], "reward_model.ground_truth", expected)
    for column in ("ground_truth", "answer"):
        if row.get(column) is not None:
            truths = _chosen(row, column)
            read = [one for truth in truths if (one := _ground_truth(truth, column, expected))]
            if read:
                ids = [name for one in read for name in one[0]]
                return ids, [given for one in read for given in one[1]], read[0][2]
            return None
    if expected and not any(name in row for name in _IDS):
        raise RowError(
            "no column with instructions: expected instruction_id_list and kwargs, ground_truth, "
            f"reward_model or verifier_metadata; the row has {', '.join(sorted(row)) or 'no columns'}"
        )
    return None


def read_ground_truth(value: Any, *, expected: bool = True) -> tuple[list[Any], list[Any]] | None:
    """Ids and parameters of a ground truth as trainers hand it over; None where it holds none.

    Args:
        value: text (a Python literal or JSON), an object, or a list with one of them.
        expected: whether text that is neither is an error; otherwise it is another task's.

    Raises:
        RowError: when it is expected to hold instructions and does not.
    """
    found = _ground_truth(without_gaps(value), "ground_truth", expected)
    return (found[0], found[1]) if found and found[0] else None


def _holds_instructions(value: Mapping[str, Any]) -> bool:
    return any(value.get(name) is not None for name in (*_IDS, "func_name"))


def _follows(row: Mapping[str, Any]) -> bool:
    """Whether a row names a data set or an agent of instructions."""
    agent = row.get("agent_ref")
    names = [
        row.get("dataset"),
        row.get("data_source"),
        agent.get("name") if isinstance(agent, Mapping) else None,
    ]
    return any(is_following(name) for name in names)


def is_following(name: Any) -> bool:
    """Whether a data set of that name (or one of several names) holds instructions."""
    if isinstance(name, list | tuple):
        return any(map(is_following, name))
    return isinstance(name, str) and _FOLLOWING.search(name) is not None


def _chosen(row: Mapping[str, Any], column: str) -> list[Any]:
    """The ground truths that belong to instructions, of a row with several verifiers."""
    truth, names = row[column], row.get("dataset")
    if isinstance(truth, list) and isinstance(names, list) and len(truth) == len(names):
        return [one for one, name in zip(truth, names, strict=True) if is_following(name)]
    return [truth]


def _ground_truth(value: Any, where: str, expected: bool) -> Found | None:
    if isinstance(value, str):
        value = _literal(value, where, expected)
        if value is None:
            return None
    if isinstance(value, list) and value:
        value = value[0]
        if isinstance(value, str):
            value = _literal(value, f"{where}, item 0", expected)
    if isinstance(value, Mapping) and _holds_instructions(value):
        return _read(value, where)
    if isinstance(value, list | Mapping) and not value and expected:
        return None
    if expected:
        raise RowError(
            f"{where} is {_shown(value)}, expected an object with instruction_id and kwargs, or func_name"
        )
    return None


def _literal(text: str, where: str, expected: bool) -> Any:
    """JSON or a Python literal as a value; None for text that is neither and is not expected to be."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        if len(text) > LONGEST_LITERAL:
            raise RowError(f"{where} is longer than {LONGEST_LITERAL} characters")
        return without_gaps(ast.literal_eval(text.strip()))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        if isinstance(error, RowError) and expected:
            raise
        if expected:
            # The parser's own words name objects by their address.
            why = f" ({error.msg})" if isinstance(error, SyntaxError) else ""
            raise RowError(f"{where} is neither a Python literal nor JSON: {_shown(text)}{why}") from None
        return None


def _read(value: Mapping[str, Any], where: str) -> Found:
    """Ids and parameters of an object that holds them."""
    prefix = f"{where}." if where else ""
    if value.get("func_name") is not None:
        name = value["func_name"]
        if not isinstance(name, str):
            raise RowError(f"{prefix}func_name is {kind_of(name)}, expected text")
        inner_object = value.get("kwargs")
        given = inner_object if isinstance(inner_object, Mapping) else value
        arguments = {
            one: inner for one, inner in given.items() if inner is not None and (one in TULU_COLUMNS)
        }
        return [name], [arguments], value
    column = next(name for name in _IDS if value.get(name) is not None)
    ids = _list(value[column], prefix + column)
    kwargs = value.get("kwargs")
    kwargs = [None] * len(ids) if kwargs is None else _list(kwargs, f"{prefix}kwargs")
    return ids, kwargs, value


def _list(value: Any, where: str) -> list[Any]:
    if isinstance(value, str):
        literal = _literal(value, where, True)
        value = literal if isinstance(literal, list | tuple) else value
    if not isinstance(value, list | tuple):
        raise RowError(f"{where} is {_shown(value)}, expected a list")
    return list(value)


def _object(value: Any) -> Mapping[str, Any] | None:
    """An object, also as JSON text."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, Mapping) else None


def _prompt(row: Mapping[str, Any], beside: Mapping[str, Any]) -> str:
    """The prompt's text: of the object with the instructions, else of the row, else of its messages."""
    parameters = row.get("responses_create_params")
    asked = parameters.get("input") if isinstance(parameters, Mapping) else None
    for value in (beside.get("prompt"), row.get("prompt"), row.get("messages"), asked):
        text = prompt_text(value)
        if text is not None:
            return text
    return ""


def prompt_text(value: Any) -> str | None:
    """A text as it is, or the content of the last user's message; None where there is none."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Sequence):
        return None
    for message in reversed(value):
        if isinstance(message, Mapping) and message.get("role", "user") == "user":
            content = message.get("content")
            if isinstance(content, list):
                parts = [part.get("text") for part in content if isinstance(part, Mapping)]
                content = "".join(part for part in parts if isinstance(part, str))
            return content if isinstance(content, str) else None
    return None


def _shown(value: Any) -> str:
    """A value for a message: short, on one line."""
    kind = kind_of(value)
    return kind if value is None or isinstance(value, Mapping) else f"{kind} {str(value)[:60]!r}"
