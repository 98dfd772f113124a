"""``keywords:palindrome``: a word that reads the same both ways.

Asks      to include a palindrome.
Decides   by what whitespace divides, as it is: any piece that equals its reverse.
Corrected A word of three letters or more, without the marks around it, ignoring case. Also two to 13 whole
          words of seven letters or more together, as in "Never odd or even".
Quirks    One-letter words (``a``, ``I``), bullet marks and dashes count. ``Level`` and ``level.`` do
          not. A palindrome of several words is not looked for.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "The level rose."
not followed  "Nothing here"
"""

from __future__ import annotations

from collections.abc import Sequence

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.words import spaced_words

SHORTEST = 3
SHORTEST_PHRASE = 7
"""Letters of a palindrome of several words."""
MOST_WORDS = 13
"""Words of one."""


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a piece that equals its reverse."""
    found = next((word for word in text.get(spaced_words) if word == word[::-1]), None)
    if found is None:
        return Verdict(False, "no palindrome", "expected one")
    return Verdict(True, f"the palindrome {found[:40]!r}")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Look for a palindrome of letters, in one word or in several."""
    words = text.get(bare_words)
    for word in words:
        if len(word) >= SHORTEST and word.isalpha() and word == word[::-1]:
            return Verdict(True, f"the palindrome {word[:40]!r}")
    found = phrase(words)
    if found:
        return Verdict(True, f"the palindrome {found!r}")
    return Verdict(False, "no palindrome", f"expected one of {SHORTEST} letters or more")


def phrase(words: Sequence[str]) -> str:
    """The first few different words whose letters read the same both ways, else an empty text.

    A word with a digit is part of none.
    """
    letters = ["".join(filter(str.isalpha, word)) for word in words]
    broken = [not one or any(map(str.isdigit, word)) for one, word in zip(letters, words, strict=True)]
    for first, start in enumerate(letters):
        joined, different = start, False
        for last in range(first + 1, min(first + MOST_WORDS, len(letters))):
            if broken[first] or broken[last]:
                break
            joined += letters[last]
            different = different or letters[last] != start
            if (
                different
                and len(joined) >= SHORTEST_PHRASE
                and joined[0] == joined[-1]
                and joined == joined[::-1]
            ):
                return " ".join(words[first : last + 1])
    return ""


palindrome: Check = check("keywords:palindrome", NoParameters, official, corrected=corrected)
