"""Bars as inline SVG: a share, its interval and how far loose scoring goes.

A bar is drawn on a field 100 wide that stretches with its cell; lines keep their
width. Numbers stand beside the bars as text, so the drawings are hidden from screen
readers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

THICKNESS = 10
GAP = 4


@dataclass(frozen=True)
class Bar:
    """A share between 0 and 1, the colour (a number) and what is drawn with it.

    ``low`` and ``high`` are the ends of the whisker; ``extended`` is a second, lighter end.
    """

    share: float
    colour: int
    low: float | None = None
    high: float | None = None
    extended: float | None = None


def bars(several: Sequence[Bar]) -> str:
    """The bars, one below the other, as one SVG element."""
    height = len(several) * (THICKNESS + GAP) - GAP
    drawn = "".join(_bar(bar, index * (THICKNESS + GAP)) for index, bar in enumerate(several))
    grid = "".join(f"M{x} 0V{height}" for x in (25, 50, 75))
    return (
        f'<svg class="bars" viewBox="0 0 100 {height}" height="{height}" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false">{drawn}<path class="grid" d="{grid}"/></svg>'
    )


def _bar(bar: Bar, top: int) -> str:
    parts = [f'<rect class="track" y="{top}" width="100" height="{THICKNESS}"/>']
    if bar.extended is not None and bar.extended > bar.share:
        width = _percent(bar.extended)
        parts.append(f'<rect class="run{bar.colour} loose" y="{top}" width="{width}" height="{THICKNESS}"/>')
    parts.append(
        f'<rect class="run{bar.colour}" y="{top}" width="{_percent(bar.share)}" height="{THICKNESS}"/>'
    )
    if bar.low is not None and bar.high is not None:
        low, high, middle = _percent(bar.low), _percent(bar.high), top + THICKNESS / 2
        path = f"M{low} {top + 2}v6M{low} {middle:g}H{high}M{high} {top + 2}v6"
        parts.append(f'<path class="halo" d="{path}"/><path class="whisker" d="{path}"/>')
    return "".join(parts)


def _percent(share: float) -> str:
    """A share as a place on the field: 0 to 100 with two decimals at most."""
    if not math.isfinite(share):
        return "0"
    return f"{round(min(1.0, max(0.0, share)) * 100, 2):g}"
