"""Scored runs as ``lm-eval-tasks score --output`` leaves them: read, named, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lm_eval_tasks.errors import DataError
from lm_eval_tasks.runs.metrics import LOOSE, STRICT
from lm_eval_tasks.runs.records import DataSource, GateResult, MetricResult, ResponsesSource, Results, Sample
from lm_eval_tasks.runs.store import read_run

MOST_RUNS = 8
"""As many as there are colours that can be told apart."""


@dataclass(frozen=True)
class Run:
    """One run: its letter on the page, its name, its numbers and its samples."""

    letter: str
    name: str
    results: Results
    samples: tuple[Sample, ...]

    @property
    def colour(self) -> int:
        """The number of its colour, from 0."""
        return ord(self.letter) - ord("A")

    @property
    def task(self) -> str:
        """The task's name."""
        return self.results.task

    @property
    def numbers(self) -> Mapping[str, MetricResult]:
        """The metrics; of several answers per prompt also the chances that any or all of them follow."""
        several = self.results.several
        if several is None:
            return self.results.metrics
        count = str(several.answers_per_prompt)
        further: dict[str, MetricResult] = {}
        for name, one in several.metrics.items():
            for title, chances in (("any", one.pass_at), ("all", one.all_at)):
                if entry := chances.get(count):
                    further[f"{name.removesuffix('_acc')}_{title}_of_{count}"] = MetricResult(
                        entry.value, entry.stderr, entry.ci95
                    )
        return {**self.results.metrics, **further}

    @property
    def doubts_told(self) -> Mapping[tuple[str, str, str], int]:
        """Verdicts that were not decided, by type, kind and reason, where only the samples tell of them.

        Empty for files that count them. Those of the first release do not.
        """
        if self.results.format > 1:
            return {}
        found: Counter[tuple[str, str, str]] = Counter()
        for sample in self.samples:
            for column in (STRICT, LOOSE) if sample.loose is not None else (STRICT,):
                for name, doubt in zip(sample.instruction_ids, column.doubts_of(sample), strict=True):
                    if doubt:
                        found["All instructions", column.kind, doubt] += 1
                        found[name, column.kind, doubt] += 1
        return found

    @property
    def signature(self) -> str:
        """How the numbers came about, or an empty text."""
        return self.results.signature

    @property
    def gate(self) -> GateResult:
        """What a gate refused."""
        return self.results.gate or GateResult()

    @property
    def answers(self) -> ResponsesSource:
        """Where the answers are from; empty where that is not stored."""
        return self.results.responses or ResponsesSource()

    @property
    def data(self) -> DataSource:
        """Where the prompts are from, and their digest; empty where that is not stored."""
        return self.results.data or DataSource()


def read_runs(folders: Sequence[Path]) -> list[Run]:
    """The runs in ``folders``, in that order.

    Raises:
        MissingDataError: a folder without the two files; says how to make them.
        DataError: files that do not have the form of a scored run; says where.
    """
    if len(folders) > MOST_RUNS:
        raise DataError([f"{len(folders)} runs, at most {MOST_RUNS} fit on one page"])
    names = _names(folders)
    found = map(read_run, folders, names)
    return [Run(chr(ord("A") + at), run.name, run.results, run.samples) for at, run in enumerate(found)]


def _names(folders: Sequence[Path]) -> list[str]:
    """The last part of each path, with as many parts before it as keep the names apart."""
    parts = [folder.absolute().parts for folder in folders]
    longest = max((len(one) for one in parts), default=1)
    names: list[str] = []
    for count in range(1, longest + 1):
        names = ["/".join(one[-count:]) for one in parts]
        if len(set(names)) == len(names):
            break
    return names


def differences(runs: Sequence[Run]) -> list[str]:
    """What makes the numbers of these runs incomparable, a sentence each."""
    found = []
    for kind, values in (
        ("task", [run.task for run in runs]),
        ("data (digest of the prompts)", [(run.data.sha256 or "unknown")[:12] for run in runs]),
        ("number of prompts", [str(run.results.n_prompts or len(run.samples)) for run in runs]),
    ):
        if len(set(values)) > 1:
            said = ", ".join(f"{run.letter}: {value}" for run, value in zip(runs, values, strict=True))
            found.append(f"The runs differ in their {kind}: {said}.")
    if len({run.signature for run in runs}) > 1:
        found.append(f"The runs differ in their signature: {_differing_parts(runs)}.")
    return found


def _differing_parts(runs: Sequence[Run]) -> str:
    """The parts of the signatures that are not in all of them."""
    parts = [run.signature.split("|") for run in runs]
    shared = set(parts[0]).intersection(*parts[1:])
    said = []
    for run, own in zip(runs, parts, strict=True):
        only = [part for part in own if part and part not in shared]
        said.append(f"{run.letter}: {', '.join(only) or 'no part of its own'}")
    return "; ".join(said)
