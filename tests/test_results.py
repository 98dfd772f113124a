"""What is stored of a scored run: the numbers add up, and no moment of writing leaves parts of two runs."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scored_runs import FIRST, ROWS, make_run, results_of, samples_of

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.responses import Answer, Saved, read_responses
from lm_eval_tasks.data.rows import Excluded, digest
from lm_eval_tasks.data.sources import rows_from
from lm_eval_tasks.errors import OutputError, ResponseError
from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.scoring.results import group, share
from lm_eval_tasks.instructions.scoring.run import ScoredRun, score_rows, score_saved
from lm_eval_tasks.instructions.scoring.signature import signature
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.runs.signature import differing_parts
from lm_eval_tasks.runs.store import json_line, json_text, write_run
from lm_eval_tasks.statistics.estimators import FamilyShare, Share
from lm_eval_tasks.statistics.intervals import wilson

ANSWERS = (
    "The harbour is quiet.",
    "",
    "هذا ميناء هادئ",
    None,
    "<think>never ends",
    "Well, fine.\nIt is.",
    "\ud83d",
)


def saved(keys: list[Any], responses: list[object]) -> Saved:
    answers = tuple(
        Answer(response, None, key, line)
        for line, (key, response) in enumerate(zip(keys, responses, strict=True), 1)
    )
    return Saved("answers", "0" * 64, "answers", answers)


def sample_run(task: str) -> ScoredRun:
    """The task's shipped prompts, answered in turn by ``ANSWERS``."""
    suite = get_suite(task)
    _, items = suite.load("sample")
    responses: list[object] = [ANSWERS[index % len(ANSWERS)] for index in range(len(items))]
    return score_saved(suite, saved([item.key for item in items], responses), data="sample")


@pytest.mark.parametrize("task", SUITES)
def test_every_task_is_stored_and_comes_back(task: str, tmp_path: Path) -> None:
    """Metrics, breakdowns and samples of any suite; scoring the samples again gives the same bytes."""
    run = sample_run(task)
    results = results_of(run)
    assert list(results["metrics"]) == [metric.name for metric in run.task.metrics]
    for name, one in results["metrics"].items():
        if one["level"] == "overall":  # a mean of shares counts nothing that passed
            assert one["passed"] is None, name
        else:
            assert 0 <= one["passed"] <= one["total"], name
        if not one["total"]:
            assert (one["value"], one["method"]) == (None, "no_data"), name
            continue
        low, high = one["ci95"]
        assert 0 <= low <= one["value"] <= high <= 1, name
    assert results["n_prompts"] == len(run.items)
    kinds = {"strict", "loose"} if run.task.loose else {"strict"}
    assert {kind for one in results["by_instruction"].values() for kind in one} == kinds
    for level in ("by_instruction", "by_group"):
        total = sum(one["strict"]["total"] for one in results[level].values())
        assert total == results["n_instructions"], level
    if "inst_level_strict_acc" in results["metrics"]:
        passed = sum(one["strict"]["passed"] for one in results["by_instruction"].values())
        assert passed == results["metrics"]["inst_level_strict_acc"]["passed"]
    assert results["counts"]["crashed"] == 0

    write_run(tmp_path, results, samples_of(run))
    lines = (tmp_path / "samples.jsonl").read_bytes().splitlines()
    assert [json.loads(line)["key"] for line in lines] == [item.key for item in run.items]
    again = score_saved(run.task, read_responses(str(tmp_path)))
    assert [json_line(sample).rstrip() for sample in samples_of(again)] == lines
    assert results_of(again)["metrics"] == results["metrics"]
    assert results_of(again)["counts"] == results["counts"]


@pytest.fixture(scope="module")
def langcheck() -> dict[str, Any]:
    """Three prompts, four instructions; one answer refused, one missing."""
    rows = rows_from(ROWS[:2] + ROWS[3:4], "rows")
    answers = saved([1, 2], ["The beacon is lit", "Dear [name] in [harbour], 你好"])
    run = score_saved(get_suite("ifeval_langcheck"), answers, data=rows, allow_missing=True)
    return {"results": results_of(run), "samples": list(samples_of(run)), "run": run}


