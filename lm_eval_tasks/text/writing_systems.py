"""Whether a text is wholly in a language: scripts first, the detector where it can tell.

Source    own; script names of Unicode Standard Annex 24, detection by langdetect.
"""

from __future__ import annotations

from typing import Any

import regex
from immutabledict import immutabledict

from lm_eval_tasks.text.languages import detected_language

_SCRIPTS = immutabledict(
    {
        **dict.fromkeys(("ar", "fa", "ur"), ("Arabic",)),
        **dict.fromkeys(("bg", "mk", "ru", "uk"), ("Cyrillic",)),
        **dict.fromkeys(("hi", "mr", "ne"), ("Devanagari",)),
        **dict.fromkeys(("zh", "zh-cn", "zh-tw"), ("Han",)),
        "bn": ("Bengali",),
        "el": ("Greek",),
        "gu": ("Gujarati",),
        "he": ("Hebrew",),
        "ja": ("Hiragana", "Katakana", "Han"),
        "kn": ("Kannada",),
        "ko": ("Hangul", "Han"),
        "ml": ("Malayalam",),
        "pa": ("Gurmukhi", "Arabic"),
        "ta": ("Tamil",),
        "te": ("Telugu",),
        "th": ("Thai",),
    }
)
_SHARED = ("Arabic", "Cyrillic", "Devanagari", "Latin")
"""Scripts that several languages of the detector are written in."""

SHORT = 30
"""With fewer letters than this the detector guesses; the script alone decides."""
PARAGRAPH = 60
"""A paragraph of at least so many letters, about a dozen words, is detected by itself."""
_PARAGRAPHS = 50
"""So many of the first paragraphs are detected by themselves, which bounds the time."""
_FOREIGN_WORDS = 12
"""So many words of another script on a line are a sentence, not names and terms."""

_ADDRESS = regex.compile(r"(?:https?://|www\.)\S++|(?<!\S)[^\s@]++@\S++")
_LETTER = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"[\p{Latin}]++")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_BLANK_LINE = regex.compile(r"\n[ \t\r]*+\n")
# Words of grammar: Punjabi in Arabic letters, and what Urdu has in their place. The
# detector knows Punjabi in Gurmukhi only.
_PUNJABI = frozenset("دا دی دے دیاں نوں تے نیں اے وچ ہن سی ساڈے تہاڈے".split())
_URDU = frozenset("کا کی کے کو اور ہے ہیں سے پر تھا تھی تھے نے".split())


def _pattern(scripts: tuple[str, ...]) -> Any:
    return regex.compile("[" + "".join(rf"\p{{{script}}}" for script in scripts) + "]")


_SCRIPT_LETTER = immutabledict({scripts: _pattern(scripts) for scripts in {*_SCRIPTS.values(), ("Latin",)}})
_KANA = _pattern(("Hiragana", "Katakana"))
_HANGUL = _pattern(("Hangul",))
_ARABIC = _pattern(("Arabic",))
_GURMUKHI = _pattern(("Gurmukhi",))


def language_fault(text: str, code: str) -> str | None:
    """What speaks against ``text`` being wholly in the language ``code``; None if nothing.

    A text without letters is in no language. Letters must be of the language's script; names
    and terms in other letters are allowed, a line of them is not. Where languages share the
    script, the detector decides about the whole and about each long paragraph; about fewer
    than ``SHORT`` letters it cannot tell, and the script decides. ``zh`` takes both Chinese.
    """
    text = _ADDRESS.sub(" ", text)
    if not _LETTER.search(text):
        return "no letters, so no language"
    scripts = _SCRIPTS.get(code, ("Latin",))
    letter = _SCRIPT_LETTER[scripts]
    if not letter.search(text):
        return f"no letters of the script of {code!r}"
    if scripts != ("Latin",):
        fault = _foreign_line(text, letter)
        if fault:
            return fault
    own = sum(1 for _ in letter.finditer(text))
    if code == "ja":
        return None if _KANA.search(text) or own < SHORT else "no kana"
    if code == "ko":
        return None if _HANGUL.search(text) else "no Hangul"
    if code == "pa":
        return _punjabi_fault(text)
    if scripts == ("Han",):
        return _chinese_fault(text, code, own)
    if scripts[0] not in _SHARED or own < SHORT:
        return None
    if scripts != ("Latin",):
        text = _LATIN.sub(" ", text)
    return _other_language(text, code)


def _foreign_line(text: str, letter: Any) -> str | None:
    """A line of a sentence's length that is not in the language's script."""
    for number, line in enumerate(text.split("\n"), start=1):
        line_words = _WORD.findall(line)
        foreign = sum(1 for word in line_words if not letter.search(word))
        if foreign >= _FOREIGN_WORDS and foreign > 4 * (len(line_words) - foreign):
            return f"line {number} has {foreign} words in another script"
    return None


def _other_language(text: str, code: str) -> str | None:
    """The detector's objection, for the whole text or for a long paragraph."""
    found = _detected(text)
    if found != code:
        return f"language {found!r} detected"
    for number, paragraph in enumerate(_BLANK_LINE.split(text, maxsplit=_PARAGRAPHS)[:_PARAGRAPHS], start=1):
        if len(paragraph) >= PARAGRAPH and sum(map(str.isalpha, paragraph)) >= PARAGRAPH:
            found = _detected(paragraph)
            if found == "en" and code != "en":
                return f"paragraph {number} is in English"
    return None


def _detected(text: str) -> str | None:
    """The likeliest language; capitals are lower-cased first, which the profiles need."""
    return detected_language(text.lower() if text.isupper() else text)


def _punjabi_fault(text: str) -> str | None:
    """Gurmukhi is Punjabi; in Arabic letters its words of grammar tell it from Urdu."""
    if _GURMUKHI.search(text):
        return None
    found = _WORD.findall(text)
    punjabi = sum(word in _PUNJABI for word in found)
    urdu = sum(word in _URDU for word in found)
    if punjabi > urdu or len(_ARABIC.findall(text)) < SHORT:
        return None
    return f"{punjabi} words of Punjabi grammar, {urdu} of Urdu"


def _chinese_fault(text: str, code: str, own: int) -> str | None:
    """Han without kana and Hangul; the two Chinese are told apart in longer texts only."""
    if _KANA.search(text) or _HANGUL.search(text):
        return "kana or Hangul among the characters"
    if code == "zh" or own < SHORT:
        return None
    found = detected_language(_LATIN.sub(" ", text))
    return f"language {found!r} detected" if found in ("zh-cn", "zh-tw") and found != code else None
