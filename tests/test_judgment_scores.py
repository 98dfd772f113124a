"""``score`` on saved judgments, as a user runs it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lm_eval_tasks.cli import main
from lm_eval_tasks.judgments.scoring import TASKS


@pytest.fixture(autouse=True)
def streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command may open standard input anew, which pytest's must survive."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main_command(), list(arguments), catch_exceptions=False)


def main_command() -> Any:
    from lm_eval_tasks.cli.score_command import command

    return command


def file(path: Path, *rows: Any) -> str:
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return str(path)


def rating(model: str, turn: int, score: float, question: int = 81) -> dict[str, Any]:
    return {
        "question_id": question,
        "model": model,
        "judge": ["g", "single-v1"],
        "turn": turn,
        "score": score,
    }


def test_ratings_of_mt_bench_and_what_was_not_decided(tmp_path: Path) -> None:
    rows = [rating("m", 1, 8), rating("m", 2, -1), rating("n", 1, 4), rating("n", 2, 6), rating("n", 2, 9)]
    path = file(tmp_path / "x.jsonl", *rows)
    found = run(path, "--task", "mt_bench_judge", "--json", "--output", str(tmp_path / "out"))
    results = json.loads(found.stdout)
    table = results["tables"][0]
    assert table["rows"] == [["m", 8.0, None, 8.0, 1, 1], ["n", 4.0, 6.0, 5.0, 2, 0]]
    assert results["judgments"]["repeated"] == 1
    assert results["judgments"]["undecided"] == {"unparsed": 1}
    assert any("as the original counts them" in one["title"] for one in results["tables"])
    assert json.loads((tmp_path / "out" / "results.json").read_text("utf-8")) == results


def test_tables_fit_80_columns_and_quote_what_they_show(tmp_path: Path) -> None:
    path = file(tmp_path / "x.jsonl", rating("m\x1b[31m", 1, 8), rating("n", 2, 3))
    shown = run(path, "--task", "mt_bench_judge").stdout
    body = [line for line in shown.splitlines() if not line.startswith("judgments")]
    assert max(map(len, body)) <= 80
    assert "\x1b" not in shown


def test_pairs_in_three_win_rates_and_their_consistency(tmp_path: Path) -> None:
    games = [("A>B", "B>A"), ("A>>B", "A>B"), ("A=B", "A=B")]
    rows = [
        {
            "uid": f"u{place}",
            "model": "m",
            "baseline": "b",
            "judge": "g",
            "games": [{"score": one}, {"score": two}],
        }
        for place, (one, two) in enumerate(games)
    ]
    results = json.loads(run(file(tmp_path / "x", *rows), "--task", "judge_pair", "--json").stdout)
    by_title = {one["title"]: one for one in results["tables"]}
    rows_of = {row[0]: row for row in by_title["win rates, 95 % intervals by prompts"]["rows"]}
    # weights: u0 lost twice; u1 lost with weight 3, won once; u2 two ties
    assert rows_of["m"][1] == pytest.approx(2 / 8)
    assert rows_of["m"][4] == pytest.approx(1 / 6)
    assert rows_of["m"][5] == pytest.approx(1 / 8)
    assert by_title["position"]["rows"][0][1:3] == [3, 2 / 3]


def test_judgments_of_another_task_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path / "x.jsonl", rating("m", 1, 8))
    with pytest.raises(SystemExit) as ended:
        main(["score", path, "--task", "alpaca_eval_judge"])
    assert ended.value.code == 2
    assert "judgments of the form mt_bench_single; alpaca_eval_judge reads" in capsys.readouterr().err


@pytest.mark.parametrize("task", sorted(TASKS))
def test_an_empty_file_is_unusable(task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path / "x.jsonl")
    with pytest.raises(SystemExit) as ended:
        main(["score", path, "--task", task])
    assert ended.value.code == 2
    assert "no rows" in capsys.readouterr().err


def test_golden_constraints_both_ways(reference: Path) -> None:
    path = reference / "judging/if_rewardbench/constraint_assessment_qwq32b_15.json"
    results = json.loads(run(str(path), "--task", "if_rewardbench_constraints", "--json").stdout)
    strict, official = results["tables"][0]["rows"]
    assert (strict[0], official[0]) == ("strict", "official")
    assert official[1] == pytest.approx(0.798110455131703)
    assert strict[1] < official[1]


def test_convert_writes_what_rank_and_score_read(tmp_path: Path) -> None:
    from lm_eval_tasks.cli.convert_command import command

    games = [{"score": "A>B", "judgment": {"answer": "j"}}, {"score": None}]
    path = file(tmp_path / "x", {"uid": "u", "model": "m", "baseline": "b", "judge": "g", "games": games})
    out = tmp_path / "battles.jsonl"
    found = CliRunner().invoke(command, [path, "--to", "chatbot_arena", "--output", str(out)])
    assert "2 judgments read as arena_hard_v2, 1 row written as chatbot_arena" in found.stderr
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(row["model_a"], row["model_b"], row["winner"]) for row in rows] == [("m", "b", "model_b")]


def test_two_models_are_compared_prompt_by_prompt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = file(tmp_path / "a", *(rating("m", 1, 5, question) for question in range(81, 91)))
    b = file(tmp_path / "b", *(rating("n", 1, 3 - question % 2, question) for question in range(82, 95)))
    with pytest.raises(SystemExit) as ended:
        main(["compare", a, b, "--task", "mt_bench_judge", "--json", "--fail-on-regression"])
    found = json.loads(capsys.readouterr().out)
    assert ended.value.code == 1
    assert (found["prompts"], found["only_a"], found["only_b"], found["worse"]) == (9, 1, 4, 9)
    assert found["difference"] == pytest.approx(-22 / 9)
    assert found["p"] < 0.001
    with pytest.raises(SystemExit) as refused:
        main(
            [
                "compare",
                a,
                file(tmp_path / "c", rating("m", 1, 5), rating("o", 1, 5)),
                "--task",
                "mt_bench_judge",
            ]
        )
    assert refused.value.code == 2
    assert "2 models (m, o); expected one" in capsys.readouterr().err


def test_validate_says_what_judgments_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path / "a", rating("m", 1, 5), rating("m", 2, -1))
    with pytest.raises(SystemExit) as ended:
        main(["validate", "--task", "mt_bench_judge", "--data", path])
    assert ended.value.code == 0
    assert "2 judgments (mt_bench_single), 1 decided" in capsys.readouterr().out
