"""Predictions of OpenCompass: one object of numbered records.

Source    open-compass/opencompass: ``outputs/*/predictions/*/IFEval.json``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, has, mapping, row_in
from lm_eval_tasks.data.shapes import plain


def _prompt(value: object) -> str | None:
    """What the user said last, in OpenCompass's own messages (role HUMAN, text under prompt)."""
    value = plain(value)
    return asked(value) if isinstance(value, list | str) else None


def _fits(row: Row) -> bool:
    return has(row, "origin_prompt", "prediction")


def _read(row: Row) -> Given:
    said = row_in(row.get("gold"), row.get("reference"))
    prompt = _prompt(row["origin_prompt"]) or asked(mapping(said).get("prompt"))
    return Given(row["prediction"], prompt, as_key(mapping(said).get("key")), said)


def _records(document: object) -> list[Row] | None:
    if not isinstance(document, Mapping) or not document:
        return None
    if not all(str(name).isdecimal() and _fits(mapping(value)) for name, value in document.items()):
        return None
    return [document[name] for name in sorted(document, key=lambda name: int(str(name)))]


OPENCOMPASS = Form(
    "OpenCompass predictions",
    "OpenCompass",
    "0.3 to 0.5",
    "an object of numbered records with origin_prompt and prediction",
    _fits,
    _read,
    _records,
)
