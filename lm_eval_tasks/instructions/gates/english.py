"""``english``: the response is English and does not loop.

Asks      letters a-z only, no Arabic punctuation, no degenerate repetition.
Decides   in this order: ``empty_response``, ``arabic_punctuation`` (any of ، ؛ ؟ ٪ ٫ ٬ ۔ « »),
          ``non_english_word`` (a run of letters with one outside a-z and A-Z), then the
          repetition detectors.
Quirks    Names and loan words with accents (café) are refused; digits, marks, symbols and
          emoji are no letters and pass.
Source    the langcheck document of the fork, section 1.
Example   {}
followed      "The ferry left at 7:40."
not followed  "The ferry left the café."
"""

from __future__ import annotations

import re
from string import ascii_letters

import regex

from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text.scripts import visible

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ARABIC_PUNCTUATION = re.compile("[،؛؟٪٫٬۔«»]")
_FOREIGN_LETTER = regex.compile(r"[\p{L}--[a-zA-Z]]", regex.VERSION1)
_LETTER = regex.compile(r"\p{L}")


def foreign_word(text: str) -> tuple[str, int] | None:
    """The first run of letters with one outside a-z and A-Z, and where it starts."""
    characters = set(_NOT_ASCII.findall(text))
    foreign = [character for character in characters if _FOREIGN_LETTER.match(character)]
    if not foreign:
        return None
    letter = min(map(text.index, foreign))
    start = len(text[:letter].rstrip(ascii_letters))
    end = next((at for at in range(letter, len(text)) if not _LETTER.match(text, at)), len(text))
    return text[start:end], start


def refuse(text: Text, item: Item | None = None) -> Refusal | None:
    """Why the text is not clean English, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but whitespace")
    if not text.string.isascii():
        mark = _ARABIC_PUNCTUATION.search(text.string)
        if mark:
            return Refusal(
                "arabic_punctuation",
                f"{mark.group()!r} (U+{ord(mark.group()):04X}) at character {mark.start()}",
            )
        word = foreign_word(text.string)
        if word:
            return Refusal("non_english_word", f"{visible(word[0])} at character {word[1]}")
    return repetition.repetition(repetition.without_markup(text.string))


english = Gate(
    "english",
    refuse,
    ("empty_response", "arabic_punctuation", "non_english_word", *repetition.REASONS),
)