def test_results_by_hand(langcheck: Mapping[str, Any]) -> None:
    results = langcheck["results"]
    assert (results["n_prompts"], results["n_instructions"]) == (3, 5)
    metric = results["metrics"]["prompt_level_strict_acc"]
    interval = wilson(1, 3)
    assert metric == {
        "value": pytest.approx(1 / 3),
        "stderr": pytest.approx(math.sqrt(1 / 3 * 2 / 3 / 2)),
        "ci95": [interval.low, interval.high],
        "passed": 1,
        "total": 3,
        "level": "prompt",
        "method": "wilson",
    }
    instruction = results["metrics"]["inst_level_strict_acc"]
    assert (instruction["passed"], instruction["total"]) == (2, 5)
    assert instruction["method"] == "wilson_clustered"
    assert results["by_group"]["length_constraints"]["strict"]["passed"] == 0
    assert results["by_instruction"]["punctuation:no_comma"]["loose"]["value"] == 1.0
    assert results["gate"] == {
        "name": "english",
        "refused": 2,
        "reasons": {"non_english_word": 1, "empty_response": 1},
    }
    noted = {name: count for name, count in results["counts"].items() if count}
    assert noted == {"missing": 1}
    assert results["counts"]["probably_truncated"] is None
    assert results["data"] == {"source": "rows", "sha256": langcheck["run"].rows.sha256, "rows": 3}


def test_samples_by_hand(langcheck: Mapping[str, Any]) -> None:
    first, refused, missing = langcheck["samples"]
    assert list(first) == [
        "key", "prompt", "response", "instruction_id_list", "kwargs", "strict", "loose", "strict_gated",
        "loose_gated", "why", "spans", "loose_variant", "one_variant", "gate", "notes",
    ]  # fmt: skip
    assert first["gate"] == {"passed": True}
    assert first["loose_variant"] == ["as it is", "as it is"]
    assert first["kwargs"] == [{}, {"keywords": ["beacon"]}]
    assert (refused["strict"], refused["strict_gated"]) == ([True, True], [False, False])
    assert refused["gate"]["reason"] == "non_english_word"
    assert (missing["response"], missing["notes"], missing["loose_variant"]) == (None, ["missing"], [None])


def test_counts_are_apart() -> None:
    responses = ["", " \n", None, {"content": None}, MISSING, "<think>on and on", "<think>so</think>fine"]
    rows = rows_from([{**ROWS[3], "key": key} for key in range(7)], "rows")
    counts = results_of(score_saved(get_suite("ifeval"), saved(list(range(7)), responses), data=rows))[
        "counts"
    ]
    assert counts == {
        "empty": 2,
        "null": 2,
        "missing": 1,
        "unclosed_thinking": 1,
        "crashed": 0,
        "probably_truncated": None,
    }


def test_a_task_without_loose_or_gate_has_no_such_columns() -> None:
    strict_only = replace(get_suite("ifeval"), loose=False, metrics=FOUR[:2])
    run = score_saved(strict_only, saved([4], ["*a* *b* *c*"]), data=rows_from(ROWS[3:4], "rows"))
    (sample,) = samples_of(run)
    assert not {"loose", "loose_variant", "one_variant", "strict_gated", "loose_gated"} & set(sample)
    assert sample["gate"] is None
    assert list(results_of(run)["by_group"]["detectable_format"]) == ["strict"]
    assert results_of(run)["gate"] == {"name": None, "refused": 0, "reasons": {}}


def test_metrics_of_part_of_the_prompts_and_of_families() -> None:
    """None leaves a prompt out; a family-level metric has one verdict a family."""

    def only_odd(score: ItemScore) -> bool | None:
        return score.strict[0] if int(score.key) % 2 else None

    def by_tens(score: ItemScore) -> tuple[int, bool]:
        return int(score.key) // 10, score.strict[0]

    def reliable(values: Any) -> list[bool]:
        families = {family for family, _ in values}
        return [all(followed for other, followed in values if other == family) for family in sorted(families)]

    suite = replace(
        get_suite("ifeval"),
        metrics=(
            Metric("odd", Share(), only_odd),
            Metric("reliable", FamilyShare(reliable), by_tens),
            Metric("nobody", Share(), lambda _: None),
        ),
    )
    keys = [10, 11, 20, 21, 23]
    rows = rows_from([{**ROWS[3], "key": key} for key in keys], "rows")
    yes, no = "*a* *b* *c*", "none"
    metrics = results_of(score_saved(suite, saved(keys, [yes, yes, no, yes, no]), data=rows))["metrics"]
    assert (metrics["odd"]["passed"], metrics["odd"]["total"]) == (2, 3)
    assert (metrics["reliable"]["passed"], metrics["reliable"]["total"]) == (1, 2)
    assert metrics["reliable"]["ci95"] == [wilson(1, 2).low, wilson(1, 2).high]
    nobody = metrics["nobody"]
    assert (nobody["value"], nobody["stderr"], nobody["total"], nobody["method"]) == (
        None,
        None,
        0,
        "no_data",
    )


