"""How far two raters agree beyond chance, and how sure that is.

Source    Cohen (1960), Educational and Psychological Measurement 20; Krippendorff (2004), "Content
          analysis", chapter 11, for alpha with nominal labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Cohen's kappa of two raters; None where chance alone agrees always, or nothing was rated.

    Args:
        first: one rater's labels.
        second: the other's labels of the same things, in the same order.
    """
    total = len(first)
    if not total:
        return None
    ours, theirs = Counter(first), Counter(second)
    # Whole numbers until the last division: nothing is lost where both are almost constant.
    chance = sum(ours[label] * theirs[label] for label in ours)
    agreed = sum(one == other for one, other in zip(first, second, strict=True)) * total
    return None if chance == total * total else (agreed - chance) / (total * total - chance)


def nominal_alpha(units: Sequence[Sequence[Hashable]]) -> float | None:
    """Krippendorff's alpha of any number of raters with missing ratings; None if undefined.

    Args:
        units: the labels that each thing was given. Things with fewer than two are left out.
    """
    kept = [unit for unit in units if len(unit) > 1]
    labels = Counter(label for unit in kept for label in unit)
    total = sum(labels.values())
    expected = total * total - sum(count * count for count in labels.values())
    if not expected:
        return None
    differing = sum(
        (len(unit) ** 2 - sum(count * count for count in Counter(unit).values())) / (len(unit) - 1)
        for unit in kept
    )
    return 1.0 - (total - 1) * differing / expected


__all__ = ["kappa", "nominal_alpha"]
