"""The nouns: what a check, a verdict, an item, a gate and a score are.

Values only. Nothing here reads a file, keeps state or knows a benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args

import msgspec
from immutabledict import immutabledict

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.runs.records import DOUBTS, Doubt
from lm_eval_tasks.text.values import Asked, Prepared, Span, Text

Edition = Literal["official", "corrected"]

OFFICIAL: Final = "official"
CORRECTED: Final = "corrected"
EDITIONS: tuple[str, ...] = get_args(Edition)


class Verdict(msgspec.Struct, frozen=True):
    """Whether one instruction was followed, what was found and what was expected.

    ``spans`` are the places in the text that decided, as (start, end) in characters,
    where the check knows them.
    """

    followed: bool
    found: str
    expected: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def why(self) -> str:
        """One sentence: what was found, and what was expected."""
        return f"{self.found}; {self.expected}" if self.expected else self.found


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an instruction asks for; each check subclasses it with typed fields."""


class NoParameters(Parameters, frozen=True):
    """For instructions that take none."""


Reading = Callable[[Text, Any], Verdict]
Objection = Callable[[Any], str | None]
"""Why parameters have no verdict, None if they have one."""


@dataclass(frozen=True)
class Check:
    """One instruction type: its parameters and how it is read in each edition.

    ``readings`` always holds ``official``; an edition that is missing there is read as
    the official one. Make one with :func:`check`.
    """

    id: str
    parameters: type[Parameters]
    readings: Mapping[str, Reading]

    def reading(self, edition: str) -> Reading:
        """The function that judges in ``edition``.

        Raises:
            UnknownNameError: for an edition that does not exist.
        """
        if edition not in EDITIONS:
            raise UnknownNameError("edition", edition, EDITIONS)
        return self.readings.get(edition, self.readings[OFFICIAL])

    @property
    def module(self) -> str:
        """The module that describes it (its docstring is the manual page)."""
        return self.readings[OFFICIAL].__module__


def check(
    id: str,
    parameters: type[Parameters],
    official: Reading,
    *,
    corrected: Reading | None = None,
) -> Check:
    """A :class:`Check` out of its readings; builds a value, registers nothing.

    Args:
        id: the instruction id, ``family:name``.
        parameters: the typed parameters, a subclass of :class:`Parameters`.
        official: the reading of the reference implementation.
        corrected: the reading without the faults of ``docs/deviations.md``, where it differs.
    """
    readings = {OFFICIAL: official} | ({CORRECTED: corrected} if corrected else {})
    return Check(id, parameters, immutabledict(readings))


@dataclass(frozen=True)
class Example:
    """Parameters, a text that follows and one that does not.

    ``tasks`` are those that it is about, where a language has examples of its own.
    """

    parameters: Mapping[str, Any]
    followed: tuple[str, ...]
    not_followed: tuple[str, ...]
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """The checks of one benchmark in one language.

    ``relations`` maps the benchmark's words for a comparison to ours; a row that uses
    another word is refused when it is loaded. ``objections`` say, by instruction id, why
    parameters of valid types have no verdict there (the reference raises or draws others).
    ``corrected`` says that its checks are judged in the corrected edition, too. Elsewhere their
    corrected readings, which were written for another language or benchmark, are left out.
    """

    name: str
    checks: Mapping[str, Check]
    relations: Mapping[str, str] = field(
        default_factory=lambda: immutabledict({"less than": "less than", "at least": "at least"})
    )
    objections: Mapping[str, Objection] = field(default_factory=immutabledict)
    examples: Mapping[str, tuple[Example, ...]] = field(default_factory=immutabledict)
    """Examples in the catalogue's language, by instruction id, instead of those of the manual page."""
    corrected: bool = False

    def __post_init__(self) -> None:
        if not self.corrected:
            kept = {name: official_only(one) for name, one in self.checks.items()}
            object.__setattr__(self, "checks", immutabledict(kept))