def test_excluded_rows_do_not_count() -> None:
    left_out = Excluded(digest(ROWS[1]["prompt"]), "the prompt contradicts itself")
    suite = replace(get_suite("ifeval"), excluded={2: left_out})
    run = score_saved(suite, saved([1, 2], ["a", "b"]), data=rows_from(ROWS[:2], "rows"))
    results = results_of(run)
    assert results["n_prompts"] == 1
    assert results["excluded"] == {"2": "the prompt contradicts itself"}
    assert results["data"]["rows"] == 2
    assert [sample["key"] for sample in samples_of(run)] == [1]
    other = [ROWS[0], {**ROWS[1], "prompt": "Another prompt with that key."}]
    results = results_of(score_saved(suite, saved([1, 2], ["a", "b"]), data=rows_from(other, "rows")))
    assert (results["n_prompts"], results["excluded"]) == (2, {})


def test_nothing_is_scored_where_answers_and_prompts_do_not_match() -> None:
    rows = rows_from(ROWS, "rows")
    with pytest.raises(ResponseError, match="5 problems") as error:
        score_saved(get_suite("ifeval"), saved([1], ["a"]), data=rows)
    assert "--allow-missing" in str(error.value)
    with pytest.raises(ResponseError, match="no answer fits a prompt of rows"):
        score_saved(get_suite("ifeval"), saved([99], ["a"]), data=rows, allow_missing=True)


def test_group() -> None:
    assert group("keywords:existence") == "keywords"
    assert group("es:keywords:existence") == "es:keywords"
    assert group("NWordsChecker") == "NWordsChecker"


def test_share_of_nothing() -> None:
    assert share(0, 0, wilson(0, 0)).value is None


def test_rows_and_responses_are_as_many() -> None:
    with pytest.raises(ValueError, match="shorter"):
        score_rows(get_suite("ifeval"), ROWS, ["a"])


# Files


def test_lone_surrogates_survive() -> None:
    sample = {"response": "half \ud83d, whole 🎈, هذا, \u2028"}
    line = json_line(sample)
    assert json.loads(line.decode("utf-8")) == sample
    assert "هذا" in line.decode("utf-8")
    assert b"\n" not in line[:-1]
    assert json.loads(json_text(sample)) == sample


def test_no_number_that_is_no_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"value": math.nan})


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_run(tmp_path / "file", {}, [])


DYING = """
import os, signal, sys
from pathlib import Path
from lm_eval_tasks.runs import store as results

moment, folder = int(sys.argv[1]), Path(sys.argv[2])
steps = 0

def dying(function):
    def step(*arguments, **options):
        global steps
        if steps == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        steps += 1
        return function(*arguments, **options)
    return step

os.fsync = dying(os.fsync)
Path.unlink = dying(Path.unlink)
Path.replace = dying(Path.replace)
results.write_run(folder, {"run": "new"}, [{"run": "new"}] * 3)
print("lived")
"""


@pytest.mark.parametrize("moment", range(6))
def test_killed_while_writing(moment: int, tmp_path: Path) -> None:
    """At each of its five steps (two files, the old results, two renames), and at none of them."""
    write_run(tmp_path, {"run": "old"}, [{"run": "old"}])
    done = subprocess.run(
        [sys.executable, "-c", DYING, str(moment), str(tmp_path)], capture_output=True, text=True
    )
    results = tmp_path / "results.json"
    if moment == 5:
        assert (done.returncode, done.stdout) == (0, "lived\n")
    else:
        assert done.returncode == -signal.SIGKILL
    if results.exists():
        lines = (tmp_path / "samples.jsonl").read_text().splitlines()
        assert {json.loads(line)["run"] for line in lines} == {json.loads(results.read_text())["run"]}
    assert results.exists() == (moment in (0, 1, 2, 5))
    write_run(tmp_path, {"run": "third"}, [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.json", "samples.jsonl"]


# Signatures


def test_signature_names_what_decides() -> None:
    rows = rows_from(ROWS, "rows")
    parts = signature(get_suite("ifeval_langcheck"), rows).split("|")
    assert parts[:5] == ["ifeval_langcheck", "v1", "edition:official", "gate:english", "variants:8"]
    assert f"data:{rows.sha256[:12]}" in parts
    for name in ("punkt", "langdetect", "regex", "python", "pack"):
        assert [part for part in parts if part.startswith(f"{name}:")], name
    assert "None" not in signature(get_suite("ifeval_langcheck"))


def test_every_task_has_its_own_signature() -> None:
    assert len({signature(suite) for suite in SUITES.values()}) == len(SUITES)


def test_differing_parts() -> None:
    assert differing_parts("a|v1|x", "a|v2|x|y") == (["v1"], ["v2", "y"])


def test_digest_is_of_the_prompts_and_not_of_their_format(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", "ifeval", FIRST)
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    padded = [
        {**row, "kwargs": json.dumps([{**given, "unused": None} for given in row["kwargs"]])} for row in ROWS
    ]
    assert rows_from(padded, "other").sha256 == results["data"]["sha256"]
