"""AlpacaEval's ``annotations.json``: a model against a baseline, a preference from 1 to 2.

Source    tatsu-lab/alpaca_eval, cd543a1.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from lm_eval_tasks.data.rows import digest
from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, has, number, quoted, text
from lm_eval_tasks.judgments.records import Judgment, Side, Style

DRAW = 1.5


def shown_second(instruction: str, seed: int = 0) -> bool:
    """Whether the original showed the model's output first (``switched``), by its own random choice."""
    chance = random.Random(f"is_switched_outputs{instruction}{seed}")  # noqa: S311 - the original's order
    return chance.choices([False, True], k=1)[0]


def read(rows: Sequence[Row], out: Collected) -> None:
    """``generator_2`` is the model, and told first; ``generator_1`` is the baseline."""
    for place, row in rows:
        preference = number(row["preference"])
        if preference == 0:
            preference = DRAW
        if preference is not None and not 1 <= preference <= 2:
            out.drop(f"a preference outside of 1 to 2: {quoted(row['preference'])}", place)
            continue
        instruction = text(row.get("instruction"))
        first: Side = "a" if shown_second(instruction) else "b"
        base, answer = text(row.get("output_1")), text(row.get("output_2"))
        same = bool(answer) and base == answer
        key = digest(instruction) if instruction else place
        out.add(
            Judgment(
                item=key,
                cluster=key,
                model_a=text(row.get("generator_2")) or "model",
                model_b=text(row.get("generator_1")) or "baseline",
                outcome=None if preference is None else preference - 1,
                undecided="unparsed" if preference is None else "",
                category=text(row.get("dataset")),
                first="" if same else first,
                judge=text(row.get("annotator")),
                style_a=Style(characters=len(answer)) if "output_2" in row else Style(),
                style_b=Style(characters=len(base)) if "output_1" in row else Style(),
                reply=row["raw_completion"] if isinstance(row.get("raw_completion"), str) else "",
                prompt=instruction,
                answer_a=answer,
                answer_b=base,
                place=place,
            )
        )


def write(judgments: Sequence[Judgment]) -> Iterator[dict[str, Any]]:
    """One annotation per judgment of a pair."""
    for one in judgments:
        yield {
            "instruction": one.prompt or one.item,
            "output_1": one.answer_b,
            "output_2": one.answer_a,
            "generator_1": one.model_b,
            "generator_2": one.model_a,
            "annotator": one.judge,
            "preference": None if one.outcome is None else one.outcome + 1,
        }


ANNOTATIONS = Form(
    "alpaca_eval",
    "AlpacaEval annotations",
    "instruction, generator_1, generator_2, preference",
    has("generator_2", "preference"),
    read,
    False,
    write,
)
