"""Texts divided into parts, by a pattern or by lines.

Source    google-research, instruction_following_eval, for ``parts``.
"""

from __future__ import annotations

import re

import regex

ASTERISKS = re.compile(r"\s?\*\*\*\s?")
"""Three asterisks, with at most one whitespace character on each side."""
_RUN = regex.compile(r"(?<![*\\])\*{3}(?!\*)")


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


def parts_of_line(line: str) -> list[str]:
    """What dividers anywhere in the line leave: runs of three asterisks that emphasise nothing.

    A run between blanks divides. One that touches a word divides unless it has a partner: one that
    opens before a word, and one that closes after a word.
    """
    runs = list(_RUN.finditer(line))
    closes = [line[run.start() - 1 : run.start()].strip() != "" for run in runs]
    opens = [line[run.end() : run.end() + 1].strip() != "" for run in runs]
    parts, start, opened = [], 0, False
    for number, run in enumerate(runs):
        if opened and closes[number]:
            opened = False
            continue
        if opens[number] and number + 1 < len(runs) and closes[number + 1] and not closes[number]:
            opened = True
            continue
        if opens[number] and closes[number]:
            continue
        parts.append(line[start : run.start()])
        start = run.end()
    return [*parts, line[start:]]


def filled_parts(text: str, own_line: bool = True) -> int:
    """How many parts that are not blank are between three asterisks, on lines of their own or anywhere."""
    count, filled = 0, False
    for line in text.split("\n"):
        pieces = ["", ""] if line.strip() == "***" else [line] if own_line else parts_of_line(line)
        for number, piece in enumerate(pieces):
            if number:
                # A mark before the first part divides nothing, unless it is a line.
                count += not (count or line.strip() == "***")
                filled = False
            if piece.strip() and not filled:
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
