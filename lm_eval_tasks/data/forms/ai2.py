"""Predictions of oe-eval (OLMES) and olmo-eval.

The file holds no prompts; ``native_id`` is the prompt's key.

Source    allenai/olmes, ``task-*-predictions.jsonl``; allenai/olmo-eval, ``predictions.jsonl``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, mapping, row_in
from lm_eval_tasks.data.shapes import plain


def _outputs(row: Row) -> list[object] | None:
    for name in ("model_output", "outputs"):
        outputs = plain(row.get(name))
        if isinstance(outputs, list) and all(isinstance(one, Mapping) for one in outputs):
            return list(outputs)
    return None


def _fits(row: Row) -> bool:
    return "native_id" in row and _outputs(row) is not None


def _read(row: Row) -> Given:
    texts = [
        mapping(output).get("continuation", mapping(output).get("text")) for output in _outputs(row) or ()
    ]
    doc = mapping(row.get("doc")) or mapping(row.get("instance"))
    said = row_in(doc, doc.get("metadata"))
    return Given(
        texts if texts else None, asked(doc.get("prompt", doc.get("query"))), as_key(row["native_id"]), said
    )


AI2 = Form(
    "oe-eval predictions",
    "oe-eval (OLMES), olmo-eval",
    "OLMES 0.1, olmo-eval of 2025",
    "native_id with model_output (continuation) or outputs (text)",
    _fits,
    _read,
)
