r"""The little of Markdown that instructions speak of: list items, rules, fences, highlights.

Line scans and one pass over runs of asterisks; linear in the text, never raises.

Source    own, after the rules of CommonMark 0.31 for list markers, thematic breaks, fenced
          code and flanking asterisks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

import regex

from lm_eval_tasks.text.remarks import announces, comments
from lm_eval_tasks.text.values import Span

_BULLET = regex.compile(r"(?:[ \t]|>)*+(?:[-*+][ \t]++|[•‣◦▪●][ \t]*+)(?=\S)")
_NUMBER = regex.compile(r"(?:[ \t]|>)*+[*_]{0,2}\(?\d{1,3}[.)][*_]{0,2}[ \t]++(?=\S)")
_HEADING = regex.compile(r"[ \t]*+#{1,6}[ \t]++")
_FENCE = regex.compile(r"[ \t]*+(?P<marks>`{3,}+|~{3,}+)[ \t]*+(?P<label>[^`\n]*+)$")
_INLINE_CODE = regex.compile(r"`[^`\n]++`")
_RUN = regex.compile(r"\*++")
_EMPHASIS = regex.compile(r"(?<!\*)\*{1,3}+(?=[^\s*])|(?<=[^\s*])\*{1,3}+(?!\*)")
"""A run of asterisks that touches text; one between blanks, or a longer one, divides."""
_PROSE_LABELS = ("markdown", "md", "text", "txt", "plaintext", "plain")


def is_rule(line: str) -> bool:
    """Whether the line is a thematic break: three or more of one of ``- * _``, blanks allowed."""
    marks = line.replace(" ", "").replace("\t", "").rstrip("\r")
    return len(marks) >= 3 and marks[0] in "-*_" and not marks.strip(marks[0])


def bullet_end(line: str) -> int:
    """Where the text of a bulleted list item begins; 0 when the line is none.

    ``-``, ``*`` and ``+`` need a blank after them; ``•`` and its relatives do not.
    """
    match = _BULLET.match(line)
    return 0 if match is None or is_rule(line) else match.end()


def number_end(line: str) -> int:
    """Where the text of a numbered list item begins; 0 when the line is none."""
    match = _NUMBER.match(line)
    return match.end() if match else 0


def heading_end(line: str) -> int:
    """Where the text of a ``#`` heading begins; 0 when the line is none."""
    match = _HEADING.match(line)
    return match.end() if match else 0


def _fences(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Closed fences: the line that opens, the line that closes, the label."""
    opened: tuple[int, str, str] | None = None
    for index, line in enumerate(lines):
        match = _FENCE.match(line.rstrip("\r"))
        if match is None:
            continue
        marks, label = match["marks"], match["label"].strip()
        if opened is None:
            opened = index, marks, label
        elif not label and marks.startswith(opened[1]):
            yield opened[0], index, opened[2]
            opened = None


def fenced(text: str) -> tuple[str, str] | None:
    """Label and content when the whole text is one closed fence, else None."""
    lines = text.strip().split("\n")
    for start, end, label in _fences(lines):
        if start == 0 and end == len(lines) - 1:
            return label, "\n".join(lines[1:-1])
        return None
    return None


def _is_packing(lines: list[str], filled: list[int], start: int, end: int) -> bool:
    """Whether the fence holds the answer: nothing is outside, but for a remark about the answer."""
    before = [lines[index] for index in filled[:2] if index < start]
    after = [lines[index] for index in filled[-2:] if index > end]
    if not before and not after:
        return True
    return len(before) <= 1 and len(after) <= 1 and all(map(announces, before)) and all(map(comments, after))


def without_code(text: str) -> str:
    """The text with fenced code blanked out; every character keeps its place.

    A fence without a label around the whole text, but for a remark about it, and one labelled as
    prose (``markdown``, ``text``), is wrapping and stays; so does a fence that is never closed.
    """
    if "```" not in text and "~~~" not in text:
        return text
    lines = text.split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    for start, end, label in _fences(lines):
        whole = _is_packing(lines, filled, start, end)
        if (whole and not label) or label.lower() in _PROSE_LABELS:
            continue
        for index in range(start, end + 1):
            lines[index] = " " * len(lines[index])
    return "\n".join(lines)


def bullet_items(text: str) -> list[Span]:
    """The bulleted list items outside code, nested ones too, as spans of their lines."""
    spans = []
    offset = 0
    for line in without_code(text).split("\n"):
        if bullet_end(line):
            spans.append((offset, offset + len(line)))
        offset += len(line) + 1
    return spans


def highlights(text: str) -> list[Span]:
    """Passages between equal runs of one to three asterisks, outermost only.

    A run opens when no whitespace follows it and closes when none precedes it, so operators,
    list markers and patterns such as ``*.tmp`` do not pair; a passage may run over a line end
    but not over a blank line or into another list item. Code and escaped asterisks are left out.
    """
    spans: list[Span] = []
    if "*" not in text:
        return spans
    text = without_code(text).replace("\\*", "xx")
    text = _INLINE_CODE.sub(lambda match: " " * len(match.group()), text)
    block: list[str] = []
    start = 0
    lines = text.split("\n")
    offsets = [0, *accumulate(len(line) + 1 for line in lines)]
    for line, offset in zip(lines, offsets, strict=False):
        marker = bullet_end(line) or number_end(line) or heading_end(line)
        if marker or not line.strip() or is_rule(line):
            spans += _paired("\n".join(block), start)
            block, start = [], offset
            if is_rule(line):
                line = " " * len(line)
            elif bullet_end(line):
                line = " " * marker + line[marker:]
        block.append(line)
    spans += _paired("\n".join(block), start)
    return spans


def _paired(block: str, offset: int) -> Iterator[Span]:
    """The highlights of one paragraph, list item or heading."""
    openers: list[tuple[int, int, int]] = []
    closers: dict[int, list[Span]] = {1: [], 2: [], 3: []}
    for match in _RUN.finditer(block):
        start, end = match.span()
        length = end - start
        if length > 3:
            continue
        if block[end : end + 1].strip():
            openers.append((start, end, length))
        if start and block[start - 1].strip():
            closers[length].append((start, end))
    done = 0
    for start, end, length in openers:
        if start < done:
            continue
        for other in _fitting(length):
            places = closers[other]
            at = bisect_left(places, (end + 1, 0))
            if at < len(places):
                done = places[at][1]
                yield offset + start, offset + done
                break


def _fitting(length: int) -> tuple[int, ...]:
    """The lengths of a run that may close one of ``length``, best first."""
    return {1: (1, 3), 2: (2, 3), 3: (3, 2, 1)}[length]


def without_emphasis(text: str) -> str:
    """The text without asterisks at words; list markers and dividers stay."""
    if "*" not in text:
        return text
    lines = []
    for line in text.split("\n"):
        if line.strip() and not line.strip().strip("*"):
            lines.append(line)
            continue
        marker = bullet_end(line)
        lines.append(line[:marker] + _EMPHASIS.sub("", line[marker:]))
    return "\n".join(lines)
