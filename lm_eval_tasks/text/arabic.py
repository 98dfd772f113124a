"""Arabic words, marks and sentences, in the senses the Arabic benchmarks use.

Source    the two Arabic ports of IFEval; what is named ``corrected`` or ``folded`` is own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import regex

from lm_eval_tasks.text.prose import sentences
from lm_eval_tasks.text.scripts import has_letter
from lm_eval_tasks.text.values import Span
from lm_eval_tasks.text.words import first_word_until_mark

MARKS = {
    "Fathatan": "\u064b",
    "Dammatan": "\u064c",
    "Kasratan": "\u064d",
    "Fatha": "\u064e",
    "Damma": "\u064f",
    "Kasra": "\u0650",
    "Shadda": "\u0651",
    "Sukun": "\u0652",
}
"""The eight vowel marks (tashkeel) by their English names."""
ARTICLE = "ال"
TATWEEL = "\u0640"
COMMAS = ",،"
FIRST_WORD_ENDS = ".,?!'\"،؛؟…"

_ONES = "ثاني ثالث رابع خامس سادس سابع ثامن تاسع".split()
ORDINALS = {
    "الاول": 1,
    "الاولى": 1,
    "العاشر": 10,
    "العاشرة": 10,
    "الحادي عشر": 11,
    "الحادية عشرة": 11,
    "العشرون": 20,
    "العشرين": 20,
    **{f"ال{one}": number for number, one in enumerate(_ONES, start=2)},
    **{f"ال{one}ة": number for number, one in enumerate(_ONES, start=2)},
    **{f"ال{one} عشر": number for number, one in enumerate(_ONES, start=12)},
    **{f"ال{one}ة عشرة": number for number, one in enumerate(_ONES, start=12)},
}
"""Ordinals with their article, the alef without hamza, and their numbers."""
_MARKS_DELETED = str.maketrans("", "", "".join(MARKS.values()))
_WORD_OR_BLOCK = re.compile(r"[\w\u0600-\u06FF]+")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}_]+")
_ENDS = ".?!؟"
_AFTER_END = re.compile(rf"(?<=[{_ENDS}])\s+")
_EDGE_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~،؛؟»«…"
_ELLIPSIS = regex.compile(r"(?<![.…])(?:…|\.{3,})++(?=\s|$)")
_ABBREVIATION = regex.compile(r"(?<=(?:^|[\s(«\"])\p{Arabic})\.(?=\s+\p{Arabic})")
_UNWRITTEN = "\u0640\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
_UNMARKED = regex.compile(f"[{_UNWRITTEN}]+")
_HAMZA_FOLDED = str.maketrans("أإآٱ", "اااا")
_SKIP = f"[{_UNWRITTEN}]*+"
_LEAST_BEHIND_PREPOSITION = 4
_WORD_TO_WORD = regex.compile(r"\p{L}(?:.*[\p{L}\p{M}\p{N}])?", regex.DOTALL)


def without_marks(text: str) -> str:
    """The text without the eight vowel marks."""
    return text.translate(_MARKS_DELETED)


def block_words(text: str) -> list[str]:
    """Runs of word characters and of whatever is in the block U+0600-06FF.

    A vocalised word is one word, an attached Arabic comma belongs to its word, and a comma
    that is free is a word of its own.
    """
    return _WORD_OR_BLOCK.findall(text)


def spaced_sentences(text: str) -> list[Span]:
    """What whitespace after ``.``, ``?``, ``!`` or ``؟`` divides, blank pieces left out."""
    spans = []
    start = 0
    for match in _AFTER_END.finditer(text):
        if text[start : match.start()].strip():
            spans.append((start, match.start()))
        start = match.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return spans


def first_word_without_edges(paragraph: str) -> str:
    """The first spaced word, lower-cased, without punctuation at both ends."""
    return paragraph.split(maxsplit=1)[0].strip(_EDGE_PUNCTUATION).lower()


def first_word_until_arabic_mark(paragraph: str) -> str:
    """The first word, lower-cased, up to a mark of either language."""
    return first_word_until_mark(paragraph, FIRST_WORD_ENDS)


def letter_words(text: str) -> list[str]:
    """Tokens of whitespace, lower-cased, each without a leading article, then without marks."""
    return [without_marks(token.removeprefix(ARTICLE)) for token in text.lower().split()]


def without_article_and_marks(text: str) -> str:
    """Every ``ال`` deleted, wherever it is, then the eight marks."""
    return without_marks(text.replace(ARTICLE, ""))


def plain_words(text: str) -> list[str]:
    """Words of letters, marks and digits, lower-cased, without marks and tatweel."""
    return [word for run in _WORD.findall(text) if (word := _UNMARKED.sub("", run).lower())]


def untied_words(text: str) -> list[str]:
    """Words that hold a letter, with their marks, without punctuation, tatweel and case."""
    return [run.replace(TATWEEL, "").lower() for run in _WORD.findall(text) if has_letter(run)]


def without_article(word: str) -> str:
    """The word without a leading article, where two letters or more are left."""
    return word[len(ARTICLE) :] if word.startswith(ARTICLE) and len(word) > 3 else word


def arabic_word(keyword: str, text: str, _budget: object = None) -> Iterator[Span]:
    """Where the keyword occurs as a whole word, in any spelling that counts as the same.

    Vowel marks, tatweel, the hamza on an alef and case make no difference. A conjunction
    (``و``, ``ف``) and the article, also with ``ب``, ``ك`` or ``ل``, may be written onto it, and onto a word
    of four letters or more ``ب`` and ``ل`` alone; other letters make another word.
    """
    for match in _word_pattern(keyword).finditer(text):
        yield match.span()


@lru_cache(maxsize=4096)
def _word_pattern(keyword: str) -> regex.Pattern[str]:
    tokens = [bare for token in keyword.split() if (bare := _UNMARKED.sub("", token))] or [keyword]
    parts = []
    for position, token in enumerate(tokens):
        with_article = token.startswith(ARTICLE) and len(token) > 3
        stem = token[len(ARTICLE) :] if with_article else token
        preposition = f"|[بل]{_SKIP}" if len(stem) >= _LEAST_BEHIND_PREPOSITION and not with_article else ""
        article = f"(?:{_spelled('ال')}|[بك]{_SKIP}{_spelled('ال')}|{_spelled('لل')}{preposition})"
        if position:
            article = f"(?:{_spelled('ال')})"
        conjunction = "" if position else f"(?:[وف]{_SKIP})?"
        parts.append(f"{conjunction}{article}{'' if with_article else '?'}{_spelled(stem)}")
    ahead = r"(?<![\p{L}\p{M}\p{N}_])" if tokens[0][:1].isalnum() else ""
    behind = r"(?![\p{L}\p{N}_])" if tokens[-1][-1:].isalnum() else ""
    return regex.compile(ahead + r"\s++".join(parts) + behind, regex.IGNORECASE)


def _spelled(word: str) -> str:
    """A pattern for the word with marks and tatweel anywhere, and any alef for an alef."""
    return "".join(
        ("[اأإآٱ]" if letter in "اأإآٱ" else regex.escape(letter)) + (_SKIP if letter.isalpha() else "")
        for letter in word
    )


def arabic_sentences(text: str) -> list[str]:
    """Sentences as a reader counts them: an ellipsis before whitespace ends one, too.

    The stop of an Arabic abbreviation of one letter (``د.``) ends none.
    """
    return sentences(_ELLIPSIS.sub("۔", _ABBREVIATION.sub("", text)))


def repeatable_sentences(text: str) -> list[str]:
    """Sentences, or their lines, from the first to the last word, without the end mark."""
    bodies = (_WORD_TO_WORD.search(line) for part in arabic_sentences(text) for line in part.split("\n"))
    return [body.group() for body in bodies if body]


def numbered_in_arabic(marker: str, text: str) -> Iterator[tuple[int, Span]]:
    """The numbers after the marker, as digits or ordinals, and where.

    Blanks, markup, brackets, a colon or ``رقم`` may are between.
    """
    for match in _numbered_pattern(marker).finditer(text):
        ordinal = match["ordinal"]
        yield ORDINALS[folded(" ".join(ordinal.split()))] if ordinal else int(match["digits"]), match.span()


@lru_cache(maxsize=256)
def _numbered_pattern(marker: str) -> regex.Pattern[str]:
    tokens = _UNMARKED.sub("", marker).strip().rstrip(":").split()
    ordinals = "|".join(
        r"\s++".join(map(_spelled, ordinal.split())) for ordinal in sorted(ORDINALS, key=len, reverse=True)
    )
    return regex.compile(
        r"(?<![\p{L}\p{M}\p{N}])"
        + r"\s++".join(map(_spelled, tokens))
        + rf"[\s:*_#()\[\]–-]*+(?:{_spelled('رقم')}[\s:]++)?"
        + rf"(?:(?P<digits>\d{{1,9}})|(?P<ordinal>{ordinals}))(?![\p{{L}}\p{{N}}])"
    )


def folded(text: str) -> str:
    """Lower case, without marks and tatweel, every alef the bare one."""
    return _UNMARKED.sub("", text).translate(_HAMZA_FOLDED).lower()
