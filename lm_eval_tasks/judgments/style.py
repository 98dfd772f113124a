"""What style control controls for: length and markdown of both answers, as one number per trait.

A trait is always told for answer a less answer b, relative to both, so that swapping the answers only
changes its sign. The published protocols also subtract the mean over all rows. That makes their
ratings depend on which answer is called a; see ``centred``.

Source    Arena-Hard-Auto (v0.1 at d99b139, v2 at 196f6b8); FastChat's notebook for Chatbot Arena.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lm_eval_tasks.errors import LmEvalTasksError, UnknownNameError
from lm_eval_tasks.judgments.battles import Battle
from lm_eval_tasks.judgments.records import Style

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LENGTH = "length"
STYLE = "style"
CONTROLS = (LENGTH, STYLE)
MARKDOWN = ("headers", "lists", "bold")


def traits_of(control: str, battles: Sequence[Battle]) -> tuple[str, ...]:
    """The names of what is controlled for: tokens where every answer has them, else characters.

    Raises:
        LmEvalTasksError: if an answer lacks what is needed, saying what and where.
    """
    if control not in CONTROLS:
        raise UnknownNameError("control", control, CONTROLS)
    length = next((name for name in ("tokens", "characters") if not _lacking(name, battles)), "")
    if not length:
        raise LmEvalTasksError(
            f"--control {control} needs the length of both answers, in tokens or characters; "
            f"{_where('tokens', battles)}"
        )
    if control == LENGTH:
        return (length,)
    for name in MARKDOWN:
        if _lacking(name, battles):
            raise LmEvalTasksError(
                f"--control style needs headers, lists and bold of both answers; {_where(name, battles)}; "
                "--control length needs their lengths only"
            )
    return (length, *MARKDOWN)


def relative(traits: Sequence[str], battles: Sequence[Battle]) -> Floats:
    """(a - b) / (a + b + 1) for each trait, one row per battle: Arena-Hard v0.1."""
    ours, theirs = _both(traits, battles)
    found: Floats = (ours - theirs) / (ours + theirs + 1.0)
    return found


def densities(traits: Sequence[str], battles: Sequence[Battle]) -> Floats:
    """Arena-Hard v2: the length without the 1, and markdown per token.

    Two answers of no length differ by 0 here; the original stops.
    """
    import numpy as np

    ours, theirs = _both(traits, battles)
    lengths = ours[:, :1] + theirs[:, :1]
    length = np.divide(ours[:, :1] - theirs[:, :1], lengths, out=np.zeros_like(lengths), where=lengths > 0)
    dense, other = ours[:, 1:] / (ours[:, :1] + 1.0), theirs[:, 1:] / (theirs[:, :1] + 1.0)
    return np.hstack([length, (dense - other) / (dense + other + 1.0)])


def differing(traits: Sequence[str], features: Floats) -> tuple[tuple[str, ...], Floats, tuple[str, ...]]:
    """The traits that differ between answers, their columns, and the traits that never do.

    Raises:
        LmEvalTasksError: if none differs.
    """
    kept = [place for place in range(len(traits)) if features[:, place].any()]
    if not kept:
        raise LmEvalTasksError(
            f"both answers of every battle have the same {', '.join(traits)}: there is nothing to control for"
        )
    names = tuple(traits[place] for place in kept)
    return names, features[:, kept], tuple(name for name in traits if name not in names)


def scaled(features: Floats) -> Floats:
    """Each column over its root mean square. Swapping answers a and b changes signs only."""
    import numpy as np

    size = np.sqrt((features**2).mean(axis=0))
    return features / np.where(size > 0, size, 1.0)


def centred(features: Floats, ddof: int) -> Floats:
    """Each column less its mean, over its standard deviation, as the published protocols have it."""
    import numpy as np

    size = features.std(axis=0, ddof=ddof)
    found: Floats = (features - features.mean(axis=0)) / np.where(size > 0, size, 1.0)
    return found


def _both(traits: Sequence[str], battles: Sequence[Battle]) -> tuple[Floats, Floats]:
    import numpy as np

    sides = ([one.style_a for one in battles], [one.style_b for one in battles])
    ours, theirs = (
        np.array([[getattr(style, name) for name in traits] for style in styles], dtype=np.float64)
        for styles in sides
    )
    return ours, theirs


def _lacking(name: str, battles: Sequence[Battle]) -> int:
    return sum(_unknown(one.style_a, name) or _unknown(one.style_b, name) for one in battles)


def _unknown(style: Style, name: str) -> bool:
    return getattr(style, name) is None


def _where(name: str, battles: Sequence[Battle]) -> str:
    first = next(
        one for one in battles if _unknown(one.style_a, name) or _unknown(one.style_b, name)
    ).judgments[0]
    place = f", the first at {first.place}" if first.place else ""
    return f"{_lacking(name, battles)} of {len(battles)} battles have no {name}{place}"


__all__ = [
    "CONTROLS",
    "LENGTH",
    "STYLE",
    "centred",
    "densities",
    "differing",
    "relative",
    "scaled",
    "traits_of",
]