def official_only(one: Check) -> Check:
    """The check without its corrected reading."""
    if CORRECTED not in one.readings:
        return one
    return replace(one, readings=immutabledict({OFFICIAL: one.readings[OFFICIAL]}))


def catalogue(
    name: str, *checks: Check, relations: Mapping[str, str] | None = None, corrected: bool = False
) -> Catalogue:
    """A :class:`Catalogue` keyed by instruction id; the same id twice is a mistake."""
    by_id = {one.id: one for one in checks}
    if len(by_id) != len(checks):
        raise ValueError(f"catalogue {name}: an instruction id occurs twice")
    if relations is None:
        return Catalogue(name, immutabledict(by_id), corrected=corrected)
    return Catalogue(name, immutabledict(by_id), immutabledict(relations), corrected=corrected)


class Instruction(msgspec.Struct, frozen=True):
    """One instruction of a prompt, validated and ready to be judged."""

    id: str
    parameters: Parameters
    judge: Reading


REPEATED: Final = "prompt_to_repeat"
PRESCRIBED: Final = (REPEATED, "postscript_marker", "end_phrase", "section_spliter")
"""Parameters whose text must occur in the response to the letter, whatever else is asked."""


class Item(msgspec.Struct, frozen=True):
    """One prompt with its instructions, as the data says it.

    ``lang`` are the languages a gate allows. ``labels`` is what a benchmark's rows say
    beyond the common columns (a turn, a language, a function's schema); the score carries
    it on, so that metrics can sort by it.
    """

    key: str | int
    prompt: str
    instructions: tuple[Instruction, ...]
    kwargs: tuple[Mapping[str, Any], ...]
    lang: tuple[str, ...] = ()
    labels: Mapping[str, Any] = immutabledict()
    cluster: str | int | None = None

    @property
    def instruction_ids(self) -> tuple[str, ...]:
        """The ids, in the order of the data."""
        return tuple(instruction.id for instruction in self.instructions)

    @property
    def asked(self) -> Asked:
        """What corrected readings may know of the prompt and its other instructions."""
        named = [
            (name, value)
            for instruction in self.instructions
            for name in PRESCRIBED
            if isinstance(value := getattr(instruction.parameters, name, None), str)
        ]
        repeated = next((value for name, value in named if name == REPEATED), "")
        return Asked(
            self.prompt,
            self.instruction_ids,
            repeated,
            tuple(value for name, value in named if name != REPEATED),
        )


class Refusal(msgspec.Struct, frozen=True):
    """Why a gate did not let a response pass."""

    reason: str
    detail: str


Refuse = Callable[[Text, Item], Refusal | None]


@dataclass(frozen=True)
class Gate:
    """A test that a whole response must pass for its verdicts to count.

    ``reasons`` lists every reason code ``refuse`` can give, in the order they are tried.
    """

    name: str
    refuse: Refuse
    reasons: tuple[str, ...]

    @property
    def module(self) -> str:
        """The module that describes it."""
        return self.refuse.__module__


class Outcome(msgspec.Struct, frozen=True):
    """What became of one instruction, before gating.

    ``loose`` is None for benchmarks without it. ``loose_variant`` names the first variant that follows.
    ``strict_doubt`` and ``loose_doubt`` say why a verdict was not decided: it then counts as not followed.
    """

    id: str
    strict: bool
    loose: bool | None
    why: str
    spans: tuple[Span, ...] = ()
    loose_variant: str | None = None
    strict_doubt: Doubt | None = None
    loose_doubt: Doubt | None = None

    def if_followed(self, doubt: Doubt) -> Outcome:
        """The outcome if the verdicts that are in this doubt were followed."""
        loose = None if self.loose is None else self.loose or self.loose_doubt == doubt
        return msgspec.structs.replace(self, strict=self.strict or self.strict_doubt == doubt, loose=loose)


