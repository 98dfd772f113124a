"""The two steps that take langdetect longest, the same but quicker.

Source    langdetect 1.0.9, ``Detector._extract_ngrams`` and ``_update_lang_prob``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from langdetect.utils.ngram import NGram

_normal = lru_cache(maxsize=65536)(NGram.normalize)


def quicken(detector: Any) -> None:
    """Let a detector of langdetect take its two longest steps from here."""
    known, base = detector.word_lang_prob_map, detector.BASE_FREQ

    def update(prob: list[float], word: str, alpha: float) -> None:
        weight = alpha / base
        prob[:] = [old * (weight + new) for old, new in zip(prob, known[word], strict=True)]

    detector._update_lang_prob = update
    detector._extract_ngrams = lambda: ngrams(detector.text, known)


def ngrams(text: str, known: Any) -> list[str]:
    """The one to three letters up to each letter, where ``known``; words in capitals give one letter only."""
    found: list[str] = []
    grams, last, last_is_upper, in_capitals = " ", " ", False, False
    for character in map(_normal, text):
        if last == " ":
            grams, in_capitals = " ", False
            if character == " ":
                continue
        elif len(grams) >= NGram.N_GRAM:
            grams = grams[1:]
        grams += character
        is_upper = character.isupper()
        in_capitals = is_upper and (last_is_upper or in_capitals)
        last, last_is_upper = character, is_upper
        if in_capitals:
            continue
        if character != " " and character in known:
            found.append(character)
        if grams[-2:] in known:
            found.append(grams[-2:])
        if len(grams) >= NGram.N_GRAM and grams in known:
            found.append(grams)
    return found
