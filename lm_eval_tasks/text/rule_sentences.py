r"""Sentences by fixed rules, as the first release of IFEval split them.

Stops that end nothing (titles, domains, decimals, initials, abbreviations) are protected,
then the text is cut after every stop, question mark and exclamation mark.

Source    google-research, instruction_following_eval, ``split_into_sentences``; the two marks
          it writes into the text (``<prd>``, ``<stop>``) are control characters here.
"""

from __future__ import annotations

import re

_STOP, _CUT = "\x00", "\x01"
_STARTER = (
    r"(Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|He\s|She\s|It\s|They\s|Their\s|Our\s|We\s|But\s|However\s|That\s|This\s"
    r"|Wherever)"
)
# One substitution after another; the order matters.
_PROTECT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(Mr|St|Mrs|Ms|Dr)[.]", rf"\1{_STOP}"),
        (r"[.](com|net|org|io|gov|edu|me)", rf"{_STOP}\1"),
        (r"([0-9])[.]([0-9])", rf"\1{_STOP}\2"),
    )
)
_DOTS = re.compile(r"\.{2,}")
_ABBREVIATIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s([A-Za-z])[.] ", rf" \1{_STOP} "),
        (rf"([A-Z][.][A-Z][.](?:[A-Z][.])?) {_STARTER}", rf"\1{_CUT} \2"),
        (r"([A-Za-z])[.]([A-Za-z])[.]([A-Za-z])[.]", rf"\1{_STOP}\2{_STOP}\3{_STOP}"),
        (r"([A-Za-z])[.]([A-Za-z])[.]", rf"\1{_STOP}\2{_STOP}"),
        (rf" (Inc|Ltd|Jr|Sr|Co)[.] {_STARTER}", rf" \1{_CUT} \2"),
        (r" (Inc|Ltd|Jr|Sr|Co)[.]", rf" \1{_STOP}"),
        (r" ([A-Za-z])[.]", rf" \1{_STOP}"),
    )
)


def rule_sentences(text: str) -> list[str]:
    """The pieces, each with its end mark; only the last one is dropped when it is empty."""
    text = text.replace(_STOP, "").replace(_CUT, "").replace("\n", " ")
    text = f" {text}  "
    for pattern, replacement in _PROTECT:
        text = pattern.sub(replacement, text)
    text = _DOTS.sub(lambda match: _STOP * len(match.group()) + _CUT, text)
    text = text.replace("Ph.D.", f"Ph{_STOP}D{_STOP}")
    for pattern, replacement in _ABBREVIATIONS:
        text = pattern.sub(replacement, text)
    for inside, outside in ((".”", "”."), ('."', '".'), ('!"', '"!'), ('?"', '"?')):
        text = text.replace(inside, outside)
    for mark in ".?!":
        text = text.replace(mark, mark + _CUT)
    pieces = [piece.strip() for piece in text.replace(_STOP, ".").split(_CUT)]
    if not pieces[-1]:
        pieces.pop()
    return pieces
