"""``detectable_format:square_brackets``: every word in square brackets.

Asks      that every word is enclosed in square brackets.
Decides   by what whitespace divides: each piece starts with ``[`` and ends with ``]``.
Quirks    A mark outside the brackets fails. Two bracketed words without a blank between them pass.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "[The] [Elbe]"
not followed  "[The Elbe]"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.words import spaced_words


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a piece without its brackets."""
    for word in text.get(spaced_words):
        if not (word.startswith("[") and word.endswith("]")):
            return Verdict(False, f"the word {word[:40]!r}", "expected every word in square brackets")
    return Verdict(True, "every word is in square brackets")


square_brackets: Check = check("detectable_format:square_brackets", NoParameters, official)
