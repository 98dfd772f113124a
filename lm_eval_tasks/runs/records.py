"""The files of a run as typed values: what ``samples.jsonl`` and ``results.json`` hold.

Field names and their order are those of the files. Files of the first release lack some fields; what a
file lacks has its default here, and what has its default is not written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

Key = str | int
Span = tuple[int, int]
Doubt = Literal["undecided", "crashed"]
DOUBTS: Final[tuple[Doubt, ...]] = get_args(Doubt)
"""Why a verdict was not decided: an optional package is missing, or a check failed."""
_VERDICTS = ("strict", "loose", "strict_gated", "loose_gated")
PER_INSTRUCTION = ("kwargs", *_VERDICTS, "why", "spans", "loose_variant")
"""The fields of a sample that hold one value per instruction."""


_CRASH = re.compile(r"the check \S+ crashed: ")


class GateDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a gate let a response pass, and if not, why."""

    passed: bool
    reason: str | None = None
    detail: str | None = None

    def __post_init__(self) -> None:
        if not self.passed and (self.reason is None or self.detail is None):
            raise ValueError("a refusal without 'reason' or 'detail'")


class NotDecided(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which verdicts of a sample were not decided, and why; None for a decided one."""

    strict: tuple[Doubt | None, ...]
    loose: tuple[Doubt | None, ...] | None = None


class Sample(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One answer to one prompt with its verdicts: a line of ``samples.jsonl``.

    ``strict`` and ``loose`` are before gating. ``columns`` are the further columns of the row, ``answer``
    is the number of the answer where a prompt has several. ``conversation`` is what was said before.
    ``judged`` is the text that was judged where it is not the response: a place in the response as
    (start, end), or the text.
    Metrics read a sample as they read the score that it was made of.
    """

    key: Key
    prompt: str
    response: Any = UNSET
    instruction_id_list: tuple[str, ...]
    kwargs: tuple[Any, ...] | None = None
    strict: tuple[bool, ...]
    loose: tuple[bool, ...] | None = None
    gated_strict: tuple[bool, ...] | None = msgspec.field(name="strict_gated", default=None)
    gated_loose: tuple[bool, ...] | None = msgspec.field(name="loose_gated", default=None)
    why: tuple[str, ...] | None = None
    spans: tuple[tuple[Span, ...], ...] | None = None
    loose_variant: tuple[str | None, ...] | None = None
    one_variant: bool | None = None
    gate: GateDecision | UnsetType | None = UNSET
    noted: tuple[str, ...] | None = msgspec.field(name="notes", default=None)
    labels: dict[str, Any] = {}
    columns: dict[str, Any] = {}
    opened: str | None = None
    probably_truncated: bool | None = None
    answer: int | None = None
    not_decided: NotDecided | None = None
    judged: Span | str | None = None
    conversation: Any = None
    messages: Any = None
    turn: Any = None

    def __post_init__(self) -> None:
        count = len(self.instruction_id_list)
        lists = {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(Sample)}
        for name in PER_INSTRUCTION:
            values = lists[name]
            if values is not None and len(values) != count:
                raise ValueError(
                    f"{name!r} holds {len(values)} values, expected {count}, one per instruction"
                )

    @property
    def identity(self) -> Key:
        """What no other sample of the run has: the key, with the answer's number where there are several."""
        return self.key if self.answer is None else f"{self.key}, answer {self.answer}"

    @property
    def instruction_ids(self) -> tuple[str, ...]:
        """The ids, in the order of the data."""
        return self.instruction_id_list

    @property
    def cluster(self) -> Key:
        """The draw that the answer belongs to: a conversation, or the prompt itself."""
        found: Key = self.labels.get("conversation_key", self.key)
        return found

    @property
    def doubts(self) -> Mapping[str, tuple[str | None, ...]]:
        """Why verdicts were not decided, by kind of verdict, before the gate; None for decided ones."""
        strict = self.not_decided.strict if self.not_decided else self._told_doubts
        loose = self.not_decided.loose if self.not_decided else strict
        nothing = (None,) * len(self.strict)
        passed = self.loose or nothing
        loose = tuple(None if now else doubt for now, doubt in zip(passed, loose or nothing, strict=True))
        return {"strict": strict, "loose": loose}

    @property
    def _told_doubts(self) -> tuple[str | None, ...]:
        """The first release told of verdicts that were not decided in the notes and the reasons only."""
        if not self.why or not set(DOUBTS).intersection(self.notes):
            return (None,) * len(self.strict)
        return tuple(
            None if followed else _told_doubt(why)
            for followed, why in zip(self.strict, self.why, strict=True)
        )

    @property
    def judged_text(self) -> str | None:
        """The text that was judged; None for a response that is not text."""
        if isinstance(self.judged, str):
            return self.judged
        if not isinstance(self.response, str):
            return None
        return self.response[slice(*self.judged)] if self.judged else self.response

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noticed: ``empty``, ``missing`` and so on."""
        return self.noted or ()

    @property
    def refusal(self) -> GateDecision | None:
        """Why the gate refused the response; None where it did not."""
        return self.gate if isinstance(self.gate, GateDecision) and not self.gate.passed else None

    @property
    def gated(self) -> bool:
        """Whether there was a gate."""
        return isinstance(self.gate, GateDecision)

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

    def stated(self, name: str, default: Any = None) -> Any:
        """What a sample says beyond the common columns: among its labels, or its row's columns."""
        for table in (self.labels, self.columns):
            if name in table:
                return table[name]
        return default


def _told_doubt(why: str) -> Doubt | None:
    if why.startswith("not decided: "):
        return "undecided"
    return "crashed" if _CRASH.match(why) else None


class MetricResult(msgspec.Struct, frozen=True):
    """A metric; ``value`` is None without data, ``passed`` where nothing is counted."""

    value: float | None = None
    stderr: float | None = None
    ci95: tuple[float, float] | None = None
    passed: int | None = None
    total: int | None = None
    level: str = ""
    method: str = ""


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """A share of a breakdown; ``value`` is None without data.

    ``undecided`` and ``crashed`` of the verdicts that did not pass were not decided.
    """

    value: float | None
    passed: int | None
    total: int | None
    ci95: tuple[float, float] | None
    method: str
    undecided: int = 0
    crashed: int = 0


NO_SHARE = Share(None, None, None, None, "")


class DataSource(msgspec.Struct, frozen=True):
    """Where the prompts are from."""

    source: str = ""
    sha256: str = ""
    rows: int | None = None


class ResponsesSource(msgspec.Struct, frozen=True):
    """Where the answers are from, and what did not match."""

    source: str = ""
    sha256: str = ""
    kind: str = ""
    answers: int | None = None
    notes: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()


class GateResult(msgspec.Struct, frozen=True):
    """What the gate refused, by reason; ``name`` is None without a gate."""

    name: str | None = None
    refused: int = 0
    reasons: dict[str, int] = {}


class MeanResult(msgspec.Struct, frozen=True):
    """A mean over prompts."""

    value: float | None = None
    stderr: float | None = None
    ci95: tuple[float, float] | None = None
    method: str = ""


class ChancesResult(msgspec.Struct, frozen=True):
    """A metric with several answers per prompt: the chance that any, or all, of k pass, by k."""

    pass_at: dict[str, MeanResult]
    all_at: dict[str, MeanResult]
    best_of_k: MeanResult | None
    by_prompt: dict[str, float]


class SeveralResult(msgspec.Struct, frozen=True):
    """What only several answers per prompt have, by metric."""

    answers_per_prompt: int
    metrics: dict[str, ChancesResult]


class NotDecidedResult(msgspec.Struct, frozen=True):
    """Verdicts that were not decided for one reason, and counted as not followed.

    ``verdicts`` counts them by kind, strict and loose. ``effect`` is how much higher each metric would be
    if all of them were followed, as a share; metrics they do not touch are left out.
    """

    verdicts: dict[str, int]
    effect: dict[str, float]


Breakdown = dict[str, dict[str, Share]]
"""Shares by name and kind of verdict."""


class Results(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers of a run: ``results.json``."""

    task: str
    signature: str = ""
    data: DataSource | None = None
    responses: ResponsesSource | None = None
    n_prompts: int | None = None
    n_answers: int | None = None
    answers_per_prompt: int | None = None
    n_instructions: int | None = None
    metrics: dict[str, MetricResult]
    several: SeveralResult | None = None
    by_instruction: Breakdown | None = None
    by_group: Breakdown | None = None
    gate: GateResult | None = None
    counts: dict[str, int | None] | None = None
    not_decided: dict[Doubt, NotDecidedResult] | None = None
    think_end: tuple[str, ...] | None = None
    excluded: dict[str, str] | None = None
    corrected: dict[str, Any] | None = None
    format: int = 1
    """1 for files of the first release; 2 since samples say what was judged and what was not decided."""


class Run(msgspec.Struct, frozen=True):
    """A scored run: its numbers and its samples, in the order of the data."""

    name: str
    results: Results
    samples: tuple[Sample, ...]

    @property
    def task(self) -> str:
        """The task's name."""
        return self.results.task

    @property
    def signature(self) -> str:
        """How the numbers came about; empty where that is not stored."""
        return self.results.signature

    @property
    def by_identity(self) -> Mapping[Key, Sample]:
        """The samples by key and number of the answer."""
        return {sample.identity: sample for sample in self.samples}
