"""The tasks under lm_eval itself: found, validated, scored, explained."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import lm_eval_tasks
from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError, HarnessError, MissingDataError, UnknownNameError
from lm_eval_tasks.harness import load_for, process_results_for, releases
from lm_eval_tasks.harness.tasks import all_answers

lm_eval = pytest.importorskip("lm_eval")
from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

PACK = Path(lm_eval_tasks.__file__).parent


class Replay(LM):  # type: ignore[misc]
    """A model that gives back stored answers, by key."""

    def __init__(self, answers: dict[Any, Any]) -> None:
        super().__init__()
        self.answers = answers

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        return [self.answers[request.doc["key"]] for request in requests]

    def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError


def evaluated(task: str, answers: dict[Any, Any], data: str) -> dict[str, Any]:
    """The results of ``lm_eval`` for one task with stored answers."""
    manager = TaskManager(include_path=str(PACK), include_defaults=False, metadata={"ifeval_data": data})
    results: dict[str, Any] = lm_eval.simple_evaluate(
        model=Replay(answers), tasks=[task], task_manager=manager, log_samples=True
    )
    return results


@pytest.fixture
def sample() -> list[dict[str, Any]]:
    rows, _ = get_suite("ifeval").load("sample")
    return [dict(row) for row in rows.rows]


def test_every_suite_is_a_task_and_every_task_a_suite() -> None:
    manager = TaskManager(include_path=str(PACK), include_defaults=False)
    groups = set(manager.all_groups)
    assert set(manager.all_subtasks) == set(lm_eval_tasks.SUITES)
    assert {"ifeval_all"} <= groups
    assert "ifeval_tasks" in manager.all_tags


@pytest.mark.parametrize(
    "task", ["ifeval", "ifeval_langcheck", "ifeval_corrected", "ifeval_langcheck_corrected"]
)
def test_numbers_are_those_of_the_engine(task: str, sample: list[dict[str, Any]]) -> None:
    answers = {row["key"]: f"A lantern, a gull. <<{row['key']}>> *one* [two]" for row in sample}
    suite = get_suite(task)
    scores = [suite.score(row, answers[row["key"]]) for row in sample]
    found = evaluated(task, answers, "sample")["results"][task]
    strict = [all(score.strict) for score in scores]
    flat = [one for score in scores for one in score.strict]
    assert 0 < sum(strict) < len(strict)
    assert found["prompt_level_strict_acc,none"] == pytest.approx(sum(strict) / len(strict))
    assert found["inst_level_strict_acc,none"] == pytest.approx(sum(flat) / len(flat))
    for metric in ("prompt_level_strict_acc", "inst_level_strict_acc", "inst_level_loose_acc"):
        assert 0 < found[f"{metric}_stderr,none"] < 0.2


def test_a_filter_gives_whole_answers_in_every_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """lm_eval 0.5 goes through what a filter returns: of a text it would judge the first character."""
    answers = [["Once."], ["One.", "Two."]]
    monkeypatch.setattr(releases, "release", lambda: "0.4.13")
    assert all_answers(answers, []) == ["Once.", ["One.", "Two."]]
    monkeypatch.setattr(releases, "release", lambda: "0.5.0.dev1")
    assert all_answers(answers, []) == [["Once."], [["One.", "Two."]]]


def test_a_metric_may_have_a_name_that_lm_eval_uses() -> None:
    """``acc`` is lm_eval's metric for multiple choice, which lm_eval 0.5 refuses in a task that generates."""
    _, items = get_suite("ifeval_fc").load("sample")
    right = '{"name": "save_note", "arguments": {"text": "Garden, rain."}}'
    answers = {item.key: right if item.key.startswith("save_note") else "Which?" for item in items}
    called = sum(key.startswith("save_note") for key in answers)
    found = evaluated("ifeval_fc", answers, "sample")["results"]["ifeval_fc"]
    assert 0 < called < len(items)
    assert found["acc,none"] == pytest.approx(called / len(items))
    assert found["function_called_rate,none"] == pytest.approx(called / len(items))


def test_turns_are_refused_where_they_come_back_in_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "returns_all_turns", lambda: False)
    with pytest.raises(HarnessError, match=r"multi_if: lm_eval .* returns .* releases that work: 0\.4\.10"):
        evaluated("multi_if", {}, "sample")


def test_odd_responses_are_scored_and_nothing_else_is_lost(sample: list[dict[str, Any]]) -> None:
    answers: dict[Any, Any] = {row["key"]: "Fine." for row in sample}
    answers |= {2: None, 3: "", 4: "word " * 1_000_000, 5: "lone \ud800 surrogate \udfff", 6: "\x00"}
    results = evaluated("ifeval_langcheck", answers, "sample")
    samples = results["samples"]["ifeval_langcheck"]
    assert len(samples) == len(sample)
    notes = {one["doc"]["key"]: one["doc"]["lm_eval_tasks"]["notes"] for one in samples}
    assert notes == {key: [] for key in answers} | {2: ["null"], 3: ["empty"]}
    gates = {one["doc"]["key"]: one["doc"]["lm_eval_tasks"]["gate"] for one in samples}
    assert gates[1] == {"passed": True}
    assert gates[2]["reason"] == gates[3]["reason"] == "empty_response"
    assert gates[4]["reason"] == "repeated_words"


def test_samples_say_why(sample: list[dict[str, Any]]) -> None:
    answers = {row["key"]: "Quite so, indeed." for row in sample}
    samples = evaluated("ifeval", answers, "sample")["samples"]["ifeval"]
    by_key = {one["doc"]["key"]: one["doc"]["lm_eval_tasks"] for one in samples}
    assert by_key[32]["why"] == ["comma ',' at character 8; expected none"]
    assert by_key[32]["strict"] == [False]
    assert by_key[12]["why"] == ["3 words; expected less than 30"]
    json.dumps(samples, default=str)


