"""What answers without any work earn over IFEval's prompts, as the table of ``docs/rewards.md``.

    python benchmarks/trivial_rewards.py FOLDER [--check]

FOLDER holds ``prompts.jsonl``, the 541 rows of google/IFEval. Without ``--check`` the table in the page is
written anew; with it nothing is written and the exit code is 1 where the page differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks.rewards import InstructionReward

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rewards.md"
BEGIN, END = "<!-- begin trivial answers -->", "<!-- end trivial answers -->"

ANSWERS: Mapping[str, Callable[[str], str]] = {
    "nothing": lambda _: "",
    "a full stop": lambda _: ".",
    "`I cannot help with that.`": lambda _: "I cannot help with that.",
    "the prompt": lambda prompt: prompt,
    "the prompt, lower case, no commas": lambda prompt: prompt.lower().replace(",", ""),
    "the prompt twice": lambda prompt: f"{prompt}\n\n{prompt}",
}
REWARDS: Mapping[str, InstructionReward] = {
    "default": InstructionReward(),
    "`loose`": InstructionReward(loose=True),
    "`fraction`": InstructionReward(fraction=True),
    "`fraction`, corrected": InstructionReward("ifeval_corrected", fraction=True),
    "`fraction`, `no_copy`": InstructionReward(fraction=True, no_copy=True),
    "`fraction`, `min_words=20`": InstructionReward(fraction=True, min_words=20),
    "`fraction`, both": InstructionReward(fraction=True, no_copy=True, min_words=20),
}


def earned(
    reward: InstructionReward, answer: Callable[[str], str], rows: Sequence[Mapping[str, Any]]
) -> float:
    """The mean reward of one answer over the prompts, in per cent."""
    columns = {name: [row[name] for row in rows] for name in ("key", "instruction_id_list", "kwargs")}
    prompts = [row["prompt"] for row in rows]
    values = reward([answer(prompt) for prompt in prompts], prompts=prompts, **columns)
    return 100 * sum(value or 0.0 for value in values) / len(values)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table in Markdown."""
    lines = [f"| answer | {' | '.join(REWARDS)} |", f"|---|{'---|' * len(REWARDS)}"]
    for name, answer in ANSWERS.items():
        cells = (f"{earned(reward, answer, rows):.0f}" for reward in REWARDS.values())
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def renewed(page: str, text: str) -> str:
    """The page with its table replaced.

    Raises:
        ValueError: when the page has no place for it.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE} has no {BEGIN}")
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def main(arguments: Sequence[str]) -> int:
    """Write the table, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="holds prompts.jsonl")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 where the page differs")
    options = parser.parse_args(arguments)
    lines = (options.folder / "prompts.jsonl").read_bytes().split(b"\n")
    text = table([json.loads(line) for line in lines if line])
    page = PAGE.read_text(encoding="utf-8")
    new = renewed(page, text)
    if options.check:
        print(f"{PAGE.name} is {'current' if new == page else 'not current'}")
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
