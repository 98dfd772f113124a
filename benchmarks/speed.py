"""The package beside what it replaces, in processor time.

    python -m benchmarks.speed [ANSWERS] [--rounds 3] [--quick] [--json FILE]

ANSWERS is a folder with ``ifeval/prompts.jsonl`` and ``ifeval/responses/*.jsonl``; by default
the tests' reference data (LM_EVAL_TASKS_REFERENCE_DATA), else invented answers. The reference is
the ``ifeval`` task inside the installed lm_eval, on NLTK's data (``--nltk-data``,
or made from the sentence model this package uses).
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks import literal_gate
from benchmarks.answers import AnswerSet, find
from benchmarks.measure import best_child, cpu_of_children, cpu_seconds, interleaved
from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.gates.english import refuse
from lm_eval_tasks.instructions.model import Text
from lm_eval_tasks.instructions.scoring.run import scored
from lm_eval_tasks.text import languages

START_UPS = {
    "python": "pass",
    "import lm_eval_tasks": "import lm_eval_tasks",
    "the ifeval suite": "from lm_eval_tasks import get_suite; get_suite('ifeval')",
    "lm-eval-tasks --help": "from lm_eval_tasks.cli import cli; cli.main(['--help'], standalone_mode=False)",
    "lm-eval-tasks score --help": (
        "from lm_eval_tasks.cli import cli; cli.main(['score', '--help'], standalone_mode=False)"
    ),
    "one answer scored": (
        "from lm_eval_tasks import get_suite\n"
        "get_suite('ifeval').score({'key': 1, 'prompt': '', 'kwargs': [{}],"
        " 'instruction_id_list': ['punctuation:no_comma']}, 'Fine.')"
    ),
    "one language detected": (
        "from lm_eval_tasks.text.languages import detected_language; detected_language('Fine weather.')"
    ),
}
# The first set, in a fresh process.
SET = """
import sys
from benchmarks.answers import find
answers = find(sys.argv[1] or None, quick=False)[0]
"""
SET_SCORED = """
from lm_eval_tasks import get_suite
suite = get_suite("ifeval")
scores = [suite.score(row, answer) for row, answer in answers.answered]
"""
SET_SCORED_BY_REFERENCE = """
from pathlib import Path
from benchmarks.speed import reference
scores = reference(Path(sys.argv[2]))(answers)
"""


def reference(nltk_data: Path) -> Callable[[AnswerSet], list[Any]]:
    """lm_eval's own ifeval on one set: strict and loose, as its task does it."""
    import langdetect
    import nltk

    from tests.punkt_tab import write_punkt_tab

    nltk.data.path.insert(0, str(write_punkt_tab(nltk_data) if not any(nltk_data.iterdir()) else nltk_data))
    langdetect.DetectorFactory.seed = languages.SEED
    from lm_eval.tasks.ifeval.utils import process_results

    langdetect.detect("Fine weather.")

    def run(answers: AnswerSet) -> list[Any]:
        return [process_results(row, [answer]) for row, answer in answers.answered]

    return run


def ours(task: str) -> Callable[[AnswerSet], list[Any]]:
    """The package on one set, rows validated once a set."""
    suite = get_suite(task)

    def run(answers: AnswerSet) -> list[Any]:
        rows = {row["key"]: row for row, _ in answers.answered}
        items = {key: suite.item(row) for key, row in rows.items()}
        return [suite.score(items[row["key"]], answer) for row, answer in answers.answered]

    return run


def with_detector(detect: Callable[[str], str | None], run: Callable[[], object]) -> Callable[[], object]:
    """``run`` with that language detector."""

    def running() -> object:
        languages._detectors[:] = [detect]
        return run()

    detect("Fine weather.")  # profiles are loaded
    return running


def each(sets: Sequence[AnswerSet], score: Callable[[AnswerSet], object]) -> Callable[[], object]:
    """``score`` on every set."""
    return lambda: [score(answers) for answers in sets]


def strict_and_loose(sets: Sequence[AnswerSet], nltk_data: Path, rounds: int) -> dict[str, Any]:
    """Seconds of the reference and of the package, with and without the Rust detector."""
    runs: dict[str, Callable[[], object]] = {"lm_eval's own ifeval": each(sets, reference(nltk_data))}
    slow = languages.detector("langdetect")
    runs["lm-eval-tasks"] = with_detector(slow, each(sets, ours("ifeval")))
    try:
        fast = languages.detector("langdetect_rs")
    except ImportError:
        pass
    else:
        runs["lm-eval-tasks[fast]"] = with_detector(fast, each(sets, ours("ifeval")))
    seconds = interleaved(runs, rounds)
    first = seconds["lm_eval's own ifeval"]
    return {"seconds": seconds, "times faster": {name: first / value for name, value in seconds.items()}}


def gate(sets: Sequence[AnswerSet], rounds: int) -> dict[str, Any]:
    """Microseconds an answer of the gate and of its literal reading; both must agree."""
    answers = [answer for one in sets for _, answer in one.answered]
    reasons: dict[str, list[str | None]] = {}

    def literal() -> None:
        reasons["literal"] = [literal_gate.reason(answer) for answer in answers]

    def fast() -> None:
        refusals = [refuse(Text(answer)) for answer in answers]
        reasons["fast"] = [refusal.reason if refusal else None for refusal in refusals]

    # The literal gate is slow enough to be measured once.
    seconds = {"literal gate": cpu_seconds(literal), **interleaved({"lm-eval-tasks": fast}, rounds)}
    if reasons["literal"] != reasons["fast"]:
        raise SystemExit("the gate and its literal reading disagree")
    return {
        "microseconds an answer": {name: value / len(answers) * 1e6 for name, value in seconds.items()},
        "times faster": {name: seconds["literal gate"] / value for name, value in seconds.items()},
        "refused": sum(reason is not None for reason in reasons["fast"]),
    }


