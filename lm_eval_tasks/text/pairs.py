"""What is between an opening and a closing mark, in linear time."""

from __future__ import annotations

from lm_eval_tasks.text.values import Span


def between(text: str, opening: str, closing: str) -> list[Span]:
    """Each ``opening`` with the nearest ``closing`` after it, over line ends, left to right."""
    spans = []
    start = text.find(opening)
    while start >= 0:
        end = text.find(closing, start + len(opening))
        if end < 0:
            break
        spans.append((start, end + len(closing)))
        start = text.find(opening, end + len(closing))
    return spans


def filled(text: str, opening: str, closing: str) -> list[Span]:
    """Those of :func:`between` that hold more than marks and whitespace."""
    return [
        (start, end)
        for start, end in between(text, opening, closing)
        if text[start:end].strip(opening + closing).strip()
    ]


def without_quotations(text: str, *pairs: tuple[str, str]) -> str:
    """The text without what is in each of the ``pairs`` on one line, pair by pair, marks included."""
    for opening, closing in pairs:
        lines = []
        for line in text.split("\n"):
            kept, done = [], 0
            for start, end in between(line, opening, closing):
                kept.append(line[done:start])
                done = end
            lines.append("".join(kept) + line[done:])
        text = "\n".join(lines)
    return text


def enclosed(text: str, opening: str, closing: str) -> int:
    """How many stretches lie between ``opening`` and the next ``closing`` on the same line."""
    return sum(len(between(line, opening, closing)) for line in text.split("\n"))