class ItemScore(msgspec.Struct, frozen=True):
    """The verdicts of one response.

    ``cluster`` is the draw that the response belongs to: a conversation, or the prompt itself. ``notes``
    holds ``empty``, ``null``, ``missing``, ``unclosed_thinking``, ``crashed``, and ``undecided`` where an
    optional package is missing. ``judged`` is the text that was judged, where it is not the response.
    """

    key: str | int
    cluster: str | int
    outcomes: tuple[Outcome, ...]
    gated: bool
    refusal: Refusal | None
    notes: tuple[str, ...]
    one_variant: bool = False
    labels: Mapping[str, Any] = immutabledict()
    judged: str | None = None

    @property
    def instruction_ids(self) -> tuple[str, ...]:
        """The ids, in the order of the data."""
        return tuple(one.id for one in self.outcomes)

    @property
    def strict(self) -> tuple[bool, ...]:
        """Strict verdicts, before the gate."""
        return tuple(one.strict for one in self.outcomes)

    @property
    def loose(self) -> tuple[bool, ...] | None:
        """Loose verdicts, before the gate; None for benchmarks without them."""
        if any(one.loose is None for one in self.outcomes):
            return None
        return tuple(bool(one.loose) for one in self.outcomes)

    @property
    def why(self) -> tuple[str, ...]:
        """What was found and expected."""
        return tuple(one.why for one in self.outcomes)

    @property
    def spans(self) -> tuple[tuple[Span, ...], ...]:
        """The places in the judged text that decided."""
        return tuple(one.spans for one in self.outcomes)

    @property
    def loose_variant(self) -> tuple[str | None, ...]:
        """The first variant that follows, per instruction."""
        return tuple(one.loose_variant for one in self.outcomes)

    @property
    def doubts(self) -> Mapping[str, tuple[str | None, ...]]:
        """Why verdicts were not decided, by kind of verdict, before the gate; None for decided ones."""
        return {
            "strict": tuple(one.strict_doubt for one in self.outcomes),
            "loose": tuple(one.loose_doubt for one in self.outcomes),
        }

    def if_followed(self, doubt: Doubt) -> ItemScore:
        """The score if everything that is in this doubt, the gate included, had been followed."""
        outcomes = tuple(one.if_followed(doubt) for one in self.outcomes)
        opened = self.refusal is not None and self.refusal.reason == doubt
        if outcomes == self.outcomes and not opened:
            return self
        loosely = outcomes != self.outcomes and all(one.loose for one in outcomes)
        return msgspec.structs.replace(
            self,
            outcomes=outcomes,
            refusal=None if opened else self.refusal,
            one_variant=self.one_variant or loosely,
        )

    @property
    def strict_gated(self) -> tuple[bool, ...]:
        """``strict``, all False where the gate refused."""
        return tuple(False for _ in self.strict) if self.refusal else self.strict

    @property
    def loose_gated(self) -> tuple[bool, ...] | None:
        """``loose``, all False where the gate refused."""
        if self.loose is None or not self.refusal:
            return self.loose
        return tuple(False for _ in self.loose)

    @property
    def gate(self) -> dict[str, Any] | None:
        """The gate's decision as it is stored: passed, and if not, reason and detail."""
        if not self.gated:
            return None
        if self.refusal is None:
            return {"passed": True}
        return {"passed": False, "reason": self.refusal.reason, "detail": self.refusal.detail}


__all__ = [
    "CORRECTED",
    "DOUBTS",
    "EDITIONS",
    "OFFICIAL",
    "Catalogue",
    "Check",
    "Doubt",
    "Edition",
    "Example",
    "Gate",
    "Instruction",
    "Item",
    "ItemScore",
    "NoParameters",
    "Objection",
    "Outcome",
    "Parameters",
    "Prepared",
    "Reading",
    "Refusal",
    "Refuse",
    "Span",
    "Text",
    "Verdict",
    "catalogue",
    "check",
]
