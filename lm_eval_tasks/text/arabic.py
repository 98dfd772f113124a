"""Arabic words, marks and sentences, in the senses the Arabic benchmarks use.

Source    the two Arabic ports of IFEval; what is named ``corrected`` or ``folded`` is own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import regex

from lm_eval_tasks.model import Span
from lm_eval_tasks.text.scripts import has_letter
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

_MARKS_DELETED = str.maketrans("", "", "".join(MARKS.values()))
_WORD_OR_BLOCK = re.compile(r"[\w\u0600-\u06FF]+")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}_]+")
_ENDS = ".?!؟"
_AFTER_END = re.compile(rf"(?<=[{_ENDS}])\s+")
_EDGE_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~،؛؟»«…"
_END = regex.compile(r"(?<![.!?؟۔…])[.!?؟۔…]++[\"'”’»)\]*_]*+(?=\s|$)")
_LIST_NUMBER = regex.compile(r"[\s*#>•-]*(?:[0-9٠-٩۰-۹]+|\p{L})")
_ABBREVIATED = regex.compile(r"(?:^|\s)[\s(\"«]*\p{L}\p{M}*$")
_HEADING = regex.compile(r"\s*(?:#|<<|\*\*[^*]*\*\*\s*$)")
_UNWRITTEN = "\u0640\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
_UNMARKED = regex.compile(f"[{_UNWRITTEN}]+")
_LONGEST_NUMBER = 12
_SKIP = f"[{_UNWRITTEN}]*+"
_READER_WORD = regex.compile(
    r"\p{N}+(?:[.,:/٫٬]\p{N}+)*+(?:[\p{L}\p{M}_]+)?|[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*+"
)
_WORD_TO_WORD = regex.compile(r"\p{L}(?:.*[\p{L}\p{M}\p{N}])?", regex.DOTALL)


def without_marks(text: str) -> str:
    """The text without the eight vowel marks."""
    return text.translate(_MARKS_DELETED)


def block_words(text: str) -> list[str]:
    """Runs of word characters and of whatever stands in the block U+0600-06FF.

    A vocalised word is one word, an attached Arabic comma belongs to its word, and a comma
    that stands free is a word of its own.
    """
    return _WORD_OR_BLOCK.findall(text)


def spaced_sentences(text: str) -> list[Span]:
    """What white space behind ``.``, ``?``, ``!`` or ``؟`` divides, blank pieces left out."""
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
    """Tokens of white space, lower-cased, each without a leading article, then without marks."""
    return [without_marks(token.removeprefix(ARTICLE)) for token in text.lower().split()]


def without_article_and_marks(text: str) -> str:
    """Every ``ال`` deleted, wherever it stands, then the eight marks."""
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


def reader_words(text: str) -> list[str]:
    """Words as a reader counts them: ``well-known``, ``don't`` and ``3.5`` are one each."""
    return _READER_WORD.findall(text)


def arabic_word(keyword: str, text: str) -> Iterator[Span]:
    """Where the keyword stands as a whole word, in any spelling a reader takes for it.

    Vowel marks, tatweel, the hamza on an alef and case make no difference. A conjunction
    (``و``, ``ف``) and the article, also with ``ب``, ``ك`` or ``ل``, may be written onto it; other
    letters make another word.
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
        article = f"(?:{_spelled('ال')}|[بك]{_SKIP}{_spelled('ال')}|{_spelled('لل')})"
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


def arabic_sentences(text: str) -> list[Span]:
    """Sentences as a reader counts them.

    ``.``, ``!``, ``?``, ``؟``, ``۔`` and ``…`` before white space end one, and so does the end of a
    line, unless the line is a heading or a single word. The stop behind a list number or an
    abbreviation of one letter ends nothing.
    """
    spans: list[Span] = []
    offset = 0
    for line in text.split("\n"):
        start = 0
        for match in _END.finditer(line):
            mark = match.start()
            if line[mark] == "." and (
                (not start and mark < _LONGEST_NUMBER and _LIST_NUMBER.fullmatch(line, 0, mark))
                or _ABBREVIATED.search(line[max(start, mark - _LONGEST_NUMBER) : mark])
            ):
                continue
            if _WORD.search(line, start, mark):
                spans.append((offset + start, offset + match.end()))
            start = match.end()
        rest = line[start:]
        words = len(_WORD.findall(rest))
        if words and (start or (words > 1 and not _HEADING.match(line))):
            spans.append((offset + start, offset + len(line)))
        offset += len(line) + 1
    return spans


def arabic_sentence_bodies(text: str) -> list[str]:
    """The sentences without their end marks, list numbers and bullets; each holds a letter."""
    bodies = (_WORD_TO_WORD.search(text[start:end]) for start, end in arabic_sentences(text))
    return [body.group() for body in bodies if body]
