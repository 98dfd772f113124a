"""MultiIFEval: IFEval in 33 European languages, judged as EuroEval's checker does.

One metric counts there: the share of instructions followed, strictly. An id that the checker does not know is
skipped there; here its row is left out and named.

Source    EuroEval, commit f37841c; alexandrainst/multi-ifeval (no licence is stated, so
          nothing of it is shipped).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lm_eval_tasks.data.sources import HubData, Rows
from lm_eval_tasks.instructions.catalogues.multi_ifeval_catalogue import MULTI_IFEVAL
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.instructions.suites.names import MULTI_IFEVAL as LANGUAGES


def usual_row(row: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """A row with the columns of IFEval: ``text`` is the prompt, ``target_text`` holds ids and kwargs."""
    target = row.get("target_text")
    if "prompt" in row or not isinstance(target, Mapping):
        return row
    rest = {name: value for name, value in row.items() if name not in ("text", "target_text")}
    return {"key": number, **rest, "prompt": row.get("text"), **target}


def usual_rows(found: Rows) -> Rows:
    """The rows with the columns of IFEval."""
    return replace(found, rows=tuple(usual_row(row, number) for number, row in enumerate(found.rows, 1)))


def _suite(code: str) -> Suite:
    """The task of one language."""
    return Suite(
        name=f"multi_ifeval_{code}",
        version=1,
        title=f"MultiIFEval, EuroEval's IFEval, language {code}",
        catalogue=MULTI_IFEVAL,
        hub=HubData(f"EuroEval/multi-ifeval-{code}", "test", None, 541),
        sample="multi_ifeval",
        metrics=tuple(metric for metric in FOUR if metric.name == "inst_level_strict_acc"),
        loose=False,
        unfold=usual_rows,
        skips_bad=True,
        max_gen_toks=2048,
        tags=("multi_ifeval_tasks",),
    )


SUITES_BY_CODE = tuple(map(_suite, LANGUAGES))
