"""Rollouts of NeMo Gym and generations of NeMo-Skills.

Source    NVIDIA-NeMo/Gym, ``example_rollouts.jsonl``; NVIDIA-NeMo/Skills, ``output.jsonl``.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked, has, mapping, row_in
from lm_eval_tasks.data.forms.plain import key_of, prompt_of


def _is_rollout(row: Row) -> bool:
    return has(row, "responses_create_params", "response")


def _read_rollout(row: Row) -> Given:
    prompt = asked(mapping(row["responses_create_params"]).get("input"))
    metadata = mapping(row.get("verifier_metadata"))
    key = as_key(metadata.get("key", row.get("key", row.get("id"))))
    said = row_in({"key": key, "prompt": prompt, **metadata}, {"prompt": prompt, **row, "key": key})
    return Given(row["response"], prompt, key, said)


def _is_generation(row: Row) -> bool:
    return has(row, "generation") and ("instruction_id_list" in row or "num_generated_tokens" in row)


def _read_generation(row: Row) -> Given:
    prompt, key = prompt_of(row), key_of(row)
    return Given(row["generation"], prompt, key, row_in({"key": key, "prompt": prompt, **row}))


NEMO_GYM = Form(
    "NeMo Gym rollouts",
    "NeMo Gym",
    "0.1",
    "responses_create_params with response",
    _is_rollout,
    _read_rollout,
)
NEMO_SKILLS = Form(
    "NeMo-Skills generations",
    "NeMo-Skills",
    "0.6, 0.7",
    "generation with num_generated_tokens or instruction_id_list",
    _is_generation,
    _read_generation,
)
