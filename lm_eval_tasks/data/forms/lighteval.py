"""Details of lighteval (parquet).

Source    huggingface/lighteval: columns ``doc``, ``model_response`` since 0.10; ``full_prompt``,
          ``predictions`` before, as on the first Open LLM Leaderboard.
"""

from __future__ import annotations

from collections.abc import Mapping

from lm_eval_tasks.data.forms.base import (
    Form,
    Given,
    Row,
    as_key,
    as_text,
    asked_in,
    decoded,
    has,
    mapping,
    row_in,
)


def _is_new(row: Row) -> bool:
    return has(row, "doc", "model_response") and isinstance(row["doc"], Mapping)


def _read_new(row: Row) -> Given:
    doc, said = mapping(row["doc"]), mapping(row["model_response"])
    specific = mapping(decoded(doc.get("specific")))
    prompt = as_text(doc.get("query"))
    key = as_key(specific.get("key"))
    response = said.get("text", said.get("text_post_processed"))
    return Given(response, prompt, key, row_in({"prompt": prompt, "key": doc.get("id"), **specific}))


def _is_old(row: Row) -> bool:
    return has(row, "full_prompt", "predictions")


def _read_old(row: Row) -> Given:
    specific = mapping(decoded(row.get("specifics")))
    request = str(row["full_prompt"])
    prompt = as_text(row.get("example")) or asked_in(request)
    return Given(
        decoded(row["predictions"]),
        prompt,
        as_key(specific.get("key")),
        row_in({"prompt": prompt, **specific}),
        request,
    )


LIGHTEVAL = Form(
    "lighteval details",
    "lighteval",
    "0.10 to 0.13",
    "doc (query) with model_response (text)",
    _is_new,
    _read_new,
)
LIGHTEVAL_BEFORE = Form(
    "older lighteval details", "lighteval", "0.3 to 0.9", "full_prompt with predictions", _is_old, _read_old
)
