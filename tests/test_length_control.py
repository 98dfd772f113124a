"""AlpacaEval's numbers against the published ones and those of the original code."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.data.rows import digest
from lm_eval_tasks.errors import DataError, LmEvalTasksError
from lm_eval_tasks.judgments.length_control import (
    Calibration,
    length_controlled,
    read_calibration,
    win_rates,
)
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.judgments.replies.alpaca_eval import preference

pytest.importorskip("sklearn")

MODELS = (
    "claude-2.1",
    "gpt4_0613_concise",
    "alpaca-7b",
    "FuseChat-Gemma-2-9B-Instruct",
    "NullModel",
    "text_davinci_001",
    "gpt-3.5-turbo-1106_verbose",
    "text_davinci_003",
)


def one(outcome: float | None, ours: int, base: int, key: str = "i") -> Judgment:
    return Judgment(
        item=key,
        cluster=key,
        model_a="m",
        model_b="b",
        outcome=outcome,
        style_a=Style(characters=ours),
        style_b=Style(characters=base),
    )


def golden(reference: Path, model: str) -> tuple[list[Judgment], dict[str, Any], Calibration]:
    folder = reference / "judging" / "alpaca_eval"
    with (folder / "annotations_reduced.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["model"] == model]
    judgments = [
        one(float(row["preference"]) - 1, int(row["len_2"]), int(row["len_1"]), digest(row["eval_index"]))
        for row in rows
    ]
    expected = json.loads((folder / "expected.json").read_text("utf-8"))[model]
    names = ("instruction_difficulty_recovered.csv", "gamed_baseline_rows_surrogate.csv")
    read = read_calibration([str(folder / name) for name in names])
    places = {digest(str(place)): place for place in range(len(read.difficulties))}
    return judgments, expected, Calibration(read.difficulties, read.gamed, places)


@pytest.mark.parametrize("model", MODELS)
def test_win_rates_are_the_published_ones(model: str, reference: Path) -> None:
    judgments, expected, _ = golden(reference, model)
    found, code, published = win_rates(judgments), expected["original_code"], expected["published"]
    assert found.win_rate == pytest.approx(code["win_rate"], abs=1e-9)
    assert found.standard_error == pytest.approx(code["standard_error"], abs=1e-9)
    assert found.discrete_win_rate == pytest.approx(code["discrete_win_rate"], abs=1e-9)
    counts = (found.n_wins, found.n_wins_base, found.n_draws, found.n_total)
    assert counts == tuple(code[name] for name in ("n_wins", "n_wins_base", "n_draws", "n_total"))
    if published["win_rate"] is not None:
        assert found.win_rate == pytest.approx(published["win_rate"], abs=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_length_controlled_win_rates(model: str, reference: Path) -> None:
    judgments, expected, calibration = golden(reference, model)
    code, published = expected["original_code"], expected["published"]["length_controlled_winrate"]
    cross_validated = length_controlled(judgments, calibration, positional=True)
    assert cross_validated.win_rate == pytest.approx(code["lc_v1_with_surrogate_gamed"], abs=1e-8)
    if published is not None:
        assert cross_validated.win_rate == pytest.approx(published, abs=0.16)
    if published is not None and model != "NullModel":
        c = expected["C_matching_published_weights"]
        at_published = length_controlled(judgments, calibration, positional=True, c=c)
        assert at_published.win_rate == pytest.approx(published, abs=2e-5)
    noreg = length_controlled(judgments, calibration, variant="noreg", positional=True)
    assert noreg.win_rate == pytest.approx(code["lc_noreg"], abs=1e-8)
    minimal = length_controlled(judgments, variant="minimal")
    assert minimal.win_rate == pytest.approx(code["lc_minimal"], abs=1e-8)


def test_difficulties_joined_by_instruction_differ_where_rows_are_missing(reference: Path) -> None:
    """By place, the model's weight of difficulty is half of what it is where each row has its own."""
    judgments, _, calibration = golden(reference, "text_davinci_001")
    joined = length_controlled(judgments, calibration)
    by_place = length_controlled(judgments, calibration, positional=True)
    assert by_place.weights["difficulty"] == pytest.approx(0.4275, abs=1e-3)
    assert joined.weights["difficulty"] == pytest.approx(0.9597, abs=1e-3)
    assert joined.win_rate == pytest.approx(6.4781, abs=1e-3)
    assert "joined by instruction" in joined.warnings[0]
    assert "by place" in by_place.warnings[0]


