"""Logs of inspect: ``.eval`` (a zip) and JSON.

Source    UKGovernmentBEIS/inspect_ai 0.3: log format 2; inspect_evals ``ifeval`` for the metadata.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, has, mapping, row_in


def _fits(row: Row) -> bool:
    return has(row, "id", "input", "output") and isinstance(row["output"], Mapping)


def _read(row: Row) -> Given:
    output = row["output"]
    prompt = asked(row["input"])
    key = as_key(row["id"])
    metadata = mapping(row.get("metadata"))
    said = row_in({"key": key, "prompt": prompt, **metadata})
    problem = None
    if row.get("error") is not None or output.get("error"):
        problem = str(mapping(row.get("error")).get("message") or output.get("error"))
    if not output.get("choices") and "completion" not in output:
        return Given(None, prompt, key, said, problem=problem or "no output")
    response = output if output.get("choices") else output["completion"]
    return Given(response, prompt, as_key(metadata.get("key")) or key, said, problem=problem)


def _records(document: object) -> list[Row] | None:
    if not isinstance(document, Mapping) or "eval" not in document:
        return None
    samples = document.get("samples")
    return list(samples) if isinstance(samples, list) else None


INSPECT = Form(
    "inspect log",
    "inspect_ai",
    "0.3 (log format 2)",
    "samples with id, input and output",
    _fits,
    _read,
    _records,
)
