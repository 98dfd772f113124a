"""Saved answers: read from any of the usual files, and laid beside the prompts they answer.

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
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from lm_eval_tasks.data.conversations import answer_list, is_conversation, turn_key, turns_of
from lm_eval_tasks.data.items import COLUMNS, RowError
from lm_eval_tasks.data.sources import UNREADABLE, Rows, local_path, normal, rows_from
from lm_eval_tasks.errors import SHOWN_PROBLEMS, ResponseError, nearest
from lm_eval_tasks.model import MISSING, Item, Missing
from lm_eval_tasks.text.direction import isolated
from lm_eval_tasks.text.relations import counted

STANDARD_INPUT = "-"
SAMPLES = "samples.jsonl"
RESULTS = "results.json"
PREFERRED_FILTER = "none"
SHOWN_CHARACTERS = 60
LEAST_CHARACTERS_A_TOKEN = 2.5
"""An answer shorter than this times the token limit is not taken as cut off by it."""

Kind = Literal["answers", "conversations", "lm_eval", "samples"]
NAMES: Final = {
    "answers": "prompt or key with response",
    "conversations": "key with responses",
    "lm_eval": "lm_eval samples",
    "samples": "samples of an earlier score",
}
_NOT_DATA: Final = ("data", "lm_eval_tasks")
"""What our lm_eval tasks add to a document; it is no part of the row."""


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
        return _from_lm_eval(lines, name, digest, filter_name)
    if filter_name is not None:
        raise ResponseError([f"a filter ({filter_name!r}) can only be chosen in lm_eval samples"], name)
    if kind == "samples":
        return _from_samples(lines, name, digest, path)
    if kind == "conversations":
        return Saved(name, digest, kind, tuple(_answers_to_turns(lines)))
    answers = tuple(
        Answer(row["response"], _text(row.get("prompt")), _key(row.get("key")), line) for line, row in lines
    )
    return Saved(name, digest, kind, answers)


def match(items: Sequence[Item], saved: Saved, ignored: Iterable[Item] = ()) -> Matched:
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

    def __init__(self, items: Sequence[Item]) -> None:
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
                problems.append(f"line {number}: not an object; one JSON object a line is wanted")
    if problems:
        raise ResponseError(problems, name)
    if not rows:
        raise ResponseError(["no answers"], name)
    return rows


def _other_format(raw: bytes) -> str | None:
    """What a file is whose every line would be a problem, and how to make JSONL of it; None for others."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "UTF-16; UTF-8 is wanted: iconv -f UTF-16 -t UTF-8"
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"[" and _is_list(raw):
        return "one JSON list; one JSON object a line is wanted: jq -c '.[]'"
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
        if _text(row.get("prompt")) is None and _key(row.get("key")) is None:
            return "neither 'prompt' nor 'key' says what is answered"
        return "answers"
    if "responses" in row and _key(row.get("key")) is not None:
        if answer_list(row["responses"]) is None:
            return "'responses' is no list of texts, one a turn"
        return "conversations"
    if "response" in row:
        return f"no column 'prompt' and no column 'key'.{nearest('prompt', map(str, row))}"
    return f"no column 'response'.{nearest('response', map(str, row))}"


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


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _key(value: Any) -> str | int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


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
                _text(row.get("prompt")),
                _key(row.get("key")),
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
        _text(earlier.get("signature")),
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


# lm_eval


def _from_lm_eval(
    lines: Sequence[tuple[int, Mapping[str, Any]]], name: str, digest: str, filter_name: str | None
) -> Saved:
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
            answers += _answers_in_conversation(line, row)
            continue
        response, count, filtered = _generated(row)
        several += count > 1
        changed += filtered
        answers.append(
            Answer(response, _text(doc.get("prompt")), _key(doc.get("key")), line, _cut_off(response, row))
        )
    if several:
        notes.append(f"{counted(several, 'prompt')} answered several times; the first answer is scored")
    if changed:
        notes.append(f"filter {chosen!r} changed {counted(changed, 'answer')}, scored as it left them")
    docs = [_row_of_doc(row["doc"]) for _, row in kept]
    return Saved(name, digest, "lm_eval", tuple(answers), _rows_of_docs(docs, name), notes=tuple(notes))


def _answers_in_conversation(line: int, row: Mapping[str, Any]) -> Iterator[Answer]:
    """The answers to the turns of one document, which lm_eval keeps in their order."""
    given = row["filtered_resps"] if "filtered_resps" in row else row["resps"]
    try:
        turns = list(turns_of(row["doc"]))
    except RowError as problem:
        raise ResponseError([f"line {line}: {problem}"]) from None
    for turn, response in zip(turns, given, strict=False):
        answer, _ = _first(response)
        yield Answer(answer, _text(turn["prompt"]), turn["key"], line, _cut_off(answer, row))


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


__all__ = ["MISSING", "Answer", "Matched", "Missing", "Saved", "match", "read_responses", "shown"]
