"""MT-Bench's tables and IF-RewardBench's scores against the original scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.errors import DataError
from lm_eval_tasks.judgments import Judgment, read_judgments
from lm_eval_tasks.judgments.if_rewardbench import Assessment, constraint_assessment, overall_assessment
from lm_eval_tasks.judgments.mt_bench import pairs, ratings


def load(reference: Path, name: str) -> Any:
    return json.loads((reference / "judging" / name).read_text("utf-8"))


def test_mt_bench_ratings_are_those_of_show_result(reference: Path) -> None:
    expected = load(reference, "mt_bench/expected.json")
    path = str(reference / "judging/mt_bench/single_gpt4.csv")
    table = {row.model: row for row in ratings(read_judgments(path, keep_repeated=True).judgments)}
    for model, row in expected["single"].items():
        one = table[model]
        assert (one.n, one.undecided) == (row["n"], row["errors"])
        assert (one.turn1, one.turn2, one.average) == pytest.approx(
            (row["turn1"], row["turn2"], row["average"])
        )
        assert one.by_category == pytest.approx(expected["single_by_category"][model])
    once = {row.model: row for row in ratings(read_judgments(path).judgments)}
    for model, row in expected["single_after_clean_judgment_dedup"].items():
        assert once[model].average == pytest.approx(row["average"])


def test_mt_bench_pairs_are_those_of_show_result(reference: Path) -> None:
    expected = load(reference, "mt_bench/expected.json")["pair"]["gpt-4"]
    path = str(reference / "judging/mt_bench/pair_gpt4.json")
    table = {row.model: row for row in pairs(read_judgments(path, keep_repeated=True).judgments)}
    one = table["gpt-4"]
    assert (one.wins, one.losses, one.ties) == (expected["win"], expected["loss"], expected["tie"])
    assert one.win_rate == expected["win_rate"]
    assert one.loss_rate == expected["loss_rate"]
    assert one.win_rate_ties_half == expected["win_rate_adjusted"]
    assert one.win_rate_without_ties == 0.6


def game(outcome: float | None, number: int) -> Judgment:
    return Judgment(item="q", cluster="q", model_a="m", model_b="n", outcome=outcome, game=number)


def test_a_pair_with_an_undecided_game_counts_for_nobody() -> None:
    table = {row.model: row for row in pairs([game(1.0, 0), game(None, 1)])}
    assert (table["m"].n, table["m"].undecided, table["m"].win_rate) == (0, 1, None)
    tie = {row.model: row for row in pairs([game(1.0, 0), game(0.0, 1)])}
    assert (tie["m"].ties, tie["m"].win_rate_without_ties) == (1, 0.5)


NAMES = {"metrics_per_instruction_type": "instruction_type", "metrics_per_turn": "turn"}
NAMES |= {"metrics_per_constraint_count": "constraints", "metrics_per_model_type": "model_type"}
FIELDS = {
    "Positive F1": "positive_f1",
    "Negative F1": "negative_f1",
    "Accuracy": "accuracy",
    "Kendall Taub": "tau_b",
}


def flat(numbers: dict[str, dict[str, float]]) -> dict[str, float]:
    return {FIELDS[name]: value for part in numbers.values() for name, value in part.items()}


def same_groups(found: Assessment, expected: dict[str, Any]) -> None:
    assert dict(found.overall) == pytest.approx(flat(expected["Overall"]))
    for theirs, ours in NAMES.items():
        assert set(found.groups[ours]) == set(expected[theirs])
        for name, numbers in expected[theirs].items():
            assert dict(found.groups[ours][name]) == pytest.approx(flat(numbers))


def test_constraint_assessment_is_that_of_the_original_script(reference: Path) -> None:
    items = load(reference, "if_rewardbench/constraint_assessment_qwq32b_15.json")
    expected = load(reference, "if_rewardbench/constraint_assessment_expected.json")["original"]
    found = constraint_assessment(items, "official")
    same_groups(found, expected)
    assert (found.undecided, found.n_replies) == (4, 108)
    for theirs, ours in (
        ("metrics_per_constraint_category", found.categories),
        ("metrics_per_constraint_composition_type", found.compositions),
    ):
        assert set(ours) == set(expected[theirs])
        for name, row in expected[theirs].items():
            numbers = (row["metrics"]["Positive F1"], row["metrics"]["Negative F1"], row["MCC"])
            assert ours[name][:3] == pytest.approx(numbers)
    strict = constraint_assessment(items)
    assert strict.overall["positive_f1"] < found.overall["positive_f1"]


def test_overall_assessment_is_that_of_the_original_script(reference: Path) -> None:
    items = load(reference, "if_rewardbench/overall_assessment_synthetic_15.json")
    positions = load(reference, "if_rewardbench/position_maps_15.json")
    expected = load(reference, "if_rewardbench/overall_assessment_expected.json")
    same_groups(overall_assessment(items, positions, "official"), expected["original_seed42"])
    for seed, value in expected["kendall_mean_over_items_by_shuffle_seed"].items():
        assert tau_over_items(items, positions, int(seed)) == pytest.approx(value, abs=5e-5)

    strict = overall_assessment(items, positions)
    assert mean_tau(items, strict) == pytest.approx(expected["kendall_mean_over_items_win_count"])


def tau_over_items(items: Any, positions: Any, seed: int) -> float:
    return mean_tau(items, overall_assessment(items, positions, "official", seed=seed))


def mean_tau(items: Any, found: Assessment) -> float:
    counts = {
        name: sum(item["instruction_type"] == name for item in items)
        for name in found.groups["instruction_type"]
    }
    total = sum(found.groups["instruction_type"][name]["tau_b"] * count for name, count in counts.items())
    return total / len(items)


def item(reply: str | None) -> dict[str, Any]:
    return {
        "id": 1,
        "instruction_type": "Single_Turn",
        "messages": [{"role": "user", "content": "x"}],
        "checklist": ["c"],
        "constraint_type": [
            {"item": "c ", "constraint_categories": ["Format"], "constraint_composition_types": ["Single"]}
        ],
        "responses": [
            {"response_id": 0, "labels": [1], "critique": reply},
            {"response_id": 1, "labels": [0], "critique": reply},
        ],
        "preference_graph": [{"chosen": {"response_id": 0}, "rejected": {"response_id": 1}}],
    }


def test_what_was_not_decided_is_satisfied_officially_and_wrong_strictly() -> None:
    official, strict = (
        constraint_assessment([item("I cannot say")], rule) for rule in ("official", "strict")
    )
    assert official.overall["positive_f1"] == pytest.approx(2 / 3)
    assert strict.overall == {"positive_f1": 0.0, "negative_f1": 0.0, "accuracy": 0.0, "tau_b": -1.0}
    assert (official.undecided, strict.undecided) == (2, 2)


def test_items_that_cannot_be_scored() -> None:
    with pytest.raises(DataError, match="item 1: no pairwise_evaluation_results"):
        overall_assessment([item("")])
    with pytest.raises(DataError, match="no responses"):
        constraint_assessment([{"id": 2}])
    judged = item("") | {"pairwise_evaluation_results": {"0_1": "[[A]]"}}
    with pytest.raises(DataError, match="the position map has no"):
        overall_assessment([judged], {})
    assert overall_assessment([judged]).overall == {"accuracy": 1.0, "tau_b": 1.0}
