"""Comparisons of pairs as arrays, and whether they allow ratings at all.

A rating by maximum likelihood exists, and is unique up to a constant, exactly when every set of
players has scored against the players outside of it: the graph "scored against" is strongly
connected. A tie scores for both. Otherwise some gap grows without end, whatever a solver prints.

Source    Ford (1957), American Mathematical Monthly 64, for the condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Comparisons:
    """What happened between players 0 to ``players`` - 1, one entry of each array per comparison."""

    players: int
    a: Whole
    b: Whole
    outcome: Floats
    """1 where a won, 0.5 for a tie, 0 where b won, or a probability between them."""
    weight: Floats
    cluster: Whole
    """A number from 0 on for what was drawn together: the prompt."""

    def __len__(self) -> int:
        return len(self.a)

    @cached_property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max()) + 1 if len(self) else 0

    @cached_property
    def _cells(self) -> tuple[Whole, Whole, Floats, Floats]:
        """Both cells of each comparison in the score table, and what it adds there."""
        forth, back = self.a * self.players + self.b, self.b * self.players + self.a
        return forth, back, self.weight * self.outcome, self.weight * (1.0 - self.outcome)

    def scores(self, times: Floats | None = None) -> Floats:
        """How much each player (row) scored against each other (column).

        Args:
            times: how often each comparison is counted, for resampling; once if not given.
        """
        import numpy as np

        forth, back, won, lost = self._cells
        if times is not None:
            won, lost = won * times, lost * times
        cells = self.players * self.players
        table = np.bincount(forth, weights=won, minlength=cells)
        table += np.bincount(back, weights=lost, minlength=cells)
        return np.asarray(table, dtype=np.float64).reshape(self.players, self.players)


def comparisons(
    players: int,
    a: Sequence[int],
    b: Sequence[int],
    outcome: Sequence[float],
    weight: Sequence[float] | None = None,
    cluster: Sequence[int] | None = None,
) -> Comparisons:
    """Comparisons from any sequences. Without clusters each comparison is one of its own."""
    import numpy as np

    return Comparisons(
        players,
        np.asarray(a, dtype=np.int64),
        np.asarray(b, dtype=np.int64),
        np.asarray(outcome, dtype=np.float64),
        np.ones(len(a)) if weight is None else np.asarray(weight, dtype=np.float64),
        np.arange(len(a), dtype=np.int64) if cluster is None else np.asarray(cluster, dtype=np.int64),
    )


@dataclass(frozen=True)
class Pool:
    """Players who met each other, directly or through others, and which of them can be rated."""

    rated: tuple[int, ...]
    """Two or more players with finite ratings, or none."""
    above: tuple[int, ...] = ()
    """Players without a finite rating who only won against the rated ones, as far as they met."""
    below: tuple[int, ...] = ()
    """Players without a finite rating who only lost."""
    apart: tuple[int, ...] = ()
    """Players who cannot be compared with the rated ones, although they share opponents."""

    @property
    def players(self) -> tuple[int, ...]:
        """Everyone in the pool, in order of their numbers."""
        return tuple(sorted((*self.rated, *self.above, *self.below, *self.apart)))


def pools(scores: Floats, anchor: int | None = None) -> list[Pool]:
    """The pools of a score table, the largest first.

    In each pool the rated players are one strongly connected part: the one with the anchor,
    else the one with most players (then: most comparisons).
    """
    import numpy as np

    _, weak = _components(scores, "weak")
    _, strong = _components(scores, "strong")
    found = []
    for number in np.unique(weak):
        members = np.flatnonzero(weak == number)
        parts = [members[strong[members] == part] for part in np.unique(strong[members])]
        parts.sort(key=lambda part: (anchor not in part, -len(part), -scores[np.ix_(part, part)].sum()))
        found.append(_pool(scores, members, parts[0] if len(parts[0]) > 1 else parts[0][:0]))
    return sorted(found, key=lambda pool: (anchor not in pool.players, -len(pool.players), pool.players))


def sides(scores: Floats, reference: Sequence[int]) -> tuple[Any, Any]:
    """Who is above and who is below ``reference`` without end, each True or False per player.

    Those who scored against it, directly or through others, and were never scored against by it are
    above; the other way round they are below.
    """
    import numpy as np

    start = np.asarray(reference, dtype=np.int64)
    beaten, beating = _reached(scores, start), _reached(scores.T, start)
    return beating & ~beaten, beaten & ~beating


def _pool(scores: Floats, members: Whole, rated: Whole) -> Pool:
    import numpy as np

    kept = {int(one) for one in rated}
    others = [int(one) for one in members if int(one) not in kept]
    if not kept:
        return Pool((), apart=tuple(others))
    beaten, beating = _reached(scores, rated), _reached(scores.T, rated)
    above = tuple(one for one in others if beating[one])
    below = tuple(one for one in others if beaten[one])
    apart = tuple(one for one in others if not beating[one] and not beaten[one])
    return Pool(tuple(int(one) for one in np.sort(rated)), above, below, apart)


def _reached(scores: Floats, start: Whole) -> Any:
    """Which players can be reached from ``start`` by steps from a player to one scored against."""
    import numpy as np

    seen = np.zeros(len(scores), dtype=bool)
    seen[start] = True
    while True:
        more = seen | (scores[seen] > 0).any(axis=0)
        if (more == seen).all():
            return seen
        seen = more


def _components(scores: Floats, connection: str) -> tuple[int, Any]:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    number, labels = connected_components(csr_matrix(scores > 0), directed=True, connection=connection)
    return int(number), labels


__all__ = ["Comparisons", "Pool", "comparisons", "pools", "sides"]
