"""Verdicts that were not decided stay apart from "not followed", and the report reads what was judged."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from immutabledict import immutabledict
from scored_runs import FIRST, ROWS, make_run, results_of, samples_of

from lm_eval_tasks import get_suite
from lm_eval_tasks.cli.compare_command import command as compare_command
from lm_eval_tasks.cli.score_tables import show_results
from lm_eval_tasks.cli.terminal import console
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.errors import MissingDependencyError
from lm_eval_tasks.instructions.model import OFFICIAL, Gate, Text, Verdict
from lm_eval_tasks.instructions.scoring.run import ScoredRun, score_saved
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.report.page import make_page
from lm_eval_tasks.runs.store import read_run, write_run

FIRST_RELEASE = Path(__file__).parent / "first_release"
EXISTENCE, WORDS = "keywords:existence", "length_constraints:number_words"


def crash(text: Text, _: Any) -> Verdict:
    raise ZeroDivisionError("on purpose")


def undecided(text: Text, _: Any) -> Verdict:
    raise MissingDependencyError("this needs the package 'tagger': pip install tagger")


def only_first_line(text: Text, _: Any) -> Verdict:
    """Crashes on the text as it is, follows without the first line."""
    if "lead-in" in text.string:
        raise ZeroDivisionError("on purpose")
    return Verdict(True, "found")


def doubtful(**readings: Any) -> Suite:
    suite = get_suite("ifeval")
    checks = dict(suite.catalogue.checks)
    for name, reading in {EXISTENCE: crash, WORDS: undecided, **readings}.items():
        checks[name] = replace(checks[name], readings=immutabledict({OFFICIAL: reading}))
    return replace(suite, catalogue=replace(suite.catalogue, checks=immutabledict(checks)))


def scored(folder: Path, suite: Suite, answers: list[Any], rows: list[dict[str, Any]] = ROWS) -> ScoredRun:
    """The run, and the same run in ``folder``."""
    folder.mkdir()
    data = folder / "prompts.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    file = folder / "answers.jsonl"
    lines = [{"key": row["key"], "response": one} for row, one in zip(rows, answers, strict=True)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    run = score_saved(suite, read_responses(str(file)), data=str(data))
    write_run(folder, results_of(run), samples_of(run))
    return run


@pytest.fixture
def run(tmp_path: Path) -> ScoredRun:
    return scored(tmp_path / "run", doubtful(), FIRST)


def test_they_are_counted_by_type_and_overall(run: ScoredRun) -> None:
    """Of nine instructions one crashed and one was not decided; each is one of two of its prompt."""
    results = results_of(run)
    existence, words = results["by_instruction"][EXISTENCE], results["by_instruction"][WORDS]
    for kind in ("strict", "loose"):
        assert (existence[kind]["passed"], existence[kind]["total"], existence[kind]["crashed"]) == (0, 1, 1)
        assert (words[kind]["passed"], words[kind]["total"], words[kind]["undecided"]) == (0, 1, 1)
        assert "crashed" not in words[kind]
        assert results["by_group"]["keywords"][kind]["crashed"] == 1
    assert results["not_decided"]["crashed"]["verdicts"] == {"strict": 1, "loose": 1}
    assert results["not_decided"]["undecided"]["verdicts"] == {"strict": 1, "loose": 1}
    total = results["metrics"]["inst_level_strict_acc"]["total"]
    # The first prompt has a comma, so only the second would pass as a whole.
    assert results["not_decided"]["crashed"]["effect"] == {
        "inst_level_strict_acc": pytest.approx(1 / total),
        "inst_level_loose_acc": pytest.approx(1 / total),
    }
    assert results["not_decided"]["undecided"]["effect"] == {
        "prompt_level_strict_acc": pytest.approx(1 / 6),
        "inst_level_strict_acc": pytest.approx(1 / total),
        "prompt_level_loose_acc": pytest.approx(1 / 6),
        "inst_level_loose_acc": pytest.approx(1 / total),
    }


def test_samples_say_which(run: ScoredRun) -> None:
    first, second, third = samples_of(run)[:3]
    assert first["not_decided"] == {"strict": [None, "crashed"], "loose": [None, "crashed"]}
    assert second["not_decided"] == {"strict": [None, "undecided"], "loose": [None, "undecided"]}
    assert "not_decided" not in third
    assert "not_decided" not in results_of(score_saved(get_suite("ifeval"), run.saved, data=run.rows))


def test_a_loose_variant_decides_what_the_text_as_it_is_did_not(tmp_path: Path) -> None:
    suite = doubtful(**{EXISTENCE: only_first_line})
    run = scored(tmp_path / "run", suite, ["lead-in\nthe beacon"], ROWS[:1])
    (sample,) = samples_of(run)
    assert sample["not_decided"] == {"strict": [None, "crashed"], "loose": [None, None]}
    assert sample["loose"] == [True, True]
    strict, loose = (results_of(run)["by_instruction"][EXISTENCE][kind] for kind in ("strict", "loose"))
    assert (strict["crashed"], "crashed" in loose) == (1, False)


def test_a_gate_that_crashes_decides_nothing(tmp_path: Path) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("on purpose")

    suite = replace(get_suite("ifeval"), gate=Gate("broken", broken, ("never",)))
    run = scored(tmp_path / "run", suite, ["the beacon"], ROWS[:1])
    results = results_of(run)
    assert results["by_instruction"][EXISTENCE]["strict"]["crashed"] == 1
    assert results["not_decided"]["crashed"]["verdicts"] == {"strict": 2, "loose": 2}
    assert results["not_decided"]["crashed"]["effect"]["prompt_level_strict_acc"] == 1.0


def test_score_shows_them_in_80_columns(
    run: ScoredRun, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    show_results(console(), results_of(run))
    shown = capsys.readouterr().out
    head, _, table = shown.partition("Not decided, counted as not followed: ")
    assert table.startswith("1 undecided, 1 crashed (strict)\n")
    assert "prompt_level_strict_acc" in head
    rows = [line.split() for line in table.splitlines()]
    assert [EXISTENCE, "strict", "0", "1", "1"] in rows
    assert [WORDS, "loose", "1", "0", "1"] in rows
    assert ["all", "strict", "1", "1", "9"] in rows
    assert ["prompt_level_strict_acc", "+0.167"] in rows
    assert max(map(len, table.partition("intervals")[0].splitlines())) <= 80


def test_compare_and_the_report_show_them(run: ScoredRun, tmp_path: Path) -> None:
    other = make_run(tmp_path / "other", "ifeval", FIRST)
    done = CliRunner().invoke(compare_command, [str(tmp_path / "run"), str(other)])
    assert done.exit_code == 0, done.output
    assert "not decided, counted as not followed: 1 undecided, 1 crashed in A; none in B" in done.stdout
    assert f"  {EXISTENCE}: 1 in A, 0 in B, of 1" in done.stdout
    found = json.loads(
        CliRunner().invoke(compare_command, [str(tmp_path / "run"), str(other), "--json"]).stdout
    )
    assert (found["not_decided_a"], found["not_decided_b"]) == ({"undecided": 1, "crashed": 1}, {})
    page = make_page([tmp_path / "run", other])
    assert "Verdicts that were not decided, counted as not followed" in page
    assert "1 of 1 crashed (strict), 1 of 1 crashed (loose)" in page
    assert "+16.7 (undecided)" in page
    assert "Verdicts that were not decided" not in make_page([other])


def test_the_first_release_told_them_in_sentences_only() -> None:
    first, second, *others = read_run(FIRST_RELEASE / "doubtful").samples
    assert first.doubts == {"strict": (None, "crashed"), "loose": (None, "crashed")}
    assert second.doubts == {"strict": (None, "undecided"), "loose": (None, "undecided")}
    assert not any(any(one) for sample in others for one in sample.doubts.values())
    page = make_page([FIRST_RELEASE / "doubtful"])
    assert "Verdicts that were not decided, counted as not followed" in page
    told = "1 undecided (strict), 1 crashed (strict), 1 undecided (loose), 1 crashed (loose)"
    assert sorted(told.split(", ")) == sorted(
        page.partition("All instructions</th>")[2].partition("</td>")[0].rpartition(">")[2].split(", ")
    )


# What was judged


@pytest.mark.parametrize(
    ("task", "response", "stored", "text"),
    [
        ("ifeval", "the beacon", None, "the beacon"),
        ("ifeval", "<think>so</think>the beacon", [17, 27], "the beacon"),
        ("ifeval", "<think>beacon</think>beacon", [21, 27], "beacon"),
        ("ifeval", [{"role": "assistant", "content": "the beacon"}], None, "the beacon"),
        (
            "ifeval_arabic_inception",
            "سار القطار\nإلى المدينة.",
            "سار القطارإلى المدينة.",
            "سار القطارإلى المدينة.",
        ),
        ("ifeval", "<think>on and on", None, None),
    ],
)
def test_samples_say_what_was_judged(
    task: str, response: Any, stored: Any, text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where it is not the response; the report reads it and prepares nothing again."""
    row = {**ROWS[0], "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}], "lang": ["ar"]}
    scored(tmp_path / "run", get_suite(task), [response], [row])
    (sample,) = read_run(tmp_path / "run").samples
    (line,) = (tmp_path / "run" / "samples.jsonl").read_text("utf-8").splitlines()
    if text is not None:
        assert json.loads(line).get("judged") == stored
        assert sample.judged_text == text

    def never(*_: Any) -> Any:
        raise AssertionError("prepared again")

    monkeypatch.setattr("lm_eval_tasks.instructions.scoring.prepare.Preparation.__call__", never)
    page = make_page([tmp_path / "run"])
    assert json.dumps(sample.judged_text, ensure_ascii=False)[1:-1].replace("<", "\\u003c") in page


def test_the_report_knows_no_suite() -> None:
    import lm_eval_tasks.report.browser as browser

    assert "suites" not in Path(browser.__file__).read_text(encoding="utf-8")