def test_preferences_out_of_log_probabilities(reference: Path) -> None:
    with (reference / "judging/alpaca_eval/judge_logprobs_to_preference.csv").open() as file:
        rows = list(csv.DictReader(file))
    worst = 0.0
    for row in rows:
        if int(row["same_output"]) or not row["preference"]:
            continue
        first, second = (float(row[name]) if row[name] else -math.inf for name in ("lp_m", "lp_M"))
        value = preference(first, second)
        value = 3 - value if int(row["switched"]) else value
        worst = max(worst, abs(value - float(row["preference"])))
    assert len(rows) == 1610
    assert worst < 1e-9


def some(count: int = 40) -> Sequence[Judgment]:
    return [
        one(place % 4 / 3, 100 + 7 * (place % 11), 120 + place % 5, f"i{place}") for place in range(count)
    ]


def test_without_calibration_the_form_is_named() -> None:
    found = length_controlled(some())
    assert found.variant == "minimal"
    assert set(found.weights) == {"length", "constant"}
    assert "without calibration data" in found.warnings[0]


def test_rows_that_cannot_be_joined_are_not_given_difficulties() -> None:
    calibration = Calibration(tuple(0.1 * (place % 3) for place in range(50)))
    found = length_controlled(some(), calibration)
    assert found.variant == "minimal"
    assert "cannot be joined" in found.warnings[0]
    with pytest.raises(LmEvalTasksError, match="which belongs to which is not known"):
        length_controlled(some(), calibration, variant="noreg")
    with pytest.raises(LmEvalTasksError, match="needs the gamed baselines"):
        length_controlled(some(50), calibration, variant="v1")


def test_a_model_against_itself_has_half_by_definition() -> None:
    same = Judgment(item="i", cluster="i", model_a="m", model_b="m", outcome=0.5)
    assert length_controlled([same]).win_rate == 50.0


def test_undecided_judgments_are_left_out_and_counted() -> None:
    found = win_rates([one(1.0, 1, 2), one(None, 1, 2), one(0.5, 1, 2), one(0.2, 1, 2)])
    assert found.n_undecided == 1
    assert found.win_rate == pytest.approx(170 / 3)
    assert (found.n_wins, found.n_wins_base, found.n_draws, found.n_total) == (1, 1, 1, 3)


@pytest.mark.parametrize(
    ("judgments", "message"),
    [
        ([one(1.0, 5, 5 + place % 2) for place in range(9)], "same winner"),
        ([one(place % 2, 5, 5) for place in range(9)], "nothing to control for"),
        ([Judgment(item="i", cluster="i", model_a="m", model_b="b", outcome=1.0)] * 9, "length of an answer"),
        ([one(1.0, 5, 6), one(0.0, 9, 6)], "too few"),
    ],
)
def test_what_cannot_be_controlled(judgments: list[Judgment], message: str) -> None:
    with pytest.raises(LmEvalTasksError, match=message):
        length_controlled(judgments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("index,instruction_difficulty\n0,0.1\n2,0.1\n", "without a gap"),
        ("index,instruction_difficulty\nx,0.1\n", "line 2"),
        ("index,other\n0,1\n", "no column instruction_difficulty"),
    ],
)
def test_calibration_that_cannot_be_used(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(text)
    with pytest.raises(DataError, match=message):
        read_calibration([str(tmp_path / "c.csv")])
