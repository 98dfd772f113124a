r"""``detectable_format:word_repetition``: no word three times in a row.

Asks      that no word is repeated three or more times in a row.
Decides   by splitting at whitespace and comparing the words as written.
Corrected compares words without attached punctuation, tatweel and case; a piece without a letter
          is not a word.
Quirks    An attached comma or vowel mark makes a different word, so ``no, no no`` passes; three
          asterisks between blanks fail. The Inception task joins lines first.
Source    the Inception port of IFEval.
Example   {}
followed      "هذا جميل جميل حقا"
not followed  "هذا جميل جميل جميل"
"""

from __future__ import annotations

from collections.abc import Callable

from lm_eval_tasks.instructions.model import Check, NoParameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.arabic import untied_words
from lm_eval_tasks.text.scripts import visible
from lm_eval_tasks.text.words import spaced_words

TIMES = 3


def reading(words: Callable[[str], list[str]]) -> Reading:
    """Judge by the words that ``words`` finds."""

    def judge(text: Text, want: NoParameters) -> Verdict:
        run, previous = 0, None
        for word in text.get(words):
            run = run + 1 if word == previous else 1
            previous = word
            if run == TIMES:
                return Verdict(
                    False, f"{visible(word)} {TIMES} times in a row", "expected no word three times in a row"
                )
        return Verdict(True, "no word three times in a row")

    return judge


word_repetition: Check = check(
    "detectable_format:word_repetition",
    NoParameters,
    reading(spaced_words),
    corrected=reading(untied_words),
)
