"""Saved answers with one text each: out of messages, completions, lists of answers and conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lm_eval_tasks.data.answers import MISSING, Answer, Saved, summed
from lm_eval_tasks.data.conversations import answer_list, turn_key
from lm_eval_tasks.data.shapes import ShapeError, plain
from lm_eval_tasks.errors import ResponseError
from lm_eval_tasks.text.relations import counted

AnswersIn = Callable[[object], Sequence[object]]
"""The answers in a saved value; raises ShapeError."""


def calls_apart(value: object) -> list[object]:
    """The answers in a value that may hold calls, as objects: a list of texts is several answers."""
    value = plain(value)
    if isinstance(value, list) and value and all(one is None or isinstance(one, str) for one in value):
        return list(value)
    return [value]


def expanded(saved: Saved, answers_in: AnswersIn, *, turns: bool, skip_bad: bool = False) -> Saved:
    """The same file with an entry for each answer.

    Args:
        saved: what was read.
        answers_in: finds the answers in a saved value.
        turns: whether a list is the answers to the turns of a conversation, not several answers.
        skip_bad: leave out what is not an answer, and say so.

    Raises:
        ResponseError: an answer of a shape without a text, with its line and what was found.
    """
    answers: list[Answer] = []
    problems: list[tuple[int, str]] = []
    for answer in saved.answers:
        if answer.response is MISSING:
            answers.append(answer)
            continue
        try:
            if turns and saved.kind == "conversations":
                answers += _to_turns(answer)
            else:
                answers += [replace(answer, response=text) for text in answers_in(answer.response)]
        except ShapeError as problem:
            problems.append((answer.line, f"the answer is {problem}"))
    said = summed(problems, saved.unit)
    if said and not (skip_bad and answers):
        raise ResponseError(said, saved.source)
    if not said:
        return replace(saved, answers=tuple(answers))
    skipped = [f"{counted(len(problems), 'answer')} left out", *said]
    return replace(saved, answers=tuple(answers), skipped=(*saved.skipped, *skipped))


def _to_turns(answer: Answer) -> Iterator[Answer]:
    """One answer per turn; what is null after the last text answers nothing."""
    given = plain(answer.response)
    if isinstance(given, list) and given and all(isinstance(one, list) for one in given):
        conversations = [answer_list(one) for one in given]
    else:
        conversations = [answer_list(given)]
    for responses in conversations:
        if responses is None:
            raise ShapeError("not a list of texts, one per turn")
        while responses and responses[-1] is None:
            responses.pop()
        for turn, response in enumerate(responses, start=1):
            yield replace(answer, response=response, key=turn_key(answer.key or "", turn))