def workers(sets: Sequence[AnswerSet], times: int, rounds: int) -> dict[str, Any]:
    """One process, two workers, and two processes that share nothing and score a half each.

    The last shows what the machine has to give: two busy cores may each be slower than one.
    Two processes on two free cores take half of the processor time they take together.
    """
    suite = get_suite("ifeval")
    answered = [pair for one in sets for pair in one.answered]
    list(scored(suite, answered))  # models are loaded, patterns compiled
    answered *= times
    half = len(answered) // 2

    def apart() -> None:
        process = os.fork()
        for row, answer in answered[half:] if process else answered[:half]:
            suite.score(row, answer)
        if not process:
            os._exit(0)
        os.waitpid(process, 0)

    runs: dict[str, Callable[[], object]] = {
        "one process": lambda: list(scored(suite, answered)),
        "two workers": lambda: list(scored(suite, answered, workers=2)),
        "two processes, half each": apart,
    }
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            children, clock = cpu_of_children(), perf_counter()
            own = cpu_seconds(run)
            measured[name].append((own + cpu_of_children() - children, perf_counter() - clock))
    report: dict[str, Any] = {"answers": len(answered)}
    alone = measured["one process"]
    for name, found in measured.items():
        processes = 1 if name == "one process" else 2
        report[name] = {
            "seconds": median(cpu for cpu, _ in found),
            "seconds by the clock": median(clock for _, clock in found),
            "times faster": median(
                processes * first / cpu for (first, _), (cpu, _) in zip(alone, found, strict=True)
            ),
            "by the clock": median(
                first / clock for (_, first), (_, clock) in zip(alone, found, strict=True)
            ),
        }
    return report


def start_up(answers: str | None, nltk_data: Path, rounds: int) -> dict[str, Any]:
    """Processor seconds and peak MB of fresh interpreters."""
    measured = {name: best_child(code, rounds=rounds) for name, code in START_UPS.items()}
    measured["a set read"] = best_child(SET, answers or "", rounds=rounds)
    measured["a set scored"] = best_child(SET + SET_SCORED, answers or "", rounds=rounds)
    measured["a set scored by lm_eval's own ifeval"] = best_child(
        SET + SET_SCORED_BY_REFERENCE, answers or "", str(nltk_data), rounds=rounds
    )
    return {name: {"seconds": seconds, "MB": memory} for name, (seconds, memory) in measured.items()}


def measured(arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything, as one mapping."""
    sets = find(arguments.answers, quick=arguments.quick)
    rounds = 1 if arguments.quick else arguments.rounds
    spread = workers(sets, 1 if arguments.quick else 3, rounds)  # before lm_eval brings threads along
    with tempfile.TemporaryDirectory() as made:
        nltk_data = Path(arguments.nltk_data or made)
        comparison = strict_and_loose(sets, nltk_data, rounds)
        fresh = start_up(arguments.answers, nltk_data, rounds)
    report: dict[str, Any] = {
        "answers": {"sets": len(sets), "answers": sum(len(one.answered) for one in sets)},
        "strict and loose": comparison,
        "gate": gate(sets, rounds),
        "workers": spread,
        "start-up": fresh,
    }
    scoring = report["strict and loose"]["seconds"]
    best = scoring.get("lm-eval-tasks[fast]", scoring["lm-eval-tasks"])
    gate_seconds = report["gate"]["microseconds an answer"]["lm-eval-tasks"] / 1e6
    report["gate"]["share of strict and loose"] = gate_seconds * report["answers"]["answers"] / best
    return report


def shown(report: dict[str, Any]) -> str:
    """The report as Markdown tables."""
    answers, comparison, gates = report["answers"], report["strict and loose"], report["gate"]
    spread = report["workers"]
    lines = [
        f"{answers['answers']} answers in {answers['sets']} sets; processor time, medians",
        "",
        "| strict and loose | seconds | times faster |",
        "|---|---:|---:|",
    ]
    lines += [
        f"| {name} | {seconds:.2f} | {comparison['times faster'][name]:.1f} |"
        for name, seconds in comparison["seconds"].items()
    ]
    lines += ["", "| English gate | microseconds an answer | times faster |", "|---|---:|---:|"]
    lines += [
        f"| {name} | {value:.0f} | {gates['times faster'][name]:.1f} |"
        for name, value in gates["microseconds an answer"].items()
    ]
    lines += [
        "",
        f"The gate takes {gates['share of strict and loose']:.0%} of the time of strict and loose; "
        f"it refuses {gates['refused']} answers, the same as its literal reading.",
        "",
        f"| {spread['answers']} answers | seconds | times faster | by the clock |",
        "|---|---:|---:|---:|",
    ]
    lines += [
        f"| {name} | {one['seconds']:.2f} | {one['times faster']:.2f} | {one['by the clock']:.2f} |"
        for name, one in spread.items()
        if name != "answers"
    ]
    lines += ["", "| fresh process | seconds | MB |", "|---|---:|---:|"]
    lines += [
        f"| {name} | {one['seconds']:.2f} | {one['MB']:.0f} |" for name, one in report["start-up"].items()
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("answers", nargs="?", help="a folder of saved answers")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts")
    parser.add_argument("--nltk-data", help="a folder with tokenizers/punkt_tab")
    parser.add_argument("--quick", action="store_true", help="few answers, one round: does it still run?")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there as well")
    arguments = parser.parse_args()
    report = measured(arguments)
    print(shown(report))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
