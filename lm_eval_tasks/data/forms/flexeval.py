"""Outputs of flexeval.

Source    sbintuitions/flexeval, ``outputs.jsonl`` of ChatResponse and Generation.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, has, mapping, row_in


def _fits(row: Row) -> bool:
    return has(row, "lm_output") and ("extra_info" in row or "task_inputs" in row)


def _read(row: Row) -> Given:
    info = mapping(row.get("extra_info")) or mapping(row.get("task_inputs"))
    prompt = asked(info.get("messages")) or asked(info.get("prompt")) or asked(row.get("prompt"))
    return Given(row["lm_output"], prompt, as_key(info.get("key")), row_in(info, {"prompt": prompt, **info}))


FLEXEVAL = Form(
    "flexeval outputs", "flexeval", "0.6 to 0.15", "lm_output with extra_info or task_inputs", _fits, _read
)