def test_reference_answers_give_the_published_number(reference: Path) -> None:
    prompts = reference / "ifeval" / "prompts.jsonl"
    rows = [json.loads(line) for line in prompts.read_text(encoding="utf-8").splitlines()]
    file = reference / "ifeval" / "responses" / "gpt4_20231107_145030.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    by_prompt = {line["prompt"]: line["response"] for line in lines}
    answers = {row["key"]: by_prompt.get(row["prompt"], "") for row in rows}
    found = evaluated("ifeval", answers, str(prompts))["results"]["ifeval"]
    assert found["inst_level_strict_acc,none"] == pytest.approx(697 / 834, abs=1 / 834)


def test_rows_are_validated_when_they_are_loaded(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(
        '{"key": 7, "prompt": "p", "instruction_id_list": ["keywords:existance"], "kwargs": [{}]}\n'
        '{"key": 8, "prompt": "p", "instruction_id_list": ["punctuation:no_comma"]}\n'
    )
    with pytest.raises(DataError) as caught:
        load_for("ifeval")(ifeval_data=str(bad))
    assert "line 1, key 7: unknown instruction 'keywords:existance'" in str(caught.value)
    assert "Did you mean 'keywords:existence'?" in str(caught.value)
    assert "line 2, key 8: no column 'kwargs'" in str(caught.value)


def test_metadata_keys_are_checked() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'ifeval_data'"):
        load_for("ifeval")(ifeval_dta="sample")
    with pytest.raises(UnknownNameError, match="Did you mean 'ifeval_langcheck'"):
        load_for("ifeval")(ifeval_data={"ifeval_lancheck": "sample"})
    with pytest.raises(MissingDataError, match="no file or folder"):
        load_for("ifeval")(ifeval_data="nowhere.jsonl", pretrained="model")


def test_data_by_task() -> None:
    loaded = load_for("ifeval")(ifeval_data={"ifeval": "sample"}, version=4.0)
    assert len(loaded["train"]) == 36


def test_no_results_at_all_counts_as_null(sample: list[dict[str, Any]]) -> None:
    doc = dict(sample[0])
    assert process_results_for("ifeval")(doc, [])["prompt_level_strict_acc"] is False
    assert doc["lm_eval_tasks"]["notes"] == ["null"]


@pytest.mark.slow
def test_command_line_from_a_clone(tmp_path: Path) -> None:
    """The stock command, from another folder, with all that a person gives it."""
    data = tmp_path / "many.jsonl"
    row = {"prompt": "p", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    data.write_text("".join(json.dumps({"key": key, **row}) + "\n" for key in range(541)))
    run = command_line(tmp_path, "ifeval_langcheck", {"ifeval_data": str(data)})
    assert run.returncode == 0, run.stderr[-2000:]
    assert "prompt_level_strict_acc" in run.stdout
    samples = next(tmp_path.glob("out/**/samples_ifeval_langcheck_*.jsonl"))
    assert len(samples.read_text(encoding="utf-8").splitlines()) == 541


@pytest.mark.slow
def test_command_line_refuses_bad_data_with_exit_code_2(tmp_path: Path) -> None:
    run = command_line(tmp_path, "ifeval", {"ifeval_dta": "sample"})
    assert run.returncode == 2
    assert run.stderr.rstrip().endswith(
        "error: unknown --metadata key 'ifeval_dta'. Did you mean 'ifeval_data'?"
    )
    assert not (tmp_path / "out").exists()


def command_line(folder: Path, task: str, metadata: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    script = Path(sys.executable).with_name("lm_eval")
    arguments = [script, "--model", "dummy", "--tasks", task, "--include_path", PACK]
    arguments += ["--metadata", json.dumps(metadata), "--output_path", folder / "out", "--log_samples"]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    return subprocess.run(
        list(map(str, arguments)), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_group_and_tags_hold_the_tasks_they_say() -> None:
    manager = TaskManager(include_path=str(PACK), include_defaults=False)
    five = {
        "ifeval",
        "ifeval_langcheck",
        "ifeval_arabic_inception_hf",
        "ifeval_arabic_inception_hf_langcheck",
        "ifeval_arabic_inception",
    }
    assert set(manager.match_tasks(["ifeval_all"])) == {"ifeval_all"}
    group = yaml.safe_load((PACK / "ifeval_all.yaml").read_text(encoding="utf-8"))
    assert set(group["task"]) == five
    assert tagged("ifeval_tasks") == five
    corrected = {name for name in lm_eval_tasks.SUITES if name.endswith("_corrected")}
    assert tagged("ifeval_corrected_tasks") == corrected
    parts = {name for name in lm_eval_tasks.SUITES if name.startswith("multi_if_")} - corrected
    assert tagged("multi_if_by_language") == parts
    for tag in {tag for suite in lm_eval_tasks.SUITES.values() for tag in suite.tags}:
        assert tagged(tag) == {name for name, suite in lm_eval_tasks.SUITES.items() if tag in suite.tags}
    assert {"ifbench", "ifeval_fc", "ifeval_pp", "multi_if"} <= tagged("ifeval_family")


def tagged(tag: str) -> set[str]:
    """The tasks whose YAML carries a tag."""
    lines = [path.read_text(encoding="utf-8").splitlines() for path in PACK.glob("*/*.yaml")]
    return {
        next(line.removeprefix("task: ") for line in text if line.startswith("task: "))
        for text in lines
        if f"  - {tag}" in text
    }
