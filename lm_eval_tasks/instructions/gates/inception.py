r"""``inception``: the response is in the languages of its row, and does not loop.

Asks      that the cleaned response does not loop and is Arabic, Arabic with English, or
          English, as ``lang`` of its row says.
Decides   first by the detectors of ``repetition`` (after code fences, ``{}[]:,"``, subscript
          digits, backticks and asterisks are taken out), then by runs of letters. ``["ar"]``:
          ``no_letters``; ``other_script_word`` for a run that is neither Arabic nor a-z
          throughout; ``english_ratio`` above 5 %. ``["ar", "en"]``: ``no_letters`` where no character
          is a-z or in an Arabic block; ``other_script_word`` for a run with any other letter.
          ``["en"]``: ``arabic_punctuation``, then ``other_script_word`` for Arabic, Hebrew, Cyrillic,
          Chinese, Japanese or Korean characters.
Corrected Repetition is found without regard to case. Words are those of the response itself, not
          of what is left after marks are taken out.
          A word keeps its marks; an article before a Latin word (``الـAPI``) is a word of its own;
          letters with accents are Latin letters. ``["ar", "en"]`` wants an Arabic word
          (``no_arabic_word``) unless there are no letters at all, and a lone Greek letter, such as π,
          is a symbol.
Quirks    A vocalised word counts as several runs, which softens the 5 %. Taking marks out leaves
          no blank, so ``اسم:Omar`` is a mixed word; so are an Arabic and a Latin word on two lines,
          because cleaning deletes newlines. ``café`` is refused everywhere.
Source    the langcheck document of the fork, section 3; the fork's code for ``["en"]``.
Example   {"lang": ["ar"]}
followed      "وصل القطار إلى المدينة في المساء."
not followed  "The train is late."
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.gates.arabic_corrected import english_ratio, foreign_word
from lm_eval_tasks.instructions.gates.english_corrected import loop
from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text import mixed_arabic
from lm_eval_tasks.text.scripts import ARABIC, letter_runs, visible

ENGLISH_PERCENT = 5
LANGUAGES = (frozenset({"ar"}), frozenset({"ar", "en"}), frozenset({"en"}))
"""The values of ``lang`` that are known, in any order."""

_ARABIC_RUN = regex.compile(rf"[{ARABIC}]+")
_ENGLISH_RUN = regex.compile("[a-zA-Z]+")
_EITHER_RUN = regex.compile(rf"[a-zA-Z{ARABIC}]+")
_NOT_ENGLISH = regex.compile(
    rf"[{ARABIC}\p{{Hebrew}}\p{{Cyrillic}}\p{{Han}}\p{{Hiragana}}\p{{Katakana}}\p{{Hangul}}]"
)
_ARABIC_MARK = regex.compile("[،؛؟]")
_EITHER_WORD = regex.compile(rf"[\p{{Latin}}{ARABIC}\p{{M}}]+")
_ARABIC_WORD = regex.compile(rf"[{ARABIC}\p{{M}}]+")


def refuse(text: Text, item: Item) -> Refusal | None:
    """Why the cleaned response is not in the row's languages, or None."""
    bare = Text(text.get(repetition.without_markup))
    refusal = repetition.repetition(bare.string)
    if refusal:
        return refusal
    languages = frozenset(item.lang)
    if languages == {"ar"}:
        return _arabic(bare.get(letter_runs), _ARABIC_RUN, _ENGLISH_RUN)
    if languages == {"ar", "en"}:
        if not _EITHER_RUN.search(bare.string):
            return Refusal("no_letters", "no letter, Arabic or English")
        return _foreign(bare.get(letter_runs), _EITHER_RUN)
    return _english(bare)


def refuse_corrected(text: Text, item: Item) -> Refusal | None:
    """The same, as a reader of the response would judge."""
    refusal = loop(text.string)
    if refusal:
        return refusal
    languages = frozenset(item.lang)
    if languages == {"en"}:
        return _english(text)
    code = mixed_arabic.asks_for_code(item.prompt)
    string = mixed_arabic.without_code(text.string) if code else text.string
    words = mixed_arabic.reader_words(string)
    found = mixed_arabic.other_arabic_script(words, item.prompt)
    if found:
        return Refusal("other_language", found)
    if languages == {"ar"}:
        if not words:
            return Refusal("no_letters", "no letters")
        refusal = foreign_word(words, string, item.prompt)
        return refusal or (None if code else english_ratio(words, item.prompt, ENGLISH_PERCENT))
    if not words:
        return Refusal("no_letters", "nothing there") if text.blank else None
    if not any(map(_ARABIC_WORD.fullmatch, words)):
        return Refusal("no_arabic_word", f"no Arabic among {len(words)} words")
    return foreign_word(words, string, item.prompt, _EITHER_WORD)


def _arabic(words: Sequence[str], arabic: regex.Pattern[str], english: regex.Pattern[str]) -> Refusal | None:
    """Arabic words, and English ones up to the cap."""
    if not words:
        return Refusal("no_letters", "no letters")
    count, first, known = 0, "", set()
    for word in words:
        if word in known:
            continue
        if arabic.fullmatch(word):
            known.add(word)
        elif english.fullmatch(word):
            count, first = count + 1, first or word
        else:
            return Refusal("other_script_word", visible(word))
    if count * 100 > ENGLISH_PERCENT * len(words):
        return Refusal(
            "english_ratio",
            f"{count} of {len(words)} words are English, at most {ENGLISH_PERCENT} % may be; "
            f"the first is {first!r}",
        )
    return None


def _foreign(words: Sequence[str], allowed: regex.Pattern[str]) -> Refusal | None:
    """The first word with a letter outside the allowed ones."""
    word = next((word for word in words if not allowed.fullmatch(word)), None)
    return Refusal("other_script_word", visible(word)) if word else None


def _english(text: Text) -> Refusal | None:
    if text.blank:
        return Refusal("no_letters", "nothing there")
    for reason, pattern in (("arabic_punctuation", _ARABIC_MARK), ("other_script_word", _NOT_ENGLISH)):
        match = pattern.search(text.string)
        if match:
            return Refusal(reason, f"{visible(match.group())} at character {match.start()}")
    return None


def _gate(name: str, refuse: Callable[[Text, Item], Refusal | None], *further: str) -> Gate:
    reasons = ("no_letters", "arabic_punctuation", "other_script_word", *further, "english_ratio")
    return Gate(name, refuse, (*repetition.REASONS, *reasons))


inception = _gate("inception", refuse)
inception_corrected = _gate(
    "inception_corrected", refuse_corrected, "degenerate", "other_language", "no_arabic_word"
)
