"""Verdicts as rewards, with the signature of TRL's reward functions.

Two kinds of fault are told apart. What a model wrote is never one: any text gets a number, and null
too. A completion of a shape that holds no text, and a row that cannot be scored (an unknown instruction,
a missing parameter), would teach the model nonsense without a word, so they raise.

Source    own; the signature is that of TRL's GRPOTrainer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lm_eval_tasks.data.files import summed
from lm_eval_tasks.data.shapes import (
    ShapeError,
    described,
    message_text,
    plain,
    plain_inside,
    text_of,
    texts_of,
)
from lm_eval_tasks.errors import DataError, ResponseError, UnknownNameError
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.judge import score_item
from lm_eval_tasks.instructions.suites import get_suite
from lm_eval_tasks.text.thinking import continued, opened_by


@dataclass(frozen=True)
class InstructionReward:
    """A reward between 0 and 1 for following the instructions of a prompt.

    >>> reward = InstructionReward()
    >>> ids, kwargs = ["punctuation:no_comma"], [{}]
    >>> reward(["Fine.", "Well, fine."], instruction_id_list=[ids, ids], kwargs=[kwargs, kwargs])
    [1.0, 0.0]

    It is a value without state: safe in threads, and it pickles into other processes.

    Attributes:
        task: the suite whose checks, thinking tags and gate apply.
        fraction: the share of instructions followed, instead of 1.0 for all and 0.0 otherwise.
        loose: count an instruction as followed if one of the eight loose variants follows it.
        gate: 0.0 for a response that the suite's gate refuses; without a gate nothing changes.
        think_end: further marks that end the reasoning, such as ``[/THINK]``, or ``auto`` for all that are
            known.

    Raises:
        UnknownNameError: for a task that does not exist, or ``loose`` where a task has none.
    """

    task: str = "ifeval"
    fraction: bool = False
    loose: bool = False
    gate: bool = True
    think_end: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        suite = get_suite(self.task).with_think_end(self.think_end)
        if self.loose and not suite.loose:
            raise UnknownNameError("way to judge", "loose", ["strict"], self.task)

    @property
    def __name__(self) -> str:
        """What TRL logs the reward as, e.g. ``ifeval_strict_fraction``."""
        name = f"{self.task}_{'loose' if self.loose else 'strict'}"
        if self.fraction:
            name += "_fraction"
        if get_suite(self.task).gate and not self.gate:
            name += "_ungated"
        if self.think_end:
            name += "_after_thinking"
        return name

    def __call__(
        self,
        completions: Sequence[object],
        *,
        instruction_id_list: Sequence[Any],
        kwargs: Sequence[Any],
        prompts: Sequence[object] | None = None,
        **columns: Any,
    ) -> list[float]:
        """One reward per completion, in their order.

        Args:
            completions: texts, chat messages, or lists of chat messages, of which the assistant's last one
                counts. None is an empty response.
            instruction_id_list: the ids of each row.
            kwargs: their parameters, with or without null padding, or as JSON text.
            prompts: texts or chat messages, of which the last one counts. Where one ends with a mark that
                opens reasoning, the completion must close it; else it is an empty response.
            columns: the data set's other columns (``key``, ``lang`` …), a value per
                completion; what else a trainer passes is ignored.

        Raises:
            DataError: when a row cannot be scored, or a column is too short or too long; names
                every such row.
            ResponseError: for completions of a shape that holds no text; says what was found.
        """
        completions = _listed(completions, "completions")
        suite = get_suite(self.task).with_think_end(self.think_end)
        texts = _answers(completions, prompts, reads_calls=suite.answers_in is not texts_of)
        rows = _rows(
            len(completions),
            {**columns, "instruction_id_list": instruction_id_list, "kwargs": kwargs, "prompts": prompts},
        )
        method = replace(suite.method, loose=self.loose, gate=suite.gate if self.gate else None)
        return [
            self._reward(score_item(item, text, method))
            for item, text in zip(self._items(rows), texts, strict=True)
        ]

    def _items(self, rows: Sequence[Mapping[str, Any]]) -> list[Item]:
        """The rows as validated items."""
        return get_suite(self.task).batch(rows, self.__name__)

    def _reward(self, score: ItemScore) -> float:
        followed = score.loose_gated if self.loose else score.strict_gated
        if not followed:
            return 0.0
        return sum(followed) / len(followed) if self.fraction else float(all(followed))


def answer(completion: object) -> object:
    """What is judged of a completion: the text, or that of a chat message or the assistant's last one.

    Raises:
        ShapeError: for a completion of a shape that holds no text.
    """
    return text_of(completion)


def _answers(completions: Sequence[object], prompts: object, *, reads_calls: bool) -> list[object]:
    """What is judged of each completion, with the mark before it that its prompt opened.

    Raises:
        ResponseError: naming every shape that holds no text, with its rows.
    """
    prompts = plain(prompts)
    asked = prompts if isinstance(prompts, list) and len(prompts) == len(completions) else None
    answers: list[object] = []
    problems: list[tuple[int, str]] = []
    for position, completion in enumerate(completions):
        try:
            text = completion if reads_calls and not isinstance(completion, str) else answer(completion)
        except ShapeError as problem:
            problems.append((position, f"the completion is {problem}"))
            continue
        opened = _opened(asked[position]) if asked else ""
        answers.append(continued(opened, text) if isinstance(text, str) else text)
    if problems:
        raise ResponseError(summed(problems, "row"), "completions")
    return answers


def _opened(prompt: object) -> str:
    """The mark of reasoning that a prompt ends with: a rendered one, or one whose last turn is begun."""
    prompt = plain(prompt)
    if isinstance(prompt, str):
        return opened_by(prompt)
    last = prompt[-1] if isinstance(prompt, list) and prompt else None
    begun = isinstance(last, Mapping) and last.get("role") == "assistant"
    return opened_by(_prompt(prompt)) if begun else ""


def _listed(column: Any, name: str) -> list[Any]:
    """A column as a list: a list, a tuple, or one of numpy, pandas or arrow.

    Raises:
        DataError: naming the column and what was found.
    """
    values = plain(column)
    if isinstance(values, list):
        return values
    raise DataError([f"column {name!r} is {described(column)}, expected a list with a value per completion"])


def _rows(count: int, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows out of columns; ``key`` is the position and ``prompt`` comes from ``prompts`` if absent."""
    needed = ("instruction_id_list", "kwargs", "prompts", "prompt", "key", "lang")
    columns = {
        name: _listed(values, name) if name in needed and values is not None else plain(values)
        for name, values in columns.items()
    }
    problems = [
        f"column {name!r} holds {len(columns[name])} values for {count} completions"
        for name in needed
        if columns.get(name) is not None and len(columns[name]) != count
    ]
    if problems:
        raise DataError(problems)
    kept = {
        name: values
        for name, values in columns.items()
        if isinstance(values, Sequence) and not isinstance(values, str) and len(values) == count
    }
    rows = [{name: plain_inside(kept[name][position]) for name in kept} for position in range(count)]
    for position, row in enumerate(rows):
        prompts = row.pop("prompts", None)
        row.setdefault("prompt", _prompt(prompts))
        row.setdefault("key", position)
    return rows


def _prompt(prompt: object) -> str:
    """A prompt's text: itself, or the content of its last message."""
    prompt = plain(prompt)
    if isinstance(prompt, Sequence) and not isinstance(prompt, str) and prompt:
        last = prompt[-1]
        try:
            prompt = message_text(last.get("content")) if isinstance(last, Mapping) else None
        except ShapeError:
            prompt = None
    return prompt if isinstance(prompt, str) else ""
