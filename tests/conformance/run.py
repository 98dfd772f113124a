"""Run the conformance cases against any implementation, in any language.

    python run.py [--edition official] [--task ifeval] [--known FILE] [--json] -- COMMAND [ARGUMENT …]

The command is started once. For every case it gets one JSON line on its standard input and
answers with one JSON line on its standard output; ``README.md`` beside this file describes
both. Nothing but the standard library is needed.

Exit codes: 0 every verdict is as expected (or a known difference), 1 some are not, 2 the
command cannot be run or does not speak the protocol.
"""

from __future__ import annotations

import argparse
import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
EDITIONS = ("official", "corrected")
VERDICTS = ("followed", "loose", "reason")


class ProtocolError(Exception):
    """The command ended, was silent for too long, or answered something else than asked."""


@dataclass(frozen=True)
class Question:
    """One case in one edition: what is sent, and the verdicts that should come back."""

    sent: dict[str, Any]
    expected: dict[str, Any]
    why: str

    @property
    def subject(self) -> str:
        """The instruction or gate the totals are counted under."""
        return str(self.sent.get("instruction") or f"gate {self.sent['gate']}")


@dataclass
class Outcome:
    """What a run found."""

    totals: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: list[dict[str, Any]] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    agreed_though_known: list[str] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """For ``--json``: totals by instruction and the differences."""
        subjects = sorted({subject for subject, _ in self.totals})
        kinds = ("same", "different", "known", "skipped")
        return {
            "by_instruction": {
                subject: {kind: self.totals[subject, kind] for kind in kinds} for subject in subjects
            },
            "differences": self.differences,
            "known": self.known,
            "agreed_though_known": self.agreed_though_known,
        }


def questions(edition: str, task: str | None = None, folder: Path = FOLDER) -> Iterator[Question]:
    """Every case that says something about ``edition``, file by file."""
    files = [
        *sorted(folder.glob("checks/*/*.json")),
        *sorted(folder.glob("gates/*.json")),
        folder / "thinking.json",
    ]
    for file in files:
        for block in json.loads(file.read_text(encoding="utf-8")):
            if task is not None and block["task"] != task:
                continue
            for case in block["cases"]:
                expected = {
                    verdict: in_edition(case[verdict], edition)
                    for verdict in VERDICTS
                    if verdict in case and speaks_of(case[verdict], edition)
                }
                if not expected:
                    continue
                sent = {"id": case["id"], "edition": edition}
                sent |= {name: value for name, value in block.items() if name != "cases"}
                sent |= {"response": case["response"] * case.get("times", 1), "asked": list(expected)}
                yield Question(sent, expected, case["why"])


def speaks_of(value: Any, edition: str) -> bool:
    """Whether an expectation says something about ``edition``."""
    return not isinstance(value, dict) or edition in value


def in_edition(value: Any, edition: str) -> Any:
    """An expectation, which is the same for every edition or one for each."""
    return value[edition] if isinstance(value, dict) else value


class Implementation:
    """A running command that answers questions."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def answer(self, sent: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question.

        Raises:
            ProtocolError: when there is none, or it is no answer to it.
        """
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(sent) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.timeout)
        except (OSError, queue.Empty) as error:
            raise ProtocolError(f"{sent['id']}: no answer ({type(error).__name__})") from None
        if line is None:
            raise ProtocolError(f"{sent['id']}: the command ended with exit code {self.process.wait()}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise ProtocolError(f"{sent['id']}: the answer is no JSON: {line[:200]!r}") from None
        if not isinstance(answer, dict) or answer.get("id") != sent["id"]:
            raise ProtocolError(f"{sent['id']}: not an answer to this case: {line[:200]!r}")
        return answer

    def close(self) -> None:
        """End it: no more questions."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def load_known(path: Path | None) -> tuple[dict[str, str], set[str]]:
    """The reason of each known difference by case id, and the ids whose answer varies."""
    if path is None:
        return {}, set()
    groups = json.loads(path.read_text(encoding="utf-8"))["differences"]
    reasons = {one: group["reason"] for group in groups for one in group["ids"]}
    return reasons, {one for group in groups if group.get("varies") for one in group["ids"]}


def compare(asked: Iterator[Question], implementation: Implementation, known: Path | None = None) -> Outcome:
    """Ask every question and sort the answers.

    Raises:
        ProtocolError: when the command does not answer.
    """
    reasons, varying = load_known(known)
    outcome = Outcome()
    for question in asked:
        answer = implementation.answer(question.sent)
        one = question.sent["id"]
        if "skip" in answer:
            outcome.totals[question.subject, "skipped"] += 1
            continue
        if "error" in answer:
            wrong: dict[str, Any] = {"error": answer["error"]}
        else:
            wrong = {
                verdict: answer.get(verdict, "no answer")
                for verdict, expected in question.expected.items()
                if verdict not in answer or answer[verdict] != expected
            }
        kind = "same" if not wrong else "known" if one in reasons else "different"
        outcome.totals[question.subject, kind] += 1
        if kind == "known":
            outcome.known.append(one)
        elif kind == "different":
            expected = {
                verdict: question.expected[verdict] for verdict in wrong if verdict in question.expected
            }
            outcome.differences.append(
                {"id": one, "why": question.why, "expected": expected or question.expected, "got": wrong}
            )
        elif one in reasons and one not in varying:
            outcome.agreed_though_known.append(one)
    return outcome


def show(outcome: Outcome) -> None:
    """Print totals and differences for people."""
    summary = outcome.summary()
    print(f"{'':52} {'same':>9} {'different':>9} {'known':>9} {'skipped':>9}")
    rows = list(summary["by_instruction"].items())
    total = {kind: sum(counts[kind] for _, counts in rows) for kind in rows[0][1]} if rows else {}
    for subject, counts in [*rows, ("all", total)]:
        print(f"{subject:52} " + " ".join(f"{number:9}" for number in counts.values()))
    for one in outcome.differences:
        print(f"{one['id']}: {one['why']}\n    expected {one['expected']}, got {one['got']}")
    if outcome.agreed_though_known:
        print("listed as known differences, but the same:", ", ".join(outcome.agreed_though_known))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        description="Run the conformance cases against an implementation.",
        epilog="Exit codes: 0 as expected, 1 differences, 2 the command cannot be run.",
    )
    parser.add_argument(
        "--edition", choices=EDITIONS, default="official", help="whose verdicts (default: official)"
    )
    parser.add_argument("--task", help="only the cases of this task, for example ifeval")
    parser.add_argument("--known", type=Path, help="a JSON file of known differences, which do not count")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument(
        "--timeout", type=float, default=60, help="seconds to wait for one answer (default: 60)"
    )
    parser.add_argument("command", nargs="+", help="the implementation, after --")
    options = parser.parse_args(arguments)
    try:
        implementation = Implementation(options.command, options.timeout)
    except OSError as error:
        print(f"cannot start {options.command[0]!r}: {error}", file=sys.stderr)
        return 2
    try:
        outcome = compare(questions(options.edition, options.task), implementation, options.known)
    except ProtocolError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        implementation.close()
    if not outcome.totals:
        print("no case fits --task and --edition", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(outcome.summary(), indent=1))
    else:
        show(outcome)
    return 1 if outcome.differences else 0


if __name__ == "__main__":
    sys.exit(main())
