r"""``english_corrected``: the response is English, or in the language asked for, and does not loop.

Asks      what ``english`` asks, as a reader would judge it.
Decides   in this order: ``empty_response``; then, unless the prompt asks for another language,
          ``arabic_punctuation`` (any of ، ؛ ؟ ٪ ٫ ٬ ۔), ``non_english_word`` (a word in another script
          that neither the prompt nor a gloss explains) and ``other_language`` (the whole response
          is in another language of Latin letters); then the repetition detectors, without regard
          to case and list numbers; then ``degenerate`` for the whole text: nothing but symbols,
          an endless word, or stretches that come again and again.
Corrected A word in another script is explained if it is in the prompt, if the prompt names a
          language or culture of that script, or if it is glossed: in brackets after Latin letters, or
          before Latin letters in brackets or ``means``. Greek letters in formulas, alone or joined
          to Latin ones (``ΔG``), and marks of transliteration are no words. At most a third of the
          letters may be glossed ones.
          A line that comes up to eight times in a row, an interjection (``oh, oh``), chords, and lines
          with blanks to fill in are no loops, as long as the text as a whole is none.
Quirks    Names and loan words with accents pass. Mathematical and fullwidth letters are read as plain
          ones.
Source    own; the faults of ``english`` that it repairs are in ``docs/deviations.md``.
Example   {}
followed      "The café rents skis at an angle of π radians."
not followed  "The boat leaves 早上 every day at the 码头 near town."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text.clean import normalized
from lm_eval_tasks.text.foreign import explained_scripts, glossed, names_another_language, script_of
from lm_eval_tasks.text.latin_languages import foreign_language
from lm_eval_tasks.text.markdown import without_code
from lm_eval_tasks.text.repetition import degenerate
from lm_eval_tasks.text.scripts import visible

LANGUAGE = "language:response_language"

_ARABIC_PUNCTUATION = regex.compile("[،؛؟٪٫٬۔]")
_FOREIGN_WORD = regex.compile(
    r"[\p{L}--\p{Latin}--\p{Script=Common}--\p{Script=Inherited}][\p{L}\p{M}]*+", regex.VERSION1
)
_EMBLEM = regex.compile(r"\p{So}++")
"""Symbols, of which normalising would make letters: a circled or squared ideograph, for one."""
_SYMBOL = regex.compile(r"(?:\p{Greek}\p{M}*+){1,2}+\p{Latin}{0,4}|[µμΩ]\p{Latin}+")
_FORMULA = regex.compile(r"\p{Latin}{0,3}(?:\p{Greek}\p{Latin}{0,3}){1,3}")
_GLOSSED_SHARE = 1 / 3
_BLANKS = regex.compile(r"\s{3,}+")


def refuse(text: Text, item: Item) -> Refusal | None:
    """Why this is not English, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but whitespace")
    if not asks_for_another_language(item):
        refusal = _foreign_words(text.string, item.prompt) if not text.string.isascii() else None
        if refusal:
            return refusal
        language = text.get(foreign_language)
        if language:
            return Refusal("other_language", f"the response is in {language}")
    return loop(text.string)


def _foreign_words(string: str, prompt: str) -> Refusal | None:
    """The first mark or word of another script that nothing explains."""
    scripts = explained_scripts(prompt)
    mark = _ARABIC_PUNCTUATION.search(string)
    if mark and "Arabic" not in scripts and mark.group() not in prompt:
        return Refusal("arabic_punctuation", f"{visible(mark.group())} at character {mark.start()}")
    plain = normalized("NFKC", _EMBLEM.sub(" ", string))
    known: set[str] = set()
    in_gloss = 0
    for match in _FOREIGN_WORD.finditer(plain):
        word = match.group()
        if word in known or _SYMBOL.fullmatch(word) or _in_formula(plain, match.start(), match.end()):
            continue
        if word in prompt or script_of(word) in scripts:
            known.add(word)
            continue
        if glossed(plain, match.start(), match.end()):
            in_gloss += len(word)
            continue
        return _refused(string, word)
    if in_gloss > _GLOSSED_SHARE * sum(map(str.isalpha, plain)):
        return Refusal("non_english_word", f"{in_gloss} letters of words in another script")
    return None


def _in_formula(text: str, start: int, end: int) -> bool:
    """Whether the word is a piece of a formula: Greek letters between a few Latin ones (``TΔS``)."""
    while start and text[start - 1].isalpha() and end - start < 12:
        start -= 1
    return end - start < 12 and _FORMULA.fullmatch(text, start, end) is not None


def _refused(string: str, word: str) -> Refusal:
    at = string.find(word)  # normalising moves characters, and may make the word
    place = f" at character {at}" if at >= 0 else ""
    return Refusal("non_english_word", f"{visible(word)}{place}")


def loop(string: str) -> Refusal | None:
    """The loop that a detector finds once refrains are taken out, or that the whole text is."""
    bare = repetition.without_refrains(string.casefold())
    refusal = repetition.repetition(repetition.without_markup(bare))
    if refusal:
        return refusal
    why = degenerate(_BLANKS.sub("\n", without_code(string)))
    return Refusal("degenerate", why) if why else None


def asks_for_another_language(item: Item) -> bool:
    """Whether an instruction or the prompt's wording asks for a language other than English."""
    return names_another_language(item.prompt) or any(
        instruction.id == LANGUAGE and getattr(instruction.parameters, "language", "en") != "en"
        for instruction in item.instructions
    )


english_corrected = Gate(
    "english_corrected",
    refuse,
    (
        "empty_response",
        "arabic_punctuation",
        "non_english_word",
        "other_language",
        *repetition.REASONS,
        "degenerate",
    ),
)
