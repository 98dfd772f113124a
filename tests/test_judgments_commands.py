"""The commands rank and agree, as a user runs them, and the page of a ranking."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.cli import main

ROWS = [
    {
        "item": "1",
        "category": "maths",
        "model_a": "M",
        "model_b": "N",
        "winner": "model_a",
        "first": "a",
        "game": 0,
    },
    {
        "item": "1",
        "category": "maths",
        "model_a": "M",
        "model_b": "N",
        "winner": "model_a",
        "first": "b",
        "game": 1,
    },
    {
        "item": "2",
        "category": "prose",
        "model_a": "M",
        "model_b": "N",
        "winner": "model_b",
        "first": "b",
        "game": 0,
    },
    {
        "item": "2",
        "category": "prose",
        "model_a": "M",
        "model_b": "N",
        "winner": "model_a",
        "first": "a",
        "game": 1,
    },
    {"item": "3", "category": "prose", "model_a": "N", "model_b": "M", "winner": "tie"},
    {"item": "4", "model_a": "N", "model_b": "M", "undecided": "unparsed"},
    {"item": "7", "model_a": "N", "model_b": "M", "winner": None},
    {"item": "5", "model_a": "N", "model_b": "N", "winner": "tie"},
    {"item": "6", "model_a": "N", "model_b": "M", "winner": "perhaps"},
]


def written(folder: Path, rows: list[dict[str, Any]], name: str = "battles.jsonl") -> str:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    captured = capsys.readouterr()
    return int(stopped.value.code or 0), captured.out, captured.err


def test_rank_tells_what_it_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rank", written(tmp_path, ROWS), "--json", "--anchor", "N=1000")
    found = json.loads(out)
    assert code == 0
    assert found["left_out"] == {"undecided: unparsed": 1}
    assert {one["reason"]: one["count"] for one in found["dropped"]} == {
        "the winner is missing": 1,
        "a model against itself": 1,
        "an unknown winner 'perhaps'": 1,
    }
    assert "1 rows dropped: an unknown winner 'perhaps'" in err
    assert "1 judgments left out: undecided: unparsed" in err
    assert [one["model"] for one in found["pools"][0]["ratings"]] == ["M", "N"]
    assert found["pools"][0]["anchor"] == "N = 1000"
    assert found["consistency"]["all"]["position_consistency"] == 0.5
    assert found["consistency"]["categories"]["maths"]["position_consistency"] == 1.0
    assert found["win_rates"]["M"]["win_rate_ties_half"] == pytest.approx(3.5 / 5)


def test_rank_by_the_rule_tie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rank", written(tmp_path, ROWS), "--json", "--orders", "tie", "--by", "win-rate")
    one = json.loads(out)["win_rates"]["M"]
    assert (one["wins"], one["losses"], one["ties"]) == (1, 0, 2)
    assert (one["win_rate_no_ties"], one["wins_of_all"]) == (1.0, 1 / 3)


def test_rank_of_one_category(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "rank", written(tmp_path, ROWS), "--json", "--category", "prose", "--by", "win-rate"
    )
    assert code == 0
    assert (json.loads(out)["battles"], json.loads(out)["category"]) == (3, "prose")


def test_pooled_judges_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{**row, "judge": f"judge {number % 2}"} for number, row in enumerate(ROWS)]
    _, _, err = run(capsys, "rank", written(tmp_path, rows), "--rounds", "0")
    assert "the judgments of 2 judges are pooled" in err


def test_tables_fit_80_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = [{**row, "model_a": row["model_a"] * 30, "model_b": row["model_b"] * 30} for row in ROWS]
    code, out, _ = run(capsys, "rank", written(tmp_path, long), "--plan", "--versus", "M" * 30, "N" * 30)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "both orders of a pair" in out
    assert "prompts needed" in out


def test_models_that_never_met_are_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"model_a": a, "model_b": b, "winner": winner}
        for a, b in (("A", "B"), ("C", "D"))
        for winner in ("model_a", "model_b", "tie")
    ]
    code, out, err = run(capsys, "rank", written(tmp_path, rows))
    assert code == 2
    assert "2 groups never met, not even through others: {A, B}; {C, D}" in err
    assert "1000.0" in out  # within a group they are rated


def test_separation_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, [{"model_a": "A", "model_b": "B", "winner": "model_a"}] * 5)
    code, out, err = run(capsys, "rank", path)
    assert code == 2
    assert "no finite rating for anyone" in err
    code, out, _ = run(capsys, "rank", path, "--prior", "0.5", "--anchor", "B=1000", "--json")
    assert code == 0
    assert json.loads(out)["pools"][0]["ratings"][0]["rating"] > 1000


@pytest.mark.parametrize(
    ("rows", "arguments", "message"),
    [
        ([], (), "no rows"),
        ([{"model_a": "A", "model_b": "A", "winner": "tie"}], (), "1 times a model against itself"),
        (ROWS, ("--anchor", "Q=1"), "unknown anchor 'Q'"),
        (ROWS, ("--anchor", "N=high"), "expected MODEL=RATING"),
        (ROWS, ("--control", "style"), "battles have no tokens"),
        (ROWS, ("--control", "style", "--by", "elo"), "cannot with --by elo"),
        (ROWS, ("--baseline", "Q"), "unknown baseline 'Q'"),
        (ROWS, ("--category", "math"), "Did you mean 'maths'?"),
        (ROWS, ("--prior", "0.5"), "name the anchor"),
        (ROWS, ("--versus", "M", "Q"), "unknown model 'Q'"),
        (ROWS, ("--protocol", "arena-hard-v0.1"), "could be the baseline"),
    ],
)
def test_unusable_input_is_exit_code_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    rows: list[dict[str, Any]],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    code, _, err = run(capsys, "rank", written(tmp_path, rows), *arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err


def test_a_broken_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"model_a": "A", "model_b": "B", "winner": "tie"}\n{nothing\n', encoding="utf-8")
    code, _, err = run(capsys, "rank", str(path))
    assert code == 2
    assert "broken.jsonl: line 2" in err


@pytest.mark.parametrize("protocol", ["arena-hard-v0.1", "arena-hard-v2", "chatbot-arena", "mt-bench"])
def test_protocols_print_their_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], protocol: str
) -> None:
    extra = () if protocol == "chatbot-arena" else ("--baseline", "N")
    code, out, _ = run(capsys, "rank", written(tmp_path, ROWS), "--protocol", protocol, *extra)
    assert code == 0
    assert protocol in out


def test_the_page_holds_every_battle_and_no_foreign_markup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "</script><script>alert(1)</script>"
    rows = [{**row, "reply": hostile, "prompt": "P & <b>"} for row in ROWS]
    code, _, _ = run(capsys, "rank", written(tmp_path, rows), "--output", str(tmp_path / "out"))
    assert code == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<script") == 2
    data = re.search(r'id="battles-data">(.*?)</script>', page, re.DOTALL)
    assert data
    battles = json.loads(data.group(1))
    assert len(battles) == 6  # five decided, one undecided; self battles are no battles
    assert battles[0]["g"][0]["r"] == hostile
    assert "://" not in page
    ranking = json.loads((tmp_path / "out" / "ranking.json").read_text(encoding="utf-8"))
    assert ranking["kind"] == "ranking"


def test_names_are_shown_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{**row, "model_a": "[bold]x[/bold]", "model_b": "y\ud800<b>"} for row in ROWS[:4]]
    code, out, _ = run(capsys, "rank", written(tmp_path, rows), "--output", str(tmp_path / "out"))
    assert code == 0
    assert "[bold]x[/bold]" in out
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "y\\ud800&lt;b&gt;" in page


def agree_files(folder: Path) -> tuple[str, str]:
    gold, judged = [], []
    for item in range(40):
        for a, b in (("M", "N"), ("M", "O"), ("P", "Q"), ("N", "P"), ("O", "Q")):
            right = ("model_a", "model_b", "tie")[(item + len(gold)) % 3]
            said = right if item % 4 else "model_a"
            gold.append(
                {"item": f"{item}{a}{b}", "cluster": str(item), "model_a": a, "model_b": b, "winner": right}
            )
            judged.append({**gold[-1], "winner": said, "judge": "M", "category": "c" + str(item % 2)})
    return written(folder, gold, "gold.jsonl"), written(folder, judged, "judged.jsonl")


def test_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "agree", *agree_files(tmp_path), "--own", "M", "--rounds", "50", "--json")
    found = json.loads(out)["judges"]["M"]
    assert code == 0
    assert found["all"]["n"] == 200
    assert found["all"]["agreement"] == pytest.approx(found["all"]["agreed"] / 200)
    assert set(found["categories"]) == {"c0", "c1"}
    assert [one["own"] for one in found["self_preference"]["families"]] == [True, False, False, False, False]


def test_agree_prints_chance_beside_accuracy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = run(capsys, "agree", *agree_files(tmp_path), "--own", "M", "--rounds", "20")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    for text in ("agreement_decisive", "kappa", "always answering", "placebo", "judge (rows)"):
        assert text in out


def test_agree_without_gold_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "agree", written(tmp_path, ROWS))
    assert code == 2
    assert "agree GOLD JUDGMENTS" in err


def test_judgments_do_not_load_the_libraries_before_they_are_needed() -> None:
    import subprocess
    import sys

    script = (
        "import sys, lm_eval_tasks.judgments.trust, lm_eval_tasks.cli.rank_command\n"
        "heavy = 'numpy', 'scipy', 'sklearn', 'evalica', 'pandas', 'lm_eval', 'torch'\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
