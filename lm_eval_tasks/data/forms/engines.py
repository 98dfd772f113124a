"""What vLLM and SGLang give offline, dumped as it is: ``prompt`` with ``outputs``.

Source    vLLM, ``RequestOutput``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, as_text, asked_in, has, mapping, row_in
from lm_eval_tasks.data.shapes import plain


def _fits(row: Row) -> bool:
    outputs = plain(row.get("outputs"))
    return (
        has(row, "prompt")
        and isinstance(outputs, list)
        and bool(outputs)
        and all(isinstance(one, Mapping) and "text" in one for one in outputs)
    )


def _read(row: Row) -> Given:
    request = as_text(row["prompt"])
    texts = [mapping(output)["text"] for output in plain(row["outputs"])]
    return Given(texts, asked_in(request) if request else None, as_key(row.get("key")), row_in(row), request)


VLLM = Form("vLLM outputs", "vLLM", "0.6 to 0.11", "prompt with outputs (text)", _fits, _read)
