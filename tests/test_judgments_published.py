"""Published leaderboards, digit for digit."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.battles import battles_of
from lm_eval_tasks.judgments.published import ARENA, MT_BENCH, V01, V2, leaderboard
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.judgments.style import centred, relative
from lm_eval_tasks.judgments.win_rates import consistency
from lm_eval_tasks.statistics.comparisons import comparisons
from lm_eval_tasks.statistics.ratings import logistic

BASELINE = "claude-3.7-sonnet"
WON = {"A>>B": 1.0, "A>B": 1.0, "A=B": 0.5, "B>A": 0.0, "B>>A": 0.0}


@pytest.fixture(scope="module")
def eleven(reference: Path) -> list[Judgment]:
    folder = reference / "judging/arena_hard"
    style = {
        (row["model"], row["q"]): Style(
            tokens=int(row["tokens"]),
            headers=int(row["headers"]),
            lists=int(row["lists"]),
            bold=int(row["bolds"]),
        )
        for row in csv.DictReader((folder / "style_11_models.csv").open())
    }
    found = []
    for row in csv.DictReader((folder / "verdicts_11_models.csv").open()):
        for game, label in enumerate((row["game1"], row["game2"])):
            models = (BASELINE, row["model"]) if game == 0 else (row["model"], BASELINE)
            found.append(
                Judgment(
                    item=row["q"],
                    cluster=row["q"],
                    model_a=models[0],
                    model_b=models[1],
                    outcome=WON[label],
                    weight=3.0 if len(label) == 4 else 1.0,
                    game=game,
                    first="a",
                    label=label,
                    style_a=style[models[0], row["q"]],
                    style_b=style[models[1], row["q"]],
                )
            )
    return found


@pytest.fixture(scope="module")
def expected(reference: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((reference / "judging/arena_hard/expected.json").read_text())
    return data


def test_arena_hard_v01_every_digit(reference: Path) -> None:
    folder = reference / "judging/arena_hard"
    rows = csv.DictReader((folder / "v01_battles.csv").open())
    judged = [
        Judgment(
            item=str(number),
            cluster=str(number),
            model_a="gpt-4-0314",
            model_b=row["model_b"],
            outcome={"model_a": 1.0, "model_b": 0.0, "tie": 0.5}[row["winner"]],
        )
        for number, row in enumerate(rows)
    ]
    found = {row.model: (row.score, row.low, row.high) for row in leaderboard(V01, judged).rows}
    published = list(csv.DictReader((folder / "v01_leaderboard_published.csv").open()))
    assert len(found) == 7
    for row in published:
        if row["model"] != "gpt-4-0314":
            bounds = tuple(float(row[key]) for key in ("score", "rating_q025", "rating_q975"))
            assert found[row["model"]] == bounds


def test_arena_hard_v01_scores_of_eleven(eleven: list[Judgment], expected: dict[str, Any]) -> None:
    found = leaderboard(V01, eleven)
    assert found.baseline == BASELINE
    assert {row.model: row.score for row in found.rows} == {
        model: one["published_score"] for model, one in expected["no_control"].items()
    }


def test_arena_hard_v2_with_the_original_s_draws(eleven: list[Judgment], expected: dict[str, Any]) -> None:
    for row in leaderboard(V2, eleven).rows:
        one = expected["no_control_v2"][row.model]
        assert row.exact == pytest.approx(one["exact_mean"], abs=1e-9)
        official = one["official_seed0"]
        assert row.score == official["score"]
        assert row.score - (row.low or 0) == pytest.approx(official["lower"], abs=0.1001)
        assert (row.high or 0) - row.score == pytest.approx(official["upper"], abs=0.1001)


@pytest.mark.parametrize("protocol", [V01, V2])
def test_style_control_is_the_exact_solution(
    eleven: list[Judgment], expected: dict[str, Any], protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lm_eval_tasks.judgments.published.ROUNDS", 2)
    found = leaderboard(protocol, eleven, control="style")
    key = "style_control_v01_features" if protocol == V01 else "style_control_v2_features"
    exact = expected[key]["exact_mle"]
    assert list(found.coefficients) == ["tokens", "headers", "lists", "bold"]
    assert list(found.coefficients.values()) == pytest.approx(exact["coef"], abs=1e-6)
    for row in found.rows:
        if protocol == V2:
            assert row.exact == pytest.approx(exact["win_rate"][row.model], abs=1e-6)
        else:
            assert row.exact == pytest.approx(100 / (1 + 10 ** (-exact["elo"][row.model] / 400)), abs=1e-6)


def test_style_control_with_the_penalty_of_v01(eleven: list[Judgment], expected: dict[str, Any]) -> None:
    models = sorted({one.model_a for one in eleven})
    against = battles_of([one if one.model_b == BASELINE else one.swapped() for one in eleven]).battles
    told = [one for one in against for _ in range(int(one.weight))]
    features = centred(relative(("tokens", "headers", "lists", "bold"), told), 0)
    numbers = [models.index(one.model_a) for one in told]
    outcomes = [one.outcome for one in told]
    played = comparisons(len(models), numbers, [models.index(BASELINE)] * len(told), outcomes)
    # The original writes ln 10 for a model and not 1, so that its penalty is weaker on ratings.
    design = np.zeros((len(told), len(models) + 4))
    design[np.arange(len(told)), played.a] = math.log(10)
    design[np.arange(len(told)), played.b] = -math.log(10)
    design[:, -4:] = features
    found = logistic(design, played.outcome, played.weight, l2=0.5)
    half = expected["style_control_v01_features"]["l2_half"]
    assert found[-4:] == pytest.approx(half["coef"], abs=1e-5)
    for model, elo in half["elo"].items():
        gap = 400 * (found[models.index(model)] - found[models.index(BASELINE)])
        assert gap == pytest.approx(elo, abs=1e-3)


def test_position_consistency_of_eleven(eleven: list[Judgment], expected: dict[str, Any]) -> None:
    found = consistency(battles_of(eleven).pairs)
    position = expected["position"]
    assert (found.pairs, found.agreed) == (position["games"], position["agree"])
    assert (found.first_both, found.second_both) == (position["flip_first"], position["flip_second"])
    assert found.one_tie == 582


def test_fastchat_bootstrap(reference: Path) -> None:
    folder = reference / "judging/battles"
    names = json.loads((folder / "llmfao_models.json").read_text())
    judged = [
        Judgment(
            item=str(number),
            cluster=str(number),
            model_a=names[int(row["a"])],
            model_b=names[int(row["b"])],
            outcome={"a": 1.0, "b": 0.0, "t": 0.5}[row["winner"]],
        )
        for number, row in enumerate(csv.DictReader((folder / "llmfao_battles.csv").open()))
    ]
    found = {row.model: row for row in leaderboard(ARENA, judged).rows}
    golden = list(csv.DictReader((folder / "llmfao_expected.csv").open()))
    shift = found["GPT 4"].score - 1000
    for row in golden:
        one = found[row["model"]]
        assert one.score - shift == pytest.approx(float(row["newton"]), abs=1e-6)


def test_mt_bench_rule_makes_ties_of_contradictions() -> None:
    def game(number: int, first: str, outcome: float) -> Judgment:
        return Judgment(
            item=f"q{number}",
            cluster=f"q{number}",
            model_a="M",
            model_b="base",
            outcome=outcome,
            game=int(first == "b"),
            first=first,  # type: ignore[arg-type]
        )

    judged = [game(1, "a", 1.0), game(1, "b", 1.0), game(2, "a", 1.0), game(2, "b", 0.0)]
    (row,) = leaderboard(MT_BENCH, judged, baseline="base").rows
    assert (row.model, row.score, row.n) == ("M", 0.75, 2)


def test_a_protocol_with_a_baseline_needs_one() -> None:
    judged = [
        Judgment(item="1", cluster="1", model_a="A", model_b="B", outcome=1.0),
        Judgment(item="2", cluster="2", model_a="C", model_b="D", outcome=1.0),
    ]
    with pytest.raises(LmEvalTasksError, match="no model is in every battle"):
        leaderboard(V01, judged)
    with pytest.raises(LmEvalTasksError, match="either of 'A' and 'B'"):
        leaderboard(V01, judged[:1])
    with pytest.raises(LmEvalTasksError, match="not against the baseline"):
        leaderboard(V01, judged, baseline="A")


def test_style_control_says_what_is_missing() -> None:
    judged = [Judgment(item="1", cluster="1", model_a="A", model_b="B", outcome=1.0, place="f.jsonl:3")]
    with pytest.raises(LmEvalTasksError, match=r"1 of 1 battles have no tokens, the first at f.jsonl:3"):
        leaderboard(V01, judged, control="style", baseline="B")
