"""Predictions and reviews of evalscope.

Source    modelscope/evalscope: ``predictions/*/ifeval_default.jsonl`` and ``reviews/*/``; 0.x for
          ``raw_input``, 1.x for ``model_output``.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, has, is_chat, mapping, row_in


def _row(row: Row) -> Row | None:
    return row_in(row.get("metadata"), row.get("raw_input"), mapping(row.get("sample")).get("metadata"))


def _is_prediction(row: Row) -> bool:
    return (has(row, "model_output") and "choices" in mapping(row["model_output"])) or (
        has(row, "choices", "raw_input")
    )


def _read_prediction(row: Row) -> Given:
    said = _row(row)
    response = row["model_output"] if "model_output" in row else {"choices": row["choices"]}
    prompt = asked(row.get("messages")) or asked(mapping(said).get("prompt"))
    return Given(response, prompt, as_key(mapping(said).get("key")), said)


def _is_review(row: Row) -> bool:
    return has(row, "sample_score", "messages") and is_chat(row["messages"])


def _read_review(row: Row) -> Given:
    score = mapping(row["sample_score"])
    said = row_in(score.get("sample_metadata"), row.get("metadata"))
    return Given(row["messages"], asked(row["messages"]), as_key(mapping(said).get("key")), said)


PREDICTIONS = Form(
    "evalscope predictions",
    "evalscope",
    "0.17, 1.0 to 1.4",
    "model_output with choices (or choices with raw_input)",
    _is_prediction,
    _read_prediction,
)
REVIEWS = Form(
    "evalscope reviews", "evalscope", "1.0 to 1.4", "messages with sample_score", _is_review, _read_review
)
