"""Scored runs as ``lm-eval-tasks score --output`` leaves them: read, named, compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.responses import RESULTS, SAMPLES
from lm_eval_tasks.data.sources import read_lines
from lm_eval_tasks.errors import DataError, MissingDataError
from lm_eval_tasks.runs.results import problem_of

MOST_RUNS = 8
"""As many as there are colours that can be told apart."""


@dataclass(frozen=True)
class Run:
    """One run: its letter on the page, its name, its numbers and its samples."""

    letter: str
    name: str
    results: Mapping[str, Any]
    samples: tuple[Mapping[str, Any], ...]

    @property
    def colour(self) -> int:
        """The number of its colour, from 0."""
        return ord(self.letter) - ord("A")

    @property
    def task(self) -> str:
        """The task's name."""
        return str(self.results["task"])

    @property
    def numbers(self) -> Mapping[str, Any]:
        """The metrics; of several answers per prompt also the chances that any or all of them follow."""
        several = mapping(self.results.get("several"))
        count = str(several.get("answers_per_prompt"))
        further: dict[str, Any] = {}
        for name, one in mapping(several.get("metrics")).items():
            for title, chance in (("any", "pass_at"), ("all", "all_at")):
                entry = mapping(mapping(mapping(one).get(chance)).get(count))
                if entry:
                    further[f"{name.removesuffix('_acc')}_{title}_of_{count}"] = entry
        return {**mapping(self.results["metrics"]), **further}

    @property
    def signature(self) -> str:
        """How the numbers came about, or an empty text."""
        return str(self.results.get("signature") or "")

    @property
    def gated(self) -> bool:
        """Whether a gate could refuse answers."""
        gate = mapping(self.results.get("gate"))
        return bool(gate.get("name", gate))

    @property
    def answers(self) -> Mapping[str, Any]:
        """Where the answers are from, where that is stored."""
        return mapping(self.results.get("responses"))

    @property
    def data(self) -> Mapping[str, Any]:
        """Where the prompts are from, and their digest."""
        return mapping(self.results.get("data"))


def mapping(value: Any) -> Mapping[str, Any]:
    """``value`` where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def read_runs(folders: Sequence[Path]) -> list[Run]:
    """The runs in ``folders``, in that order.

    Raises:
        MissingDataError: a folder without the two files; says how to make them.
        DataError: files that do not have the form of a scored run; says where.
    """
    if len(folders) > MOST_RUNS:
        raise DataError([f"{len(folders)} runs, at most {MOST_RUNS} fit on one page"])
    names = _names(folders)
    return [
        Run(chr(ord("A") + index), name, _results(folder), _samples(folder))
        for index, (name, folder) in enumerate(zip(names, folders, strict=True))
    ]


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


def _file(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise MissingDataError(
            f"{folder}: no {name}. A report is made of a scored run: "
            f"lm-eval-tasks score RESPONSES --task TASK --output {folder}"
        )
    return path


def _results(folder: Path) -> Mapping[str, Any]:
    path = _file(folder, RESULTS)
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise DataError([f"no JSON: {error}"], str(path)) from None
    if not isinstance(results, dict):
        raise DataError(["expected an object"], str(path))
    problems = [f"no {name!r}" for name in ("task", "metrics") if not results.get(name)]
    if problems:
        raise DataError(problems, str(path))
    return results


def _samples(folder: Path) -> tuple[Mapping[str, Any], ...]:
    path = _file(folder, SAMPLES)
    samples: list[Mapping[str, Any]] = []
    problems: list[str] = []
    for number, sample in read_lines(path):
        problem = problem_of(sample)
        if problem:
            problems.append(f"line {number}: {problem}")
        else:
            samples.append(sample)
    if problems:
        raise DataError(problems, str(path))
    return tuple(samples)


def differences(runs: Sequence[Run]) -> list[str]:
    """What makes the numbers of these runs incomparable, a sentence each."""
    found = []
    for kind, values in (
        ("task", [run.task for run in runs]),
        ("data (digest of the prompts)", [str(run.data.get("sha256") or "unknown")[:12] for run in runs]),
        ("number of prompts", [str(run.results.get("n_prompts") or len(run.samples)) for run in runs]),
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
