"""Results of verifiers' environments.

Source    PrimeIntellect-ai/verifiers, ``results.jsonl`` of ``vf-eval --save-results``.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import (
    Form,
    Given,
    Row,
    as_key,
    asked,
    decoded,
    has,
    is_chat,
    mapping,
    row_in,
)


def _fits(row: Row) -> bool:
    return has(row, "prompt", "completion") and has(row, "reward") and ("example_id" in row or "info" in row)


def _read(row: Row) -> Given:
    prompt = asked(decoded(row["prompt"]))
    info = mapping(decoded(row.get("info")))
    key = as_key(info.get("key"))
    said = row_in({"key": key if key is not None else row.get("example_id"), "prompt": prompt, **info})
    completion = decoded(row["completion"])
    return Given(completion if is_chat(completion) else row["completion"], prompt, key, said)


VERIFIERS = Form(
    "verifiers results",
    "verifiers",
    "0.1",
    "prompt, completion and reward with example_id or info",
    _fits,
    _read,
)
