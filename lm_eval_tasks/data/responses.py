"""Saved answers, read from any of the usual files.

Five forms are told apart by their columns: ``prompt`` + ``response`` (google-research's
own), ``key`` + ``response``, ``key`` + ``responses`` (one a turn of a conversation), the
``samples_*.jsonl`` of lm_eval, and the ``samples.jsonl`` of an earlier run. The last two carry
the prompts' rows too.

Source    own; google-research, instruction_following_eval, for the first form;
          EleutherAI/lm-evaluation-harness 0.4.5 to 0.4.13 for the third.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from lm_eval_tasks.data.answers import MISSING, Answer, Kind, Matched, Saved, as_key, as_text, match, shown
from lm_eval_tasks.data.conversations import answer_list, turn_key
from lm_eval_tasks.data.lm_eval_samples import from_lm_eval
from lm_eval_tasks.data.rows import COLUMNS
from lm_eval_tasks.data.sources import UNREADABLE, local_path, normal, rows_from
from lm_eval_tasks.errors import SHOWN_PROBLEMS, ResponseError, instead, nearest

STANDARD_INPUT = "-"
SAMPLES = "samples.jsonl"
RESULTS = "results.json"
NAMES: Final = {
    "answers": "prompt or key with response",
    "conversations": "key with responses",
    "lm_eval": "lm_eval samples",
    "samples": "samples of an earlier score",
}


def read_responses(source: str, *, filter_name: str | None = None) -> Saved:
    """The answers in ``source``.

    Args:
        source: a JSONL file (``.gz`` too), ``-`` for standard input, or a folder with the
            ``samples.jsonl`` of an earlier score or one ``samples_*.jsonl`` of lm_eval.
        filter_name: whose answers to take where an lm_eval log holds those of several
            filters; by default ``none``, else the first.

    Raises:
        ResponseError: what cannot be read, with file and line.
        MissingDataError: a name that cannot be looked up.
    """
    path, raw = _found(source)
    name = "standard input" if path is None else str(path)
    lines = _rows(raw, name)
    kind = _kind_of_all(lines, name)
    digest = hashlib.sha256(raw).hexdigest()
    if kind == "lm_eval":
        return from_lm_eval(lines, name, digest, filter_name)
    if filter_name is not None:
        raise ResponseError([f"a filter ({filter_name!r}) can only be chosen in lm_eval samples"], name)
    if kind == "samples":
        return _from_samples(lines, name, digest, path)
    if kind == "conversations":
        return Saved(name, digest, kind, tuple(_answers_to_turns(lines)))
    answers = tuple(
        Answer(row["response"], as_text(row.get("prompt")), as_key(row.get("key")), line)
        for line, row in lines
    )
    return Saved(name, digest, kind, answers)


# Files


def _file(path: Path) -> Path:
    """The file itself, or the one file of answers in a folder."""
    if path.is_dir():
        if (path / SAMPLES).is_file():
            return path / SAMPLES
        logs = sorted(path.glob("**/samples_*.jsonl"))
        if len(logs) == 1:
            return logs[0]
        if not logs:
            raise ResponseError([f"no {SAMPLES} and no samples_*.jsonl in this folder"], str(path))
        names = [str(log.relative_to(path)) for log in logs[:SHOWN_PROBLEMS]]
        raise ResponseError([f"{len(logs)} files of samples, name one: {', '.join(names)}"], str(path))
    if not path.exists():
        siblings = [one.name for one in path.parent.glob("*.jsonl*")] if path.parent.is_dir() else []
        hint = nearest(path.name, siblings) if siblings else ""
        raise ResponseError([f"no such file.{hint if 'mean' in hint else ''}".rstrip(".")], str(path))
    return path


def _found(source: str) -> tuple[Path | None, bytes]:
    """The file that is read, None for standard input, and what is in it, unpacked."""
    try:
        path = None if source == STANDARD_INPUT else _file(local_path(source))
        raw = sys.stdin.buffer.read() if path is None else path.read_bytes()
        return path, gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    except UNREADABLE as error:
        name = "standard input" if source == STANDARD_INPUT else source
        raise ResponseError([f"cannot be read: {error}"], name) from None


def _rows(raw: bytes, name: str) -> list[tuple[int, dict[str, Any]]]:
    """Each line's object with its number."""
    other = _other_format(raw)
    if other:
        raise ResponseError([other], name)
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[str] = []
    for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            problems.append(f"line {number}: no UTF-8: {error.reason} at byte {error.start}")
        except (ValueError, RecursionError) as error:
            problems.append(f"line {number}: no JSON: {error}")
        else:
            if isinstance(row, dict):
                rows.append((number, row))
            else:
                problems.append(f"line {number}: not an object; expected one JSON object a line is")
    if problems:
        raise ResponseError(problems, name)
    if not rows:
        raise ResponseError(["no answers"], name)
    return rows


