"""Degenerate repetition: the three detectors of the English and the Inception gate.

Asks      that the response does not loop.
Decides   ``repeated_words``: seven equal words in a row; ``repeated_sentences``: three equal
          sentences of three or more words in a row; ``repeated_ngrams``: five to sixty words
          three times without a gap. Code fences, ``{}[]:,"``, subscript digits, backticks and
          asterisks are taken out first.
Quirks    Comparison minds case. Newlines do not end a sentence. Taking marks out leaves no
          blank, so ``"a":"b"`` is one word.
Source    the langcheck document of the fork, section 1.4; gates that decide what it leaves open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import regex

from lm_eval_tasks.model import Refusal

WORDS_IN_A_ROW = 7
SENTENCES_IN_A_ROW = 3
WORDS_PER_SENTENCE = 3
NGRAM_SIZES = range(5, 61)
NGRAM_TIMES = 3

REASONS = ("repeated_words", "repeated_sentences", "repeated_ngrams")

_OPENING_FENCE = regex.compile(r"```\w*\n?")
_DELETED = str.maketrans("", "", '{}[]:,"₀₁₂₃₄₅₆₇₈₉`*')
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*")
_SENTENCE_END = regex.compile(r"[.!?؟۔…]")
_NEITHER_WORD_NOR_SPACE = regex.compile(r"[^\p{L}\p{M}\p{N}_\s]+")


def without_markup(text: str) -> str:
    """The text without an outer code fence and without JSON, subscript and emphasis marks."""
    opening = _OPENING_FENCE.match(text)
    if opening:
        text = text[opening.end() :]
    if text.endswith("```"):
        text = text[:-3].removesuffix("\n")
    return text.translate(_DELETED)


def repeated_word(text: str) -> tuple[str, int] | None:
    """The first word that occurs seven or more times in a row, and how often."""
    words = _WORD.findall(text)
    if len(words) < WORDS_IN_A_ROW or len(words) - len(set(words)) < WORDS_IN_A_ROW - 1:
        return None
    for word, run in groupby(words):
        times = sum(1 for _ in run)
        if times >= WORDS_IN_A_ROW:
            return word, times
    return None


def repeated_sentence(text: str) -> tuple[str, int] | None:
    """The first sentence of three or more words that occurs three or more times in a row."""
    pieces = [piece for raw in _SENTENCE_END.split(text) if (piece := raw.strip())]
    if len(pieces) - len(set(pieces)) < SENTENCES_IN_A_ROW - 1:
        return None
    for sentence, run in groupby(pieces):
        times = sum(1 for _ in run)
        if times >= SENTENCES_IN_A_ROW and len(sentence.split()) >= WORDS_PER_SENTENCE:
            return sentence, times
    return None


def _run_at_distance(words: Sequence[str], distance: int, length: int) -> int | None:
    """Where ``length`` words in a row equal the ones ``distance`` further on, else None."""
    run = 0
    for index, (word, later) in enumerate(zip(words, words[distance:], strict=False)):
        run = run + 1 if word == later else 0
        if run >= length:
            return index - length + 1
    return None


def repeated_ngram(text: str) -> tuple[str, int] | None:
    """The first n words (n from 5 to 60) that occur three times without a gap, and n.

    An n-gram three times in a row is a run of 2n words, each equal to the word n further
    on. Its first five words then occur at least three times, n apart, so only such
    distances are tried.
    """
    words = _NEITHER_WORD_NOR_SPACE.sub("", text).split()
    least = NGRAM_SIZES.start
    if len(words) < NGRAM_TIMES * least:
        return None
    grams = list(zip(*(words[offset:] for offset in range(least)), strict=False))
    often = {gram for gram, times in Counter(grams).items() if times >= NGRAM_TIMES}
    if not often:
        return None
    places: dict[tuple[str, ...], list[int]] = {}
    for place, gram in enumerate(grams):
        if gram in often:
            places.setdefault(gram, []).append(place)
    distances: set[int] = set()
    for where in places.values():
        known = set(where)
        for size in NGRAM_SIZES:
            if size not in distances and any(
                place + size in known and place + 2 * size in known for place in where
            ):
                distances.add(size)
        if len(distances) == len(NGRAM_SIZES):
            break
    for size in sorted(distances):
        start = _run_at_distance(words, size, (NGRAM_TIMES - 1) * size)
        if start is not None:
            return " ".join(words[start : start + size]), size
    return None


def shown(text: str, length: int = 40) -> str:
    """A piece of text, quoted, cut to ``length`` characters."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")


def repetition(text: str) -> Refusal | None:
    """The first of the three detectors that refuses; ``text`` is without markup."""
    word = repeated_word(text)
    if word:
        return Refusal("repeated_words", f"{shown(word[0])} {word[1]} times in a row")
    sentence = repeated_sentence(text)
    if sentence:
        return Refusal("repeated_sentences", f"{shown(sentence[0])} {sentence[1]} times in a row")
    ngram = repeated_ngram(text)
    if ngram:
        return Refusal("repeated_ngrams", f"the {ngram[1]} words {shown(ngram[0])} three times in a row")
    return None
