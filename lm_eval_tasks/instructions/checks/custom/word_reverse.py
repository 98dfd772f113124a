"""``custom:word_reverse``: a sentence about an animal, its words reversed.

Asks      what animal is the symbol of the United States, in a sentence with its words reversed.
Decides   by deleting the ASCII marks, reversing the words and looking for ``bald eagle``.
Quirks    Whether the whole sentence is reversed is not checked: ``eagle bald`` in it is enough.
Source    allenai, IFBench. That the reversed words are one sentence is always so, because the marks
          that could end one are gone.
Example   {}
followed      "country this of symbol the is eagle bald The"
not followed  "The bald eagle is the symbol of this country"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered

ANIMAL = "bald eagle"


def official(text: Text, want: NoParameters) -> Verdict:
    """Reverse the words and look for the animal."""
    if ANIMAL in " ".join(reversed(text.get(bare_words_lowered))):
        return Verdict(True, f"{ANIMAL!r} once the words are reversed")
    return Verdict(False, f"no {ANIMAL!r} once the words are reversed", "expected one")


word_reverse: Check = check("custom:word_reverse", NoParameters, official)
