"""Multi-IF: the reference's verdicts and numbers, the forms of conversations and of their answers."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from scored_runs import results_of, samples_of
from test_report import embedded

from lm_eval_tasks import SUITES, get_suite
from lm_eval_tasks.cli.score_command import command as score_command
from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.conversations import answers_of_turns, one_row_a_turn
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.data.sources import rows_from
from lm_eval_tasks.errors import DataError, MissingDependencyError, ResponseError
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.catalogues.multi_if_catalogue import MULTI_IF
from lm_eval_tasks.instructions.scoring.metrics import aggregate, stderr
from lm_eval_tasks.instructions.scoring.run import score_saved
from lm_eval_tasks.instructions.suites.conversation import ConversationSuite
from lm_eval_tasks.instructions.suites.multi_if_suites import LANGUAGES
from lm_eval_tasks.report.page import make_page
from lm_eval_tasks.text import by_language
from lm_eval_tasks.text.by_language import has_thai

SUITE = get_suite("multi_if")
assert isinstance(SUITE, ConversationSuite)
METRICS = {metric.name: metric for metric in SUITE.metrics}
NUMBERS = (
    "prompt_level_strict_acc",
    "inst_level_strict_acc",
    "prompt_level_loose_acc",
    "inst_level_loose_acc",
)
COMMA, SHORT = "punctuation:no_comma", "length_constraints:number_words"

# The reference raises where it describes an instruction to answer in ``zh``, which has no
# entry in its table; here it is an instruction as any other.
RAISES_THERE = {"edge:57"}


@pytest.fixture(scope="module")
def records(reference: Path) -> list[dict[str, Any]]:
    lines = (reference / "extensions" / "multi_if.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_verdict_of_the_reference(records: list[dict[str, Any]]) -> None:
    """Without what splits Thai, the records that need it are left out."""
    compared, differing, undecided = 0, set(), 0
    for record in records:
        try:
            score = SUITE.score(record | {"turn": record["turn"] or 1}, record["response"])
        except MissingDependencyError:  # the row itself asks for a length in Thai
            undecided += 1
            continue
        assert "crashed" not in score.notes, score.why
        if "undecided" in score.notes:
            undecided += 1
            continue
        for ours, theirs in ((score.strict, record["strict"]), (score.loose, record["loose"])):
            compared += len(ours or ())
            if list(ours or ()) != theirs:
                differing.add(record["key"])
    assert differing == RAISES_THERE & {record["key"] for record in records}
    assert compared > 11_000
    thai = sum(record["key"].startswith("ml:th:") for record in records)
    assert undecided == 0 if has_thai() else undecided > thai > 10


def test_records_in_thai_are_compared(records: list[dict[str, Any]]) -> None:
    if not has_thai():
        pytest.skip("the records in Thai need pythainlp and python-crfsuite: lm-eval-tasks[thai]")
    assert all(
        SUITE.score(record | {"turn": 1}, record["response"]).strict == tuple(record["strict"])
        for record in records
        if record["key"].startswith("ml:th:")
    )


def test_numbers_of_the_reference(reference: Path, records: list[dict[str, Any]]) -> None:
    """The reference counted more records of each turn than may be there.

    On those that are, our numbers follow from its verdicts; and what it counts beyond them
    fits into the prompts and instructions that are left.
    """
    expected = json.loads((reference / "extensions" / "EXPECTED_METRICS.json").read_text(encoding="utf-8"))
    totals = expected["multi_if golden subset (English rows only)"]
    overall = []
    for turn in (1, 2, 3):
        total = totals[f"turn_{turn}"]
        here = [one for one in records if one["turn"] == turn and one["language"] == "English"]
        rows = [{**one, "key": f"{number}#{one['key']}"} for number, one in enumerate(here)]
        scores = [SUITE.score(row, row["response"]) for row in rows]
        prompts, instructions = len(here), sum(len(one["strict"]) for one in here)
        assert 400 < prompts <= total["n_prompts"]
        for name in NUMBERS:
            metric = METRICS[f"turn_{turn}_{name}"]
            ours = aggregate(metric, [metric.value(score) for score in scores])
            theirs = [one["strict" if "strict" in name else "loose"] for one in here]
            expected = (
                sum(map(all, theirs)) / prompts
                if metric.estimator.plain
                else sum(map(sum, theirs)) / instructions
            )
            assert ours == pytest.approx(expected)
            counted, everywhere = (
                (prompts, total["n_prompts"])
                if metric.estimator.plain
                else (instructions, total["n_instructions"])
            )
            beyond = round(total[name] * everywhere) - round(ours * counted)
            assert 0 <= beyond <= everywhere - counted, name
        four = [METRICS[f"turn_{turn}_{name}"] for name in NUMBERS]
        mean = sum(aggregate(metric, [metric.value(score) for score in scores]) for metric in four) / 4
        whole = METRICS[f"turn_{turn}_overall"]
        assert aggregate(whole, [whole.value(score) for score in scores]) == pytest.approx(mean)
        assert sum(total[name] for name in NUMBERS) / 4 == pytest.approx(total["overall"])
        overall.append(total["overall"])
    assert sum(overall) / 3 == pytest.approx(totals["average_over_turns"])


def test_catalogue_differs_from_ifeval_where_it_must() -> None:
    assert set(MULTI_IF.checks) == set(IFEVAL.checks)
    assert {name for name, check in MULTI_IF.checks.items() if check is not IFEVAL.checks[name]} == {
        "keywords:frequency",
        "length_constraints:nth_paragraph_first_word",
        "length_constraints:number_sentences",
        "length_constraints:number_words",
        "startend:quotation",
    }


def test_sample() -> None:
    _, items = SUITE.load("sample")
    assert {name for item in items for name in item.instruction_ids} == set(MULTI_IF.checks)
    assert {item.labels["language"] for item in items} == set(LANGUAGES)
    turns: dict[str, list[tuple[str, ...]]] = {}
    for item in items:
        turns.setdefault(item.labels["conversation_key"], []).append(item.instruction_ids)
    assert sorted({len(one) for one in turns.values()}) == [2, 3]
    for one in turns.values():
        for number, (before, after) in enumerate(pairwise(one), start=1):
            assert after[:number] == before  # constraints add up


# The forms of a conversation

WORDS_ASKED = {"num_words": 4, "relation": "less than"}


def turn(prompt: str, *ids: str) -> dict[str, Any]:
    kwargs = [WORDS_ASKED if name == SHORT else {} for name in ids]
    return {"prompt": prompt, "instruction_id_list": list(ids), "kwargs": kwargs}


THREE = [turn("Name a knot.", COMMA), turn("Fewer words.", COMMA, SHORT), turn("Once more.", COMMA, SHORT)]


def plain(key: str = "7:en", turns: Any = THREE, language: str = "English") -> dict[str, Any]:
    return {"key": key, "language": language, "turns": turns}


def as_on_the_hub(absent: Any = "", turns: Any = THREE, key: str = "7:en") -> dict[str, Any]:
    """JSON in text, and in each text of ``kwargs`` JSON once more."""
    row: dict[str, Any] = {
        "key": key,
        "turn_index": 0,
        "language": "English",
        "turns": None,
        "responses": None,
    }
    for number in (1, 2, 3):
        given = turns[number - 1] if number <= len(turns) else None
        row[f"turn_{number}_prompt"] = (
            json.dumps({"role": "user", "content": given["prompt"]}) if given else absent
        )
        row[f"turn_{number}_instruction_id_list"] = (
            json.dumps(given["instruction_id_list"]) if given else absent
        )
        row[f"turn_{number}_kwargs"] = json.dumps(list(map(json.dumps, given["kwargs"]))) if given else absent
    return row


def test_both_forms_are_the_same_turns() -> None:
    hub = one_row_a_turn(rows_from([as_on_the_hub()], "hub"))
    local = one_row_a_turn(rows_from([plain()], "local"))
    assert hub.rows == local.rows
    assert hub.sha256 == local.sha256
    assert one_row_a_turn(hub).rows == hub.rows
    assert [row["key"] for row in hub.rows] == ["7:en#1", "7:en#2", "7:en#3"]
    assert hub.rows[1] == {
        "key": "7:en#2",
        "prompt": "Fewer words.",
        "instruction_id_list": [COMMA, SHORT],
        "kwargs": [{}, WORDS_ASKED],
        "turn": 2,
        "language": "English",
        "conversation_key": "7:en",
    }


@pytest.mark.parametrize("absent", ["", None, "None"])
def test_a_missing_third_turn(absent: Any) -> None:
    rows = one_row_a_turn(rows_from([as_on_the_hub(absent, THREE[:2])], "hub"))
    assert [row["turn"] for row in rows.rows] == [1, 2]


def test_what_is_wrong_is_named_with_its_line(tmp_path: Path) -> None:
    bad = as_on_the_hub(key="8") | {"turn_2_prompt": ""}
    no_json = as_on_the_hub(key="9") | {"turn_1_kwargs": "[{"}
    unknown = plain("10", [turn("p", "punctuation:no_coma")])
    lacking = plain("11", [{"prompt": "p"}])
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (plain(), bad, no_json, lacking)))
    with pytest.raises(DataError) as caught:
        SUITE.load(str(file))
    assert "line 2, key 8, turn 3: there is no turn before it" in str(caught.value)
    assert "line 3, key 9, turn 1: kwargs: text that is no JSON" in str(caught.value)
    assert "line 4, key 11, turn 1: no instruction_id_list and no kwargs" in str(caught.value)
    file.write_text("".join(json.dumps(row) + "\n" for row in (plain(), unknown)))
    with pytest.raises(DataError, match=r"line 2, key 10#1: unknown instruction.*no_comma"):
        SUITE.load(str(file))


def test_a_language_keeps_its_conversations_only(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    rows = [plain(), plain("8:fr", language="French")]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert {item.labels["conversation_key"] for item in get_suite("multi_if_french").load(str(file))[1]} == {
        "8:fr"
    }
    with pytest.raises(DataError, match="no conversation in Hindi"):
        get_suite("multi_if_hindi").load(str(file))
    names = {f"multi_if_{language.lower()}" for language in LANGUAGES}
    assert {name for name in SUITES if name.startswith("multi_if_")} == names | {"multi_if_corrected"}


def test_suites_pickle() -> None:
    for name in ("multi_if", "multi_if_chinese"):
        assert pickle.loads(pickle.dumps(get_suite(name))) is get_suite(name)


# Answers


def test_answers_of_a_conversation() -> None:
    for answers in (["A, b", "c d", None], '["A, b", "c d", null]', ("A, b", "c d", None, "left out")):
        scores = SUITE.score_conversation(plain(), answers)
        assert [score.strict for score in scores] == [(False,), (True, True), (False, False)]
        assert [score.notes for score in scores] == [(), (), ("null",)]
        assert [score.labels["turn"] for score in scores] == [1, 2, 3]
    lacking = SUITE.score_conversation(plain(), ["a"])
    assert [score.notes for score in lacking] == [(), ("missing",), ("missing",)]


@pytest.mark.parametrize("given", [None, "text", "[1, 2]", "[" * 5000, [], [["a"]]])
def test_no_text_makes_it_raise(given: Any) -> None:
    assert len(answers_of_turns(given, 3)) == 3
    assert len(SUITE.score_conversation(plain(), given)) == 3


@pytest.mark.parametrize("given", [3, {"a": 1}, b"x"])
def test_another_shape_is_an_error(given: Any) -> None:
    with pytest.raises(ResponseError, match="the response is "):
        SUITE.score_conversation(plain(), given)


def test_a_whole_conversation_is_no_single_prompt() -> None:
    with pytest.raises(DataError, match="score_conversation"):
        SUITE.score(plain(), "An answer.")


def test_a_blank_answer_reaches_the_checks_in_strict_scoring_only() -> None:
    score = SUITE.score(one_row_a_turn(rows_from([plain()], "")).rows[1], " \n")
    assert (score.strict, score.loose, score.notes) == ((True, True), (False, False), ("empty",))
    assert SUITE.score_conversation(plain(), [None])[0].strict == (False,)  # no text "None"


# Saved answers

ANSWERS = {"7:en": ["A bowline, tied.", "Bowline", "A bowline"], "8:fr": ["Un nœud", "Un, deux", ""]}
BOTH = [plain(), plain("8:fr", language="French")]


def lm_eval_sample(number: int, key: str) -> dict[str, Any]:
    doc = {**plain(key, json.dumps(THREE), "French" if "fr" in key else "English"), "prompt": "Name a knot."}
    return {
        "doc_id": number,
        "doc": {**doc, "data": "x", "lm_eval_tasks": {"turns": []}},
        "resps": [[answer] for answer in ANSWERS[key]],
        "filtered_resps": ANSWERS[key],
        "filter": "none",
        "arguments": {"gen_args_0": {"arg_0": "text", "arg_1": {"max_gen_toks": 2}}},
    }


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def saved_forms(folder: Path) -> Iterator[tuple[str, Path]]:
    yield "list", written(folder / "a.jsonl", [{"key": k, "responses": v} for k, v in ANSWERS.items()])
    yield (
        "text",
        written(folder / "b.jsonl", [{"key": k, "responses": json.dumps(v)} for k, v in ANSWERS.items()]),
    )
    yield (
        "turn",
        written(
            folder / "c.jsonl",
            [{"key": f"{k}#{n}", "response": a} for k, v in ANSWERS.items() for n, a in enumerate(v, 1)],
        ),
    )
    yield "lm_eval", written(folder / "d.jsonl", [lm_eval_sample(n, k) for n, k in enumerate(ANSWERS)])


def test_every_form_of_answers_gives_the_same(tmp_path: Path) -> None:
    data = written(tmp_path / "rows.jsonl", BOTH)
    found = {}
    for form, file in saved_forms(tmp_path):
        run = score_saved(SUITE, read_responses(str(file)), data=None if form == "lm_eval" else str(data))
        results, samples = results_of(run), list(samples_of(run))
        assert [sample["strict"] for sample in samples] == [
            [False], [True, True], [True, True], [True], [False, True], [False, False]
        ]  # fmt: skip
        assert [sample["labels"]["turn"] for sample in samples] == [1, 2, 3] * 2
        found[form] = (results["metrics"], results["data"]["sha256"], samples[2]["conversation"])
    assert found["list"] == found["text"] == found["turn"] == found["lm_eval"]
    assert found["list"][2] == [
        {"role": "user", "content": "Name a knot."},
        {"role": "assistant", "content": "A bowline, tied."},
        {"role": "user", "content": "Fewer words."},
        {"role": "assistant", "content": "Bowline"},
        {"role": "user", "content": "Once more."},
    ]
    metrics = found["list"][0]
    assert metrics["turn_1_overall"]["value"] == 0.5
    assert metrics["turn_2_overall"]["value"] == pytest.approx((0.5 + 0.75) / 2)
    assert metrics["turn_3_overall"]["value"] == 0.5
    assert metrics["overall"]["value"] == pytest.approx((0.5 + 0.625 + 0.5) / 3)
    assert metrics["turn_2_French_overall"]["value"] == pytest.approx((0 + 0.5) / 2)
    assert metrics["turn_1_Hindi_overall"]["value"] is None
    assert metrics["turn_1_Hindi_overall"]["total"] == 0


def test_cut_off_answers_are_told_by_turn(tmp_path: Path) -> None:
    file = written(tmp_path / "d.jsonl", [lm_eval_sample(0, "7:en")])
    run = score_saved(SUITE, read_responses(str(file)))
    assert [sample["probably_truncated"] for sample in samples_of(run)] == [False, True, True]


def test_answers_to_fewer_turns_are_missing(tmp_path: Path) -> None:
    data = written(tmp_path / "rows.jsonl", [plain()])
    file = written(tmp_path / "a.jsonl", [{"key": "7:en", "responses": ["Bowline", None, None]}])
    arguments = [str(file), "--task", "multi_if", "--data", str(data)]
    refused = CliRunner().invoke(score_command, arguments)
    assert refused.exit_code != 0
    scored = CliRunner().invoke(score_command, [*arguments, "--allow-missing", "--json"])
    assert json.loads(scored.stdout)["counts"]["missing"] == 2


def test_scores_are_read_again_compared_and_shown(tmp_path: Path) -> None:
    data = written(tmp_path / "rows.jsonl", BOTH)
    folders = []
    for name, first in (("a", "A, b"), ("b", "A b")):
        answers = [{"key": key, "responses": [first, "Yes", "No"]} for key in ANSWERS]
        file = written(tmp_path / f"{name}.jsonl", answers)
        folders.append(tmp_path / name)
        arguments = [str(file), "--task", "multi_if", "--data", str(data), "--output", str(folders[-1])]
        assert CliRunner().invoke(score_command, arguments).exit_code == 0
    again = CliRunner().invoke(score_command, [str(folders[0]), "--task", "multi_if", "--json"])
    stored = json.loads((folders[0] / "results.json").read_text(encoding="utf-8"))
    assert json.loads(again.stdout)["metrics"] == stored["metrics"]
    assert json.loads(again.stdout)["signature"] == stored["signature"]

    prompts = embedded(make_page([folders[0]]))["prompts"]
    assert [prompt["turn"] for prompt in prompts] == ["1", "2", "3"] * 2
    assert prompts[1]["conversation"][1] == {"role": "assistant", "content": "A, b"}
    # The runs said something else before: each answer has its own conversation.
    second = embedded(make_page(folders))["prompts"][1]
    assert "conversation" not in second
    assert [answer["conversation"][1]["content"] for answer in second["answers"]] == ["A, b", "A b"]


# Thai


def asks_for_thai(*ids: str) -> dict[str, Any]:
    kwargs = [{"language": "th"}] + [WORDS_ASKED for _ in ids]
    turns = [{"prompt": "p", "instruction_id_list": ["language:response_language", *ids], "kwargs": kwargs}]
    return plain(turns=turns)


THAI = "วันนี้อากาศดีมาก เราเดินเล่นริมแม่น้ำ"


@pytest.fixture
def without_thai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_language, "find_spec", lambda _: None)


@pytest.mark.usefixtures("without_thai")
def test_a_length_in_thai_is_refused_before_any_model_runs(tmp_path: Path) -> None:
    with pytest.raises(MissingDependencyError, match=r"lm-eval-tasks\[thai\]"):
        SUITE.load(str(written(tmp_path / "a.jsonl", [asks_for_thai(SHORT)])))
    assert len(SUITE.load(str(written(tmp_path / "b.jsonl", [asks_for_thai()])))[1]) == 1


@pytest.mark.usefixtures("without_thai")
def test_an_answer_in_thai_is_noted_as_undecided(tmp_path: Path) -> None:
    scores = SUITE.score_conversation(plain(), ["one", THAI, "two"])
    assert [score.notes for score in scores] == [(), ("undecided",), ()]
    assert scores[1].strict == (True, False)
    assert scores[1].why[1].startswith("not decided: Thai words and sentences cannot be counted without")
    data = written(tmp_path / "rows.jsonl", [plain()])
    file = written(tmp_path / "a.jsonl", [{"key": "7:en", "responses": ["one", THAI, "two"]}])
    scored = CliRunner().invoke(
        score_command, [str(file), "--task", "multi_if", "--data", str(data), "--json"]
    )
    assert json.loads(scored.stdout)["counts"]["undecided"] == 1
    assert json.loads(scored.stdout)["counts"]["crashed"] == 0
    assert "1 answer not decided for lack of an optional package" in scored.stderr
    assert "|thai:none|" in json.loads(scored.stdout)["signature"]


def test_thai_with_the_extra() -> None:
    if not has_thai():
        pytest.skip("needs pythainlp and python-crfsuite: lm-eval-tasks[thai]")
    assert by_language.thai_words("วันนี้อากาศดี") == ["วันนี้", "อากาศ", "ดี"]
    assert by_language.thai_sentences("\n\n") == []
    assert by_language.thai_words("ดี\ud800") == ["ดี", "\ufffd"]
    assert len(by_language.thai_sentences("ดี\ud800\x00")) == 1


# Numbers


def one_turn(key: str, followed: bool) -> Any:
    return SUITE.score_conversation(plain(key, [turn("p", COMMA)]), ["a" if followed else "a, b"])[0]


@given(st.lists(st.booleans(), min_size=2, max_size=30))
@settings(deadline=None, max_examples=30)
def test_with_one_instruction_in_one_turn_the_mean_is_the_accuracy(followed: list[bool]) -> None:
    scores = [one_turn(str(number), one) for number, one in enumerate(followed)]
    for name in ("overall", "turn_1_overall", "turn_1_English_overall"):
        metric, accuracy = METRICS[name], METRICS["turn_1_prompt_level_strict_acc"]
        values = [metric.value(score) for score in scores]
        plain_values = [accuracy.value(score) for score in scores]
        assert aggregate(metric, values) == pytest.approx(aggregate(accuracy, plain_values))
        assert stderr(metric, values) == pytest.approx(stderr(accuracy, plain_values))


def test_paired_differences_are_those_of_students_test() -> None:
    stats = pytest.importorskip("scipy.stats")
    from lm_eval_tasks.statistics.overall import contributions_to
    from lm_eval_tasks.statistics.paired import paired_t

    runs = [[1, 1, 0, 1, 0, 0, 1], [0, 1, 0, 0, 0, 1, 0]]
    values = [
        [METRICS["overall"].value(one_turn(str(number), bool(one))) for number, one in enumerate(run)]
        for run in runs
    ]
    pulls = [contributions_to(one) for one in values]
    difference = aggregate(METRICS["overall"], values[1]) - aggregate(METRICS["overall"], values[0])
    p, (low, high) = paired_t(difference, [pulls[1][key] - pulls[0][key] for key in pulls[0]])
    expected = stats.ttest_rel(runs[1], runs[0])
    interval = expected.confidence_interval(0.95)
    assert p == pytest.approx(expected.pvalue)
    assert (low, high) == (pytest.approx(interval.low), pytest.approx(interval.high))
    assert paired_t(0.0, [0.0, 0.0])[0] == 1.0
    assert paired_t(1.0, [0.0] * 6)[0] == pytest.approx(2 / 2**6)


def test_the_standard_error_is_that_of_whole_conversations() -> None:
    """Against draws with replacement of whole conversations, over turns of unequal length."""
    import random

    generator = random.Random(5)
    conversations = []
    for number in range(60):
        good = generator.random()
        texts = ["a" if generator.random() < good else "a, b c d" for _ in range(3)]
        conversations.append(SUITE.score_conversation(plain(str(number)), texts))
    metric = METRICS["overall"]

    def value(drawn: list[Any]) -> float:
        return aggregate(metric, [metric.value(score) for scores in drawn for score in scores])

    drawn = [value(generator.choices(conversations, k=60)) for _ in range(400)]
    mean = sum(drawn) / len(drawn)
    spread = (sum((one - mean) ** 2 for one in drawn) / len(drawn)) ** 0.5
    computed = stderr(metric, [metric.value(score) for scores in conversations for score in scores])
    assert computed == pytest.approx(spread, rel=0.12)


@given(st.text(max_size=60) | st.text("。！？.!? \n中あ🍵👩\u200d🚀हि,-#️⃣", max_size=60))
@settings(deadline=None)
def test_counting_takes_any_text(text: str) -> None:
    for count in (by_language.alphanumeric_runs, by_language.cjk_words, by_language.cjk_sentences):
        assert all(isinstance(piece, str) and piece for piece in count(text))
    assert len(by_language.hindi_sentences(text)) <= len(text)


def test_missing_is_no_text() -> None:
    assert answers_of_turns(["a"], 2) == ["a", MISSING]