def _other_format(raw: bytes) -> str | None:
    """What a file is whose every line would be a problem, and how to make JSONL of it; None for others."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "UTF-16; UTF-8 is expected: iconv -f UTF-16 -t UTF-8"
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"[" and _is_list(raw):
        return "one JSON list; one JSON object a line is expected: jq -c '.[]'"
    return None


def _is_list(raw: bytes) -> bool:
    try:
        return isinstance(json.loads(raw.decode("utf-8-sig")), list)
    except (ValueError, RecursionError):
        return False


def _kind(row: Mapping[str, Any]) -> Kind | str:
    """The form of a line, or a sentence about what it lacks."""
    if isinstance(row.get("doc"), dict) and ("resps" in row or "filtered_resps" in row):
        return "lm_eval"
    if "response" in row and ("prompt" in row or "key" in row):
        if "instruction_id_list" in row and "strict" in row:
            return "samples"
        if as_text(row.get("prompt")) is None and as_key(row.get("key")) is None:
            return "neither 'prompt' nor 'key' says what is answered"
        return "answers"
    if "responses" in row and as_key(row.get("key")) is not None:
        if answer_list(row["responses"]) is None:
            return "'responses' is no list of texts, one a turn"
        return "conversations"
    if "response" in row:
        return f"no column 'prompt' and no column 'key'.{instead('prompt', map(str, row))}"
    return f"no column 'response'.{instead('response', map(str, row))}"


def _kind_of_all(lines: Sequence[tuple[int, Mapping[str, Any]]], name: str) -> Kind:
    kinds = [(line, _kind(row)) for line, row in lines]
    problems = [f"line {line}: {kind}" for line, kind in kinds if kind not in NAMES]
    if problems:
        raise ResponseError(problems, name)
    first_line, first = kinds[0]
    for line, kind in kinds:
        if kind != first:
            said = f"line {first_line} holds {NAMES[first]}, line {line} holds {NAMES[kind]}; one form a file"
            raise ResponseError([said], name)
    return first  # type: ignore[return-value]


# Conversations


def _answers_to_turns(lines: Sequence[tuple[int, Mapping[str, Any]]]) -> Iterator[Answer]:
    """One answer a turn; what is null after the last text answers nothing."""
    for line, row in lines:
        responses = answer_list(row["responses"]) or []
        while responses and responses[-1] is None:
            responses.pop()
        for turn, response in enumerate(responses, start=1):
            yield Answer(response, None, turn_key(row["key"], turn), line)


# An earlier run of ours


def _from_samples(
    lines: Sequence[tuple[int, Mapping[str, Any]]], name: str, digest: str, path: Path | None
) -> Saved:
    answers = []
    for line, row in lines:
        notes, cut_off = row.get("notes"), row.get("probably_truncated")
        missing = isinstance(notes, list) and "missing" in notes
        response: object = MISSING if missing else row["response"]
        answers.append(
            Answer(
                response,
                as_text(row.get("prompt")),
                as_key(row.get("key")),
                line,
                cut_off if isinstance(cut_off, bool) else None,
            )
        )
    rows = rows_from([_row_of_sample(row) for _, row in lines], name)
    earlier = _results_beside(path)
    excluded = earlier.get("excluded")
    return Saved(
        name,
        digest,
        "samples",
        tuple(answers),
        rows,
        as_text(earlier.get("signature")),
        tuple(excluded) if isinstance(excluded, dict) else (),
    )


def further_columns(row: Mapping[str, Any], sample: Mapping[str, Any]) -> dict[str, Any]:
    """What a sample must hold beside its own columns so that the row can be had back."""
    plain, known = normal(row), normal({name: sample[name] for name in COLUMNS})
    return {name: value for name, value in plain.items() if name not in known or known[name] != value}


def _row_of_sample(sample: Mapping[str, Any]) -> dict[str, Any]:
    columns = sample.get("columns")
    row = {name: sample[name] for name in COLUMNS if name in sample}
    return row | columns if isinstance(columns, dict) else row


def _results_beside(path: Path | None) -> dict[str, Any]:
    """The results of the earlier run, or nothing where they are not to be had."""
    if path is None:
        return {}
    try:
        results = json.loads((path.parent / RESULTS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return results if isinstance(results, dict) else {}


__all__ = [
    "RESULTS",
    "SAMPLES",
    "Answer",
    "Matched",
    "Saved",
    "further_columns",
    "match",
    "read_responses",
    "shown",
]
