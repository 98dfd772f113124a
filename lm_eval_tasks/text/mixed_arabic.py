"""Words of an Arabic text as a reader sees them: what in it is Latin, and what is not a word at all.

Source    own.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from lm_eval_tasks.text.scripts import ARABIC, marked_words

_FENCE_MARK = regex.compile(r"```\w*")
_FENCED = regex.compile(r"```[^`]*+(?:```|$)|~~~[^~]*+(?:~~~|$)")
_PREFIX = regex.compile(r"(?<![\p{L}\p{M}])(?P<prefix>(?:[وف]?[بلك]?(?:ال|لل)?|[وف])ـ?)(?=\p{Latin})")
_TAG = regex.compile(r"(?<!<)</?[a-zA-Z][a-zA-Z0-9]*+(?:[ \t][^<>\n]*+)?/?>(?!>)")
_ADDRESS = regex.compile(r"(?:https?://|www\.)\S++|(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.]++")
_MARKER = regex.compile(r"\bP\.\s?(?:P\.\s?)?S\b\.?")
_SYMBOL = regex.compile(
    r"(?<![\p{L}\p{M}])(?:\p{Latin}{0,3}(?:[\p{Greek}µ]\p{M}*+\p{Latin}{0,3}){1,3}|[µμΩ]\p{Latin}{1,3})(?![\p{L}\p{M}])"
)
_LATIN = regex.compile(r"[\p{Latin}\p{M}]++")
_CODE_ASKED = regex.compile(
    r"\b(?:code|coding|java|javascript|python|html|css|xml|jsonl?|sql|yaml|c\+\+|php|bash|script|"
    r"latex|markdown table)"
    r"(?![\p{L}\p{N}])|كود|الكود|شيفرة|الشيفرة|برمج|سكريبت|جافا|بايثون|لغة ترميز",
    regex.IGNORECASE,
)
_OTHER_LETTERS = regex.compile("[پچژگکیےںہٹڈڑۀ]")
_ARABIC_WORD = regex.compile(rf"[{ARABIC}\p{{M}}]++")
_OTHER_NAMED = regex.compile(r"persian|farsi|urdu|فارسي|الفارسية|أردو|الأردية", regex.IGNORECASE)


@lru_cache(maxsize=4096)
def asks_for_code(prompt: str) -> bool:
    """Whether the prompt asks for code, whose words are not Arabic."""
    return _CODE_ASKED.search(prompt) is not None


def reader_words(text: str) -> list[str]:
    """Words with their marks, without tags, addresses, fence marks, symbols and markers of postscripts.

    A conjunction, preposition or article that is written onto a Latin word is apart from it
    (``وJava``, ``الـAPI``); Greek letters of formulas and units (``5 µg``) are no words.
    """
    text = _FENCE_MARK.sub(" ", _ADDRESS.sub(" ", _TAG.sub(" ", text)))
    text = _SYMBOL.sub(" ", _MARKER.sub(" ", text))
    return marked_words(_PREFIX.sub(lambda match: f"{match['prefix']} ", text))


def without_code(text: str) -> str:
    """The text without fenced code."""
    return _FENCED.sub(" ", text)


def of_prompt(words: list[str], prompt: str) -> list[str]:
    """The Latin words that are not the prompt's own: a name or term that it uses is no English."""
    known = {word.casefold() for word in _LATIN.findall(prompt)}
    return [word for word in words if not (_LATIN.fullmatch(word) and word.casefold() in known)]


def other_arabic_script(words: list[str], prompt: str) -> str | None:
    """What tells that the words are Persian or Urdu: letters that Arabic does not have."""
    arabic = [word for word in words if _ARABIC_WORD.fullmatch(word)]
    foreign = [word for word in arabic if _OTHER_LETTERS.search(word)]
    if len(foreign) < 4 or 4 * len(foreign) < len(arabic) or _OTHER_NAMED.search(prompt):
        return None
    return (
        f"{len(foreign)} of {len(arabic)} words have letters of Persian or Urdu, the first is {foreign[0]!r}"
    )
