"""The ``samples.jsonl`` of an earlier score, with the rows of its prompts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lm_eval_tasks.data.answers import MISSING, Answer, Saved, as_key, as_text
from lm_eval_tasks.data.files import Table
from lm_eval_tasks.data.rows import COLUMNS
from lm_eval_tasks.data.sources import normal, rows_from

SAMPLES = "samples.jsonl"
RESULTS = "results.json"


def is_sample(row: Mapping[str, Any]) -> bool:
    """Whether a record is a sample that ``score`` wrote."""
    return all(name in row for name in ("response", "instruction_id_list", "strict"))


def from_samples(table: Table, name: str, digest: str, path: Path | None) -> Saved:
    """The answers of an earlier score, and the rows of their prompts."""
    answers = []
    for line, row in table.records:
        notes, cut_off = row.get("notes"), row.get("probably_truncated")
        missing = isinstance(notes, list) and "missing" in notes
        response: object = MISSING if missing else row["response"]
        answers.append(
            Answer(
                response,
                as_text(row.get("prompt")),
                as_key(row.get("key")),
                line,
                cut_off if isinstance(cut_off, bool) else None,
                as_text(row.get("opened")) or "",
            )
        )
    distinct: dict[str, dict[str, Any]] = {}
    for _, row in table.records:
        distinct.setdefault(str(row.get("key")), _row_of_sample(row))
    earlier = _results_beside(path)
    excluded, think_end = earlier.get("excluded"), earlier.get("think_end")
    return Saved(
        name,
        digest,
        "samples",
        tuple(answers),
        rows_from(list(distinct.values()), name),
        as_text(earlier.get("signature")),
        tuple(excluded) if isinstance(excluded, dict) else (),
        think_end=tuple(map(str, think_end)) if isinstance(think_end, list) else (),
        skipped=table.skipped,
        unit=table.unit,
    )


def further_columns(row: Mapping[str, Any], sample: Mapping[str, Any]) -> dict[str, Any]:
    """What a sample must hold beside its own columns so that the row can be had back."""
    plain, known = normal(row), normal({name: sample[name] for name in COLUMNS})
    return {name: value for name, value in plain.items() if name not in known or known[name] != value}


def _row_of_sample(sample: Mapping[str, Any]) -> dict[str, Any]:
    columns = sample.get("columns")
    row = {name: sample[name] for name in COLUMNS if name in sample}
    return row | columns if isinstance(columns, dict) else row


def _results_beside(path: Path | None) -> dict[str, Any]:
    """The results of the earlier run, or nothing where they are not to be had."""
    if path is None:
        return {}
    try:
        results = json.loads((path.parent / RESULTS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return results if isinstance(results, dict) else {}
