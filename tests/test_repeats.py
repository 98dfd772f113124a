"""Several answers per prompt: the same numbers under lm_eval, in ``score`` on its log, and by hand."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored_runs import results_of, samples_of

import lm_eval_tasks
from lm_eval_tasks import get_suite
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.instructions.scoring.run import score_saved
from lm_eval_tasks.statistics.several import all_at, mean_over_prompts, pass_at, sizes

GOOD, BAD, HALF = (
    "the kale of this garden is good after the frost",
    "Well, No",
    "Kale is good after the frost",
)
ROWS = [
    {
        "key": key,
        "prompt": f"Say where kale grows, number {key}.",
        "instruction_id_list": ["punctuation:no_comma", "change_case:english_lowercase"],
        "kwargs": [{}, {}],
    }
    for key in range(4)
]
ANSWERS: dict[int, list[Any]] = {
    0: [GOOD, GOOD, GOOD, GOOD],
    1: [GOOD, BAD, HALF, BAD],
    2: [BAD, HALF, BAD, None],
    3: [GOOD, GOOD, "None", "<think>on and on"],
}


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_chances_are_shares_of_all_draws(answers: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(answers)))
    draws = list(itertools.combinations(answers, k))
    assert pass_at(answers, k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert all_at(answers, k) == pytest.approx(sum(map(all, draws)) / len(draws))


def test_more_answers_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="k is 3, expected 1 to 2"):
        pass_at([True, False], 3)
    assert (sizes(1), sizes(4), sizes(6)) == ((1,), (1, 2, 4), (1, 2, 4, 6))


def test_a_mean_over_prompts() -> None:
    mean = mean_over_prompts([1.0, 0.5, 0.0, 0.5])
    assert (mean.value, mean.stderr) == (0.5, pytest.approx(math.sqrt(0.5 / 12)))
    assert 0 < mean.interval.low < 0.5 < mean.interval.high < 1
    assert math.isnan(mean_over_prompts([1.0]).stderr)


def written(folder: Path, lines: list[dict[str, Any]], name: str = "answers.jsonl") -> str:
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def scored(folder: Path, lines: list[dict[str, Any]]) -> dict[str, Any]:
    data = written(folder, ROWS, "prompts.jsonl")
    return results_of(score_saved(get_suite("ifeval"), read_responses(written(folder, lines)), data=data))


def test_a_list_and_repeated_records_are_the_same(tmp_path: Path) -> None:
    lists = scored(tmp_path, [{"key": key, "response": answers} for key, answers in ANSWERS.items()])
    repeated = [
        {"key": key, "response": answers[place]} for place in range(4) for key, answers in ANSWERS.items()
    ]
    records = scored(tmp_path, repeated)
    for name in ("metrics", "several", "counts", "by_instruction", "n_prompts", "answers_per_prompt"):
        assert lists[name] == records[name]
    assert (lists["n_prompts"], lists["n_answers"], lists["answers_per_prompt"]) == (4, 16, 4)
    strict = lists["metrics"]["prompt_level_strict_acc"]
    assert (strict["passed"], strict["total"], strict["value"]) == (7, 16, 7 / 16)
    chances = lists["several"]["metrics"]["prompt_level_strict_acc"]
    assert chances["by_prompt"] == {"0": 1.0, "1": 0.25, "2": 0.0, "3": 0.5}
    assert chances["pass_at"]["2"]["value"] == pytest.approx((1 + 1 / 2 + 0 + 5 / 6) / 4)
    assert chances["all_at"]["2"]["value"] == pytest.approx((1 + 0 + 0 + 1 / 6) / 4)
    assert (chances["pass_at"]["4"]["value"], chances["all_at"]["4"]["value"]) == (0.75, 0.25)
    assert chances["best_of_k"]["value"] == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert (lists["counts"]["null"], lists["counts"]["unclosed_thinking"]) == (1, 1)


def test_the_answers_to_one_prompt_are_one_cluster(tmp_path: Path) -> None:
    alike = {key: [answers[0]] * 4 for key, answers in ANSWERS.items()}
    once = scored(tmp_path, [{"key": key, "response": answers[0]} for key, answers in alike.items()])
    four = scored(tmp_path, [{"key": key, "response": answers} for key, answers in alike.items()])
    for name in ("prompt_level_strict_acc", "inst_level_strict_acc"):
        one, other = once["metrics"][name], four["metrics"][name]
        assert other["value"] == one["value"]
        assert other["stderr"] == pytest.approx(one["stderr"])
    assert "several" not in once


def test_missing_answers_are_counted(tmp_path: Path) -> None:
    lines = [{"key": key, "response": answers[: 3 if key == 1 else 4]} for key, answers in ANSWERS.items()]
    data = written(tmp_path, ROWS, "prompts.jsonl")
    saved = read_responses(written(tmp_path, lines))
    with pytest.raises(lm_eval_tasks.errors.ResponseError, match="key 1 has 3 answers, most prompts have 4"):
        score_saved(get_suite("ifeval"), saved, data=data)
    run = score_saved(get_suite("ifeval"), saved, data=data, allow_missing=True)
    assert results_of(run)["counts"]["missing"] == 1
    assert results_of(run)["metrics"]["prompt_level_strict_acc"]["total"] == 16
    assert [sample.get("answer") for sample in samples_of(run)] == [1, 2, 3, 4] * 4


@pytest.mark.parametrize("metadata", [{}, {"think_end": "auto"}], ids=["plain", "auto"])
def test_repeats_under_lm_eval_and_score_on_its_log(tmp_path: Path, metadata: dict[str, Any]) -> None:
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    marked = {**ANSWERS, 1: [f"[THINK]a, B[/THINK]{GOOD}", BAD, HALF, BAD]}

    class Sampler(LM):  # type: ignore[misc]
        """Gives the stored answers to a prompt one after another."""

        def __init__(self) -> None:
            super().__init__()
            self.given = {key: iter(answers) for key, answers in marked.items()}

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
            return [next(self.given[request.doc["key"]]) for request in requests]

        def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
            raise NotImplementedError

    pack = Path(lm_eval_tasks.__file__).parent
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    (tasks / "four.yaml").write_text(f"include: {pack / 'ifeval' / 'ifeval.yaml'}\ntask: four\nrepeats: 4\n")
    manager = TaskManager(
        include_path=str(tasks),
        include_defaults=False,
        metadata={"ifeval_data": written(tmp_path, ROWS, "prompts.jsonl"), **metadata},
    )
    ran = lm_eval.simple_evaluate(model=Sampler(), tasks=["four"], task_manager=manager, log_samples=True)
    tracker = EvaluationTracker(output_path=str(tmp_path / "out"))
    tracker.save_results_aggregated(results=ran, samples=ran["samples"])
    tracker.save_results_samples(task_name="four", samples=ran["samples"]["four"])

    saved = read_responses(str(tmp_path / "out"), task="four")
    assert saved.think_end == (("auto",) if metadata else ())
    suite = get_suite("ifeval").with_think_end(saved.think_end)
    results = results_of(score_saved(suite, saved))
    assert results["counts"]["null"] == 1
    for name, metric in results["metrics"].items():
        assert ran["results"]["four"][f"{name},none"] == pytest.approx(metric["value"])
        assert ran["results"]["four"][f"{name}_stderr,none"] == pytest.approx(metric["stderr"])
    expected = 7 if metadata else 6
    assert results["metrics"]["prompt_level_strict_acc"]["passed"] == expected


def test_every_answer_is_in_the_report_and_in_the_corrected_part(tmp_path: Path) -> None:
    from lm_eval_tasks.instructions.scoring.corrected import corrected_part
    from lm_eval_tasks.report.browser import browsable
    from lm_eval_tasks.report.runs import read_runs
    from lm_eval_tasks.runs.store import write_run

    data = written(tmp_path, ROWS, "prompts.jsonl")
    saved = read_responses(
        written(tmp_path, [{"key": key, "response": given} for key, given in ANSWERS.items()])
    )
    run = score_saved(get_suite("ifeval"), saved, data=data)
    write_run(tmp_path / "run", results_of(run), samples_of(run))
    page = browsable(read_runs([tmp_path / "run"]))
    assert [prompt["key"] for prompt in page["prompts"][:5]] == [
        *(f"0, answer {number}" for number in (1, 2, 3, 4)),
        "1, answer 1",
    ]
    numbers = read_runs([tmp_path / "run"])[0].numbers
    assert numbers["prompt_level_strict_any_of_4"].value == 0.75
    assert numbers["prompt_level_strict_all_of_4"].value == 0.25
    again = score_saved(get_suite("ifeval_corrected"), saved, data=data)
    flipped = corrected_part(run, again)["flipped"]
    assert {(one["key"], one["answer"]) for one in flipped} <= {
        (key, n) for key in ANSWERS for n in (1, 2, 3, 4)
    }
    assert all(
        run.scores[4 * one["key"] + one["answer"] - 1].strict[one["position"]] == one["official"]
        for one in flipped
        if one["kind"] == "strict"
    )
    same = corrected_part(run, run)
    assert same["flipped"] == []


def test_two_runs_are_compared_by_prompts(tmp_path: Path) -> None:
    from lm_eval_tasks.instructions.scoring.results import run_of
    from lm_eval_tasks.runs.comparison import compare

    data = written(tmp_path, ROWS, "prompts.jsonl")

    def scored_as(answers: dict[int, list[Any]], name: str) -> Any:
        lines = [{"key": key, "response": given} for key, given in answers.items()]
        suite = get_suite("ifeval")
        return run_of(score_saved(suite, read_responses(written(tmp_path, lines)), data=data), name)

    metrics = get_suite("ifeval").metrics
    first, second = scored_as(ANSWERS, "a"), scored_as({**ANSWERS, 2: [GOOD] * 4}, "b")
    found = compare(first, second, metrics, metrics[0])
    assert (found.n_prompts, found.chosen.total, found.chosen.gained) == (4, 16, 4)
    assert found.chosen.difference == pytest.approx(4 / 16)
    assert found.chosen.test == "changed_signs_clustered"
    assert found.chosen.p == 1.0  # one prompt changed, however many of its answers did
    once = scored_as({key: given[:1] for key, given in ANSWERS.items()}, "c")
    with pytest.raises(
        lm_eval_tasks.errors.ResponseError, match="4 answers per prompt in one, 1 in the other"
    ):
        compare(first, once, metrics, metrics[0])
