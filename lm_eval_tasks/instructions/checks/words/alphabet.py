"""``words:alphabet``: each word starts with the next letter of the alphabet.

Asks      that every word starts with the letter after that of the word before; z is followed by a.
Decides   by the words left after the ASCII punctuation is deleted, ignoring case.
Quirks    The first word may start with any letter from a to z; ``é`` is not among them.
Source    allenai, IFBench.
Example   {}
followed      "Young zebras amble by."
not followed  "Young zebras break away."
"""

from __future__ import annotations

from string import ascii_lowercase

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered

NEXT = dict(zip(ascii_lowercase, ascii_lowercase[1:] + "a", strict=True))


def official(text: Text, want: NoParameters) -> Verdict:
    """Follow the alphabet from the first word on."""
    words = text.get(bare_words_lowered)
    if not words:
        return Verdict(False, "no words")
    letter = words[0][0]
    if letter not in NEXT:
        return Verdict(False, f"the first word is {words[0][:40]!r}", "expected a letter from a to z first")
    for word in words[1:]:
        letter = NEXT[letter]
        if word[0] != letter:
            return Verdict(
                False, f"{word[:40]!r} where a word with {letter} belongs", "expected the alphabet"
            )
    return Verdict(True, f"{len(words)} words along the alphabet")


alphabet: Check = check("words:alphabet", NoParameters, official)
