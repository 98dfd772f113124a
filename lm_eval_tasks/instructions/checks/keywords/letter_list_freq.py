r"""``keywords:letter_list_freq``: words that start with, end in or contain some letters.

Asks      fewer than, or at least, ``frequency`` words with any of ``letters`` at ``position``:
          ``start``, ``end`` or ``any``.
Decides   Inception: words are split at whitespace, without a leading ``ال`` and the eight
          vowel marks; one count over all letters. HF: words are runs of word characters and
          of the block U+0600-06FF; each letter is counted alone, and the relation must hold
          for every letter.
Corrected one count over all words, in both registries, without punctuation, marks and
          tatweel, without a leading article; ``any`` looks inside words.
Quirks    Inception: punctuation after a word hides its last letter; a text without words is not
          followed. HF: ``any`` counts nothing, so ``less than`` always passes and ``at least``
          never; an Arabic comma stays on its word.
Source    the two Arabic ports of IFEval. A letter written with a tatweel (``هـ``), for which the
          Inception port raises, is read as the letter.
Example   {"letters": ["ق"], "frequency": 2, "relation": "at least", "position": "start"}
followed      "قرأ قاسم الدرس"
not followed  "قرأ سالم الدرس"
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.arabic import TATWEEL, block_words, letter_words, plain_words, without_article
from lm_eval_tasks.text.relations import counted, holds

Position = Literal["start", "end", "any"]
Letters = Annotated[tuple[Annotated[str, Meta(min_length=1)], ...], Meta(min_length=1)]
_WHERE = {"start": "starting with", "end": "ending in", "any": "holding"}


class LettersOfWords(Parameters, frozen=True):
    """Letters, where in a word they are looked for, and how many words are expected (HF)."""

    letters: Letters
    frequency: Annotated[int, Meta(ge=0)]
    relation: Literal["less than", "at least"]
    position: Position


class SingleLettersOfWords(LettersOfWords, frozen=True):
    """The same with single letters (Inception)."""

    def __post_init__(self) -> None:
        for letter in self.letters:
            if len(letter.replace(TATWEEL, "") or letter[0]) > 1:
                raise ValueError(f"letters: {letter!r} is more than one letter")


def bare_words(text: str) -> list[str]:
    """Words without punctuation, marks, tatweel and a leading article."""
    return [without_article(word) for word in plain_words(text)]


def _bare(letters: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(letter.lower().replace(TATWEEL, "") or letter for letter in letters)


def _hits(words: list[str], letters: tuple[str, ...], position: Position) -> int:
    """How many words have one of the letters at the position."""
    if position == "start":
        return sum(word.startswith(letters) for word in words)
    if position == "end":
        return sum(word.endswith(letters) for word in words)
    return sum(any(letter in word for letter in letters) for word in words)


def _total(words: list[str], want: LettersOfWords) -> Verdict:
    hits = _hits(words, _bare(want.letters), want.position)
    return Verdict(
        bool(words) and holds(hits, want.relation, want.frequency),
        f"{counted(hits, 'word')} {_WHERE[want.position]} one of {' '.join(want.letters)}",
        f"expected {want.relation} {want.frequency}",
    )


def inception_official(text: Text, want: LettersOfWords) -> Verdict:
    """One count over words as whitespace separates them."""
    return _total([word for word in text.get(letter_words) if word], want)


def hf_official(text: Text, want: LettersOfWords) -> Verdict:
    """A count for each letter, every one of which must meet the relation."""
    words = text.get(block_words)
    expected = f"expected {want.relation} {want.frequency} for each letter"
    for letter in want.letters:
        hits = 0 if want.position == "any" else _hits(words, (letter,), want.position)
        if not holds(hits, want.relation, want.frequency):
            return Verdict(False, f"{counted(hits, 'word')} {_WHERE[want.position]} {letter!r}", expected)
    return Verdict(True, f"expected every letter of {' '.join(want.letters)} as", expected)


def corrected(text: Text, want: LettersOfWords) -> Verdict:
    """One count over words as a reader sees them."""
    return _total(text.get(bare_words), want)


inception_letter_list_freq: Check = check(
    "keywords:letter_list_freq", SingleLettersOfWords, inception_official, corrected=corrected
)
hf_letter_list_freq: Check = check(
    "keywords:letter_list_freq", LettersOfWords, hf_official, corrected=corrected
)
