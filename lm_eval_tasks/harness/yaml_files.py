"""The YAML of every task, written from its suite: ``python -m lm_eval_tasks.harness.yaml_files [--check]``.

The suite is the one source of a task's version, token limit, metrics and tags. Without ``--check`` the
files are written; with it, files that differ from what the suites say are named and the exit code
is 1. Groups (``ifeval_all.yaml`` and others with the key ``group``) are written by hand.

Source    EleutherAI/lm-evaluation-harness, docs/task_guide.md.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from lm_eval_tasks.harness.tasks import STDERR, is_mean
from lm_eval_tasks.instructions.suites import BUILT_IN, SUITES, Suite, folder_of
from lm_eval_tasks.runs.metrics import Metric

PACKAGE = Path(__file__).resolve().parents[1]
COMMAND = "python -m lm_eval_tasks.harness.yaml_files"
CLASSES: Mapping[str, str] = {"messages": "ConversationTask", "turns": "TurnByTurnTask"}
"""The class of lm_eval task that sends what a suite asks to send; a plain prompt needs none."""
TAKEN = frozenset({"acc", "acc_norm", "brier_score", "f1", "mcc", "perplexity", "bits_per_byte"})
"""Names of lm_eval's metrics for other kinds of output; a task with one of them needs a class."""


def base_of(suite: Suite) -> Suite | None:
    """The suite whose file a twin includes: the longest registered name that this one continues."""
    parts = suite.name.split("_")
    names = ("_".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
    twins = (
        name for name in names if name in BUILT_IN and SUITES[name].catalogue.name == suite.catalogue.name
    )
    found = next(twins, None)
    return None if found is None else base_of(SUITES[found]) or SUITES[found]


def task_yaml(suite: Suite) -> str:
    """The file of one task."""
    base = base_of(suite)
    lines = []
    if base:
        above = "" if folder_of(base.name) == folder_of(suite.name) else f"../{folder_of(base.name)}/"
        lines.append(f"include: {above}{base.name}.yaml")
    lines.append(f"task: {suite.name}")
    name = _class(suite)
    if name and not (base and _class(base) == name):
        lines.append(f"class: !function utils.{name}")
    lines += ["tag:", *(f"  - {tag}" for tag in suite.tags)]
    lines.append(f"custom_dataset: !function utils.load_{suite.name}")
    lines.append(f"process_results: !function utils.process_results_{suite.name}")
    if not base:
        lines += ["output_type: generate_until", "num_fewshot: 0", "doc_to_text: prompt", "doc_to_target: 0"]
        if suite.asks != "turns":  # a conversation is held once
            lines += [
                "filter_list:",
                "  - name: none",
                "    filter:",
                "      - function: custom",
                "        filter_fn: !function utils.all_answers",
            ]
    if not base or base.hub.split != suite.hub.split:
        lines.append(f"test_split: {suite.hub.split}")
    if not base or base.max_gen_toks != suite.max_gen_toks:
        lines += [
            "generation_kwargs:",
            "  until: []",
            "  do_sample: false",
            "  temperature: 0.0",
            f"  max_gen_toks: {suite.max_gen_toks}",
        ]
    if not base or _names(base) != _names(suite):
        lines.append("metric_list:")
        lines += [line for metric in suite.metrics for line in _metric(suite, metric)]
    lines += ["metadata:", f"  version: {suite.version}.0"]
    return "\n".join(lines) + "\n"


def _class(suite: Suite) -> str | None:
    """The class of lm_eval task that a suite needs, if lm_eval's own does not do."""
    return CLASSES.get(suite.asks, None if TAKEN.isdisjoint(_names(suite)) else "OwnTask")


def _names(suite: Suite) -> list[str]:
    return [metric.name for metric in suite.metrics]


def _metric(suite: Suite, metric: Metric) -> list[str]:
    """The entries of a metric; where the mean is not its value, a second one is its standard error."""
    if is_mean(suite, metric):
        return [f"  - metric: {metric.name}", "    aggregation: mean", "    higher_is_better: true"]
    return [
        f"  - metric: {metric.name}",
        f"    aggregation: !function utils.number_{suite.name}__{metric.name}",
        "    higher_is_better: true",
        f"  - metric: {metric.name}{STDERR}",
        f"    aggregation: !function utils.error_{suite.name}__{metric.name}",
        "    higher_is_better: false",
    ]


def files(package: Path = PACKAGE) -> dict[Path, str]:
    """What every task's file must hold."""
    return {package / folder_of(name) / f"{name}.yaml": task_yaml(SUITES[name]) for name in BUILT_IN}


def stale(package: Path = PACKAGE) -> list[Path]:
    """The files that are missing, differ from their suite, or have none."""
    made = files(package)
    there = {
        path for path in package.rglob("*.yaml") if "\ngroup:" not in f"\n{path.read_text(encoding='utf-8')}"
    }
    differing = {path for path, text in made.items() if _text(path) != text}
    return sorted(differing | (there - set(made)))


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(arguments: Sequence[str]) -> int:
    """Write the files, or name those that are stale."""
    if set(arguments) - {"--check"}:
        print(__doc__)
        return 2
    old = stale()
    if "--check" in arguments:
        for path in old:
            print(
                f"{path.relative_to(PACKAGE.parent)} differs from its suite; run: python -m {__spec__.name}"
            )
        return 1 if old else 0
    made = files()
    for path in old:
        if path in made:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    print(f"{len(made)} tasks, {len(old)} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
