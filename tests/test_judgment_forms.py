"""Files of judgments: every form by its keys, what is dropped, and what is written back."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks.errors import DataError, UnknownNameError
from lm_eval_tasks.judgments import FORMS, Judgment, read_judgments, written
from lm_eval_tasks.judgments.forms.alpaca_eval import shown_second


def jsonl(path: Path, *rows: Any) -> str:
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return str(path)


def read_one(path: Path, *rows: Any) -> Judgment:
    found = read_judgments(jsonl(path, *rows))
    assert len(found) == 1
    return found.judgments[0]


def test_arena_hard_v01_has_the_baseline_first_in_its_first_game(tmp_path: Path) -> None:
    games = [{"score": "A>>B", "judgment": "j", "user_prompt": "p"}, {"score": None}]
    found = read_judgments(
        jsonl(tmp_path / "x", {"question_id": "q", "model": "m", "judge": "g", "games": games})
    )
    first, second = found.judgments
    assert (found.form, first.pair, first.outcome, first.first) == (
        "arena_hard_v01",
        ("m", "gpt-4-0314"),
        0.0,
        "b",
    )
    assert (first.weight, first.strength, first.reply) == (3.0, "high", "j")
    assert (second.outcome, second.undecided, second.first, second.game) == (None, "unparsed", "a", 1)
    assert "names no baseline" in found.notes[0]


def test_arena_hard_v2_names_its_baseline_and_reads_mirrored_labels(tmp_path: Path) -> None:
    games = [{"score": "A<B", "judgment": {"answer": "j"}}, {"score": "A>>>B"}]
    row = {"uid": "u", "model": "m", "baseline": "b", "judge": "g", "category": "c", "games": games}
    first, second = read_judgments(jsonl(tmp_path / "x", row)).judgments
    assert (first.pair, first.outcome, first.category, first.reply) == (("m", "b"), 1.0, "c", "j")
    assert second.undecided == "unknown label 'A>>>B'"


def test_alpaca_eval_tells_for_the_model_and_knows_the_order_shown(tmp_path: Path) -> None:
    row = {"instruction": "a", "output_1": "base", "output_2": "longer one", "generator_1": "b"}
    row |= {"generator_2": "m", "preference": 1.25, "annotator": "w"}
    one = read_one(tmp_path / "x", row)
    assert (one.pair, one.outcome, one.first) == (("m", "b"), 0.25, "a")
    assert (one.style_a.characters, one.style_b.characters) == (10, 4)
    old = read_judgments(jsonl(tmp_path / "y", row | {"preference": 0}, row | {"preference": None})).judgments
    assert (old[0].outcome, old[1].undecided) == (0.5, "unparsed")
    with pytest.raises(DataError, match=r"a preference outside of 1 to 2: '7'"):
        read_judgments(jsonl(tmp_path / "z", row | {"preference": 7}))


def test_the_order_shown_is_the_original_one(reference: Path) -> None:
    expected = json.loads((reference / "judging/alpaca_eval/expected.json").read_text("utf-8"))
    examples = expected["_switch_examples_seed0"]
    assert [shown_second(one["instruction"]) for one in examples] == [one["switched"] for one in examples]


def test_mt_bench_ratings_and_pairs(tmp_path: Path) -> None:
    row = {
        "question_id": 95,
        "model": "m",
        "judge": ["g", "single-v1"],
        "score": -1,
        "turn": 2,
        "tstamp": 3.0,
    }
    one = read_one(tmp_path / "x", row)
    assert (one.item, one.category, one.turn, one.undecided) == ("95:2", "roleplay", 2, "unparsed")
    pair = {"question_id": 81, "model_1": "m", "model_2": "n", "g1_winner": "model_2", "g2_winner": "error"}
    first, second = read_judgments(jsonl(tmp_path / "y", pair | {"judge": ["g", "pair-v2"]})).judgments
    assert (first.outcome, first.first, second.undecided, second.first) == (0.0, "a", "unparsed", "b")


def test_votes_are_dropped_for_a_reason_and_counted(tmp_path: Path) -> None:
    rows = [
        {"model_a": "m", "model_b": "n", "winner": "model_b", "question_id": "q", "turn": 1, "tstamp": 5},
        {"model_a": "m", "model_b": "n", "winner": "tie (bothbad)"},
        {"model_a": "m", "model_b": "n", "winner": None},
        {"model_a": "m", "model_b": "n", "winner": "\x1b[31mc?"},
        {"model_a": "m", "model_b": "m", "winner": "tie"},
        {"model_a": "", "model_b": "m", "winner": "tie"},
    ]
    found = read_judgments(jsonl(tmp_path / "x", *rows))
    assert [one.outcome for one in found.judgments] == [0.0, 0.5]
    assert {one.reason: one.count for one in found.dropped} == {
        "the winner is missing": 1,
        "an unknown winner '\\x1b[31mc?'": 1,
        "a model against itself": 1,
        "the name of a model is missing": 1,
    }


def test_votes_in_one_hot_csv_and_parquet(tmp_path: Path) -> None:
    rows = [
        {
            "id": "1",
            "model_a": "m",
            "model_b": "n",
            "winner_model_a": 0,
            "winner_model_b": 0,
            "winner_tie": 1,
        },
        {
            "id": "2",
            "model_a": "m",
            "model_b": "n",
            "winner_model_a": 1,
            "winner_model_b": 1,
            "winner_tie": 0,
        },
    ]
    with (tmp_path / "x.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "y.parquet")
    for name in ("x.csv", "y.parquet"):
        found = read_judgments(str(tmp_path / name))
        assert [one.outcome for one in found.judgments] == [0.5]
        assert found.dropped[0].reason == "more than one winner"


def test_styles_of_chatbot_arena_are_added_up(tmp_path: Path) -> None:
    counts = {
        "sum_assistant_a_tokens": 9,
        "header_count_a": {"h1": 1, "h2": 2},
        "list_count_a": {"ordered": 4},
    }
    one = read_one(tmp_path / "x", {"model_a": "m", "model_b": "n", "winner": "tie", "conv_metadata": counts})
    assert (one.style_a.tokens, one.style_a.headers, one.style_a.lists, one.style_b.tokens) == (9, 3, 4, None)


def test_samples_of_judge_tasks_are_parsed_again(tmp_path: Path) -> None:
    judged = {"item": "q", "cluster": "q", "model_a": "m", "model_b": "n", "first": "b", "game": 1}
    row = {"doc": {"judged": judged | {"protocol": "arena_hard_v2"}}, "filtered_resps": ["[[A>>B]]", None]}
    one, two = read_judgments(jsonl(tmp_path / "x", row)).judgments
    assert (one.outcome, one.weight, one.label, one.strength) == (0.0, 3.0, "A>>B", "high")
    assert (two.repeat, two.outcome) == (1, None)
    assert two.undecided.startswith("null")
    labelled = judged | {"model_b": "", "protocol": "ifrb_ca_en", "constraints": 2, "golds": [1, 0]}
    reply = "[The Start of Constraint 2]\nJudgment: follows\n[The End of Constraint 2]"
    found = read_judgments(jsonl(tmp_path / "y", {"doc": {"judged": labelled}, "filtered_resps": [reply]}))
    assert [(one.criterion, one.score, one.gold) for one in found.judgments] == [
        ("1", None, 1.0),
        ("2", 1.0, 0.0),
    ]


def test_repetitions_are_dropped_and_counted_unless_kept(tmp_path: Path) -> None:
    row = {"question_id": 81, "model": "m", "judge": ["g", "single-v1"], "score": 4, "turn": 1}
    path = jsonl(tmp_path / "x", row, row | {"score": 9}, row | {"turn": 2})
    found = read_judgments(path)
    assert [one.score for one in found.judgments] == [4.0, 4.0]
    assert (found.dropped[0].reason, found.dropped[0].count) == (
        "a repetition of another judgment",
        1,
    )
    assert len(read_judgments(path, keep_repeated=True)) == 3


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.write])
def test_what_is_written_is_read_again(form: str, tmp_path: Path) -> None:
    single = form == "mt_bench_single"
    fields: dict[str, Any] = {"score": 7.0} if single else {"model_b": "n", "outcome": 1.0}
    one = Judgment(item="81:1", cluster="81", model_a="m", turn=1, judge="g", first="a", game=1, **fields)
    again = read_judgments(jsonl(tmp_path / "x", *written([one], form)), form=form).judgments
    assert [(two.model_a, two.model_b, two.outcome, two.score) for two in again] == [
        (one.model_a, one.model_b, one.outcome, one.score)
    ]


def test_several_files_and_packed_ones(tmp_path: Path) -> None:
    row = {"model_a": "m", "model_b": "n", "winner": "a"}
    (tmp_path / "a.json").write_text(json.dumps([row]))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(json.dumps(row).encode()))
    assert len(read_judgments(str(tmp_path))) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("[]", "no rows"),
        ("{}\n", "expected one of"),
        ('{"x": 1}\n{', "line 2: no JSON"),
        ("[1]", "row 1: a number; expected an object"),
        ('{"model_a": "m", "model_b": "m", "winner": "tie"}', "no judgment: 1 times a model against itself"),
    ],
)
def test_what_cannot_be_read(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(DataError, match=message):
        read_judgments(str(path))


def test_names_that_do_not_exist(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_judgments(str(tmp_path / "none.jsonl"))
    with pytest.raises(UnknownNameError, match="Did you mean 'arena_hard_v2'"):
        read_judgments(jsonl(tmp_path / "x", {}), form="arena_hard_v3")
    with pytest.raises(UnknownNameError, match="form to write"):
        written([], "lm_eval")


@pytest.mark.parametrize(
    ("name", "form", "count"),
    [
        ("battles/llmfao_battles.csv", "battles", 8931),
        ("battles/seed002_simulated.csv", "chatbot_arena", 600),
        ("agreement/mt_bench_votes.csv", "chatbot_arena", 5755),
        ("mt_bench/pair_gpt4.json", "mt_bench_pair", 20),
        ("mt_bench/single_gpt4.csv", "mt_bench_single", 640),
        ("if_rewardbench/constraint_assessment_qwq32b_15.json", "if_rewardbench_constraints", 619),
        ("if_rewardbench/overall_assessment_synthetic_15.json", "if_rewardbench_pairs", 344),
    ],
)
def test_golden_files_are_read_whole(name: str, form: str, count: int, reference: Path) -> None:
    found = read_judgments(str(reference / "judging" / name), keep_repeated=True)
    assert (found.form, len(found), found.dropped) == (form, count, ())
