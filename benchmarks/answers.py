"""Sets of prompts and answers to measure on: saved ones, or made ones."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REFERENCE = Path(
    os.environ.get("LM_EVAL_TASKS_REFERENCE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)
SENTENCES = (
    "The lantern on the pier swung in the wind.",
    "Bread needs a hot oven, patience and a little salt.",
    "Some cats sleep all day; others patrol the roof.",
    "Nobody knew why the NASA team had stayed so late.",
    "However, the second train was on time.",
    "Is there a better way to spend a rainy afternoon?",
    "It isn't far: 3.5 miles, perhaps, or less.",
    "Dr. Moss bought lemons, sugar and a new sign!",
    "We walked along the river until the bells rang.",
    "In the end, the simplest plan was the best one.",
)


@dataclass(frozen=True)
class AnswerSet:
    """Rows of prompts, each with its answer."""

    name: str
    answered: tuple[tuple[Mapping[str, Any], str], ...]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def saved(folder: Path) -> list[AnswerSet]:
    """The sets under ``folder``: ``ifeval/prompts.jsonl`` and ``ifeval/responses/*.jsonl``.

    An answer that is no text is taken as empty, because lm_eval stops at it.
    """
    rows = {row["prompt"]: row for row in _lines(folder / "ifeval" / "prompts.jsonl")}
    return [
        AnswerSet(
            path.stem,
            tuple((rows[answer["prompt"]], answer["response"] or "") for answer in _lines(path)),
        )
        for path in sorted((folder / "ifeval" / "responses").glob("*.jsonl"))
    ]


def made(sets: int, answers: int) -> list[AnswerSet]:
    """Sets of invented answers to the sample's prompts, the same every time."""
    from lm_eval_tasks.data.sources import SAMPLES

    chance = random.Random(0)
    rows = _lines(SAMPLES / "english.jsonl")
    return [
        AnswerSet(
            f"made {number + 1}",
            tuple((rows[index % len(rows)], _answer(chance)) for index in range(answers)),
        )
        for number in range(sets)
    ]


def _answer(chance: random.Random) -> str:
    sentences = " ".join(chance.choices(SENTENCES, k=chance.randint(2, 40)))
    lines = [sentences, f"* {chance.choice(SENTENCES)}", f"**{chance.choice(SENTENCES)}**", "P.S. [name]"]
    answer = "\n\n".join(lines[: chance.randint(1, 4)])
    return chance.choice([answer, answer, answer.lower(), answer.upper()])


def find(path: str | None, *, quick: bool) -> list[AnswerSet]:
    """The saved sets of ``path``, else of the reference data where there are any, else made ones."""
    if path or REFERENCE.is_dir():
        sets = saved(Path(path) if path else REFERENCE)
        return [AnswerSet(one.name, one.answered[:60]) for one in sets[:2]] if quick else sets
    return made(1, 60) if quick else made(4, 500)
