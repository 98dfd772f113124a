"""``detectable_format:bigram_wrapping``: every two words in double angle brackets.

Asks      that every two words are wrapped, as in ``<<I am>> <<at home>>``.
Decides   by what whitespace divides, two by two: the first starts with ``<<``, the second ends with
          ``>>``. A last piece without a partner is not looked at.
Corrected There are brackets around every two words, and at least one such pair. A last single word may
          be wrapped or not.
Quirks    A single word passes without brackets, and ``<<I>> <<am>>`` passes.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "<<I am>> <<at home>>"
not followed  "<<I am>> at home"
"""

from __future__ import annotations

import re

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.words import spaced_words

_WRAPPED = re.compile(r"<<([^<>]*)>>")
EXPECTED = "expected every two words between << and >>"


def official(text: Text, want: NoParameters) -> Verdict:
    """Look at pairs of pieces."""
    words = text.get(spaced_words)
    for one, other in zip(words[::2], words[1::2], strict=False):
        if not (one.startswith("<<") and other.endswith(">>")):
            return Verdict(False, f"the pair {f'{one} {other}'[:40]!r}", EXPECTED)
    return Verdict(True, "every pair is between << and >>")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count the words inside and outside the brackets."""
    pieces = _WRAPPED.split(text.string)
    inside = [len(prose.words(piece)) for piece in pieces[1::2]]
    outside = [len(prose.words(piece)) for piece in pieces[::2]]
    if 2 not in inside:
        return Verdict(False, "no pair of words between << and >>", EXPECTED)
    for number, count in enumerate(inside[:-1], 1):
        if count != 2:
            return Verdict(False, f"{counted(count, 'word')} in pair {number}", EXPECTED)
    bare = sum(outside)
    left_over = bare == outside[-1] == 1 and inside[-1] == 2
    if (bare and not left_over) or inside[-1] not in (1, 2):
        return Verdict(False, f"{counted(bare, 'word')} outside, {inside[-1]} in the last pair", EXPECTED)
    return Verdict(True, "every two words are between << and >>")


bigram_wrapping: Check = check(
    "detectable_format:bigram_wrapping", NoParameters, official, corrected=corrected
)
