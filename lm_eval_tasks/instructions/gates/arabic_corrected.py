r"""``arabic_corrected``: the response is Arabic with at most a little English, and does not loop.

Asks      what ``arabic`` asks, as a reader would judge it.
Decides   in this order: ``empty_response``; ``other_script_word`` for the first word that is neither
          Arabic nor Latin, unless it is in the prompt or glossed in brackets; ``other_language`` for
          letters of Persian or Urdu in a quarter of the words; the repetition detectors of
          ``english_corrected``; ``english_ratio`` above 7 %.
Corrected A conjunction or article written onto a Latin word (``وJava``), a formula, a unit and the marker
          of a postscript are no mixed words. Words of the prompt do not count as English, nor
          does code, HTML or JSON that the prompt asks for; two names are always allowed.
          A doubled word (``جدا جدا``), a refrain and equal closing tags are no loops: seven equal words,
          three equal sentences or stretches in a row are.
Quirks    No letters at all pass.
Source    own; the faults of ``arabic`` that it repairs are in ``docs/deviations.md``.
Example   {}
followed      "أعمل بلغة Python وJava منذ سنوات طويلة."
not followed  "The train is late today, so take the bus."
"""

from __future__ import annotations

import regex

from lm_eval_tasks.instructions.gates import arabic as official
from lm_eval_tasks.instructions.gates import repetition
from lm_eval_tasks.instructions.gates.english_corrected import loop
from lm_eval_tasks.instructions.model import Gate, Item, Refusal, Text
from lm_eval_tasks.text import mixed_arabic
from lm_eval_tasks.text.scripts import ARABIC_WITH_MATHEMATICAL, marked_words, visible

NAMES_ALLOWED = 2
"""So many Latin words with a capital pass in a short text: a name is no English."""

_CAPITAL = regex.compile(r"\p{Lu}")

_KNOWN = regex.compile(rf"[{ARABIC_WITH_MATHEMATICAL}\p{{M}}]+|[\p{{Latin}}\p{{M}}]+")
_LATIN = regex.compile(r"[\p{Latin}\p{M}]+")
_GLOSS = regex.compile(r"[\p{L}\p{M}][\"'”»]?[ \t]*+[(\[](?P<inside>[^()\[\]\n]{1,80}+)[)\]]")


def refuse(text: Text, item: Item) -> Refusal | None:
    """Why this is not clean Arabic, or None."""
    if text.blank:
        return Refusal("empty_response", "nothing but whitespace")
    code = mixed_arabic.asks_for_code(item.prompt) or official.exempt(item)
    string = mixed_arabic.without_code(text.string) if code else text.string
    words = mixed_arabic.reader_words(string)
    return (
        foreign_word(words, string, item.prompt)
        or _other_language(words, item)
        or loop(text.string)
        or (None if code else english_ratio(words, item.prompt, official.ENGLISH_PERCENT, NAMES_ALLOWED))
    )


def foreign_word(
    words: list[str], string: str, prompt: str, known: regex.Pattern[str] = _KNOWN
) -> Refusal | None:
    """The first word in another script, or in two at once, that nothing explains."""
    foreign = [word for word in dict.fromkeys(words) if not known.fullmatch(word) and word not in prompt]
    glosses = _glosses(string) if foreign else frozenset()
    word = next((word for word in foreign if word not in glosses), None)
    return Refusal("other_script_word", visible(word)) if word else None


def _glosses(string: str) -> frozenset[str]:
    """The words in brackets right after another word, which they explain."""
    return frozenset(word for match in _GLOSS.finditer(string) for word in marked_words(match["inside"]))


def _other_language(words: list[str], item: Item) -> Refusal | None:
    found = mixed_arabic.other_arabic_script(words, item.prompt)
    return Refusal("other_language", found) if found else None


def english_ratio(words: list[str], prompt: str, percent: int, names: int = 0) -> Refusal | None:
    """Too many Latin words that are not the prompt's, unless they are a few ``names``."""
    latin = [word for word in mixed_arabic.of_prompt(words, prompt) if _LATIN.fullmatch(word)]
    only_names = len(latin) <= names and all(map(_CAPITAL.search, latin)) and 4 * len(latin) <= len(words)
    if only_names or 100 * len(latin) <= percent * len(words):
        return None
    return Refusal(
        "english_ratio",
        f"{len(latin)} of {len(words)} words are English, at most {percent} % may be; the first is "
        f"{latin[0]!r}",
    )


arabic_corrected = Gate(
    "arabic_corrected",
    refuse,
    (
        "empty_response",
        "other_script_word",
        "other_language",
        *repetition.REASONS,
        "degenerate",
        "english_ratio",
    ),
)
