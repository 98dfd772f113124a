"""Rollouts that verl dumps during training or validation.

Source    volcengine/verl, ``trainer.rollout_data_dir`` and ``trainer.validation_data_dir``.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked_in, decoded, has, mapping, row_in


def _fits(row: Row) -> bool:
    return has(row, "input", "output") and has(row, "score") and ("gts" in row or "step" in row)


def _read(row: Row) -> Given:
    truth = decoded(row.get("gts"))
    if isinstance(truth, list) and truth:
        truth = truth[0]
    said = row_in(truth)
    key = as_key(mapping(said).get("key"))
    request = str(row["input"])
    prompt = mapping(said).get("prompt") or asked_in(request)
    return Given(row["output"], prompt if isinstance(prompt, str) else None, key, said, request)


VERL = Form("verl rollouts", "verl", "0.3 to 0.6", "input, output, score, and gts or step", _fits, _read)
