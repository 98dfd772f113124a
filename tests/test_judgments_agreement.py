"""Agreement of judges with people and with right answers, against the originals' numbers."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.errors import LmEvalTasksError
from lm_eval_tasks.judgments.agreement import (
    Matched,
    agreement,
    among_votes,
    by_strength,
    gold_inside,
    matching,
    two_orders,
)
from lm_eval_tasks.judgments.battles import side, told_for
from lm_eval_tasks.judgments.forms import read_judgments
from lm_eval_tasks.judgments.records import Judgment, Style
from lm_eval_tasks.judgments.replies import parse
from lm_eval_tasks.statistics.rater_agreement import kappa, nominal_alpha

CATEGORIES = ("writing", "roleplay", "reasoning", "math", "coding", "extraction", "stem", "humanities")
SIDES = {"model_a": "a", "model_b": "b", "tie": "tie", "tie (inconsistent)": "tie"}
OUTCOMES = {"a": 1.0, "b": 0.0, "tie": 0.5}


def golden(reference: Path, name: str) -> Any:
    return json.loads((reference / "judging/agreement" / name).read_text())


def table(reference: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((reference / "judging/agreement" / name).open()))


@pytest.fixture(scope="module")
def votes(reference: Path) -> tuple[list[Judgment], list[Judgment]]:
    sides: tuple[list[Judgment], list[Judgment]] = ([], [])
    for row in table(reference, "mt_bench_votes.csv"):
        vote = Judgment(
            item=f"{row['question_id']}-{row['turn']}",
            cluster=row["question_id"],
            model_a=row["model_a"],
            model_b=row["model_b"],
            outcome=OUTCOMES[SIDES[row["winner"]]],
            turn=int(row["turn"]),
            judge=row["judge"],
            label=row["winner"],
        )
        sides[row["split"] != "human"].append(vote)
    return sides


def pool(votes: tuple[list[Judgment], list[Judgment]], name: str, turn: int = 0) -> list[Judgment]:
    return [
        one
        for one in votes[0]
        if one.judge.split("_")[0] in name.split("+") and (not turn or one.turn == turn)
    ]


@pytest.mark.parametrize("name", ["expert", "author", "expert+author"])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_mt_bench_votes(
    reference: Path, votes: tuple[list[Judgment], list[Judgment]], name: str, turn: int
) -> None:
    one = golden(reference, "mt_bench_expected.json")["pools"][name][f"turn{turn}" if turn else "all"]
    found = agreement(matching(pool(votes, name, turn), votes[1]).rows)
    assert (found.n, found.agreed) == (one["n"], one["agree"])
    assert (found.n_decisive, found.agreed_decisive) == (one["n_S2"], one["agree_S2"])
    assert found.kappa == pytest.approx(one["kappa_3class"], abs=1e-12)
    assert found.kappa_decisive == pytest.approx(one["kappa_S2"], abs=1e-12)
    assert found.half_credit == pytest.approx(one["credit_half"], abs=1e-12)
    assert found.tie_rate_judge == pytest.approx(one["tie_rate_judge"])
    assert found.tie_rate_gold == pytest.approx(one["tie_rate_gold"])
    constant = {f"model_{key}" if key != "tie" else key: value for key, value in found.constant.items()}
    assert constant == pytest.approx(one["constant_baseline_S1"])
    for said, row in one["confusion_judge_rows_gold_cols"].items():
        for gold, count in row.items():
            assert found.confusion[SIDES[said]][SIDES[gold]] == count
    assert found.inconsistent == one["judge_inconsistent"]
    assert found.agreement_consistent == pytest.approx(one["agreement_consistent_only"])
    assert found.stderr == pytest.approx(one["se_cluster_S1"], rel=1e-9)
    bounds = one["ci95_by_question"]
    assert found.interval == pytest.approx(bounds["agreement_S1"], abs=0.01)
    assert found.decisive_interval == pytest.approx(bounds["agreement_S2"], abs=0.01)
    assert found.kappa_interval == pytest.approx(bounds["kappa_3class"], abs=0.01)
    assert nominal_alpha(
        [(row.judge, row.gold) for row in matching(pool(votes, name, turn), votes[1]).rows]
    ) == (pytest.approx(one["alpha_nominal_3class"], abs=1e-12))


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(
    ("key", "ours", "theirs"),
    [("expert_expert", "expert", ""), ("author_author", "author", ""), ("author_expert", "author", "expert")],
)
def test_people_among_themselves(
    reference: Path, votes: tuple[list[Judgment], list[Judgment]], key: str, ours: str, theirs: str, turn: int
) -> None:
    one = golden(reference, "mt_bench_expected.json")[key][f"turn{turn}"]
    found = among_votes(pool(votes, ours, turn), pool(votes, theirs, turn) if theirs else None)
    assert (found.pairs, found.agreed) == (one["n_S1"], one["agree_S1"])
    assert (found.pairs_decisive, found.agreed_decisive) == (one["n_S2"], one["agree_S2"])


@pytest.mark.parametrize("name", ["expert", "author", "expert+author"])
def test_mt_bench_votes_by_category(
    reference: Path, votes: tuple[list[Judgment], list[Judgment]], name: str
) -> None:
    expected = golden(reference, "mt_bench_expected.json")["pools"][name]
    for number, category in enumerate(CATEGORIES):
        some = [one for one in pool(votes, name) if (int(one.cluster) - 81) // 10 == number]
        found = agreement(matching(some, votes[1]).rows, rounds=0)
        one = expected[category]
        assert (found.n, found.agreed, found.n_decisive, found.agreed_decisive) == tuple(
            one[key] for key in ("n", "agree", "n_S2", "agree_S2")
        )
        assert found.kappa == pytest.approx(one["kappa_3class"], abs=1e-12)


def test_gpt4_contradicts_itself_by_category(
    reference: Path, votes: tuple[list[Judgment], list[Judgment]]
) -> None:
    expected = golden(reference, "mt_bench_expected.json")["gpt4_inconsistent_by_category"]
    counts = Counter(
        CATEGORIES[(int(one.cluster) - 81) // 10] for one in votes[1] if one.label == "tie (inconsistent)"
    )
    assert {name: [counts[name], 300] for name in CATEGORIES} == expected


def test_judge_against_authors(reference: Path, votes: tuple[list[Judgment], list[Judgment]]) -> None:
    for turn in (1, 2):
        one = golden(reference, "mt_bench_expected.json")["gpt4_author"][f"turn{turn}"]
        found = agreement(matching(pool(votes, "author", turn), votes[1]).rows, rounds=0)
        assert (found.n, found.agreed) == (one["n_S1"], one["agree_S1"])
        assert (found.n_decisive, found.agreed_decisive) == (one["n_S2"], one["agree_S2"])


def test_if_rewardbench_constraints(reference: Path) -> None:
    one = golden(reference, "ifrb_qwq32b_constraint_agreement.json")
    path = reference / "judging/if_rewardbench/constraint_assessment_qwq32b_15.json"
    official = [
        Matched(str(gold), str(int(said)), str(item["id"]))
        for item in json.loads(path.read_text(encoding="utf-8"))
        for response in item["responses"]
        for gold, said in zip(
            response["labels"],
            parse("ifrb_ca_zh", response["critique"], "official", constraints=len(response["labels"])).value,
            strict=True,
        )
    ]
    assert len(official) == one["labels"]
    found = agreement(official)
    assert found.agreement == pytest.approx(one["accuracy"])
    assert found.kappa == pytest.approx(one["kappa"], abs=1e-12)
    assert found.constant["1"] == pytest.approx(one["constant_all_satisfied_accuracy"])
    assert found.interval == pytest.approx(one["ci95_by_item"]["accuracy"], abs=0.01)
    assert found.kappa_interval == pytest.approx(one["ci95_by_item"]["kappa"], abs=0.02)
    strict = [
        Matched(str(row.gold), "" if row.score is None else str(row.score), row.cluster)
        for row in read_judgments(str(path)).judgments
    ]
    assert agreement(strict, rounds=0).undecided == 15  # the original takes them as "all satisfied"


def test_alpha_among_people(reference: Path, votes: tuple[list[Judgment], list[Judgment]]) -> None:
    expected = golden(reference, "mt_bench_expected.json")
    for name, key in (("expert+author", "human_alpha_all_units"), ("expert", "expert_alpha")):
        units: dict[object, list[str]] = {}
        for one in pool(votes, name):
            told = told_for(one, min(one.pair))
            units.setdefault((one.item, told.pair), []).append(side(told.outcome or 0.0))
        assert nominal_alpha(list(units.values())) == pytest.approx(expected[key], abs=1e-9)


def test_mt_bench_majority(reference: Path, votes: tuple[list[Judgment], list[Judgment]]) -> None:
    expected = golden(reference, "mt_bench_expected.json")
    for name in ("expert", "expert+author"):
        one = expected[f"majority_{name}"]
        groups: dict[tuple[str, tuple[str, str]], list[Judgment]] = {}
        for vote in pool(votes, name):
            told = told_for(vote, min(vote.pair))
            groups.setdefault((vote.item, told.pair), []).append(told)
        gold = []
        for group in groups.values():
            counts = Counter(side(vote.outcome or 0.0) for vote in group).most_common()
            label = "tie" if len(counts) > 1 and counts[0][1] == counts[1][1] else counts[0][0]
            gold.append(
                Judgment(
                    item=group[0].item,
                    cluster=group[0].cluster,
                    model_a=group[0].model_a,
                    model_b=group[0].model_b,
                    turn=group[0].turn,
                    outcome=OUTCOMES[label],
                )
            )
        found = agreement(matching(gold, votes[1]).rows, rounds=0)
        assert found.n == one["n"]
        assert found.agreed == one["agree"]
        assert (found.n_decisive, found.agreed_decisive) == (one["n_S2"], one["agree_S2"])


BACK = {"A>B": "b", "B>A": "a", "A=B": "tie", "": ""}
FORTH = {"A>B": "a", "B>A": "b", "A=B": "tie", "": ""}


def test_judgebench(reference: Path) -> None:
    groups: dict[str, list[dict[str, str]]] = {}
    for row in table(reference, "judgebench_decisions.csv"):
        key = f"{row['response_model']}|{row['judge_name']}|{row['judge_model']}"
        groups.setdefault(key, []).append(row)
    expected = golden(reference, "judgebench_expected.json")
    assert set(groups) == set(expected)
    for key, rows in groups.items():
        one = expected[key]
        items = [(FORTH[row["label"]], FORTH[row["game1"]], BACK[row["game2_raw"]]) for row in rows]
        found = two_orders(items)
        assert 100 * found.accuracy_judgebench == pytest.approx(one["official_accuracy"]["overall"])
        assert 100 * found.accuracy_orders_mean == pytest.approx(one["accuracy_mean_of_orders"])
        assert 100 * found.accuracy_both_orders == pytest.approx(one["accuracy_strict_both"])
        assert 100 * found.accuracy_first_order == pytest.approx(one["accuracy_game1_only"])
        assert found.inconsistent == one["inconsistent"]
        longer = [
            Matched(gold, first, "", longer="a" if int(row["len_a"]) > int(row["len_b"]) else "b")
            for (gold, first, _), row in zip(items, rows, strict=True)
            if row["len_a"] != row["len_b"]
        ]
        assert 100 * (agreement(longer, rounds=0).longer or 0) == pytest.approx(
            one["baseline_longer"], abs=0.5
        )


def test_judgebench_strength(reference: Path) -> None:
    groups: dict[str, list[Matched]] = {}
    words = {"A>>B": "high", "B>>A": "high", "A>B": "medium", "B>A": "medium", "A=B": "low", "": ""}
    for row in table(reference, "judgebench_strength.csv"):
        label = row["label_raw"].replace(">>", ">")
        said = (FORTH if row["game"] == "1" else BACK)[label]
        groups.setdefault(row["judge"], []).append(
            Matched(FORTH[row["gold"]], said, row["pair_id"], strength=words[row["label_raw"]])
        )
    for judge, one in golden(reference, "strength_calibration_judgebench.json").items():
        for found in by_strength(groups[judge]):
            row = one["table"][found.word if found.word != "no word" else "nan"]
            assert (found.n, found.accuracy, found.share) == (row["n"], row["accuracy"], row["share"])
            assert (found.low, found.high) == pytest.approx(row["wilson95"], abs=1e-9)


def test_llmbar(reference: Path) -> None:
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for row in table(reference, "llmbar_decisions.csv"):
        labels = (row["label"], row["winner_order1"], row["winner_order2_mapped_back"])
        groups.setdefault(f"{row['subset']}|{row['evaluator']}", []).append(labels)
    expected = golden(reference, "llmbar_expected.json")
    assert len(groups) > 50
    for key, items in groups.items():
        one = expected[key]
        found = two_orders(items)
        assert found.n == one["n"]
        assert 100 * found.accuracy_orders_mean == pytest.approx(one["correct_average"])
        assert round(found.n * found.accuracy_both_orders) == one["correct_both"]
        assert found.n - found.inconsistent == one["equal"]
        if one["null"] == [0, 0] and one["kappa_gold_right"] is not None:
            gold = [gold for gold, _, _ in items]
            first, second = ([item[place] for item in items] for place in (1, 2))
            against_gold = [kappa(said, gold) for said in (first, second)]
            assert sum(one or 0 for one in against_gold) / 2 == pytest.approx(
                one["kappa_gold_right"], abs=1e-12
            )
            orders = kappa(first, second)
            assert orders == pytest.approx(one["kappa_orders_right"], abs=1e-12)


def test_pandalm(reference: Path) -> None:
    rows = table(reference, "pandalm_testset.csv")
    expected = golden(reference, "pandalm_expected.json")
    label = {"1": "a", "2": "b", "0": "tie"}
    for judge in ("gpt35", "pandalm7b"):
        matched = [Matched(label[row["majority"]], label.get(row[judge], ""), row["idx"]) for row in rows]
        found = agreement(matched, rounds=0)
        one = expected[judge]
        assert found.n + found.undecided == one["n"] == 999
        assert found.agreement_all == pytest.approx(one["accuracy"])
        assert found.kappa_all == pytest.approx(one["kappa_3class"], abs=1e-12)
        assert found.undecided == one["labels"].get("garbage", 0)
    annotators = [[row[f"annotator{n}"] for row in rows] for n in (1, 2, 3)]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        assert kappa(annotators[first], annotators[second]) == pytest.approx(
            expected["pairwise_kappa"][f"{first + 1}{second + 1}"], abs=1e-12
        )
    units = list(zip(*annotators, strict=True))
    assert nominal_alpha(units) == pytest.approx(expected["alpha_nominal"], abs=1e-12)


def test_kappa_without_variation_is_undefined() -> None:
    assert kappa(["a", "a"], ["a", "a"]) is None
    assert kappa([], []) is None
    assert kappa(["a", "a"], ["a", "b"]) == 0
    assert nominal_alpha([("a", "a")]) is None


def test_undecided_is_never_a_tie() -> None:
    rows = [Matched("a", "a", "1"), Matched("tie", "", "2"), Matched("b", "tie", "3")]
    found = agreement(rows)
    assert (found.n, found.undecided, found.agreement, found.agreement_all) == (2, 1, 0.5, 1 / 3)


def test_sides_told_the_other_way_round_are_matched() -> None:
    gold = [Judgment(item="1", cluster="1", model_a="N", model_b="M", outcome=1.0)]
    judged = [
        Judgment(item="1", cluster="1", model_a="M", model_b="N", outcome=0.0, game=0, first="a"),
        Judgment(item="1", cluster="1", model_a="M", model_b="N", outcome=0.0, game=1, first="b"),
        Judgment(item="2", cluster="2", model_a="M", model_b="N", outcome=0.0),
    ]
    found = matching(gold, judged)
    assert [(row.gold, row.judge, row.consistent) for row in found.rows] == [("b", "b", True)]
    assert found.orders == (("b", "b", "b"),)
    assert found.judged_alone == 1


def test_gold_that_the_judgments_carry() -> None:
    judged = [
        Judgment(
            item="1",
            cluster="1",
            model_a="M",
            model_b="N",
            outcome=1.0,
            gold=0.0,
            style_a=Style(characters=9),
            style_b=Style(characters=3),
        )
    ]
    (row,) = matching(gold_inside(judged), judged).rows
    assert (row.gold, row.judge, row.longer) == ("b", "a", "a")


def test_no_partner_is_said_with_both_names() -> None:
    gold = [Judgment(item="x1", cluster="x1", model_a="M", model_b="N", outcome=1.0)]
    judged = [Judgment(item="1", cluster="1", model_a="M", model_b="N", outcome=1.0)]
    with pytest.raises(LmEvalTasksError, match=r"gold has item 'x1' with 'M' and 'N'.*item '1'"):
        matching(gold, judged)
