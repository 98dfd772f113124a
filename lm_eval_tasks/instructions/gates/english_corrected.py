r"""``english_corrected``: the response is in Latin letters, or in the language asked for, and does not loop.

Asks      what ``english`` asks, as a reader would judge it.
Decides   ``empty_response``; then, unless an instruction names another language,
          ``arabic_punctuation`` (any of ، ؛ ؟ ٪ ٫ ٬ ۔) and ``non_english_word`` (a run of letters outside
          the Latin script, a lone Greek letter and the signs µ and Ω aside); then the
          repetition detectors, without regard to case.
Quirks    Names and loan words with accents pass, and so does a whole response in another
          language of Latin letters. Mathematical and fullwidth letters are read as plain ones.
Source    own; the faults of ``english`` that it repairs are in ``docs/deviations.md``.
Example   {}
followed      "The café rents skis at an angle of π radians."
not followed  "The word 你好 means hello."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text.clean import normalized
from lm_eval_tasks.text.scripts import visible

LANGUAGE = "language:response_language"

_ARABIC_PUNCTUATION = regex.compile("[،؛؟٪٫٬۔]")
_FOREIGN_WORD = regex.compile(r"[\p{L}--\p{Latin}][\p{L}\p{M}]*+", regex.VERSION1)
_EMBLEM = regex.compile(r"\p{So}++")
"""Symbols, of which normalising would make letters: a circled or squared ideograph, for one."""
_SYMBOL = regex.compile(r"\p{Greek}\p{M}*+|[µμΩ]\p{Latin}+")


def refuse(text: Text, item: Item) -> Refusal | None:
    """Why this is no English, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but whitespace")
    if not text.string.isascii() and not asks_for_another_language(item):
        mark = _ARABIC_PUNCTUATION.search(text.string)
        if mark:
            return Refusal("arabic_punctuation", f"{visible(mark.group())} at character {mark.start()}")
        words = _FOREIGN_WORD.finditer(normalized("NFKC", _EMBLEM.sub(" ", text.string)))
        word = next((word for word in words if not _SYMBOL.fullmatch(word.group())), None)
        if word:
            at = text.string.find(word.group())  # normalising moves characters, and may make the word
            place = f" at character {at}" if at >= 0 else ""
            return Refusal("non_english_word", f"{visible(word.group())}{place}")
    return repetition.repetition(repetition.without_markup(text.string.casefold()))


def asks_for_another_language(item: Item) -> bool:
    """Whether an instruction names a language other than English."""
    return any(
        instruction.id == LANGUAGE and getattr(instruction.parameters, "language", "en") != "en"
        for instruction in item.instructions
    )


english_corrected = Gate(
    "english_corrected",
    refuse,
    ("empty_response", "arabic_punctuation", "non_english_word", *repetition.REASONS),
)
