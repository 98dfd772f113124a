"""Degenerate repetition: the three detectors of the English and the Inception gate.

Asks      that the response does not loop.
Decides   ``repeated_words``: seven equal words in a row; ``repeated_sentences``: three equal
          sentences of three or more words in a row; ``repeated_ngrams``: five to sixty words
          three times without a gap. Code fences, ``{}[]:,"``, subscript digits, backticks and
          asterisks are taken out first.
Quirks    Comparison minds case. Newlines do not end a sentence. Taking marks out leaves no
          blank, so ``"a":"b"`` is one word.
Source    the langcheck document of the fork, section 1.4; gates that decide what it leaves open.
Example   {}
followed      "Row, row, row your boat."
not followed  "no no no no no no no"
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import eq

import regex

from lm_eval_tasks.instructions.model import Refusal
from lm_eval_tasks.text.characters import Replacement
from lm_eval_tasks.text.scripts import visible

WORDS_IN_A_ROW = 7
SENTENCES_IN_A_ROW = 3
WORDS_PER_SENTENCE = 3
NGRAM_SIZES = range(5, 61)
NGRAM_TIMES = 3

REASONS = ("repeated_words", "repeated_sentences", "repeated_ngrams")

_OPENING_FENCE = regex.compile(r"```\w*\n?")
_DELETED = '{}[]:,"₀₁₂₃₄₅₆₇₈₉`*'
_WORD_CHARACTER = regex.compile(r"[\p{L}\p{M}\p{N}]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*")
_OTHER_SENTENCE_ENDS = "!?؟۔…"
_NGRAM_CHARACTER = regex.compile(r"[\p{L}\p{M}\p{N}_\s]")


def _word_character(character: str) -> str:
    if character in "'’":
        return "'"
    return character if _WORD_CHARACTER.match(character) else " "


_with_blanks = Replacement(_word_character)
_without_marks = Replacement(lambda character: character if _NGRAM_CHARACTER.match(character) else None)


REFRAIN_TIMES = 8
_LIST_NUMBER = regex.compile(r"(?m)^[^\S\n]*+[-*•]?[^\S\n]*+\(?\d{1,4}[.):][^\S\n]*+")
_BLANK_TO_FILL = regex.compile(r"_{3,}|\.{5,}|…{2,}")
_INTERJECTION = regex.compile(
    r"\b(?P<one>oh+|ooh+|yo|la+|na+|yeah|hey|ha+|ho|doo+|da|ah+|whoa|mm+|hmm+|bum|tra|fa|ding|dong)"
    r"(?:[\s,!.~-]++(?P=one)\b){2,40}"
)
_CHORDS = regex.compile(
    r"(?m)^[^\S\n|]*+(?:\|?[^\S\n]*+\(?[a-g][#b♯♭]?(?:maj|min|m|dim|aug|sus|add)?\d?(?:/[a-g])?\)?[^\S\n|,-]*+[|,-]?[^\S\n]*+){3,}$"
)


def without_refrains(text: str) -> str:
    """The lower-case text without what may repeat and still be no loop.

    List numbers, interjections, lines of chords and lines with blanks to fill in go. A line of
    three or more words that comes up to eight times in a row is left once, unless it is most of
    the text.
    """
    text = _INTERJECTION.sub(lambda match: match["one"], text)
    lines: list[str] = []
    half = len(text.split()) / 2
    for line, run in groupby(_CHORDS.sub("", text).split("\n")):
        if _BLANK_TO_FILL.search(line):
            continue
        times = sum(1 for _ in run)
        size = len(line.split())
        refrain = times <= REFRAIN_TIMES and size >= WORDS_PER_SENTENCE and times * size <= half
        lines += [line] * (1 if refrain else times)
    # After the refrains: a numbered list that says the same again and again is a loop.
    return _LIST_NUMBER.sub("", "\n".join(lines))


def without_markup(text: str) -> str:
    """The text without an outer code fence and without JSON, subscript and emphasis marks."""
    opening = _OPENING_FENCE.match(text)
    if opening:
        text = text[opening.end() :]
    if text.endswith("```"):
        text = text[:-3].removesuffix("\n")
    for mark in _DELETED:
        text = text.replace(mark, "")
    return text


def _equal_neighbours(words: Sequence[str]) -> int:
    """How many words equal the next one."""
    return sum(map(eq, words, words[1:]))


def _may_repeat_a_word(text: str) -> bool:
    """Whether enough words equal their neighbour; fast, and never wrongly False.

    Both apostrophes are taken for one; those at the ends of words are dropped.
    """
    blanked = f" {_with_blanks(text)} "
    if "''" in blanked:
        return True
    words = blanked.replace(" '", " ").replace("' ", " ").split()
    return _equal_neighbours(words) >= WORDS_IN_A_ROW - 1


def repeated_word(text: str) -> tuple[str, int] | None:
    """The first word that occurs seven or more times in a row, and how often."""
    if not _may_repeat_a_word(text):
        return None
    for word, run in groupby(_WORD.findall(text)):
        times = sum(1 for _ in run)
        if times >= WORDS_IN_A_ROW:
            return word, times
    return None


def repeated_sentence(text: str) -> tuple[str, int] | None:
    """The first sentence of three or more words that occurs three or more times in a row."""
    for mark in _OTHER_SENTENCE_ENDS:
        text = text.replace(mark, ".")
    pieces = [piece for raw in text.split(".") if (piece := raw.strip())]
    if _equal_neighbours(pieces) < SENTENCES_IN_A_ROW - 1:
        return None
    for sentence, run in groupby(pieces):
        times = sum(1 for _ in run)
        if times >= SENTENCES_IN_A_ROW and len(sentence.split()) >= WORDS_PER_SENTENCE:
            return sentence, times
    return None


def repeated_ngram(text: str) -> tuple[str, int] | None:
    """The first n words (n from 5 to 60) that occur three times without a gap, and n.

    An n-gram three times in a row is a run of 2n words, each equal to the word n further
    on. Of every n-th word of the text, three in a row are then equal, wherever the run
    is; so few words need be compared.
    """
    words = _without_marks(text).split()
    for size in NGRAM_SIZES:
        every = words[::size]
        if b"\1\1" in bytes(map(eq, every, every[1:])):
            equal = bytes(map(eq, words, words[size:]))
            start = equal.find(b"\1" * ((NGRAM_TIMES - 1) * size))
            if start >= 0:
                return " ".join(words[start : start + size]), size
    return None


def repetition(text: str) -> Refusal | None:
    """The first of the three detectors that refuses; ``text`` is without markup."""
    word = repeated_word(text)
    if word:
        return Refusal("repeated_words", f"{visible(word[0])} {word[1]} times in a row")
    sentence = repeated_sentence(text)
    if sentence:
        return Refusal("repeated_sentences", f"{visible(sentence[0])} {sentence[1]} times in a row")
    ngram = repeated_ngram(text)
    if ngram:
        return Refusal("repeated_ngrams", f"the {ngram[1]} words {visible(ngram[0])} three times in a row")
    return None
