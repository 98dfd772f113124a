"""The mean of the four accuracies, also over several turns, and how sure it is.

Each turn of a conversation contributes its verdicts. The four accuracies are taken per turn
number, over all conversations, and averaged; then the turns are averaged. All turns of a
conversation belong to one draw, so the standard error is clustered by conversation: the
number is a smooth function of sums, and its linearised contributions are added up within
each conversation.

Source    facebookresearch, Multi-IF, for the mean; Liang and Zeger (1986) and, for the
          linearised contributions, Binder (1983), International Statistical Review 51.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Verdicts(NamedTuple):
    """What one response contributes: whose conversation it is in, which turn it is, its verdicts."""

    conversation: str
    turn: int
    strict: tuple[bool, ...]
    loose: tuple[bool, ...]

    @property
    def followed(self) -> int:
        """How many verdicts are True."""
        return sum(self.strict) + sum(self.loose)


def overall(values: Sequence[Verdicts]) -> float:
    """The mean over turns of the mean of the four accuracies; 0.0 for no values."""
    turns = _by_turn(values)
    means = [sum(shares) / 4 for shares in map(_shares, turns)]
    return sum(means) / len(means) if means else 0.0


def contributions_to(values: Sequence[Verdicts]) -> dict[str, float]:
    """How far each conversation pulls :func:`overall` up or down; they add up to 0."""
    turns = _by_turn(values)
    pulls: dict[str, float] = {value.conversation: 0.0 for value in values}
    for turn in turns:
        shares = _shares(turn)
        instructions = sum(len(value.strict) for value in turn)
        for value in turn:
            pull = 0.0
            for kind, (prompt, instruction) in enumerate((shares[:2], shares[2:])):
                verdicts = (value.strict, value.loose)[kind]
                pull += (all(verdicts) - prompt) / len(turn)
                pull += (sum(verdicts) - instruction * len(verdicts)) / instructions
            pulls[value.conversation] += pull / (4 * len(turns))
    return pulls


def overall_stderr(values: Sequence[Verdicts]) -> float:
    """The standard error of :func:`overall`; not a number for fewer than two conversations."""
    return spread(contributions_to(values).values())


def spread(pulls: Iterable[float]) -> float:
    """The standard error of a number to which each draw contributes one of ``pulls``."""
    pulls = list(pulls)
    if len(pulls) < 2:
        return math.nan
    return math.sqrt(len(pulls) / (len(pulls) - 1) * sum(pull * pull for pull in pulls))


def _by_turn(values: Sequence[Verdicts]) -> list[list[Verdicts]]:
    turns: dict[int, list[Verdicts]] = {}
    for value in values:
        turns.setdefault(value.turn, []).append(value)
    return list(turns.values())


def _shares(turn: Sequence[Verdicts]) -> tuple[float, float, float, float]:
    """Prompt-level and instruction-level strict, prompt-level and instruction-level loose."""
    instructions = sum(len(value.strict) for value in turn)
    return (
        sum(all(value.strict) for value in turn) / len(turn),
        sum(sum(value.strict) for value in turn) / instructions,
        sum(all(value.loose) for value in turn) / len(turn),
        sum(sum(value.loose) for value in turn) / instructions,
    )
