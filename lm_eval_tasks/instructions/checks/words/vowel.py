r"""``words:vowel``: a paragraph with three vowels.

Asks      one paragraph that uses only three of the vowels a, e, i, o, u.
Decides   by the number of lines after outer whitespace is removed, and by the number of different
          vowels in them.
Corrected A paragraph may run over several lines.
Quirks    Fewer than three vowels pass; a second line fails, even within a paragraph.
Source    allenai, IFBench.
Example   {}
followed      "A cat and a dog sit in a barn."
not followed  "A cat and a dog sit in the barn."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

MOST = 3
_BLANK_LINE = regex.compile(r"\n[ \t\r]*+\n")


def official(text: Text, want: NoParameters) -> Verdict:
    """Count lines, then vowels."""
    paragraph = text.string.strip()
    lines = paragraph.count("\n") + 1
    if lines != 1:
        return Verdict(False, f"{lines} lines", "expected one paragraph on one line")
    lowered = paragraph.lower()
    vowels = [vowel for vowel in "aeiou" if vowel in lowered]
    return Verdict(len(vowels) <= MOST, f"vowels {' '.join(vowels) or 'none'}", f"expected at most {MOST}")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Count paragraphs, which may run over lines, then vowels."""
    paragraphs = [part for part in _BLANK_LINE.split(text.string.strip()) if part.strip()]
    if len(paragraphs) != 1:
        return Verdict(False, f"{len(paragraphs)} paragraphs", "expected one")
    lowered = text.string.lower()
    vowels = [vowel for vowel in "aeiou" if vowel in lowered]
    return Verdict(len(vowels) <= MOST, f"vowels {' '.join(vowels) or 'none'}", f"expected at most {MOST}")


vowel: Check = check("words:vowel", NoParameters, official, corrected=corrected)
