"""The two IFBench tasks: samples, conversations, and how lm_eval runs them."""

from __future__ import annotations

import json
import logging
import pickle
from pathlib import Path
from typing import Any

import pytest

import lm_eval_tasks
from lm_eval_tasks import get_suite
from lm_eval_tasks.data import sources
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.catalogues.ifbench_catalogue import IFBENCH, IFBENCH_MULTITURN
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL

PACK = Path(lm_eval_tasks.__file__).parent
TURNS = [
    {"role": "user", "content": "Name a knot."},
    {"role": "assistant", "content": "The bowline."},
    {"role": "user", "content": "Answer with yes/no only."},
]


def conversation(**changed: Any) -> dict[str, Any]:
    row = {
        "key": 7,
        "prompt": "Name a knot. Answer with yes/no only.",
        "instruction_id_list": ["format:options"],
        "kwargs": [{"options": "yes/no", "keyword": None}],
        "messages": TURNS,
    }
    return row | changed


def test_catalogues() -> None:
    assert len(IFBENCH.checks) == 58
    assert len(IFBENCH_MULTITURN.checks) == 58 + 25
    shared = [(IFBENCH_MULTITURN.checks[name], check) for name, check in IFEVAL.checks.items()]
    assert all(one.reading("official") is other.reading("official") for one, other in shared)


def test_sample_has_every_instruction() -> None:
    _, items = get_suite("ifbench").load("sample")
    assert {name for item in items for name in item.instruction_ids} == set(IFBENCH.checks)
    assert all(isinstance(item.key, str) for item in items)


def test_sample_of_conversations_has_both_configurations() -> None:
    _, items = get_suite("ifbench_multiturn").load("sample")
    assert {item.labels["configuration"] for item in items} == {"ifbench_constraints", "ifeval_constraints"}


@pytest.mark.parametrize("name", ["ifbench", "ifbench_multiturn"])
def test_suite_and_scores_can_be_pickled(name: str) -> None:
    suite = get_suite(name)
    assert pickle.loads(pickle.dumps(suite)) is suite
    _, items = suite.load("sample")
    score = suite.score(items[0], "A response.")
    assert pickle.loads(pickle.dumps(score)) == score


def test_keys_tell_conversations_apart_and_stay_when_read_again() -> None:
    suite = get_suite("ifbench_multiturn")
    item = suite.item(conversation())
    assert str(item.key).startswith("ifbench_constraints:7:")
    assert suite.item(conversation(key=item.key)).key == item.key
    other = [TURNS[0], {"role": "assistant", "content": "The reef knot."}, TURNS[2]]
    assert suite.item(conversation(messages=other)).key != item.key
    old = suite.item(conversation(instruction_id_list=["punctuation:no_comma"], kwargs=[{}]))
    assert str(old.key).startswith("ifeval_constraints:7:")


@pytest.mark.parametrize("encoded", [False, True])
def test_missing_prompt_to_repeat_is_the_prompt(encoded: bool) -> None:
    kwargs: Any = [{"prompt_to_repeat": None}]
    row = conversation(
        instruction_id_list=["repeat:repeat_change"], kwargs=json.dumps(kwargs) if encoded else kwargs
    )
    score = get_suite("ifbench_multiturn").score(row, "List a knot. Answer with yes/no only.")
    assert score.strict == (True,)


@pytest.mark.parametrize(
    "messages",
    [None, [], "Name a knot.", [{"role": "user"}], [{"role": "robot", "content": "x"}], TURNS[:2]],
)
def test_what_is_no_conversation_is_refused(messages: Any) -> None:
    with pytest.raises(DataError, match="key 7: expected messages"):
        get_suite("ifbench_multiturn").item(conversation(messages=messages))


