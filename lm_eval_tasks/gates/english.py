"""``english``: the response is English and does not loop.

Asks      letters a-z only, no Arabic punctuation, no degenerate repetition.
Decides   in this order: ``empty_response``, ``arabic_punctuation`` (any of ، ؛ ؟ ٪ ٫ ٬ ۔ « »),
          ``non_english_word`` (a run of letters with one outside a-z and A-Z), then the
          repetition detectors.
Quirks    Names and loan words with accents (café) are refused; digits, marks, symbols and
          emoji are no letters and pass.
Source    the langcheck document of the fork, section 1.
"""

from __future__ import annotations

import regex

from lm_eval_tasks.gates import repetition
from lm_eval_tasks.model import Gate, Item, Refusal, Text

_ARABIC_PUNCTUATION = regex.compile("[،؛؟٪٫٬۔«»]")
_FOREIGN_WORD = regex.compile(r"[a-zA-Z]*+[\p{L}--[a-zA-Z]]\p{L}*+", regex.VERSION1)


def refuse(text: Text, item: Item | None = None) -> Refusal | None:
    """Why this is no clean English, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but white space")
    if not text.string.isascii():
        mark = _ARABIC_PUNCTUATION.search(text.string)
        if mark:
            return Refusal(
                "arabic_punctuation",
                f"{mark.group()!r} (U+{ord(mark.group()):04X}) at character {mark.start()}",
            )
        word = _FOREIGN_WORD.search(text.string)
        if word:
            return Refusal(
                "non_english_word", f"{repetition.shown(word.group())} at character {word.start()}"
            )
    return repetition.repetition(repetition.without_markup(text.string))


english = Gate(
    "english",
    refuse,
    ("empty_response", "arabic_punctuation", "non_english_word", *repetition.REASONS),
)
