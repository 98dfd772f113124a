"""Files of other tools: each form is found by its columns, and the same two answers are in every sample."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.forms import FORMS
from lm_eval_tasks.data.responses import Columns, read_responses
from lm_eval_tasks.errors import ResponseError
from lm_eval_tasks.instructions.scoring.run import score_saved

FOLDER = Path(__file__).parent / "forms"
SAMPLES = {
    "answers.jsonl": "answers",
    "alpaca.jsonl": "answers",
    "chat_prompts.jsonl": "answers",
    "table.csv": "answers",
    "list.json": "answers",
    "indented.jsonl": "answers",
    "packed.jsonl.gz": "answers",
    "packed.jsonl.zst": "answers",
    "trl_completions.parquet": "answers",
    "lm_eval_samples.jsonl": "lm_eval",
    "lm_eval_leaderboard.json": "lm_eval",
    "evalscope_predictions.jsonl": "evalscope predictions",
    "evalscope_predictions_before.jsonl": "evalscope predictions",
    "evalscope_reviews.jsonl": "evalscope reviews",
    "opencompass.json": "OpenCompass predictions",
    "inspect.json": "inspect log",
    "inspect.eval": "inspect log",
    "openai_batch.jsonl": "batch results",
    "anthropic_batch.jsonl": "batch results",
    "gemini_batch.jsonl": "batch results",
    "nemo_skills.jsonl": "NeMo-Skills generations",
    "nemo_gym.jsonl": "NeMo Gym rollouts",
    "verl.jsonl": "verl rollouts",
    "verifiers.jsonl": "verifiers results",
    "oe_eval.jsonl": "oe-eval predictions",
    "olmo_eval.jsonl": "oe-eval predictions",
    "flexeval.jsonl": "flexeval outputs",
    "lighteval.jsonl": "lighteval details",
    "lighteval_before.jsonl": "older lighteval details",
    "vllm.jsonl": "vLLM outputs",
    "chats.jsonl": "chats",
    "sharegpt.jsonl": "chats",
}
"""Each sample with the form it is in."""
CARRY_ROWS = {
    "lm_eval_samples.jsonl",
    "lm_eval_leaderboard.json",
    "evalscope_predictions.jsonl",
    "evalscope_predictions_before.jsonl",
    "evalscope_reviews.jsonl",
    "opencompass.json",
    "inspect.json",
    "inspect.eval",
    "nemo_skills.jsonl",
    "nemo_gym.jsonl",
    "verl.jsonl",
    "verifiers.jsonl",
    "flexeval.jsonl",
}
"""Samples that say what the prompts ask, so that no other data are needed."""
ANSWERS = ["A wooden peel and a sharp blade.", "good morning and thank you for waiting"]


def test_every_form_and_every_file_has_a_sample() -> None:
    assert {form.name for form in FORMS} <= set(SAMPLES.values())
    assert {file.name for file in FOLDER.iterdir()} == {*SAMPLES, "prompts.jsonl"}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_form_is_read_whatever_the_file_is_called(name: str, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    shutil.copy(FOLDER / name, file)
    saved = read_responses(str(file))
    assert saved.kind == SAMPLES[name]
    data = None if name in CARRY_ROWS else str(FOLDER / "prompts.jsonl")
    assert (saved.rows is not None) == (name in CARRY_ROWS)
    run = score_saved(get_suite("ifeval"), saved, data=data)
    assert [answer.response for answer in run.matched.answers if answer] == ANSWERS
    assert [item.key for item in run.items] == [71, 72]
    assert [score.strict for score in run.scores] == [(True,), (True,)]


def test_columns_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    prompts = [json.loads(line) for line in (FOLDER / "prompts.jsonl").read_text().splitlines()]
    lines = [
        {"n": row["key"], "asks": row["prompt"], "out": {"best": text}}
        for row, text in zip(prompts, ANSWERS, strict=True)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(ResponseError, match=r"line 1: no column 'response'. There is asks, n, out. Name the"):
        read_responses(str(file))
    by_prompt = read_responses(str(file), columns=Columns("out.best", "asks"))
    assert [(answer.prompt, answer.response) for answer in by_prompt.answers] == [
        (line["asks"], text) for line, text in zip(lines, ANSWERS, strict=True)
    ]
    by_key = read_responses(str(file), columns=Columns("out.best", key="n"))
    assert [(answer.key, answer.prompt) for answer in by_key.answers] == [(71, None), (72, None)]
    with pytest.raises(
        ResponseError, match=r"no column 'asked' \(--prompt-column\). Is 'asks' meant to be it"
    ):
        read_responses(str(file), columns=Columns("out.best", "asked"))


def test_a_failed_request_is_a_null_answer_that_is_named(tmp_path: Path) -> None:
    file = tmp_path / "batch.jsonl"
    good, bad = (FOLDER / "openai_batch.jsonl").read_text().splitlines()
    record = {**json.loads(bad), "response": None, "error": {"code": "expired", "message": "too late"}}
    file.write_text(f"{good}\n{json.dumps(record)}\n")
    saved = read_responses(str(file))
    assert [answer.key for answer in saved.answers] == ["71", "72"]
    assert saved.answers[1].response is None
    assert saved.notes[1] == (
        "1 record with an error instead of an answer, scored as null; the first is line 2: too late"
    )


def test_lines_that_cannot_be_read_may_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl"
    file.write_text((FOLDER / "answers.jsonl").read_text() + '{"prompt": "Na')
    with pytest.raises(ResponseError, match=r"line 3: not JSON.*--skip-bad-rows leaves the line out"):
        read_responses(str(file))
    saved = read_responses(str(file), skip_bad=True)
    assert [answer.response for answer in saved.answers] == ANSWERS
    assert len(saved.skipped) == 1
    assert saved.skipped[0].startswith("line 3: not JSON: ")
