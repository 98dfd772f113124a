"""``ratio:overlap``: how much of the response is in a reference text.

Asks      that the response shares ``percentage`` per cent of its trigrams, give or take two, with
          ``reference_text``.
Decides   by the sets of three neighbouring characters: the share of the response's set that is
          in the reference's set too.
Corrected Trigrams of words are read, too, without case: the prompts do not say of what.
Quirks    Trigrams are of characters, not words; case and whitespace count; a response of fewer
          than three characters does not follow.
Source    allenai, IFBench.
Example   {"reference_text": "abcdef", "percentage": 50}
followed      "abcdxy"
not followed  "abcdef"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check

TOLERANCE = 2
"""How many percentage points the share may differ, either way."""


class Overlap(Parameters, frozen=True):
    """The text to share trigrams with, and the share in per cent."""

    reference_text: Annotated[str, Meta(min_length=1)]
    percentage: Annotated[float, Meta(ge=0, le=100)]


def character_trigrams(text: str) -> frozenset[str]:
    """The different runs of three characters."""
    return frozenset(text[start : start + 3] for start in range(len(text) - 2))


def official(text: Text, want: Overlap) -> Verdict:
    """Compare the share with the one expected."""
    own = text.get(character_trigrams)
    expected = f"expected {want.percentage:g} % within {TOLERANCE} points"
    if not own:
        return Verdict(False, "fewer than three characters", expected)
    share = len(own & character_trigrams(want.reference_text)) / len(own) * 100
    return Verdict(
        want.percentage - TOLERANCE <= share <= want.percentage + TOLERANCE,
        f"{share:.1f} % of the trigrams are the reference's",
        expected,
    )


def word_trigrams(text: str) -> frozenset[tuple[str, ...]]:
    """The different runs of three words."""
    words = text.casefold().split()
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def corrected(text: Text, want: Overlap) -> Verdict:
    """Compare the share by characters, then by words: the prompts name neither."""
    verdict = official(text, want)
    own = text.get(word_trigrams)
    if verdict.followed or not own:
        return verdict
    share = len(own & word_trigrams(want.reference_text)) / len(own) * 100
    return Verdict(
        want.percentage - TOLERANCE <= share <= want.percentage + TOLERANCE,
        f"{verdict.found}, {share:.1f} % of those of words",
        verdict.expected,
    )


overlap: Check = check("ratio:overlap", Overlap, official, corrected=corrected)
