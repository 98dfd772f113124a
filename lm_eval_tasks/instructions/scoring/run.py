"""Many answers at once: in this process or in several, in the order they came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

from lm_eval_tasks.data.answers import Matched, Saved, match
from lm_eval_tasks.data.expanded import AnswersIn, expanded
from lm_eval_tasks.data.rows import Excluded
from lm_eval_tasks.data.sources import Rows, rows_from
from lm_eval_tasks.errors import ResponseError
from lm_eval_tasks.instructions.model import Gate, Item, ItemScore
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.runs.workers import spread

CHUNK = 256
"""Answers that are sent to another process together."""
CHARACTERS = 500_000
"""Or fewer, when they are as long as this together."""

Row = Mapping[str, Any] | Item
Chunk = Sequence[tuple[Row, object]]
Progress = Callable[[int], None]
"""Called with the number of answers scored since the last call."""


class Task(Protocol):
    """What scoring needs of a suite."""

    @property
    def name(self) -> str:
        """The task's name."""

    @property
    def version(self) -> int:
        """Raised by every change of a score."""

    @property
    def edition(self) -> str:
        """Which reading of each check judges."""

    @property
    def loose(self) -> bool:
        """Whether there are loose verdicts."""

    @property
    def think_end(self) -> tuple[str, ...]:
        """The marks that end the reasoning beyond the official three."""

    @property
    def answers_in(self) -> AnswersIn:
        """Finds the answers in what was saved of one prompt."""

    @property
    def gate(self) -> Gate | None:
        """What may refuse a whole response."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The numbers."""

    @property
    def excluded(self) -> Mapping[str | int, Excluded]:
        """Rows that do not count, by key."""

    @property
    def decided_by(self) -> Callable[[], tuple[str, ...]]:
        """Parts of the signature beyond those of every suite."""

    def rows(self, found: Rows) -> Rows:
        """One row a prompt."""

    def load(self, source: str | None = None, *, skip_bad: bool = False) -> tuple[Rows, list[Item]]:
        """The prompts."""

    def readable(self, rows: Rows, *, skip_bad: bool) -> tuple[Rows, list[Item]]:
        """Rows with their items; without those that cannot be scored, where that is asked for."""

    def counts(self, item: Item) -> bool:
        """Whether an item is in the denominators."""

    def score(self, row: Row, response: object) -> ItemScore:
        """The verdicts on one answer."""