def test_metrics_of_a_configuration_leave_out_the_other() -> None:
    suite = get_suite("ifbench_multiturn")
    score = suite.score(conversation(), "Yes.")
    values = {metric.name: metric.value(score) for metric in suite.metrics}
    assert values["prompt_level_loose_acc"] is True
    assert values["ifbench_constraints_prompt_level_loose_acc"] is True
    assert values["ifeval_constraints_prompt_level_loose_acc"] is None


def test_configurations_on_the_hub_are_read_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    asked = []

    def load_dataset(path: str, name: str | None = None, **given: Any) -> list[dict[str, Any]]:
        asked.append((path, name, given["split"], given["revision"]))
        return [{"from": name}]

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    two = sources.load_rows(get_suite("ifbench_multiturn").hub, "", None)
    one = sources.load_rows(get_suite("ifbench").hub, "", None)
    assert [row["from"] for row in two.rows] == ["ifbench_constraints", "ifeval_constraints"]
    assert [row["from"] for row in one.rows] == [None]
    revision = "e1ea65c5178fbeac522a26d12b8c71a298e9846d"
    assert asked[0] == ("allenai/IFBench_multi-turn", "ifbench_constraints", "test", revision)


lm_eval = pytest.importorskip("lm_eval")
from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402


class Replay(LM):  # type: ignore[misc]
    """A model that gives one answer to everything and remembers what it was sent."""

    tokenizer_name = "replay"

    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answer = answer
        self.sent: list[str] = []

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
        self.sent = [request.args[0] for request in requests]
        return [self.answer] * len(requests)

    def apply_chat_template(self, chat_history: Any, add_generation_prompt: bool = True) -> str:
        turns = "".join(f"[{message['role']}]{message['content']}" for message in chat_history)
        return turns + ("[assistant]" if add_generation_prompt else "")

    def chat_template(self, *_: Any) -> str:
        return "replay"

    def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError


def evaluated(task: str, model: Replay, data: str = "sample", **given: Any) -> dict[str, Any]:
    manager = TaskManager(include_path=str(PACK), include_defaults=False, metadata={"ifeval_data": data})
    results: dict[str, Any] = lm_eval.simple_evaluate(
        model=model, tasks=[task], task_manager=manager, log_samples=True, **given
    )
    return results


@pytest.mark.parametrize("task", ["ifbench", "ifbench_multiturn"])
def test_lm_eval_gives_the_numbers_of_the_engine(task: str) -> None:
    answer = "Running is hard. 1 2 3"
    suite = get_suite(task)
    _, items = suite.load("sample")
    scores = [suite.score(item, answer) for item in items]
    found = evaluated(task, Replay(answer))["results"][task]
    for metric in suite.metrics:
        values = [value for score in scores if (value := metric.value(score)) is not None]
        flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
        assert 0 < sum(flat) < len(flat), metric.name
        assert found[f"{metric.name},none"] == pytest.approx(sum(flat) / len(flat))
        assert found[f"{metric.name}_stderr,none"] > 0


def test_a_conversation_is_sent_turn_by_turn(tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps(conversation()) + "\n", encoding="utf-8")
    model = Replay("Yes.")
    found = evaluated(
        "ifbench_multiturn", model, str(data), apply_chat_template=True, system_instruction="Be brief."
    )
    assert model.sent == [
        "[system]Be brief.[user]Name a knot.[assistant]The bowline.[user]Answer with yes/no only.[assistant]"
    ]
    assert found["results"]["ifbench_multiturn"]["prompt_level_loose_acc,none"] == 1.0
    assert found["samples"]["ifbench_multiturn"][0]["doc"]["lm_eval_tasks"]["strict"] == [True]


def test_without_a_chat_template_a_conversation_is_plain_text_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps(conversation()) + "\n", encoding="utf-8")
    model = Replay("Yes.")
    with caplog.at_level(logging.WARNING, logger="lm_eval_tasks"):
        evaluated("ifbench_multiturn", model, str(data))
    assert model.sent == ["Name a knot.\n\nThe bowline.\n\nAnswer with yes/no only."]
    assert "without --apply_chat_template" in caplog.text
