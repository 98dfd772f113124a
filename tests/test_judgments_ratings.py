"""Ratings and win rates from battles, against exact solutions and published numbers."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.battles import Battles, battles_of
from lm_eval_tasks.judgments.ratings import ALL_LOST, NEVER_BOTH, ROWS, Anchor, elo, rate
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.judgments.win_rates import matrix, records, repeatability, versus
from lm_eval_tasks.statistics.comparisons import comparisons, pools
from lm_eval_tasks.statistics.ratings import bradley_terry, gap_of, win_probability

OUTCOMES = {"a": 1.0, "b": 0.0, "t": 0.5, "A": 1.0, "B": 0.0, "Tie": 0.5, "tie": 0.5}


def fought(rows: list[tuple[str, str, str | None]], **settings: object) -> list[Judgment]:
    return [
        Judgment(
            item=str(number),
            cluster=str(number),
            model_a=a,
            model_b=b,
            outcome=OUTCOMES[winner] if winner else None,
            undecided="" if winner else "no winner",
            **settings,  # type: ignore[arg-type]
        )
        for number, (a, b, winner) in enumerate(rows)
    ]


def battles(*groups: tuple[str, str, str, int]) -> Battles:
    return battles_of(fought([(a, b, winner) for a, b, winner, times in groups for _ in range(times)]))


def rating(found: object, model: str) -> float | None:
    return next(one.rating for pool in found.pools for one in pool.ratings if one.model == model)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def llmfao(reference: Path) -> Battles:
    folder = reference / "judging" / "battles"
    names = json.loads((folder / "llmfao_models.json").read_text())
    rows = csv.DictReader((folder / "llmfao_battles.csv").open())
    return battles_of(fought([(names[int(r["a"])], names[int(r["b"])], r["winner"]) for r in rows]))


@pytest.fixture(scope="module")
def llmfao_expected(reference: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((reference / "judging/battles/llmfao_expected.csv").open()))


def test_bradley_terry_is_exact(llmfao: Battles, llmfao_expected: list[dict[str, str]]) -> None:
    found = rate(llmfao, anchor=Anchor("GPT 4"), rounds=0)
    assert len(llmfao) == 8931
    assert found.comparable
    for row in llmfao_expected:
        assert rating(found, row["model"]) == pytest.approx(float(row["newton"]), abs=1e-6)


def test_online_elo_in_file_order(llmfao: Battles, llmfao_expected: list[dict[str, str]]) -> None:
    found = elo(llmfao)
    for row in llmfao_expected:
        assert rating(found, row["model"]) == pytest.approx(float(row["online_elo_k4_file_order"]), abs=1e-6)
    assert "order" in found.notes[0]


def test_win_rates_of_the_arena(llmfao: Battles, llmfao_expected: list[dict[str, str]]) -> None:
    found = records(llmfao.battles)
    for row in llmfao_expected:
        one = found[row["model"]]
        assert (one.wins, one.losses, one.ties) == tuple(float(row[k]) for k in ("wins", "losses", "ties"))
        assert one.win_rate_ties_half == pytest.approx(float(row["win_rate_ties_half"]), abs=1e-9)
        assert one.win_rate_no_ties == pytest.approx(float(row["win_rate_no_ties"]), abs=1e-9)


def test_seed_002(reference: Path) -> None:
    rows = csv.DictReader((reference / "judging/battles/seed002_simulated.csv").open())
    found = records(battles_of(fought([(r["model_a"], r["model_b"], r["winner"]) for r in rows])).battles)
    table = {m: (r.wins, r.losses, r.ties, round(r.win_rate_no_ties or 0, 6)) for m, r in found.items()}
    assert table == {
        "GPT-4": (161, 91, 48, 0.638889),
        "Claude": (139, 113, 48, 0.551587),
        "LLaMA-2-70B": (104, 146, 50, 0.416),
        "Mistral-7B": (94, 148, 58, 0.38843),
    }


def pathological(reference: Path, name: str) -> Battles:
    data = json.loads((reference / "judging/battles/pathological.json").read_text())
    return battles_of(fought([tuple(row) for row in data[name]["battles"]]))


def test_the_pathological_graphs_are_six(reference: Path) -> None:
    assert len(json.loads((reference / "judging/battles/pathological.json").read_text())) == 6


def test_pools_that_never_met_are_rated_apart() -> None:
    found = rate(
        battles(("A", "B", "a", 7), ("A", "B", "b", 3), ("C", "D", "a", 6), ("C", "D", "b", 4)), rounds=0
    )
    assert [pool.models for pool in found.pools] == [("A", "B"), ("C", "D")]
    assert not found.comparable
    assert rating(found, "A") - rating(found, "B") == pytest.approx(147.19, abs=0.005)  # type: ignore[operator]
    assert rating(found, "C") - rating(found, "D") == pytest.approx(70.44, abs=0.005)  # type: ignore[operator]
    assert "do not compare" in found.notes[0]


def test_who_never_scores_has_no_rating() -> None:
    found = rate(
        battles(("A", "B", "a", 10), ("A", "C", "a", 5), ("A", "C", "b", 5), ("C", "B", "a", 4)), rounds=9
    )
    assert rating(found, "A") == pytest.approx(rating(found, "C"))
    assert [(one.model, one.rating, one.why) for one in found.pools[0].ratings if one.rating is None] == [
        ("B", None, ALL_LOST)
    ]


def test_a_pair_with_one_winner_has_no_rating_but_a_prior_gives_one() -> None:
    one_sided = battles(("A", "B", "a", 10))
    found = rate(one_sided)
    assert not found.comparable
    assert {one.why for one in found.pools[0].ratings} == {NEVER_BOTH}
    with pytest.raises(LmEvalTasksError, match="name the anchor"):
        rate(one_sided, prior=0.5)
    with_prior = rate(one_sided, prior=0.5, anchor=Anchor("B"), rounds=0)
    assert rating(with_prior, "A") == pytest.approx(1000 + gap_of(10.5 / 11))


def test_golden_pathological_graphs(reference: Path) -> None:
    def gap(name: str, a: str = "A", b: str = "B") -> float:
        found = rate(pathological(reference, name), rounds=0)
        return rating(found, a) - rating(found, b)  # type: ignore[operator]

    data = json.loads((reference / "judging/battles/pathological.json").read_text())
    disconnected, separated, one_sided, ties, itself, missing = data
    assert gap(disconnected) == pytest.approx(147.19, abs=0.005)
    assert gap(disconnected, "C", "D") == pytest.approx(70.44, abs=0.005)
    found = rate(pathological(reference, separated), rounds=0)
    assert rating(found, "B") is None
    assert rating(found, "A") == pytest.approx(1000) == rating(found, "C")
    assert not rate(pathological(reference, one_sided)).pools[0].rated
    assert gap(ties) == pytest.approx(0)
    assert rating(rate(pathological(reference, ties)), "A") == pytest.approx(1000)
    assert gap(itself) == pytest.approx(70.4365, abs=5e-5)
    assert gap(missing) == pytest.approx(70.4365, abs=5e-5)
    assert pathological(reference, itself).left_out["a model against itself"] > 0
    assert pathological(reference, missing).left_out == {"undecided: no winner": 10}


def test_nothing_to_count_is_said() -> None:
    with pytest.raises(LmEvalTasksError, match="the input is empty"):
        battles_of([])
    with pytest.raises(LmEvalTasksError, match="2 a model against itself"):
        battles_of(fought([("A", "A", "a")] * 2))


def test_weights_are_repeated_rows() -> None:
    once = [("A", "B", "a"), ("A", "B", "b"), ("B", "C", "a"), ("B", "C", "b"), ("C", "A", "t")]
    heavy = [Judgment(item="x", cluster="x", model_a="A", model_b="B", outcome=1.0, weight=3.0)]
    repeated = fought([*once, *[("A", "B", "a")] * 3])
    one = rate(battles_of([*fought(once), *heavy]), rounds=0)
    other = rate(battles_of(repeated), rounds=0)
    for model in "ABC":
        assert rating(one, model) == pytest.approx(rating(other, model), abs=1e-8)


def test_an_interval_that_is_unbounded_has_no_bound() -> None:
    found = rate(battles(("A", "B", "a", 9), ("A", "B", "b", 1)), anchor=Anchor("B", 0.0), rounds=200)
    best, anchor = found.pools[0].ratings
    assert best.rating == pytest.approx(gap_of(0.9))
    assert best.low == pytest.approx(gap_of(0.7), abs=1)
    assert best.high is None  # in a third of resamples B never wins, so nothing bounds A from above
    assert found.pools[0].unfinished > 50
    assert (anchor.low, anchor.high) == (0.0, 0.0)
    assert anchor.model == "B"


def test_long_chains_are_solved_exactly() -> None:
    rows = []
    for number in range(60):
        rows += [
            (f"M{number:02}", f"M{number + 1:02}", "a", 20),
            (f"M{number:02}", f"M{number + 1:02}", "b", 1),
        ]
    found = rate(battles(*rows), rounds=0)
    gap = rating(found, "M00") - rating(found, "M60")  # type: ignore[operator]
    assert gap == pytest.approx(60 * gap_of(20 / 21), abs=1e-5)


def test_resamples_without_a_loss_keep_the_others_in_place() -> None:
    # D loses almost always: many resamples have no finite rating for it, and those move nobody else.
    groups = [(a, b, w, 40) for a, b in (("A", "B"), ("B", "C"), ("A", "C")) for w in "ab"]
    found = rate(battles(*groups, ("A", "D", "a", 30), ("A", "D", "b", 1)), rounds=200)
    bounds = {one.model: (one.low, one.high) for one in found.pools[0].ratings}
    assert bounds["D"][0] is None
    assert bounds["D"][1] is not None
    low, high = bounds["B"]
    assert low is not None
    assert high is not None
    assert high - low < 500


def test_prompts_make_wider_intervals_than_rows() -> None:
    rows = fought([("A", "B", "a" if number % 5 < 3 else "b") for number in range(300)])
    clustered = [
        Judgment(item=one.item, cluster=str(number % 5), model_a="A", model_b="B", outcome=one.outcome)
        for number, one in enumerate(rows)
    ]

    def width(ci: str) -> float:
        best = rate(battles_of(clustered), ci=ci, rounds=100).pools[0].ratings[0]
        return (best.high or math.inf) - (best.low or -math.inf)

    assert width(ROWS) < 80 < width("prompts")


def test_bradley_terry_agrees_with_a_generalised_linear_model() -> None:
    sm = pytest.importorskip("statsmodels.api")
    random = np.random.default_rng(3)
    a = random.integers(0, 6, 400)
    b = (a + random.integers(1, 6, 400)) % 6
    y = random.choice([0.0, 0.5, 1.0], 400)
    w = random.integers(1, 4, 400).astype(float)
    design = np.zeros((400, 6))
    design[np.arange(400), a] += 1
    design[np.arange(400), b] -= 1
    fit = sm.GLM(y, design[:, 1:], family=sm.families.Binomial(), freq_weights=w).fit(tol=1e-14)
    ours = bradley_terry(comparisons(6, a, b, y, w).scores())  # type: ignore[arg-type]
    assert (ours - ours[0])[1:] == pytest.approx(fit.params * 400 / math.log(10), abs=1e-8)


def test_pools_say_who_is_above_below_and_apart() -> None:
    # 1 and 2 score both ways; 0 beats 1; 3 loses to 2; 4 lost to 0 only: no path links it with 1 and 2.
    played = comparisons(5, [1, 1, 0, 2, 0], [2, 2, 1, 3, 4], [1.0, 0.0, 1.0, 1.0, 1.0])
    (pool,) = pools(played.scores())
    assert (pool.rated, pool.above, pool.below, pool.apart) == ((1, 2), (0,), (3,), (4,))


def test_win_matrix_is_told_for_both() -> None:
    found = matrix(battles(("A", "B", "a", 3), ("B", "A", "a", 1), ("A", "B", "t", 2)).battles)
    assert (found["A", "B"].wins, found["A", "B"].losses, found["A", "B"].ties) == (3, 1, 2)
    assert (found["B", "A"].wins, found["B", "A"].losses, found["B", "A"].ties) == (1, 3, 2)


def test_paired_test_against_the_same_opponent() -> None:
    rows = []
    for number in range(20):
        for model, outcome in (("M", 1.0 if number % 4 else 0.0), ("N", float(number % 2))):
            rows.append(
                Judgment(
                    item=f"{number}", cluster=f"{number}", model_a=model, model_b="base", outcome=outcome
                )
            )
    (found,) = versus(battles_of(rows), "M", "N")
    assert (found.how, found.prompts, found.difference) == ("against the same opponents", 20, 0.25)
    assert 0 < found.p < 0.05
    assert found.low < 0.25 < found.high


def test_gaps_and_probabilities_are_inverse() -> None:
    assert win_probability(gap_of(0.73)) == pytest.approx(0.73)
    assert (gap_of(0.0), gap_of(1.0)) == (-math.inf, math.inf)


def styled(outcomes: list[float], longer: list[int], lists: int = 0) -> Battles:
    return battles_of(
        Judgment(
            item=str(number),
            cluster=str(number),
            model_a="A",
            model_b="B",
            outcome=outcome,
            style_a=Style(tokens=100 + 10 * more, headers=0, lists=lists, bold=number % 3),
            style_b=Style(tokens=100, headers=0, lists=0, bold=number % 2),
        )
        for number, (outcome, more) in enumerate(zip(outcomes, longer, strict=True))
    )


def test_length_that_decides_everything_has_no_finite_effect() -> None:
    with pytest.raises(LmEvalTasksError, match="no finite size"):
        rate(styled([1.0, 0.0] * 20, [1, -1] * 20), control="length", rounds=0)


def test_a_trait_that_never_differs_is_left_out_and_said() -> None:
    found = rate(styled([1.0, 0.0, 1.0, 0.0] * 10, [1, -1, -1, 2] * 10), control="style", rounds=20)
    assert list(found.pools[0].coefficients) == ["tokens", "bold"]
    assert "headers, lists" in found.notes[0]
    with pytest.raises(LmEvalTasksError, match="nothing to control for"):
        rate(styled([1.0, 0.0], [0, 0]), control="length")


def test_style_control_does_not_depend_on_who_is_called_a() -> None:
    one = styled([1.0, 0.0, 1.0, 0.0, 0.5] * 10, [1, -1, -1, 2, 0] * 10)
    other = battles_of(
        game.swapped() if number % 2 else game
        for number, battle in enumerate(one.battles)
        for game in battle.judgments
    )
    for model in "AB":
        first, second = (rating(rate(which, control="length", rounds=0), model) for which in (one, other))
        assert first == pytest.approx(second, abs=1e-6)


def test_repeats_are_compared_within_one_order() -> None:
    def asked(first: str, outcomes: list[float]) -> list[Judgment]:
        return [
            Judgment(
                item="1",
                cluster="1",
                model_a="A",
                model_b="B",
                outcome=outcome,
                first=first,
                repeat=number,  # type: ignore[arg-type]
            )
            for number, outcome in enumerate(outcomes)
        ]

    found = repeatability([*asked("a", [1.0, 1.0, 0.0]), *asked("b", [0.5, 0.5])])
    assert (found.pairs, found.equal, found.share) == (4, 2, 0.5)
