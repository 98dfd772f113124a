"""Columns with the prompt or its key, and the answer, under the names that are usual."""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, as_text, asked, row_in

RESPONSES = (
    "response",
    "completion",
    "generation",
    "output",
    "generated_text",
    "prediction",
    "pred",
    "model_output",
    "model_response",
    "lm_output",
    "llm_response",
    "generated",
    "answer",
    "text",
    "responses",
    "completions",
    "outputs",
    "generations",
    "predictions",
    "resps",
)
"""Columns of answers, the surest first; the last ones hold several."""
PROMPTS = ("prompt", "original_prompt", "question", "instruction", "query", "input", "problem")
KEYS = ("key", "custom_id", "id", "prompt_id", "question_id")


def response_column(row: Row) -> str | None:
    """The column of the answer; None where there is none."""
    return next((name for name in RESPONSES if name in row), None)


def prompt_of(row: Row) -> str | None:
    """The prompt of a row, a text or chat messages."""
    for name in PROMPTS:
        prompt = asked(row.get(name))
        if prompt is not None:
            return prompt
    return None


def key_of(row: Row) -> str | int | None:
    """The key of a row."""
    for name in KEYS:
        key = as_key(row.get(name))
        if key is not None:
            return key
    return None


def _fits(row: Row) -> bool:
    return response_column(row) is not None and (prompt_of(row) is not None or key_of(row) is not None)


def _read(row: Row) -> Given:
    column = response_column(row) or "response"
    asked_by = next((name for name in PROMPTS if asked(row.get(name)) is not None), None)
    keyed_by = next((name for name in KEYS if as_key(row.get(name)) is not None), None)
    unusual = [name for name in (asked_by or keyed_by, column) if name not in _USUAL]
    what = "column" if len(unusual) == 1 else "columns"
    note = f"read from the {what} {' and '.join(map(repr, unusual))}" if unusual else None
    request = as_text(row.get("full_prompt"))
    return Given(row[column], prompt_of(row), key_of(row), row_in(row), request, note=note)


_USUAL = ("prompt", "key", "response", "responses", None)


PLAIN = Form(
    "answers",
    "google-research, scripts, Hugging Face pipelines, AlpacaEval, TRL",
    "since 2023",
    "prompt or key, and response (or completion, generation, output, generated_text, prediction …)",
    _fits,
    _read,
)
