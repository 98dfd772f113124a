"""``words:odd_even_syllables``: odd and even numbers of syllables in turn.

Asks      that words with an odd and an even number of syllables alternate.
Decides   by counting syllables with ``syllapy`` in the words left after the ASCII punctuation is deleted.
Quirks    A word with a digit in it has no syllables and counts as even.
Source    allenai, IFBench; syllapy 0.8.0.
Example   {}
followed      "The water runs over stone"
not followed  "The cold water runs over stone"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered
from lm_eval_tasks.text.syllables import syllables


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare each word's parity with that of the word before."""
    words = text.get(bare_words_lowered)
    previous, before = "", -1
    for word in words:
        count = syllables(word)
        if before >= 0 and count % 2 == before % 2:
            return Verdict(
                False,
                f"{previous[:40]!r} has {before} and {word[:40]!r} {count} syllables",
                "expected odd and even in turn",
            )
        previous, before = word, count
    return Verdict(True, f"{len(words)} words alternate")


odd_even_syllables: Check = check("words:odd_even_syllables", NoParameters, official)
