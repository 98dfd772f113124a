"""One record for every judgment, whatever file it was read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

Side = Literal["a", "b", ""]


class Style(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an answer looks like, without its words; None where it is not known."""

    characters: int | None = None
    """Its length in code points."""
    tokens: int | None = None
    """As the file counts them; the counter is named in the notes of what was read."""
    headers: int | None = None
    lists: int | None = None
    bold: int | None = None


NO_STYLE = Style()


class Judgment(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One verdict of one judge, about one answer or about two answers to the same prompt.

    ``outcome`` is always told for ``model_a``: 1 won, 0.5 tied, 0 lost, or a probability between them.
    It does not depend on the order in which the answers were shown: that is ``first``.
    A judgment that could not be read has no outcome, no score, and the reason in ``undecided``.
    A rating of a single answer has a ``score``, no ``model_b`` and no outcome.
    """

    item: str
    """What was judged, unique up to models, judge, game and repeat: the prompt and the turn."""
    cluster: str
    """The prompt. Judgments of one prompt are not independent of each other."""
    model_a: str
    model_b: str = ""
    outcome: float | None = None
    score: float | None = None
    """A rating of the answer of ``model_a``."""
    undecided: str = ""
    """Why there is neither an outcome nor a score: ``unparsed``, ``empty``, ``null``, ``cut off`` …"""
    weight: float = 1.0
    """How often it counts: 3 for ``A>>B`` in Arena-Hard."""
    category: str = ""
    turn: int | None = None
    game: int = 0
    """Which showing of the pair it is, from 0 on."""
    first: Side = ""
    """Whose answer was shown first; empty when this is not known."""
    repeat: int = 0
    """Which asking of the same question in the same order, from 0 on."""
    judge: str = ""
    judge_prompt: str = ""
    """The name of the prompt the judge was given."""
    label: str = ""
    """The verdict as the judge wrote it: ``A>>B``, ``[[B]]``. It speaks of the order shown."""
    strength: str = ""
    """How sure it is: ``high``, ``medium`` or ``low``, by its label or its own word."""
    criterion: str = ""
    """Which constraint was judged, where a judgment is about one of several."""
    gold: float | None = None
    """The right outcome or score, where the data knows it."""
    timestamp: float | None = None
    """Seconds since 1970, for ratings that depend on the order."""
    language: str = ""
    style_a: Style = NO_STYLE
    style_b: Style = NO_STYLE
    reply: str = ""
    """What the judge said. It is text of a model: quote it, never interpret it."""
    prompt: str = ""
    answer_a: str = ""
    answer_b: str = ""
    place: str = ""
    """Where it was read: file and row."""

    @property
    def decided(self) -> bool:
        """Whether it has an outcome or a score."""
        return self.outcome is not None or self.score is not None

    @property
    def pair(self) -> tuple[str, str]:
        """Both models, in the order of the record."""
        return self.model_a, self.model_b

    @property
    def first_outcome(self) -> float | None:
        """The outcome told for the answer that was shown first; None when unknown or undecided."""
        if self.outcome is None or not self.first:
            return None
        return self.outcome if self.first == "a" else 1.0 - self.outcome

    def swapped(self) -> Judgment:
        """The same judgment, told for the other model."""
        first: Side = {"a": "b", "b": "a"}.get(self.first, "")  # type: ignore[assignment]
        return msgspec.structs.replace(
            self,
            model_a=self.model_b,
            model_b=self.model_a,
            outcome=None if self.outcome is None else 1.0 - self.outcome,
            gold=None if self.gold is None or self.score is not None else 1.0 - self.gold,
            first=first,
            style_a=self.style_b,
            style_b=self.style_a,
            answer_a=self.answer_b,
            answer_b=self.answer_a,
        )


class Dropped(msgspec.Struct, frozen=True):
    """Rows that became no judgment, for one reason."""

    reason: str
    count: int
    places: tuple[str, ...] = ()
    """The first few, as file and row."""


@dataclass(frozen=True)
class Judgments:
    """What was read from one or several files: the judgments, and what became of the rest."""

    source: str
    form: str
    """The name of the form it was read as, such as ``arena_hard_v01``."""
    judgments: tuple[Judgment, ...]
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader should know: duplicates, what the tokens were counted with, what was not there."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Names of the source that belong to all of its rows: sha256, baseline, prompt."""

    def __len__(self) -> int:
        return len(self.judgments)

    @property
    def models(self) -> tuple[str, ...]:
        """Every model, in the order of first appearance."""
        names = (name for one in self.judgments for name in (one.model_a, one.model_b) if name)
        return tuple(dict.fromkeys(names))

    @property
    def undecided(self) -> Mapping[str, int]:
        """How many judgments have no outcome and no score, by reason."""
        return Counter(one.undecided or "no verdict" for one in self.judgments if not one.decided)


def joined(parts: Iterable[Judgments]) -> Judgments:
    """Several files as one; their sources are listed and their dropped rows added up."""
    read = list(parts)
    if len(read) == 1:
        return read[0]
    counts: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for one in (dropped for part in read for dropped in part.dropped):
        counts[one.reason] += one.count
        places.setdefault(one.reason, []).extend(one.places)
    return Judgments(
        source=", ".join(part.source for part in read),
        form=", ".join(dict.fromkeys(part.form for part in read)),
        judgments=tuple(one for part in read for one in part.judgments),
        dropped=tuple(Dropped(reason, n, tuple(places[reason][:3])) for reason, n in counts.items()),
        notes=tuple(dict.fromkeys(note for part in read for note in part.notes)),
        facts={name: value for part in read for name, value in part.facts.items()},
    )
