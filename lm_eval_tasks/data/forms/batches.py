"""Results of batch APIs: OpenAI, vLLM's run_batch, Anthropic, Gemini.

The file holds no prompts; ``custom_id`` must be the prompt's key.

Source    the vendors' references of their batch APIs; vLLM, ``run_batch``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, has, mapping
from lm_eval_tasks.data.shapes import described


def _fits(row: Row) -> bool:
    if has(row, "custom_id"):
        return isinstance(row.get("response"), Mapping) or "result" in row or row.get("error") is not None
    return has(row, "key", "response") and "candidates" in mapping(row["response"])


def _read(row: Row) -> Given:
    key = as_key(row.get("custom_id", row.get("key")))
    if "result" in row:
        result = mapping(row["result"])
        failed = result.get("type") not in ("succeeded", None) or "message" not in result
        return Given(
            None if failed else result["message"], None, key, problem=_said(result) if failed else None
        )
    response = mapping(row.get("response"))
    body = mapping(response.get("body", response))
    status = response.get("status_code", 200)
    if row.get("error") or body.get("error") or (isinstance(status, int) and status >= 400):
        return Given(None, None, key, problem=_said(mapping(row.get("error") or body.get("error")), status))
    return Given(body, None, key)


def _said(error: Row, status: object = None) -> str:
    inner = mapping(error.get("error")) or error
    return str(inner.get("message") or inner.get("type") or f"status {status}, {described(error)}")


BATCH = Form(
    "batch results",
    "OpenAI Batch API, vLLM run_batch, Anthropic and Gemini batches",
    "vLLM 0.6 to 0.11; the APIs of 2024 to 2026",
    "custom_id with response (its body) or result",
    _fits,
    _read,
)
