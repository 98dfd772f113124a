"""What explains a word in another script: the prompt's own words, or a gloss beside it.

Source    own; script names of Unicode Standard Annex 24.
"""

from __future__ import annotations

from functools import lru_cache

import regex
from immutabledict import immutabledict

_HAN = ("Han",)
_SCRIPTS = immutabledict(
    {
        "chinese|mandarin|cantonese|china|taiwan\\w*|hanzi|pinyin": _HAN,
        "japan\\w*|kanji|kana|hiragana|katakana|haiku": ("Han", "Hiragana", "Katakana"),
        "korean?s?|hangul|hanja": ("Hangul", "Han"),
        "russian?s?|ukrain\\w*|bulgaria\\w*|serbia\\w*|belarus\\w*|cyrillic|macedonia\\w*": ("Cyrillic",),
        "greek|greece|septuagint": ("Greek",),
        "arabic|arabs?|islam\\w*|muslims?|quran|koran|persian?|farsi|iran\\w*|urdu|pashto|kurdish": (
            "Arabic",
        ),
        "hebrew|israel\\w*|jewish|torah|yiddish": ("Hebrew",),
        "hindi|sanskrit|marathi|nepal\\w*|india\\w*|devanagari|hindu\\w*": ("Devanagari",),
        "bengali|bangla\\w*": ("Bengali",),
        "punjabi|gurmukhi": ("Gurmukhi", "Arabic"),
        "gujarati": ("Gujarati",),
        "tamil": ("Tamil",),
        "telugu": ("Telugu",),
        "kannada": ("Kannada",),
        "malayalam": ("Malayalam",),
        "thai|thailand": ("Thai",),
        "armenia\\w*": ("Armenian",),
        "georgian": ("Georgian",),
        "amharic|ethiopia\\w*": ("Ethiopic",),
        "tibet\\w*": ("Tibetan",),
        "khmer|cambodia\\w*": ("Khmer",),
        "burmese|myanmar": ("Myanmar",),
        "lao|laos": ("Lao",),
    }
)
_NAMED = tuple(
    (regex.compile(rf"\b(?:{names})\b", regex.IGNORECASE), scripts) for names, scripts in _SCRIPTS.items()
)
_SCRIPT_NAMES = tuple(dict.fromkeys(script for scripts in _SCRIPTS.values() for script in scripts))
_SCRIPT_LETTER = tuple((script, regex.compile(rf"\p{{{script}}}")) for script in _SCRIPT_NAMES)
_LANGUAGES = (
    "afrikaans|albanian|amharic|arabic|armenian|azerbaijani|basque|bengali|bosnian|bulgarian|burmese|cantonese|"
    "catalan|chinese|croatian|czech|danish|dutch|esperanto|estonian|farsi|finnish|french|galician|georgian|"
    "german|greek|gujarati|hausa|hebrew|hindi|hungarian|icelandic|igbo|indonesian|irish|italian|japanese|"
    "kannada|kazakh|khmer|korean|kurdish|latin|latvian|lithuanian|malay|malayalam|mandarin|marathi|mongolian|"
    "nepali|norwegian|pashto|persian|polish|portuguese|punjabi|romanian|russian|sanskrit|serbian|sinhala|"
    "slovak|slovenian|somali|spanish|swahili|swedish|tagalog|filipino|tamil|telugu|thai|tibetan|turkish|"
    "ukrainian|urdu|uzbek|vietnamese|welsh|xhosa|yoruba|zulu"
)
_ANOTHER = regex.compile(
    rf"\b(?:in|into|to|using|only|entirely|speak\w*|written)\s+(?:\w+\s+)?(?:the\s+)?(?:{_LANGUAGES})\b"
    r"(?!\s+(?:restaurant|food|cuisine|culture|history|people|poem|name|literature|market|city|art)\b)|"
    rf"\b(?:{_LANGUAGES})\s+(?:language\b(?!\s*,)\s*(?:only|response|answer)|translation|version|response|answer)|"
    r"\btranslat(?:e|es|ion|ing)\b|\b(?:different|another|other|foreign|second|non-english)\s+languages?\b|"
    r"\blanguage other than english\b|\bbilingual\b|\bmultilingual\b",
    regex.IGNORECASE,
)
_ONLY_ENGLISH = regex.compile(r"\binto english\b|\bin english\b", regex.IGNORECASE)
_NEAR = 80
_LATIN_BEFORE = regex.compile(r"\p{Latin}[\p{M}*_\"'”’]*+[^\S\n]*+[(（\[]")
_GLOSS_AFTER = regex.compile(
    r"[\"'”’»*_,]*+[^\S\n]*+(?:[(（\[]\s*+[\"“'*_]*+\p{Latin}|[-–—=:]\s*+[\"“']*+\p{Latin}|"
    r"(?<=[\"'”’»*_][^\S\n])(?:means?|meaning|translates?|is pronounced|pronounced|refers to|stands "
    r"for|signifies)\b)"
)


@lru_cache(maxsize=4096)
def explained_scripts(prompt: str) -> frozenset[str]:
    """The scripts whose words the prompt brings with it: it names their language or culture, or uses them."""
    named = [script for names, scripts in _NAMED if names.search(prompt) for script in scripts]
    return frozenset(named)


@lru_cache(maxsize=4096)
def names_another_language(prompt: str) -> bool:
    """Whether the prompt asks for text in a language other than English."""
    if not _ANOTHER.search(prompt):
        return False
    rest = _ONLY_ENGLISH.sub(" ", prompt)
    return _ANOTHER.search(rest) is not None


def script_of(word: str) -> str:
    """The script of the word's first letter, by its Unicode name; empty for one that is not known here."""
    return next((script for script, letter in _SCRIPT_LETTER if letter.match(word)), "")


def glossed(text: str, start: int, end: int) -> bool:
    """Whether the word from ``start`` to ``end`` is explained beside it in Latin letters.

    It is in brackets after a Latin word, also with other words of its script, or before Latin
    letters in brackets, after a dash or ``means``.
    """
    before = text[max(0, start - _NEAR) : start]
    opening = max(before.rfind(mark) for mark in "(（[")
    if opening >= 0 and not any(mark in before[opening:] for mark in ")）]\n"):
        return _LATIN_BEFORE.search(before[: opening + 1][-12:]) is not None
    after = text[end : end + _NEAR]
    rest = regex.match(r"(?:[^\S\n]*+[\p{L}--\p{Latin}][\p{L}\p{M}]*+){0,5}+", after, regex.VERSION1)
    return _GLOSS_AFTER.match(after, rest.end() if rest else 0) is not None
