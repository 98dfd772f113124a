"""What the repairs of IFTrain's new types change on ordinary answers, as ``docs/deviations.md`` says it.

    python benchmarks/training_deviations.py FOLDER

FOLDER holds ``responses/*.jsonl``, answers to IFEval's prompts. Each is judged by every repaired type,
with the parameters of the shipped sample, although its prompt did not ask for it: what counts is how
often the two editions disagree. The answers are read, never stored.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.catalogues.iftrain_catalogue import NEW
from lm_eval_tasks.instructions.model import Instruction, Text


def repaired() -> Iterator[tuple[Instruction, Instruction]]:
    """The instructions of the sample that the two editions read differently, in both."""
    official, corrected = get_suite("iftrain"), get_suite("iftrain_corrected")
    for row in official.load("sample")[0].rows:
        (one,), (other,) = official.item(row).instructions, corrected.item(row).instructions
        if one.id in NEW and one.judge is not other.judge:
            yield one, other


def answers(folder: Path) -> Iterator[str]:
    """Every answer that is text."""
    for path in sorted(folder.glob("responses/*.jsonl")):
        for line in path.read_bytes().split(b"\n"):
            response = json.loads(line).get("response") if line else None
            if isinstance(response, str) and response.strip():
                yield response


def main(arguments: Sequence[str]) -> int:
    """Print, for each type, how many answers follow in each edition and how many change."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    pairs = list(repaired())
    counts = {one.id: [0, 0, 0, 0] for one, _ in pairs}
    total = 0
    for response in answers(folder):
        text = Text(response)
        total += 1
        for one, other in pairs:
            before = one.judge(text, one.parameters).followed
            after = other.judge(text, other.parameters).followed
            count = counts[one.id]
            count[0] += before
            count[1] += after
            count[2] += after and not before
            count[3] += before and not after
    print(f"{total} answers\n\n| type | official | corrected | to pass | to fail |\n|---|---|---|---|---|")
    for name, (before, after, passed, failed) in counts.items():
        print(f"| `{name}` | {before} | {after} | {passed} | {failed} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
