"""How often the corrected edition agrees with people who read the answers.

    python benchmarks/agreement.py LABELS [--answers FOLDER] [--wrong] [--page docs/agreement.md]

LABELS is a JSONL file of verdicts by fair readers, one per line: ``task``, ``key``, ``set`` (an answer
set of FOLDER, or the beginning of its name), ``instruction``, ``label``, and where the task has them
``n`` (which of the prompt's instructions, from 0), ``official`` and ``corrected`` (the verdicts the
reader saw). FOLDER holds ``prompts.jsonl`` and ``responses/*.jsonl``; by default it is ``ifeval`` in the
folder that LM_EVAL_TASKS_REFERENCE_DATA names. Labels of sets that are not there are counted and left
out. ``--wrong`` also lists every verdict that a reader would not give. ``--page`` writes the table to a
page between its marks.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.model import Item, ItemScore

ROOT = Path(__file__).resolve().parents[1]
OFFICIAL = get_suite("ifeval")
CORRECTED = get_suite("ifeval_langcheck_corrected")

GOALS: Mapping[str, float] = {
    "strict flips fail→pass": 99,
    "strict flips pass→fail": 97,
    "random sample where both editions agreed": 99.5,
    "errors found by looking for them": 100,
    "loose passes on top of strict": 95,
    "English gate: refusals": 98,
    "English gate: answers to be refused": 95,
}
"""What is counted, in the order of the table, and the share that must be right, in percent."""


class Label(NamedTuple):
    """What a reader says of one verdict; ``right`` is None where readers may differ."""

    task: str
    key: str
    answers: str
    instruction: str
    index: int | None
    right: bool | None
    reason: str


class Decided(NamedTuple):
    """One labelled verdict as it is today: under what it is counted, and whether it is right."""

    counted: str
    right: bool | None
    label: Label


def right_verdict(line: Mapping[str, Any]) -> bool | None:
    """The verdict a fair reader gives, from the verdicts seen and the label."""
    said = line["label"]
    if said in ("corrected", "agree"):
        return bool(line["corrected"])
    if said == "official":
        return bool(line["official"])
    if said == "error":
        return not line["corrected"]
    return {"deserved": True, "undeserved": False, "false alarm": True, "true": False}.get(said)


def labels(path: Path) -> Iterator[Label]:
    """The labels of a JSONL file."""
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip():
            line = json.loads(text)
            yield Label(
                line["task"],
                str(line["key"]),
                line["set"],
                line["instruction"],
                line.get("n"),
                right_verdict(line),
                line.get("reason", ""),
            )


class Answers:
    """The answer sets of a folder, scored as they are asked for."""

    def __init__(self, folder: Path) -> None:
        rows = [json.loads(line) for line in (folder / "prompts.jsonl").read_text("utf-8").splitlines()]
        self.rows = {str(row["key"]): row for row in rows}
        self.items: dict[str, tuple[Item, Item]] = {
            key: (OFFICIAL.item(row), CORRECTED.item(row)) for key, row in self.rows.items()
        }
        self.files = sorted((folder / "responses").glob("*.jsonl"))
        self._read: dict[str, dict[str, Any]] = {}
        self._scored: dict[tuple[str, str], tuple[ItemScore, ItemScore]] = {}

    def named(self, name: str) -> str | None:
        """The set whose name is, or begins with, ``name``; None where none or several do."""
        stems = [file.stem for file in self.files]
        if name in stems:
            return name
        found = [stem for stem in stems if stem.rpartition("__")[2].startswith(name)]
        return found[0] if len(found) == 1 else None

    def response(self, answers: str, key: str) -> Any:
        """The answer of a set to a prompt; an empty one where it has none."""
        if answers not in self._read:
            path = next(file for file in self.files if file.stem == answers)
            lines = map(json.loads, path.read_text("utf-8").splitlines())
            self._read[answers] = {line["prompt"]: line["response"] for line in lines}
        return self._read[answers].get(self.rows[key]["prompt"], "")

    def scores(self, answers: str, key: str) -> tuple[ItemScore, ItemScore]:
        """The official and the corrected score."""
        if (answers, key) not in self._scored:
            response = self.response(answers, key)
            official, corrected = self.items[key]
            self._scored[answers, key] = (
                OFFICIAL.score(official, response),
                CORRECTED.score(corrected, response),
            )
        return self._scored[answers, key]


def decided(label: Label, found: Answers) -> Decided | None:
    """Where the label is counted today; None where its set or prompt is not there or does not count."""
    answers = found.named(label.answers)
    if answers is None or label.key not in found.items:
        return None
    official, corrected = found.scores(answers, label.key)
    if label.task == "gate":
        passed = corrected.refusal is None
        if label.right is False:
            return Decided("English gate: answers to be refused", not passed, label)
        # An answer that passes is no refusal, and so does not count as a wrong one.
        return None if passed else Decided("English gate: refusals", label.right, label)
    if not CORRECTED.counts(found.items[label.key][1]):
        return None
    ids = corrected.instruction_ids
    index = label.index if label.index is not None else ids.index(label.instruction)
    was, now = official.strict[index], corrected.strict[index]
    loose = bool(corrected.loose and corrected.loose[index])
    if label.task.startswith("loose"):
        if now or not loose:
            return None
        return Decided("loose passes on top of strict", label.right, label)
    right = None if label.right is None else label.right == now
    if label.task == "missed-random":
        return Decided("random sample where both editions agreed", right, label)
    if was != now:
        return Decided(f"strict flips {'fail→pass' if now else 'pass→fail'}", right, label)
    return Decided("errors found by looking for them", right, label) if label.right is not None else None


def counted(all_labels: Sequence[Label], found: Answers) -> list[Decided]:
    """Every label that is counted; a refusal that is right counts for both rows of the gate."""
    verdicts = [one for label in all_labels if (one := decided(label, found))]
    refused = [
        Decided("English gate: refusals", True, one.label)
        for one in verdicts
        if one.counted == "English gate: answers to be refused" and one.right
    ]
    return verdicts + refused


def table(verdicts: Sequence[Decided]) -> str:
    """The shares, in Markdown."""
    rows = ["| | decided | arguable | right | goal |", "|---|---:|---:|---:|---:|"]
    for name, goal in GOALS.items():
        tally = Counter(one.right for one in verdicts if one.counted == name)
        sure = tally[True] + tally[False]
        share = f"{100 * tally[True] / sure:.1f} %" if sure else "-"
        rows.append(f"| {name} | {sure} | {tally[None]} | {share} | ≥ {goal:g} % |")
    return "\n".join(rows)


def written(page: str, text: str) -> str:
    """The page with the table between its marks replaced."""
    begin, end = "<!-- begin agreement -->\n", "\n<!-- end agreement -->"
    head, _, rest = page.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}{text}{end}{tail}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    data = Path(os.environ.get("LM_EVAL_TASKS_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("labels", type=Path, help="a JSONL file of labels")
    parser.add_argument("--answers", type=Path, default=data / "ifeval", help="prompts and answer sets")
    parser.add_argument("--wrong", action="store_true", help="list the verdicts that a reader would not give")
    parser.add_argument("--page", type=Path, help="write the table to this page")
    options = parser.parse_args()
    for path in (options.labels, options.answers / "prompts.jsonl"):
        if not path.is_file():
            print(f"no file {path}", file=sys.stderr)
            return 2
    found = Answers(options.answers)
    all_labels = list(labels(options.labels))
    absent = Counter(label.answers for label in all_labels if found.named(label.answers) is None)
    verdicts = counted(all_labels, found)
    text = table(verdicts)
    print(text)
    if absent:
        print(f"{absent.total()} labels left out: no answers of {', '.join(sorted(absent))}")
    if options.wrong:
        for one in verdicts:
            if one.right is False:
                label = one.label
                print(f"{one.counted}: {label.key} {label.answers} {label.instruction}: {label.reason}")
    if options.page:
        options.page.write_text(written(options.page.read_text("utf-8"), text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
