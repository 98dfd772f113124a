"""Verdicts as rewards, with the signature of TRL's reward functions.

Two kinds of fault are told apart. What a model wrote is never one: any text, and anything
that is no text, gets a number. A row that cannot be scored (an unknown instruction, a
missing parameter) would teach the model nonsense without a word, so it raises.

Source    own; the signature is that of TRL's GRPOTrainer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lm_eval_tasks.errors import DataError, UnknownNameError
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.scoring.judge import score_item
from lm_eval_tasks.instructions.suites import get_suite


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

    Raises:
        UnknownNameError: for a task that does not exist, or ``loose`` where a task has none.
    """

    task: str = "ifeval"
    fraction: bool = False
    loose: bool = False
    gate: bool = True

    def __post_init__(self) -> None:
        suite = get_suite(self.task)
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
            completions: texts, or lists of chat messages, of which the assistant's last one
                counts. Anything else is an empty response.
            instruction_id_list: the ids of each row.
            kwargs: their parameters, with or without null padding, or as JSON text.
            prompts: texts or chat messages, of which the last one counts.
            columns: the data set's other columns (``key``, ``lang`` …), a value per
                completion; what else a trainer passes is ignored.

        Raises:
            DataError: when a row cannot be scored, or a column is too short or too long; names
                every such row.
        """
        rows = _rows(
            len(completions),
            {**columns, "instruction_id_list": instruction_id_list, "kwargs": kwargs, "prompts": prompts},
        )
        suite = get_suite(self.task)
        method = replace(suite.method, loose=self.loose, gate=suite.gate if self.gate else None)
        return [
            self._reward(score_item(item, answer(completion), method))
            for item, completion in zip(self._items(rows), completions, strict=True)
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
    """What is judged of a completion: the text, or the content of the assistant's last message."""
    if not isinstance(completion, Sequence) or isinstance(completion, str | bytes):
        return completion
    for message in reversed(completion):
        if isinstance(message, Mapping) and message.get("role", "assistant") == "assistant":
            return _content(message.get("content"))
    return None


def _content(content: object) -> object:
    """A message's content, the text parts of a list of parts joined."""
    if not isinstance(content, Sequence) or isinstance(content, str | bytes):
        return content
    texts = [part.get("text") for part in content if isinstance(part, Mapping)]
    return "".join(text for text in texts if isinstance(text, str))


def _rows(count: int, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows out of columns; ``key`` is the position and ``prompt`` comes from ``prompts`` if absent."""
    needed = ("instruction_id_list", "kwargs", "prompts", "prompt", "key", "lang")
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
    rows = [{name: values[position] for name, values in kept.items()} for position in range(count)]
    for position, row in enumerate(rows):
        prompts = row.pop("prompts", None)
        row.setdefault("prompt", _prompt(prompts))
        row.setdefault("key", position)
    return rows


def _prompt(prompt: object) -> str:
    """A prompt's text: itself, or the content of its last message."""
    if isinstance(prompt, Sequence) and not isinstance(prompt, str) and prompt:
        last = prompt[-1]
        prompt = _content(last.get("content")) if isinstance(last, Mapping) else None
    return prompt if isinstance(prompt, str) else ""
