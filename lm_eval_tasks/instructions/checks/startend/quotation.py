r"""``startend:quotation``: the whole response is in quotation marks.

Asks      that the whole response is wrapped in double quotation marks.
Decides   by the first and the last character after outer whitespace is removed.
Corrected Straight and typographic double quotes count. Something must be between them, and the
          first quotation must not end before the response does: ``"One" and "two"`` are two.
          Escaped marks inside open and close nothing.
Quirks    Only the two ends count: ``"One" and "two"`` is followed. M-IFEval accepts single quotes and
          guillemets in French, too, and expects ``「」`` in Japanese. Multi-IF accepts ``“”`` and
          ``「」``, too.
Source    google-research, instruction_following_eval.
Example   {}
followed      "\"All of it.\""
not followed  "All \"of it\"."
Example   {} in m_ifeval_fr
followed      "« Tout cela. »"
not followed  "“Tout cela.”"
Example   {} in m_ifeval_ja
followed      "「すべてです。」"
not followed  "\"すべてです。\""
Example   {} in m_ifeval_fr_corrected
followed      "« Tout cela. »"
not followed  "'Tout cela.'"
Example   {} in m_ifeval_ja_corrected
followed      "「すべてです。」"
not followed  "すべてです。"
"""

from __future__ import annotations

from functools import partial

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check

STRAIGHT = (('"', '"'),)
PAIRS = (*STRAIGHT, ("“", "”"), ("«", "»"), ("„", "“"))
"""The pairs of Inception's Arabic task; they may not be mixed."""
MANY_LANGUAGES = (*STRAIGHT, ("“", "”"), ("「", "」"))
"""The pairs of Multi-IF; they may not be mixed."""

FRENCH = (*STRAIGHT, ("'", "'"), ("«", "»"))
JAPANESE = (("「", "」"),)
"""The pairs of M-IFEval."""


def reading(pairs: tuple[tuple[str, str], ...]) -> Reading:
    """Judge by the ``pairs`` of opening and closing marks a benchmark accepts."""
    shown = " or ".join(f"{opening}…{closing}" for opening, closing in pairs)

    def judge(text: Text, want: NoParameters) -> Verdict:
        inner = text.string.strip()
        if len(inner) > 1 and (inner[0], inner[-1]) in pairs:
            return Verdict(True, f"wrapped in {inner[0]}…{inner[-1]}")
        return Verdict(False, f"starts with {inner[:1]!r} and ends with {inner[-1:]!r}", f"expected {shown}")

    return judge


TYPOGRAPHIC = (*STRAIGHT, ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("”", "”"))
_OPENING, _CLOSING = "“„«「『", "”»」』"
CORNERS = (("「", "」"), ("『", "』"))
"""The quotation marks of Japanese, and of Chinese texts."""
_OPENS_BEHIND = " \t\r\n([{—–-/'‘*_>"


def ends_early(inner: str) -> bool:
    """Whether the quotation that is open before ``inner`` is closed inside it.

    A straight mark opens after whitespace or an opening bracket and closes elsewhere; one
    after a digit may be an inch, and one after a backslash is escaped; both are skipped.
    """
    depth = 1
    for at, mark in enumerate(inner):
        before = inner[at - 1 : at]
        if before == "\\":
            continue
        if mark in _OPENING or (mark == '"' and (not before or before in _OPENS_BEHIND)):
            depth += 1
        elif mark in _CLOSING or (mark == '"' and not before.isdigit()):
            depth -= 1
            if depth == 0:
                return bool(inner[at + 1 :].strip('\\"”»'))
    return False


def corrected(text: Text, want: NoParameters, pairs: tuple[tuple[str, str], ...] = TYPOGRAPHIC) -> Verdict:
    """Look at both ends, at what is between them, and where the first quotation ends."""
    string = text.string.strip()
    if len(string) < 2 or (string[0], string[-1]) not in pairs:
        found = f"starts with {string[:1]!r} and ends with {string[-1:]!r}"
        return Verdict(False, found, "expected double quotation marks around everything")
    if not any(map(str.isalnum, string)):
        return Verdict(False, "nothing between the marks", "expected a response in quotation marks")
    if ends_early(string[1:-1]):
        return Verdict(False, "the first quotation ends before the response does", "expected one around all")
    return Verdict(True, f"wrapped in {string[0]}…{string[-1]}")


def quotation(pairs: tuple[tuple[str, str], ...] = STRAIGHT) -> Check:
    """The check with the quotation marks of one benchmark."""
    corners = CORNERS if ("「", "」") in pairs else ()
    mended = partial(corrected, pairs=(*TYPOGRAPHIC, *corners))
    return check("startend:quotation", NoParameters, reading(pairs), corrected=mended)