def score_rows(
    task: Task,
    rows: Iterable[Row],
    responses: Iterable[object],
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[ItemScore]:
    """The scores of ``responses``, one to each row, in their order.

    The result is the same for any number of workers.

    Args:
        task: the suite. Forks have it; elsewhere it is pickled, by its name and what differs from the
            registered suite of that name.
        rows: rows of a data set; items too where one process does it all.
        responses: one to each row; ``MISSING`` where there is none.
        workers: how many processes, this one among them.
        progress: called now and then with how many more were scored.

    Raises:
        DataError: when a row cannot be scored.
        ValueError: when there are more rows than responses, or fewer.
        WorkerError: when a process dies, or the suite cannot be pickled where it must be.
    """
    answered = list(zip(rows, responses, strict=True))
    return list(scored(task, answered, workers=workers, progress=progress))


def scored(
    task: Task,
    answered: Iterable[tuple[Row, object]],
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> Iterator[ItemScore]:
    """Like :func:`score_rows`, one at a time, for more answers than fit in memory."""
    if workers > 1:
        chunks: Iterable[Chunk] = _chunks(map(_travelling, answered))
        if isinstance(answered, Sequence):
            chunks = list(chunks)
        results = spread(partial(score_chunk, task), chunks, workers)
    else:
        results = map(partial(score_chunk, task), _chunks(answered))
    for scores in results:
        yield from scores
        if progress:
            progress(len(scores))


def score_chunk(task: Task, chunk: Chunk) -> list[ItemScore]:
    """The scores of a few answers."""
    return [task.score(row, response) for row, response in chunk]


def _travelling(pair: tuple[Row, object]) -> tuple[Row, object]:
    if isinstance(pair[0], Item):
        raise TypeError("an Item holds functions and cannot travel to a process; pass its row")
    return pair


def _chunks(answered: Iterable[tuple[Row, object]]) -> Iterator[Chunk]:
    chunk: list[tuple[Row, object]] = []
    characters = 0
    for row, response in answered:
        chunk.append((row, response))
        characters += len(response) if isinstance(response, str) else 0
        if len(chunk) >= CHUNK or characters >= CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


@dataclass(frozen=True)
class ScoredRun:
    """A file of answers, scored.

    ``kept`` are the rows that count, ``items`` and ``scores`` what became of them, side by
    side in the order of the data. ``excluded`` are the others, by key, and why.
    """

    task: Task
    rows: Rows
    kept: tuple[Mapping[str, Any], ...]
    items: tuple[Item, ...]
    scores: tuple[ItemScore, ...]
    saved: Saved
    matched: Matched
    excluded: Mapping[str | int, str]

    @property
    def counted_rows(self) -> Rows:
        """The rows that count, with a digest of their own; it stays when samples are scored again."""
        distinct = list(
            {str(item.key): row for item, row in zip(self.items, self.kept, strict=True)}.values()
        )
        return replace(rows_from(distinct, self.rows.source), skipped=self.rows.skipped)


class LeftOut(NamedTuple):
    """A row that cannot be scored; its answers are not to be reported as answers to nothing."""

    key: str | int
    prompt: str


def score_saved(
    task: Task,
    saved: Saved,
    *,
    data: str | Rows | None = None,
    allow_missing: bool = False,
    allow_reworded: bool = False,
    skip_bad: bool = False,
    workers: int = 1,
    progress: Callable[[int], Progress] | None = None,
) -> ScoredRun:
    """The scores of a file of answers.

    Args:
        task: the suite.
        saved: what :func:`lm_eval_tasks.data.responses.read_responses` found.
        data: the prompts' rows, or where they are: a path or ``sample``; None for the rows the
            answers carry, else the Hub.
        allow_missing: score what matches; a prompt without an answer counts as an empty one.
        allow_reworded: take answers to prompts that are nearly those of the data.
        skip_bad: leave out rows that cannot be scored, and answers of a shape that cannot be read.
        workers: how many processes, this one among them.
        progress: called once with the number of answers, returns what is told of each step.

    Raises:
        ResponseError: when answers and prompts do not match, unless ``allow_missing``; always
            when nothing matches at all.
        DataError, MissingDataError: when the prompts cannot be had.
    """
    rows = saved.rows if data is None else data
    if isinstance(rows, Rows):
        rows, everything = task.readable(task.rows(rows), skip_bad=skip_bad)
    else:
        rows, everything = task.load(rows, skip_bad=skip_bad)
    turns = any("conversation_key" in item.labels for item in everything)
    saved = expanded(saved, task.answers_in, turns=turns, skip_bad=skip_bad)
    items = tuple(item for item in everything if task.counts(item))
    kept = tuple(row for row, item in zip(rows.rows, everything, strict=True) if task.counts(item))
    ignored = [item for item in everything if not task.counts(item)]
    skipped = [LeftOut(row.get("key", ""), str(row.get("prompt", ""))) for row in rows.left_out]
    matched = match(
        items,
        saved,
        (*ignored, *skipped),
        allow_reworded=allow_reworded,
        row_keys=[row.get("key") for row in kept],
    )
    if not any(matched.answers):
        raise ResponseError(
            [f"no answer fits a prompt of {rows.source}; is it another --task or other --data?"],
            saved.source,
        )
    items = tuple(items[number] for number in matched.of)
    kept = tuple(kept[number] for number in matched.of)
    if matched.problems and not allow_missing:
        raise ResponseError(
            matched.problems,
            f"{saved.source} does not fit {rows.source} (--allow-missing scores what does, and missing "
            "answers as empty)",
        )
    scores = score_rows(
        task,
        items if workers == 1 else kept,
        matched.responses,
        workers=workers,
        progress=progress(len(items)) if progress else None,
    )
    excluded = {item.key: task.excluded[item.key].reason for item in ignored}
    return ScoredRun(task, rows, kept, items, tuple(scores), saved, matched, excluded)
