"""``compare``: what is said of two runs, and how it ends."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from scipy import stats

from lm_eval_tasks.cli.compare_command import command as compare_command
from lm_eval_tasks.cli.score_command import command as score_command
from lm_eval_tasks.data.sources import SAMPLES
from lm_eval_tasks.errors import LmEvalTasksError, ResponseError, UnknownNameError
from lm_eval_tasks.instructions.suites import SUITES, get_suite
from lm_eval_tasks.runs.comparison import compare
from lm_eval_tasks.runs.store import read_run

NO_COMMA = "punctuation:no_comma"
LOWERCASE = "change_case:english_lowercase"
WORDS = "length_constraints:number_words"
GOOD = "we walked along the river and talked about the weather for an hour"
COMMA = "we walked along the river, and talked about the weather for an hour"
CAPITAL = "We walked along the river and talked about the weather for an hour"
LOOSE = f"Here you are!\n{GOOD}"

Score = Callable[..., Path]


def prompts(count: int) -> list[dict[str, Any]]:
    """Even keys carry two instructions, odd ones one."""
    return [
        {
            "key": key,
            "prompt": f"Tell number {key}.",
            "instruction_id_list": [NO_COMMA, LOWERCASE] if key % 2 == 0 else [NO_COMMA],
            "kwargs": [{}, {}] if key % 2 == 0 else [{}],
        }
        for key in range(count)
    ]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(compare_command, [str(argument) for argument in arguments])


def raised(*arguments: object) -> LmEvalTasksError:
    """The error that the command line prints before it exits with 2."""
    exception = run(*arguments).exception
    assert isinstance(exception, LmEvalTasksError), exception
    return exception


@pytest.fixture
def score(tmp_path: Path) -> Score:
    """Scores texts, one a prompt, into a folder of that name."""

    def scored(name: str, texts: list[str], task: str = "ifeval", count: int | None = None) -> Path:
        rows = prompts(count or len(texts))
        data = write(tmp_path / f"{name}_prompts.jsonl", rows)
        answers = [{"key": row["key"], "response": text} for row, text in zip(rows, texts, strict=True)]
        file = write(tmp_path / f"{name}.jsonl", answers)
        arguments = [str(file), "--task", task, "--data", str(data), "--output", str(tmp_path / name)]
        result = CliRunner().invoke(score_command, arguments)
        assert result.exit_code == 0, result.output
        return tmp_path / name

    return scored


def test_numbers(score: Score) -> None:
    """20 prompts, 30 instructions; B loses four prompts (six verdicts) and gains one."""
    before = [GOOD] * 19 + [COMMA]
    after = [COMMA, "Now, here.", COMMA, GOOD, "Now, here."] + [GOOD] * 15
    result = run(score("a", before), score("b", after), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["n_prompts"] == 20
    assert (found["metric"], found["regression"]) == ("prompt_level_strict_acc", False)
    prompt, instruction = found["differences"][:2]
    assert (prompt["metric"], prompt["test"], prompt["interval"]) == (
        "prompt_level_strict_acc",
        "mcnemar_exact",
        "tango",
    )
    assert (prompt["a"], prompt["b"], prompt["lost"], prompt["gained"]) == (19 / 20, 16 / 20, 4, 1)
    assert prompt["difference"] == pytest.approx(-0.15)
    assert prompt["p"] == pytest.approx(stats.binomtest(1, 5, 0.5).pvalue)
    assert prompt["ci95"][0] < -0.15 < 0 < prompt["ci95"][1]
    assert (instruction["metric"], instruction["test"]) == (
        "inst_level_strict_acc",
        "changed_signs_clustered",
    )
    assert (instruction["total"], instruction["lost"], instruction["gained"]) == (30, 5, 1)
    # Differences by prompt: -1, -1, -1, -2 and +1; 20 of the 32 sign patterns are as far from 0 as -4.
    patterns = [sum(signs) for signs in _signed([1, 1, 1, 2, 1])]
    assert instruction["p"] == pytest.approx(sum(abs(total) >= 4 for total in patterns) / 32)
    types = {one["instruction"]: one for one in found["by_instruction"]}
    assert (types[NO_COMMA]["total"], types[NO_COMMA]["a"], types[NO_COMMA]["b"]) == (20, 19, 16)
    assert (types[LOWERCASE]["total"], types[LOWERCASE]["lost"], types[LOWERCASE]["gained"]) == (10, 1, 0)
    assert types[NO_COMMA]["p_holm"] == pytest.approx(min(1.0, 2 * types[NO_COMMA]["p"]))
    assert [(flip["key"], flip["direction"]) for flip in found["flips"]] == [
        (0, "lost"),
        (1, "lost"),
        (2, "lost"),
        (4, "lost"),
        (19, "gained"),
    ]
    assert found["flips"][3]["changes"] == [
        {
            "what": NO_COMMA,
            "a": True,
            "b": False,
            "a_why": "no comma",
            "b_why": "comma ',' at character 3; expected none",
        },
        {
            "what": LOWERCASE,
            "a": True,
            "b": False,
            "a_why": "lower case, English",
            "b_why": "upper-case letter 'N'; expected only lower case",
        },
    ]


def _signed(values: list[int]) -> list[tuple[int, ...]]:
    if not values:
        return [()]
    rest = _signed(values[1:])
    return [(sign * values[0], *others) for sign in (1, -1) for others in rest]


def test_a_regression_fails_only_if_asked_and_significant(score: Score) -> None:
    good, slightly, worse = score("good", [GOOD] * 20), score("slightly", [COMMA] * 5 + [GOOD] * 15), None
    worse = score("worse", [COMMA] * 6 + [GOOD] * 14)
    assert stats.binomtest(0, 5, 0.5).pvalue > 0.05 > stats.binomtest(0, 6, 0.5).pvalue
    assert run(good, worse).exit_code == 0
    assert run(good, worse, "--fail-on-regression").exit_code == 1
    assert run(good, slightly, "--fail-on-regression").exit_code == 0
    assert run(good, slightly, "--fail-on-regression", "--alpha", "0.07").exit_code == 1
    assert run(good, worse, "--fail-on-regression", "--alpha", "0.01").exit_code == 0
    assert run(worse, good, "--fail-on-regression").exit_code == 0


def test_the_chosen_metric_decides(score: Score) -> None:
    strict, loose = score("strict", [GOOD] * 20), score("loose", [LOOSE] * 20)
    assert run(strict, loose, "--fail-on-regression").exit_code == 1
    assert run(strict, loose, "--fail-on-regression", "--metric", "prompt_level_loose_acc").exit_code == 0
    assert run(loose, strict, "--metric", "inst_level_strict_acc").stdout.count("B is better") == 1


def test_a_loose_verdict_names_its_variant(score: Score) -> None:
    before, after = score("before", [CAPITAL]), score("after", [LOOSE])
    found = json.loads(run(before, after, "--json", "--metric", "inst_level_loose_acc").stdout)
    change = found["flips"][0]["changes"][0]
    assert (change["what"], change["a"], change["b"]) == (LOWERCASE, False, True)
    assert (
        change["b_why"] == "upper-case letter 'H'; expected only lower case; followed without the first line"
    )


def test_the_gates_reason_is_told(score: Score) -> None:
    before = score("before", [GOOD] * 8, "ifeval_langcheck")
    after = score("after", ["мы гуляли вдоль реки"] * 8, "ifeval_langcheck")
    result = run(before, after, "--flips", "1")
    assert "refused by the gate: 0 in A, 8 in B" in result.stdout
    assert "B refused: non_english_word, 'мы' at character 0" in result.stdout
    assert "B not followed: refused by the gate" in result.stdout
    found = json.loads(run(before, after, "--json").stdout)
    assert (found["refused_a"], found["refused_b"]) == (0, 8)


def test_tables_fit_80_columns(score: Score) -> None:
    result = run(score("a", [GOOD, COMMA] * 10), score("b", [COMMA, LOOSE] * 10), "--flips", "3")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "Lost in B: 10 prompts, the first 3 (more: --flips N, --json)" in result.stdout
    assert "20 prompts" in result.stdout
    assert "B not followed: comma ',' at character 25; expected none" in result.stdout


def test_nothing_changed(score: Score) -> None:
    folder = score("a", [GOOD, COMMA])
    result = run(folder, folder)
    assert "prompt_level_strict_acc: no significant difference" in result.stdout
    assert "No verdict of the 2 instruction types changed." in result.stdout
    assert "Lost" not in result.stdout


def test_prompts_of_one_side_only(score: Score) -> None:
    long, short = score("long", [GOOD] * 6), score("short", [COMMA] * 4)
    error = raised(long, short)
    assert "2 prompts only in" in str(error)
    assert "4, 5" in str(error)
    assert "--allow-missing compares the 4 both have" in str(error)
    result = run(long, short, "--allow-missing", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["n_prompts"], found["only_a"], found["only_b"]) == (4, [4, 5], [])
    alone, data = found["notices"]
    assert alone == f"2 prompts only in {long}: 4, 5; left out"
    assert data.startswith("the runs were NOT scored on the same data (data:")
    assert "note: 2 prompts only in" in result.stderr


def test_different_tasks_and_data_are_errors(score: Score) -> None:
    plain, gated = score("plain", [GOOD] * 3), score("gated", [GOOD] * 3, "ifeval_langcheck")
    assert "different tasks, ifeval and ifeval_langcheck" in str(raised(plain, gated))
    assert run(plain, gated, "--task", "ifeval").exit_code == 0
    other = score("other", [GOOD] * 3)
    samples = (other / "samples.jsonl").read_text(encoding="utf-8").replace("Tell number 1.", "Tell no. 1.")
    (other / "samples.jsonl").write_text(samples, encoding="utf-8")
    assert "made from different data: 1 keys" in str(raised(plain, other))


def test_another_signature_is_said_aloud(score: Score) -> None:
    one, other = score("one", [GOOD] * 3), score("other", [GOOD] * 3)
    results = (other / "results.json").read_text(encoding="utf-8")
    (other / "results.json").write_text(results.replace("|v4|", "|v3|"), encoding="utf-8")
    result = run(one, other)
    assert result.exit_code == 0
    assert "NOT scored in the same way" in result.stderr
    assert "A has v4; B has v3" in result.stderr
    assert "NOT scored" not in run(one, other, "--task", "ifeval").stderr


def test_saved_answers_with_a_task(score: Score, tmp_path: Path) -> None:
    folders = score("a", [GOOD, COMMA, GOOD]), score("b", [COMMA, GOOD, GOOD])
    files = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    stored = json.loads(run(*folders, "--json").stdout)
    scored = json.loads(
        run(*files, "--json", "--task", "ifeval", "--data", tmp_path / "a_prompts.jsonl").stdout
    )
    differing = {name for name in stored if stored[name] != scored[name]}
    assert differing == {"a", "b"}


def test_missing_answers_are_errors_or_counted(score: Score, tmp_path: Path) -> None:
    score("a", [GOOD] * 3)
    write(tmp_path / "part.jsonl", [{"key": 0, "response": GOOD}])
    arguments = [tmp_path / "a.jsonl", tmp_path / "part.jsonl", "--task", "ifeval"]
    arguments += ["--data", tmp_path / "a_prompts.jsonl"]
    assert "no answer for key 1" in str(raised(*arguments))
    result = run(*arguments, "--allow-missing", "--json")
    assert json.loads(result.stdout)["differences"][0]["lost"] == 2
    assert "has no answer for 2 prompts (1, 2), counted as empty" in result.stderr


def test_unusable_input(score: Score, tmp_path: Path) -> None:
    folder = score("a", [GOOD] * 3)
    assert str(raised(folder, tmp_path / "nowhere")) == f"{tmp_path / 'nowhere'}: no such folder"
    assert "needs --task NAME" in str(raised(folder, tmp_path / "a.jsonl"))
    assert "--data goes with --task" in str(raised(folder, folder, "--data", "sample"))
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no results.json and no samples.jsonl" in str(raised(folder, empty))
    error = raised(folder, folder, "--metric", "prompt_level_strict")
    assert isinstance(error, UnknownNameError)
    assert "Did you mean 'prompt_level_strict_acc'?" in str(error)
    assert run(folder, folder, "--alpha", "1").exit_code == 2
    assert run(folder, folder, "--alpha", "nan").exit_code == 2
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    with (broken / "samples.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"key": 9}\n')
    assert "samples.jsonl, line 4: no 'prompt'" in str(raised(folder, broken))
    (broken / "results.json").write_text("[]", encoding="utf-8")
    both = str(raised(folder, broken))
    assert "2 problems" in both, "all problems of both files at once"
    assert "results.json: expected an object, found a list" in both
    assert "samples.jsonl, line 4: no 'prompt'" in both


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"strict": []}, "'strict' holds 0 values, expected 1, one per instruction"),
        ({"strict": "x"}, "'strict' is text, expected a list"),
        ({"loose": ["yes"]}, "'loose[0]' is text, expected true or false"),
        ({"why": None, "prompt": None}, "'prompt' is null, expected text"),
        ({"instruction_id_list": 5}, "'instruction_id_list' is a whole number, expected a list"),
        ({"gate": {"passed": False}}, "a refusal without 'reason' or 'detail'"),
    ],
)
def test_a_stored_sample_of_another_form_is_named(changed: dict[str, Any], said: str, score: Score) -> None:
    folder = score("a", [GOOD] * 3)
    samples = folder / "samples.jsonl"
    first, second, third = samples.read_text(encoding="utf-8").splitlines()
    write(samples, [json.loads(first), json.loads(second) | changed, json.loads(third)])
    assert f"samples.jsonl, line 2: {said}" in str(raised(folder, folder))


def test_a_key_twice_among_stored_samples(score: Score) -> None:
    folder = score("a", [GOOD] * 3)
    samples = folder / "samples.jsonl"
    lines = samples.read_text(encoding="utf-8").splitlines()
    write(samples, [json.loads(line) for line in [*lines, lines[0]]])
    assert "line 4: key 0 for the second time" in str(raised(folder, folder))


def test_a_narrow_terminal_loses_no_number(score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    folder = score("a", [GOOD] * 3)
    said = run(folder, folder).stdout
    assert "prompt_level_stric 1.000 1.000 +0.000" in said
    assert "…" not in said


def test_exit_code_of_an_error_is_2(score: Score) -> None:
    from lm_eval_tasks.cli import main

    folder = score("a", [GOOD] * 3)
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(folder), str(folder / "nowhere")])
    assert ended.value.code == 2
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(folder), str(folder), "--fail-on-regression"])
    assert ended.value.code == 0


@pytest.mark.parametrize(
    "task", [name for name in SUITES if (SAMPLES / f"{SUITES[name].sample}.jsonl").exists()]
)
def test_a_stored_run_is_the_run(task: str, tmp_path: Path) -> None:
    """Of every task: each metric of the stored verdicts is the one in results.json, and the tables fit."""
    suite = get_suite(task)
    rows, items = suite.load("sample")
    answers = []
    for position, item in enumerate(items):
        row = rows.rows[position] if len(rows.rows) == len(items) else {}
        call = {"name": row.get("function"), "arguments": {str(row.get("parameter")): COMMA}}
        texts = [
            LOOSE,
            json.dumps(call),
            f"{CAPITAL}\nпривет",
            "",
            f"Sure!\n*{GOOD}*\nBye, bye!",
            "كتب الولد رسالة",
        ]
        answers.append({"key": item.key, "response": texts[position % len(texts)]})
    file = write(tmp_path / "answers.jsonl", answers)
    folder = tmp_path / "scores"
    arguments = [str(file), "--task", task, "--data", "sample", "--output", str(folder)]
    assert CliRunner().invoke(score_command, arguments).exit_code == 0
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    stored = read_run(folder)
    comparison = compare(stored, stored, suite.metrics, suite.metrics[0])
    assert {one.metric: one.a for one in comparison.differences} == {
        name: metric["value"] or 0.0 for name, metric in results["metrics"].items()
    }
    assert any(one.a > 0 for one in comparison.differences)
    assert stored.signature == results["signature"]
    again = json.loads(run(folder, folder, "--task", task, "--json").stdout)
    assert {one["metric"]: one["a"] for one in again["differences"]} == {
        one.metric: one.a for one in comparison.differences
    }
    assert again["signature_a"] == again["signature_b"] == results["signature"]
    shown = run(folder, folder).stdout
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_no_prompt_in_common(score: Score) -> None:
    folder = score("a", [GOOD] * 2)
    other = read_run(folder)
    samples = [msgspec.structs.replace(sample, key=f"{sample.key} moved") for sample in other.samples]
    moved = msgspec.structs.replace(other, samples=tuple(samples))
    with pytest.raises(ResponseError, match="no prompt in common"):
        compare(other, moved, get_suite("ifeval").metrics, get_suite("ifeval").metrics[0])


def test_texts_no_terminal_can_print(tmp_path: Path) -> None:
    rows = [{"key": "ق", "prompt": "اكتب \ud800 [bold]x[/bold]", "instruction_id_list": [WORDS],
             "kwargs": [{"num_words": 3, "relation": "at least"}]}]  # fmt: skip
    data = write(tmp_path / "prompts.jsonl", rows)
    files = [write(tmp_path / f"{name}.jsonl", [{"key": "ق", "response": text}])
             for name, text in (("a", "one two three"), ("b", "\ud800"))]  # fmt: skip
    result = run(*files, "--task", "ifeval", "--data", data)
    assert result.exit_code == 0, result.exception
    assert "[bold]x[/bold]" in result.stdout
    assert run(*files, "--task", "ifeval", "--data", data, "--json").exit_code == 0


@pytest.mark.parametrize("metric", ["prompt_level_strict_acc", "inst_level_loose_acc"])
def test_real_answers(reference: Path, metric: str) -> None:
    """Every number of two public answer sets, counted a second time from the reference verdicts."""
    folder = reference / "ifeval"
    names = ["gpt4_20231107_145030.jsonl", "Qwen__Qwen2.5-14B-Instruct-GPTQ-Int4.jsonl"]
    files = [folder / "responses" / name for name in names]
    arguments = ["--task", "ifeval", "--data", folder / "prompts.jsonl", "--allow-missing", "--json"]
    found = json.loads(run(*files, *arguments, "--metric", metric).stdout)
    kind = "loose" if "loose" in metric else "strict"
    verdicts = [
        {
            row["key"]: row[kind]
            for row in map(json.loads, (folder / "verdicts" / name).read_text().splitlines())
        }
        for name in names
    ]
    keys = [key for key in verdicts[0] if None not in verdicts[0][key] + verdicts[1][key]]
    flips = {flip["key"] for flip in found["flips"]} & set(keys)
    one = next(one for one in found["differences"] if one["metric"] == metric)
    if one["level"] == "prompt":
        pairs = [(all(verdicts[0][key]), all(verdicts[1][key])) for key in keys]
        assert flips == {key for key, (a, b) in zip(keys, pairs, strict=True) if a != b}
        expected = stats.binomtest(one["lost"], one["lost"] + one["gained"], 0.5).pvalue
        assert one["p"] == pytest.approx(expected)
    else:
        assert flips == {key for key in keys if verdicts[0][key] != verdicts[1][key]}
    assert len(flips) > 50


def test_help_keeps_its_example_lines() -> None:
    from lm_eval_tasks.cli import COMMANDS, cli

    assert "\n  lm-eval-tasks compare run1 run2\n" in CliRunner().invoke(cli, ["compare", "--help"]).stdout
    for name in COMMANDS:
        assert "\\b" not in CliRunner().invoke(cli, [name, "--help"]).stdout, name
