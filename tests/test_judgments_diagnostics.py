"""Position, length and self-preference of judges, and planning, against recomputed numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from statistics import variance
from typing import Any

import pytest
from test_judgments_agreement import votes
from test_judgments_published import BASELINE, eleven

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.battles import Pair, pairs_of
from lm_eval_tasks.judgments.diagnostics import (
    length_against_gold,
    length_association,
    position,
    self_preference,
    single_order,
)
from lm_eval_tasks.judgments.records import Judgment
from lm_eval_tasks.statistics.planning import (
    mcnemar_pairs,
    mcnemar_pairs_exact,
    mcnemar_power,
    paired_sd,
    prompts_if_unpaired,
    prompts_needed,
    prompts_needed_by_t,
    smallest_difference,
    two_orders_variance,
    verdict_variance,
)

__all__ = ["eleven", "votes"]


def golden(reference: Path, name: str) -> Any:
    return json.loads((reference / "judging" / name).read_text())


def mean_is(found: Any, one: dict[str, Any]) -> None:
    assert found.mean == pytest.approx(one["mean"], rel=1e-9)
    assert found.stderr == pytest.approx(one["se"], rel=1e-9)
    assert (found.low, found.high) == pytest.approx(one["ci95"], abs=1e-9)
    assert (found.n, found.clusters) == (one["n"], one["clusters"])


def test_position_of_arena_hard(reference: Path, eleven: list[Judgment]) -> None:
    for model, one in golden(reference, "diagnostics/position_arena_hard.json")["by_model"].items():
        found = position(pairs_of(j for j in eleven if model in ("all", *j.pair)))
        counts = found.counts
        assert (counts.pairs, counts.agreed, counts.first_both, counts.second_both, counts.one_tie) == (
            one["pairs"],
            one["agree"],
            one["flip_first"],
            one["flip_second"],
            one["one_tie_one_decisive"],
        )
        assert counts.share == pytest.approx(one["consistency"])
        assert counts.first_preference == pytest.approx(one["p_first_given_flip"])
        assert found.p == pytest.approx(one["binom_two_sided_p"], rel=1e-9)
        assert found.interval == pytest.approx(one["clopper_pearson95"], abs=1e-9)
        mean_is(found.first_lift, one["first_lift"])
        if model == "all":
            mean_is(found.clustered, one["p_first_given_flip_cluster"])


def llmbar_pairs(reference: Path) -> dict[str, list[Pair]]:
    outcomes = {"1": 1.0, "2": 0.0}
    found: dict[str, list[Pair]] = {}
    for row in csv.DictReader((reference / "judging/agreement/llmbar_decisions.csv").open()):
        item = f"{row['subset']}/{row['index']}"
        games = tuple(
            Judgment(
                item=item,
                cluster=item,
                model_a="1",
                model_b="2",
                outcome=outcomes.get(row[key]),
                game=game,
                first=first,  # type: ignore[arg-type]
            )
            for game, (key, first) in enumerate((("winner_order1", "a"), ("winner_order2_mapped_back", "b")))
        )
        found.setdefault(row["evaluator"], []).append(Pair(games))
    return found


def test_position_of_llmbar(reference: Path) -> None:
    pairs = llmbar_pairs(reference)
    expected = golden(reference, "diagnostics/position_llmbar.json")
    assert len(expected) == 14
    for evaluator, one in expected.items():
        found = position(pairs[evaluator])
        assert found.counts.pairs == one["pairs"]
        assert found.counts.first_both == one["first"]
        assert found.counts.first_both + found.counts.second_both == one["flips"]
        assert found.counts.share == pytest.approx(one["consistency"])
        assert found.p == pytest.approx(one["binom_p"], rel=1e-9)


def test_position_from_one_order_drawn_by_lot(reference: Path) -> None:
    rows = csv.DictReader((reference / "judging/alpaca_eval/judge_logprobs_to_preference.csv").open())
    judged = [
        Judgment(
            item=row["row"],
            cluster=row["row"],
            model_a=row["model"],
            model_b="base",
            outcome=float(row["preference"]) - 1,
            first="a" if row["switched"] == "1" else "b",
        )
        for row in rows
        if row["same_output"] == "0"
    ]
    for model, one in golden(reference, "diagnostics/position_single_order_alpaca.json")["by_model"].items():
        found = single_order(judged, model)
        assert (found.n_first, found.n_second) == (one["n_model_first"], one["n_base_first"])
        assert found.win_rate_first == pytest.approx(one["win_rate_model_first"], abs=1e-9)
        assert found.win_rate_second == pytest.approx(one["win_rate_base_first"], abs=1e-9)
        assert found.first_effect == pytest.approx(one["first_effect"], abs=1e-9)
        assert found.p == pytest.approx(one["welch_p"], rel=1e-6)
        assert (found.low, found.high) == pytest.approx(one["ci95_first_effect"], abs=1e-9)
    with pytest.raises(LmEvalTasksError, match="in one fixed order"):
        single_order([one for one in judged if one.first == "a"], "claude-2.1")


def test_length_of_arena_hard(reference: Path, eleven: list[Judgment]) -> None:
    expected = golden(reference, "diagnostics/verbosity_arena_hard.json")
    for model, bins in expected["bins"].items():
        found = length_association(pairs_of(j for j in eleven if model in ("all", *j.pair)), BASELINE)
        assert found.unit == "tokens"
        for name, one in bins.items():
            if one["clusters"] > 1:
                mean_is(found.bins[name], one)
        slopes = expected["slopes"]
        plain = slopes["pooled_no_model_effects"] if model == "all" else slopes["by_model"][model]
        assert found.plain is not None
        assert found.plain.slope == pytest.approx(plain["slope"], abs=1e-6)
        assert found.plain.stderr == pytest.approx(plain["se_cluster"], abs=1e-6)
        if model == "all":
            assert found.with_models is not None
            one = slopes["pooled_model_effects"]
            assert found.with_models.slope == pytest.approx(one["slope"], abs=1e-6)
            assert found.with_models.stderr == pytest.approx(one["se_cluster"], abs=1e-6)
            assert found.with_models.interval == pytest.approx(one["ci95"], abs=1e-6)
        longer = expected["p_longer_wins"]
        mean_is(found.longer_wins, longer["all"] if model == "all" else longer["by_model"][model])


def test_length_against_gold(reference: Path) -> None:
    groups: dict[str, list[tuple[float, float, float, str]]] = {}
    for row in csv.DictReader((reference / "judging/agreement/llmbar_decisions.csv").open()):
        if not row["subset"].startswith("LLMBar"):
            continue
        ours, theirs = int(row["len_1"]), int(row["len_2"])
        for key in ("winner_order1", "winner_order2_mapped_back"):
            if row[key]:
                groups.setdefault(f"llmbar|{row['evaluator']}", []).append(
                    (
                        (ours - theirs) / (ours + theirs + 1),
                        float(row["label"] == "1"),
                        float(row[key] == "1"),
                        row["subset"] + row["index"],
                    )
                )
    side = {"1": 1.0, "2": 0.0, "0": 0.5}
    for row in csv.DictReader((reference / "judging/agreement/pandalm_testset.csv").open()):
        ours, theirs = int(row["len_1"]), int(row["len_2"])
        for judge in ("gpt35", "pandalm7b"):
            if row[judge] in side:
                groups.setdefault(f"pandalm|{judge}", []).append(
                    (
                        (ours - theirs) / (ours + theirs + 1),
                        side[row["majority"]],
                        side[row[judge]],
                        row["idx"],
                    )
                )
    expected = golden(reference, "diagnostics/verbosity_with_gold.json")
    assert len(expected) == 16
    for key, one in expected.items():
        found = length_against_gold(groups[key])
        assert found is not None
        assert found.slope is not None
        assert (found.n_longer, found.n_shorter) == (one["n_gold_longer"], one["n_gold_shorter"])
        assert found.error_when_gold_is_longer == pytest.approx(one["err_gold_longer"])
        assert found.error_when_gold_is_shorter == pytest.approx(one["err_gold_shorter"])
        assert found.excess_error == pytest.approx(one["excess_error_when_gold_is_shorter"])
        assert found.judge_picks_longer == pytest.approx(one["judge_picks_longer"])
        assert found.slope.slope == pytest.approx(one["slope_len_given_gold"], abs=1e-6)
        if key.startswith("llmbar"):
            assert found.slope.stderr == pytest.approx(one["se_cluster"], abs=1e-6)


def test_self_preference(reference: Path, votes: tuple[list[Judgment], list[Judgment]]) -> None:
    one = golden(reference, "diagnostics/self_preference_bt.json")
    found = self_preference(*votes, own=["gpt-4"], rounds=200)
    own, *placebos = found.families
    assert own.own
    assert (own.scale, own.favour, own.elo, own.stderr) == pytest.approx(
        tuple(
            one["families"]["gpt-4 itself"][k]
            for k in ("scale", "s_logit", "s_elo", "se_cluster_theta_fixed")
        ),
        abs=1e-6,
    )
    assert (own.low, own.high) == pytest.approx(
        one["families"]["gpt-4 itself"]["ci95_bootstrap_by_question"], abs=0.08
    )
    claude = next(family for family in placebos if family.name == "claude-v1")
    assert claude.favour == pytest.approx(one["families"]["placebo claude-v1"]["s_logit"], abs=1e-6)
    shift = found.gold_elo["vicuna-13b-v1.2"]
    for model, elo in one["bt_human_elo"].items():
        assert found.gold_elo[model] - shift == pytest.approx(elo, abs=1e-6)
    table = golden(reference, "diagnostics/self_preference_mt_bench.json")["table"]
    for favour in found.table:
        row = table[favour.model]
        assert favour.n == row["n"]
        assert favour.gold_win_rate == pytest.approx(row["human_win_rate"])
        assert favour.judge_win_rate == pytest.approx(row["judge_win_rate"])
        assert favour.excess == pytest.approx(row["excess_over_other_models"])
        assert (favour.low, favour.high) == pytest.approx(row["diff_ci95_by_question"], abs=0.012)


def test_self_preference_of_a_family(reference: Path, votes: tuple[list[Judgment], list[Judgment]]) -> None:
    one = golden(reference, "diagnostics/self_preference_bt.json")["families"][
        "openai (gpt-4, gpt-3.5-turbo)"
    ]
    found = self_preference(*votes, own=["gpt-4", "gpt-3.5-turbo"], rounds=2).families[0]
    assert (found.scale, found.favour) == pytest.approx((one["scale"], one["s_logit"]), abs=1e-6)


def test_self_preference_needs_others(votes: tuple[list[Judgment], list[Judgment]]) -> None:
    found = self_preference(*votes, own=["gpt-4", "gpt-3.5-turbo", "claude-v1"], rounds=2)
    assert found.families == ()
    assert "only 3 models are outside" in found.notes[0]
    with pytest.raises(LmEvalTasksError, match="no judgment is about gpt-5"):
        self_preference(*votes, own=["gpt-5"], rounds=2)


def test_side_a_of_the_arena_wins_more_often_but_that_is_no_position(reference: Path) -> None:
    from scipy.stats import binomtest

    note = golden(reference, "diagnostics/battles_note.json")
    rows = list(csv.DictReader((reference / "judging/battles/llmfao_battles.csv").open()))
    won = sum(row["winner"] == "a" for row in rows)
    decisive = sum(row["winner"] != "t" for row in rows)
    assert (won, decisive) == (note["a_wins"], note["decisive"])
    assert binomtest(won, decisive).pvalue == pytest.approx(note["binom_p"], rel=1e-9)
    judged = [Judgment(item="1", cluster="1", model_a="A", model_b="B", outcome=1.0)]
    assert position(pairs_of(judged)).counts.pairs == 0


def test_planning(reference: Path) -> None:
    for case in golden(reference, "planning.json")["cases"]:
        if case["case"] == "mcnemar":
            discordant, d = case["discordant"], case["d"]
            assert mcnemar_pairs(discordant, d) == case["n"]
            assert mcnemar_power(case["n"], discordant, d) == pytest.approx(
                case["power_exact_at_n"], abs=1e-9
            )
            if case["n_exact_80"]:
                assert mcnemar_pairs_exact(discordant, d) == case["n_exact_80"]
            continue
        single = sd = verdict_variance(case["win_rate"], case["tie_rate"]) ** 0.5
        if case["case"] == "head_to_head":
            assert sd == pytest.approx(case["sd"])
        else:
            sd = paired_sd(single, case["rho"])
            assert sd == pytest.approx(case["sd_diff"])
            assert prompts_if_unpaired(single, case["d"]) == case["n_if_unpaired_each"]
        assert prompts_needed(sd, case["d"]) == case["n"]
        assert prompts_needed_by_t(sd, case["d"]) == pytest.approx(case["n_ttest"], abs=1e-6)


def test_two_orders_of_different_spread(reference: Path, eleven: list[Judgment]) -> None:
    """The golden spread of one game pools both orders, so the exact one is made from the games."""
    measured = golden(reference, "planning.json")["measured"]["arena_hard_10_models"]
    for model, one in measured["by_model"].items():
        own = [j if j.model_a == model else j.swapped() for j in eleven if model in j.pair]
        first, second = (
            variance([j.outcome for j in own if j.game == game and j.outcome is not None]) for game in (0, 1)
        )
        both = two_orders_variance(first, one["corr_games"], second) ** 0.5
        assert both == pytest.approx(one["sd_mean_of_two_games"], abs=1e-12)
    assert two_orders_variance(0.25, 0.5) == 0.1875


def test_planning_from_measured_spreads(reference: Path) -> None:
    measured = golden(reference, "planning.json")["measured"]["arena_hard_10_models"]
    for one in measured["by_model"].values():
        assert smallest_difference(one["sd_mean_of_two_games"], 500) == pytest.approx(
            one["mde_500_vs_half"], abs=1e-9
        )
    for pair in measured["pairs"]:
        assert smallest_difference(pair["sd_diff"], 500) == pytest.approx(pair["mde_500"], abs=1e-9)
