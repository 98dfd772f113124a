"""Multi-IF under lm_eval: the model sees its own earlier answers, turn after turn."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_multi_if import BOTH, COMMA, METRICS, SHORT, plain, turn, written

import lm_eval_tasks
from lm_eval_tasks import get_suite
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.errors import HarnessError
from lm_eval_tasks.instructions.scoring.metrics import aggregate, stderr
from lm_eval_tasks.instructions.scoring.run import score_saved
from lm_eval_tasks.instructions.suites.conversation import ConversationSuite

lm_eval = pytest.importorskip("lm_eval")
from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

from lm_eval_tasks.harness import releases  # noqa: E402

pytestmark = pytest.mark.skipif(
    not releases.returns_all_turns(), reason="this release of lm_eval returns turns in another form"
)
PACK = Path(lm_eval_tasks.__file__).parent
SUITE = get_suite("multi_if")
assert isinstance(SUITE, ConversationSuite)


class Counting(LM):  # type: ignore[misc]
    """A model whose answer tells how often it finds its own answers in what it is sent."""

    tokenizer_name = "counting"

    def __init__(self, answers: dict[str, list[Any]] | None = None) -> None:
        super().__init__()
        self.answers = answers or {}
        self.sent: list[list[str]] = []
        self.settings: list[dict[str, Any]] = []

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        self.sent.append([request.args[0] for request in requests])
        return [self.answer(request) for request in requests]

    def answer(self, request: Any) -> Any:
        text, settings = request.args
        self.settings.append(dict(settings))
        settings.clear()  # as models of an API do that take their keys out
        turn_number = text.count("[user]")
        stored = self.answers.get(request.doc["key"])
        own = text.count("[assistant]I have answered")
        return stored[turn_number - 1] if stored else f"I have answered {own} times"

    def apply_chat_template(self, chat_history: Any, add_generation_prompt: bool = True) -> str:
        turns = "".join(f"[{message['role']}]{message['content']}" for message in chat_history)
        return turns + ("[assistant]" if add_generation_prompt else "")

    def chat_template(self, *_: Any) -> str:
        return "counting"

    def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError


def evaluated(model: LM, data: Path | str = "sample", task: str = "multi_if", **given: Any) -> dict[str, Any]:
    metadata = {"ifeval_data": str(data)}
    manager = TaskManager(include_path=str(PACK), include_defaults=False, metadata=metadata)
    options = {"apply_chat_template": True, "log_samples": True} | given
    results: dict[str, Any] = lm_eval.simple_evaluate(
        model=model, tasks=[task], task_manager=manager, **options
    )
    return results


@pytest.fixture
def data(tmp_path: Path) -> Path:
    two_turns = plain("9:en", [turn("Name a tree.", COMMA), turn("Fewer words.", COMMA, SHORT)])
    return written(tmp_path / "rows.jsonl", [*BOTH, two_turns])


def test_the_model_sees_its_own_answers(data: Path) -> None:
    model = Counting()
    results = evaluated(model, data, system_instruction="Be brief.")
    assert [len(batch) for batch in model.sent] == [3, 3, 2]  # a batch a turn; one has no third turn
    head = "[system]Be brief.[user]Name a knot.[assistant]"
    assert model.sent[0][:2] == [head, head]
    second = f"{head}I have answered 0 times[user]Fewer words.[assistant]"
    assert model.sent[1][:2] == [second, second]
    third = f"{second}I have answered 1 times[user]Once more.[assistant]"
    assert model.sent[2] == [third, third]
    samples = {one["doc"]["key"]: one for one in results["samples"]["multi_if"]}
    assert samples["7:en"]["filtered_resps"] == [f"I have answered {number} times" for number in range(3)]
    assert samples["9:en"]["filtered_resps"] == [f"I have answered {number} times" for number in range(2)]
    told = samples["7:en"]["doc"]["lm_eval_tasks"]["turns"]
    assert [one["strict"] for one in told] == [[True], [True, False], [True, False]]
    assert all(one == model.settings[0] for one in model.settings)
    assert model.settings[0]["max_gen_toks"] == 1024


def test_settings_of_the_command_line_hold_for_every_turn(data: Path) -> None:
    model = Counting()
    evaluated(model, data, gen_kwargs="max_gen_toks=7,temperature=0.6,do_sample=True")
    assert len(model.settings) == 8
    for one in model.settings:
        assert (one["max_gen_toks"], one["temperature"], one["do_sample"]) == (7, 0.6, True)


def test_numbers_are_those_of_the_engine(data: Path) -> None:
    answers = {
        "7:en": ["A bowline, tied.", "Bowline", "A bowline"],
        "8:fr": ["Un nœud", "Un, deux", ""],
        "9:en": ["An oak", "One oak and two elms"],
    }
    found = evaluated(Counting(answers), data)["results"]["multi_if"]
    scores = [
        score
        for row in [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()]
        for score in SUITE.score_conversation(row, answers[row["key"]])
    ]
    for name, metric in METRICS.items():
        values = [value for score in scores if (value := metric.value(score)) is not None]
        number, error = found[f"{name},none"], found[f"{name}_stderr,none"]
        if not values:
            assert math.isnan(number)
            continue
        assert number == pytest.approx(aggregate(metric, values)), name
        assert error == pytest.approx(stderr(metric, values), nan_ok=True), name
    assert 0 < found["overall,none"] < 1
    assert found["turn_3_overall,none"] == pytest.approx((0.5 + 0.5 + 0.5 + 0.5) / 4)


def test_an_answer_that_is_no_text_is_empty_in_the_history(data: Path) -> None:
    model = Counting({"7:en": [None, "", "Bowline"], "8:fr": ["Un", None, "Un"], "9:en": ["Oak", None]})
    results = evaluated(model, data)
    assert model.sent[1][0] == "[user]Name a knot.[assistant][user]Fewer words.[assistant]"
    assert model.sent[2][0].endswith("Fewer words.[assistant][user]Once more.[assistant]")
    by_key = {
        one["doc"]["key"]: one["doc"]["lm_eval_tasks"]["turns"] for one in results["samples"]["multi_if"]
    }
    assert [one["notes"] for one in by_key["7:en"]] == [["null"], ["empty"], []]


def test_a_task_of_one_language() -> None:
    model = Counting()
    results = evaluated(model, task="multi_if_chinese")
    assert [len(batch) for batch in model.sent] == [2, 2, 2]
    assert {one["doc"]["language"] for one in results["samples"]["multi_if_chinese"]} == {"Chinese"}
    assert "turn_1_Chinese_overall,none" not in results["results"]["multi_if_chinese"]


def test_without_a_chat_template_it_refuses(data: Path) -> None:
    model = Counting()
    with pytest.raises(HarnessError, match=r"multi_if: .*--apply_chat_template"):
        evaluated(model, data, apply_chat_template=False)
    assert model.sent == []


def test_a_template_without_its_model_is_refused(data: Path) -> None:
    model = Counting()
    model.apply_chat_template = str
    with pytest.raises(HarnessError, match="does not hand over the model"):
        evaluated(model, data)
    assert model.sent == []


def test_other_releases_of_lm_eval_are_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert releases.release() in releases.TESTED
    monkeypatch.setattr(releases, "TESTED", ("0.4.9",))
    evaluated(Counting(), data)
    assert "is not among the releases its turns were tested with (0.4.9)" in caplog.text


def test_logged_samples_are_scored_alike(data: Path, tmp_path: Path) -> None:
    results = evaluated(Counting(), data)
    log = tmp_path / "samples_multi_if_x.jsonl"
    lines = [json.dumps(one, default=str) + "\n" for one in results["samples"]["multi_if"]]
    log.write_text("".join(lines), encoding="utf-8")
    run = score_saved(SUITE, read_responses(str(log)))
    assert len(run.scores) == 8
    again = aggregate(METRICS["overall"], [METRICS["overall"].value(score) for score in run.scores])
    assert again == pytest.approx(results["results"]["multi_if"]["overall,none"])


# The command line with a model of some thousand random weights


def tiny_model(folder: Path) -> Path:
    """A model and a tokenizer of bytes, with a chat template."""
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    special = ["<|end|>", "<|user|>", "<|assistant|>"]
    vocabulary = {token: number for number, token in enumerate(special + alphabet)}
    plain_tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    plain_tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain_tokenizer.decoder = tokenizers.decoders.ByteLevel()
    plain_tokenizer.add_special_tokens(special)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain_tokenizer, eos_token="<|end|>", pad_token="<|end|>"
    )
    tokenizer.chat_template = (
        "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>{% endif %}"
    )
    tokenizer.save_pretrained(folder)
    shape = transformers.GPT2Config(
        vocab_size=len(vocabulary),
        n_positions=4096,
        n_embd=16,
        n_layer=1,
        n_head=2,
        eos_token_id=0,
        bos_token_id=0,
    )
    transformers.GPT2LMHeadModel(shape).save_pretrained(folder)
    return folder


def command_line(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", "lm_eval", "--model", "hf", "--device", "cpu", "--batch_size", "2"]
    arguments += ["--model_args", f"pretrained={folder / 'model'}", "--tasks", "multi_if"]
    arguments += ["--include_path", str(PACK), "--metadata", '{"ifeval_data": "sample"}', "--limit", "4"]
    arguments += [
        "--gen_kwargs",
        "max_gen_toks=12",
        "--output_path",
        str(folder / "out"),
        "--log_samples",
        *more,
    ]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    return subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False
    )


@pytest.mark.slow
def test_a_model_that_transformers_runs(tmp_path: Path) -> None:
    tiny_model(tmp_path / "model")
    refused = command_line(tmp_path)
    assert refused.returncode == 2, refused.stderr[-2000:]
    assert "error: multi_if: a conversation of several turns needs" in refused.stderr.splitlines()[-1]
    run = command_line(tmp_path, "--apply_chat_template")
    assert run.returncode == 0, run.stderr[-2000:]
    assert "turn_3_prompt_level_strict_acc" in run.stdout
    log = next((tmp_path / "out").glob("**/samples_multi_if_*.jsonl"))
    samples = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [len(one["resps"]) for one in samples] == [3, 3, 3, 2]
    for sample in samples:
        sent = [one["arg_0"] for one in sample["arguments"].values()]
        for number, answer in enumerate(sample["resps"][:-1], start=1):
            assert f"<|assistant|>{answer[0]}<|user|>" in sent[number]
    assert len(score_saved(SUITE, read_responses(str(log))).scores) == 11
