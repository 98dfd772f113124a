"""What a suite of conversations is: several turns, in each of which the model answers.

Every turn is a prompt of its own for scoring, comparing and reports; under lm_eval one
document is one conversation.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lm_eval_tasks.data.conversations import answers_of_turns, is_conversation, one_row_a_turn, turns_of
from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.sources import Rows, rows_from
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.model import Item, ItemScore
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.runs.metrics import Metric


@dataclass(frozen=True)
class ConversationSuite(Suite):
    """A suite whose rows are conversations; ``language`` keeps those in one language only."""

    language: str | None = None

    def rows(self, found: Rows) -> Rows:
        """The turns, a row each.

        Raises:
            DataError: a conversation that cannot be read, or none in the suite's language.
        """
        turns = one_row_a_turn(found)
        if self.language is None:
            return turns
        lines = turns.lines or ()
        kept = [
            (row, line)
            for row, line in zip(turns.rows, lines, strict=True)
            if row.get("language") == self.language
        ]
        if not kept:
            raise DataError([f"no conversation in {self.language}"], found.source)
        of_language = rows_from([row for row, _ in kept], found.source)
        return replace(of_language, lines=tuple(line for _, line in kept))

    def item(self, row: Mapping[str, Any]) -> Item:
        """One turn as a validated item; see :meth:`Suite.item`."""
        if is_conversation(row):
            raise DataError(["a whole conversation; score_conversation judges all its turns"], self.name)
        return super().item(row)

    def score_conversation(self, row: Mapping[str, Any], answers: object) -> list[ItemScore]:
        """The verdicts on every turn of a conversation; no answer makes it raise.

        Args:
            row: a conversation, see :mod:`lm_eval_tasks.data.conversations`.
            answers: one per turn: a list, or the same as JSON text. One that is lacking is
                noted ``missing``, one that is not a text ``null``; further ones are left out.

        Raises:
            DataError: when the conversation cannot be read.
        """
        try:
            turns = list(turns_of(row))
        except RowError as problem:
            raise DataError([str(problem)], self.name) from None
        answered = zip(turns, answers_of_turns(answers, len(turns)), strict=True)
        return [self.score(turn, answer) for turn, answer in answered]

    def score_document(self, document: Mapping[str, Any], responses: Sequence[object]) -> list[ItemScore]:
        """The verdicts on every turn; see :meth:`score_conversation`."""
        return self.score_conversation(document, list(responses))

    def contribution(self, metric: Metric, scores: Sequence[ItemScore]) -> tuple[Any, ...]:
        """What the turns of a conversation contribute; it may be nothing.

        A conversation without a third turn has metrics of that turn too, so that the same
        conversations are counted for all.
        """
        return tuple(value for score in scores if (value := metric.value(score)) is not None)

    def number(self, metric: Metric, contributions: Sequence[Any]) -> float:
        """The metric over the turns of all conversations; not a number for nothing."""
        kept = _of_all_turns(contributions)
        return super().number(metric, kept) if kept else math.nan

    def error(self, metric: Metric, contributions: Sequence[Any]) -> float:
        """The metric's standard error over the turns of all conversations."""
        kept = _of_all_turns(contributions)
        return super().error(metric, kept) if kept else math.nan

    def documents(self, rows: Rows, items: Sequence[Item]) -> list[dict[str, Any]]:
        """One object per conversation; ``turns`` as JSON text, which any store keeps."""
        turns: dict[Any, list[Item]] = {}
        for item in items:
            turns.setdefault(item.labels["conversation_key"], []).append(item)
        return [
            {
                "key": key,
                "language": said[0].labels["language"],
                "prompt": said[0].prompt,
                "turns": json.dumps(
                    [
                        {
                            "prompt": item.prompt,
                            "instruction_id_list": item.instruction_ids,
                            "kwargs": [dict(given) for given in item.kwargs],
                        }
                        for item in said
                    ],
                    ensure_ascii=False,
                ),
            }
            for key, said in turns.items()
        ]


def _of_all_turns(contributions: Sequence[Sequence[Any]]) -> list[Any]:
    """What all conversations contribute, turn by turn."""
    return [value for conversation in contributions for value in conversation]
