"""Comparing a count with what an instruction asks for."""

from __future__ import annotations

from typing import Literal

Relation = Literal["less than", "at least", "exactly", "at most", "around"]
RELATIONS: tuple[Relation, ...] = ("less than", "at least", "exactly", "at most", "around")

QUANTIFIERS: tuple[Relation, ...] = ("at least", "at most", "around")


def holds(count: int, relation: Relation, threshold: float, around: float | None = 0) -> bool:
    """Whether ``count`` has the ``relation`` to ``threshold``.

    ``around`` is the largest difference, either way, that the relation of that name allows;
    None means a tenth of the threshold, at least 1.
    """
    if relation == "at least":
        return count >= threshold
    if relation == "less than":
        return count < threshold
    if relation == "at most":
        return count <= threshold
    if relation == "exactly":
        return count == threshold
    if around is None:
        around = max(1, round(threshold / 10))
    return abs(count - threshold) <= around


def quantified(count: int, quantifier: str, threshold: float, around: float | None) -> bool:
    """:func:`holds` for Tülu 3's three words for a comparison; no other is ever followed."""
    for known in QUANTIFIERS:
        if quantifier == known:
            return holds(count, known, threshold, around)
    return False


def counted(number: int, thing: str) -> str:
    """``1 word``, ``2 words``: a count in words; ``thing`` is the singular."""
    if number == 1:
        return f"1 {thing}"
    if thing.endswith(("s", "x", "ch", "sh")):
        return f"{number} {thing}es"
    return f"{number} {thing}s"
