"""Texts divided into parts, by a pattern or by lines.

Source    google-research, instruction_following_eval, for ``parts``.
"""

from __future__ import annotations

import re

ASTERISKS = re.compile(r"\s?\*\*\*\s?")
"""Three asterisks, with at most one whitespace character on each side."""


def parts(text: str, divider: re.Pattern[str]) -> tuple[int, str | None]:
    """How many parts, and what is wrong if one between two dividers is blank.

    A blank first or last part is not counted.
    """
    pieces = divider.split(text)
    count = len(pieces)
    for index, piece in enumerate(pieces):
        if piece.strip():
            continue
        if index not in (0, len(pieces) - 1):
            return count, f"part {index + 1} of {len(pieces)} between dividers is empty"
        count -= 1
    return count, None


def filled_parts(text: str) -> int:
    """How many parts that are not blank are between lines of three asterisks."""
    count, filled = 0, False
    for line in text.split("\n"):
        line = line.strip()
        if line == "***":
            filled = False
        elif line and not filled:
            count, filled = count + 1, True
    return count


def blocks(text: str) -> int:
    """How many blocks of lines are between empty or blank lines."""
    count, filled = 0, False
    for line in text.split("\n"):
        blank = not line.strip()
        count += not blank and not filled
        filled = not blank
    return count
