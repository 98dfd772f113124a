"""``ratio:overlap``: how much of the response is in a reference text.

Asks      that the response shares ``percentage`` per cent of its trigrams, give or take two, with
          ``reference_text``.
Decides   by the sets of three neighbouring characters: the share of the response's set that is
          in the reference's set too.
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


overlap: Check = check("ratio:overlap", Overlap, official)
