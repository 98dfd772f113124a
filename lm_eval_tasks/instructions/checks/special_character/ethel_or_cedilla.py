"""``special_character:ethel_or_cedilla``: a letter that must not occur.

Asks      that ``forbidden_char``, ``œ`` or ``ç``, does not occur.
Decides   by looking for it anywhere, ignoring case.
Quirks    Only the composed letter is recognised, not ``oe`` or a separate cedilla character.
Source    M-IFEval (arXiv:2502.04688), French.
Example   {"forbidden_char": "ç"}
followed      "Le port est calme ce matin."
not followed  "Le garçon regarde le port."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.words import lowered


class ForbiddenCharacter(Parameters, frozen=True):
    """The letter that must not occur."""

    forbidden_char: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: ForbiddenCharacter) -> Verdict:
    """Look for the first one."""
    letter = want.forbidden_char.lower()
    low = text.get(lowered)
    at = low.find(letter)
    if at < 0:
        return Verdict(True, f"no {letter!r}")
    # Lower-casing may lengthen a text (only for a few letters); spans then do not fit.
    spans = ((at, at + len(letter)),) if len(low) == len(text.string) else ()
    return Verdict(False, f"{letter!r} at character {at}", "expected none", spans)


def minding_case(text: Text, want: ForbiddenCharacter) -> Verdict:
    """Look for the first one, minding case."""
    at = text.string.find(want.forbidden_char)
    if at < 0:
        return Verdict(True, f"no {want.forbidden_char!r}")
    end = at + len(want.forbidden_char)
    return Verdict(False, f"{want.forbidden_char!r} at character {at}", "expected none", ((at, end),))


ethel_or_cedilla_minding_case: Check = check(
    "special_character:ethel_or_cedilla", ForbiddenCharacter, minding_case
)
ethel_or_cedilla: Check = check("special_character:ethel_or_cedilla", ForbiddenCharacter, official)
