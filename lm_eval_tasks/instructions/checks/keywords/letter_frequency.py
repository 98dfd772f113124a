"""``keywords:letter_frequency``: how often a letter occurs.

Asks      that ``letter`` occurs fewer than, or at least, ``let_frequency`` times.
Decides   by counting it in the lower-cased response, the whole text, markup included. In Japanese
          a hiragana is counted with its katakana.
Corrected Accents are composed on both sides first, so ``é`` does not contain ``e``, however it is encoded.
          ``around`` allows a tenth, at least one.
Plusplus  ``around`` allows 5.
Quirks    A character outside a-z is counted as itself; the reference draws a random letter
          for it (``docs/deviations.md``). Accents are not folded: ``e`` is not counted in
          ``é`` unless the accent is a separate character.
Source    google-research, instruction_following_eval.
Example   {"letter": "z", "let_frequency": 2, "let_relation": "at least"}
followed      "Zigzag"
not followed  "Zoo"
Example   {"letter": "z", "let_frequency": 2, "let_relation": "al menos"} in m_ifeval_es
followed      "Zigzag"
not followed  "Zoo"
Example   {"letter": "z", "let_frequency": 2, "let_relation": "au moins"} in m_ifeval_fr
followed      "Zigzag"
not followed  "Zoo"
Example   {"letter": "か", "let_frequency": 2, "let_relation": "以上"} in m_ifeval_ja
followed      "かさとカメラ"
not followed  "かさとさいふ"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.japanese import hiragana_and_katakana
from lm_eval_tasks.text.normal import composed_lower
from lm_eval_tasks.text.relations import Relation, counted, holds
from lm_eval_tasks.text.words import lowered


class LetterFrequency(Parameters, frozen=True):
    """A letter and how many times it must occur."""

    letter: Annotated[str, Meta(min_length=1)]
    let_frequency: Annotated[int, Meta(ge=0)]
    let_relation: Relation


class LetterFrequencyByEitherName(Parameters, frozen=True):
    """The same under either pair of names (Arabic HF); the names with ``let_`` go first."""

    letter: Annotated[str, Meta(min_length=1)]
    let_frequency: Annotated[int, Meta(ge=0)] | None = None
    let_relation: Relation | None = None
    frequency: Annotated[int, Meta(ge=0)] | None = None
    relation: Relation | None = None

    def __post_init__(self) -> None:
        if self.let_frequency is None and self.frequency is None:
            raise ValueError("parameter 'let_frequency' is missing")
        if self.let_relation is None and self.relation is None:
            raise ValueError("parameter 'let_relation' is missing")


def reading(lower: Callable[[str], str], around: int | None = 0) -> Reading:
    """Count the stored character where ``lower`` has lower-cased it and the text."""

    def judge(text: Text, want: LetterFrequency) -> Verdict:
        letter = lower(want.letter.strip()) or want.letter
        count = text.get(lower).count(letter)
        return Verdict(
            holds(count, want.let_relation, want.let_frequency, around),
            f"{letter!r} found {counted(count, 'time')}",
            f"expected {want.let_relation} {want.let_frequency}",
        )

    return judge


official = reading(lowered)
plusplus = reading(lowered, around=5)
corrected = reading(composed_lower, None)
letter_frequency: Check = check(
    "keywords:letter_frequency",
    LetterFrequency,
    official,
    corrected=corrected,
)


def one_character(text: Text, want: LetterFrequency) -> Verdict:
    """The same count; a letter that is several characters in lower case (``İ``) is found nowhere."""
    if len(want.letter.strip().lower() or want.letter) == 1:
        return official(text, want)
    return Verdict(
        holds(0, want.let_relation, want.let_frequency),
        f"{want.letter!r} is several characters in lower case, counted 0 times",
        f"expected {want.let_relation} {want.let_frequency}",
    )


character_frequency: Check = check("keywords:letter_frequency", LetterFrequency, one_character)


def by_one_name(want: LetterFrequencyByEitherName) -> LetterFrequency:
    """The parameters under the names with ``let_``; one of each pair is there."""
    frequency = want.let_frequency if want.let_frequency is not None else want.frequency or 0
    return LetterFrequency(want.letter, frequency, want.let_relation or want.relation or "at least")


def hf_official(text: Text, want: LetterFrequencyByEitherName) -> Verdict:
    """The same count; of more than one character, none is counted."""
    named = by_one_name(want)
    verdict = official(text, named)
    if len(want.letter.strip() or want.letter) == 1:
        return verdict
    followed = holds(0, named.let_relation, named.let_frequency)
    return Verdict(followed, f"{want.letter!r} is not a single letter, counted 0 times", verdict.expected)


def hf_corrected(text: Text, want: LetterFrequencyByEitherName) -> Verdict:
    """The corrected count under either name."""
    return corrected(text, by_one_name(want))


hf_letter_frequency: Check = check(
    "keywords:letter_frequency", LetterFrequencyByEitherName, hf_official, corrected=hf_corrected
)


def kana(text: Text, want: LetterFrequency) -> Verdict:
    """Count the hiragana and its katakana; no other letter has a twin."""
    letters = hiragana_and_katakana(want.letter.strip() or want.letter)
    count = sum(map(text.string.count, letters))
    shown = " and ".join(map(repr, letters))
    return Verdict(
        holds(count, want.let_relation, want.let_frequency),
        f"{shown} found {counted(count, 'time')}",
        f"expected {want.let_relation} {want.let_frequency}",
    )


kana_frequency: Check = check("keywords:letter_frequency", LetterFrequency, kana)
