"""``lm-eval-tasks score`` as its users meet it: what it prints, writes and returns."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.cells import cell_len
from scored_runs import FIRST, ROWS, SECOND, make_run

from lm_eval_tasks.cli import main

HEAVY = ("lm_eval", "datasets", "torch", "nltk", "numpy", "scipy", "transformers", "pandas", "pyarrow")


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process, 80 columns wide."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        code = ended.value.code
        out, err = capsys.readouterr()
        return Ended(int(code or 0), out, err)

    return run


def write_lines(path: Path, objects: Sequence[object]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Prompts and answers to all of them."""
    answers = [{"key": row["key"], "response": answer} for row, answer in zip(ROWS, FIRST, strict=True)]
    return write_lines(tmp_path / "prompts.jsonl", ROWS), write_lines(tmp_path / "answers.jsonl", answers)


def results_in(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return loaded


def test_table_and_files(run: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    prompts, answers = files
    ended = run(
        "score", answers, "--task", "ifeval_langcheck", "--data", prompts, "--output", tmp_path / "out"
    )
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    assert re.search(r"^ifeval_langcheck  6 prompts, 9 instructions$", ended.out, re.MULTILINE)
    results = results_in(tmp_path / "out")
    for name, one in results["metrics"].items():
        low, high = one["ci95"]
        expected = rf"^{name} +{one['value']:.3f} +{one['passed']}/{one['total']} +{low:.3f}-{high:.3f}$"
        assert re.search(expected, ended.out, re.MULTILINE), name
    assert f"signature  {results['signature']}\n" in ended.out
    assert "The gate english refused 1 of 6 answers" in ended.out
    assert re.search(r"^empty_response +1$", ended.out, re.MULTILINE)
    assert "noted      1 empty\n" in ended.out
    assert "intervals  95 %, Wilson's; " in ended.out
    assert ended.out.index("By group") < ended.out.index("The gate") < ended.out.index("noted")
    assert len((tmp_path / "out" / "samples.jsonl").read_text(encoding="utf-8").splitlines()) == 6


def test_tables_fit_80_columns(run: Any, tmp_path: Path) -> None:
    """All 25 instruction types, with three-digit counts."""
    rows = [json.loads(line) for line in sample_lines()]
    many = [{**row, "key": f"{copy}-{row['key']}"} for copy in range(30) for row in rows]
    prompts = write_lines(tmp_path / "p.jsonl", many)
    answers = write_lines(tmp_path / "a.jsonl", [{"key": row["key"], "response": "Fine."} for row in many])
    ended = run("score", answers, "--task", "ifeval", "--data", prompts)
    _, _, table = ended.out.partition("By group and instruction type\n")
    lines = table.partition("\nnoted")[0].splitlines()
    assert len(lines) == 1 + 9 + 25
    assert {cell_len(line) <= 80 for line in lines} == {True}
    assert [line for line in lines if "number_highlighted_sections" in line]
    assert "…" not in table


def sample_lines() -> list[str]:
    from lm_eval_tasks.data.sources import SAMPLES

    return (SAMPLES / "english.jsonl").read_text(encoding="utf-8").splitlines()


def test_json_is_results_json_and_nothing_else(run: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    prompts, answers = files
    ended = run(
        "score", answers, "--task", "ifeval", "--data", prompts, "--output", tmp_path / "out", "--json"
    )
    assert ended.code == 0
    assert json.loads(ended.out) == results_in(tmp_path / "out")


def test_workers_give_the_same_files(run: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    prompts, answers = files
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        ended = run(
            "score", answers, "--task", "ifeval", "--data", prompts, "--output", folder, "--workers", workers
        )
        assert ended.code == 0
    for name in ("results.json", "samples.jsonl"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_what_does_not_match(run: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    prompts, _ = files
    answers = write_lines(
        tmp_path / "some.jsonl",
        [{"key": 1, "response": "The beacon"}, {"key": 77, "response": "a"}, {"key": 1, "response": "b"}],
    )
    command = ("score", answers, "--task", "ifeval", "--data", prompts)
    refused = run(*command)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"error: {answers} does not fit {prompts} (--allow-missing")
    for said in (
        "6 problems",
        "line 2: no prompt of the data is key 77",
        'no answer for key 2, prompt "Write a letter with two placeholders.\\nKeep it under twenty …"',
    ):
        assert said in refused.err
    allowed = run(*command, "--allow-missing", "--json")
    assert allowed.code == 0
    assert "note: 2 answers per prompt" in allowed.err
    assert "note: 1 answer left out\n  line 2: no prompt" in allowed.err
    assert "note: 5 of 6 prompts without an answer, scored as empty\n  no answer for key 2" in allowed.err
    results = json.loads(allowed.out)
    assert results["counts"]["missing"] == 10
    assert results["metrics"]["prompt_level_strict_acc"]["passed"] == 1
    assert len(results["responses"]["unmatched"]) == 6


def test_twenty_of_many_problems_are_listed(run: Any, tmp_path: Path) -> None:
    rows = [{**ROWS[3], "key": key} for key in range(50)]
    prompts = write_lines(tmp_path / "p.jsonl", rows)
    answers = write_lines(tmp_path / "a.jsonl", [{"key": 0, "response": "a"}])
    refused = run("score", answers, "--task", "ifeval", "--data", prompts)
    assert "49 problems" in refused.err
    assert refused.err.count("no answer for key") == 20
    assert refused.err.rstrip().endswith("and 29 more")
    allowed = run("score", answers, "--task", "ifeval", "--data", prompts, "--allow-missing", "--json")
    assert allowed.err.count("no answer for key") == 20
    assert allowed.err.rstrip().endswith("and 29 more")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--task", "ifevel"), "unknown task 'ifevel'. Did you mean 'ifeval'?"),
        (("--task", "ifeval", "--data", "none.jsonl"), "no file or folder 'none.jsonl'"),
        (("--task", "ifeval", "--filter", "none"), "can only be chosen in lm_eval samples"),
        (
            ("--task", "ifeval_corrected", "--with-corrected"),
            "ifeval_corrected is a corrected edition itself",
        ),
        (("--task", "ifeval_fc", "--with-corrected"), "ifeval_fc has none"),
        ((), "Missing option '--task'"),
        (("--task", "ifeval", "--workers", "0"), "0 is not in the range x>=1"),
    ],
)
def test_unusable_input(run: Any, files: tuple[Path, Path], arguments: tuple[str, ...], said: str) -> None:
    ended = run("score", files[1], *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_bad_files(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"key": 1, "response": "a"}\n{"key": 2, "resp')
    ended = run("score", path, "--task", "ifeval", "--data", "sample")
    assert ended.code == 2
    assert ended.err.startswith(f"error: {path}: line 2: not JSON: ")
    assert run("score", tmp_path / "none.jsonl", "--task", "ifeval").code == 2


def test_scoring_a_run_again(run: Any, tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", "ifeval_langcheck", [*SECOND[:-1], None])
    again = run("score", folder, "--task", "ifeval_langcheck", "--output", tmp_path / "again", "--json")
    assert (again.code, again.err) == (0, "")
    assert (folder / "samples.jsonl").read_bytes() == (tmp_path / "again" / "samples.jsonl").read_bytes()
    old, new = results_in(folder), results_in(tmp_path / "again")
    for name in ("metrics", "by_instruction", "by_group", "gate", "counts", "signature"):
        assert old[name] == new[name], name

    old["signature"] = old["signature"].replace("|v1|", "|v0|")
    (folder / "results.json").write_text(json.dumps(old))
    other = run("score", folder, "--task", "ifeval_langcheck", "--json")
    assert other.err == "note: the earlier score was made otherwise: v0 then, v1 now\n"
    assert json.loads(other.out)["metrics"] == new["metrics"]


def test_scoring_a_run_again_that_excluded_prompts(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its samples hold what counted: the same task gives the same, another one says what lacks."""
    from lm_eval_tasks import get_suite
    from lm_eval_tasks.instructions.suites import base

    excluded, left_out = next(iter(get_suite("ifeval_corrected").excluded.items()))
    monkeypatch.setattr(base, "digest", lambda _: left_out.prompt)  # as if the prompt were that row's
    rows = [ROWS[3], {**ROWS[3], "key": excluded}]
    prompts = write_lines(tmp_path / "p.jsonl", rows)
    texts = ["*a*", "*a* *b* *c*"]
    answers = write_lines(
        tmp_path / "a.jsonl",
        [{"key": row["key"], "response": text} for row, text in zip(rows, texts, strict=True)],
    )
    first = tmp_path / "first"
    shown = run("score", answers, "--task", "ifeval_corrected", "--data", prompts, "--output", first)
    assert "1 prompt excluded" in shown.out
    again = run("score", first, "--task", "ifeval_corrected", "--json")
    assert (again.code, again.err) == (0, "")
    assert json.loads(again.out)["signature"] == results_in(first)["signature"]
    both = run("score", answers, "--task", "ifeval", "--data", prompts, "--with-corrected", "--json")
    part, metrics = json.loads(both.out)["corrected"], json.loads(both.out)["metrics"]
    assert metrics["prompt_level_strict_acc"]["value"] == 0.5
    assert (part["n_prompts"], list(part["excluded"])) == (1, [str(excluded)])
    assert part["official_on_same_prompts"]["prompt_level_strict_acc"] == 0.0
    official = run("score", first, "--task", "ifeval", "--json")
    assert "note: 1 prompt that ifeval counts, but the earlier score did not" in official.err


def test_missing_answers_stay_missing_when_scored_again(
    run: Any, files: tuple[Path, Path], tmp_path: Path
) -> None:
    answers = write_lines(tmp_path / "one.jsonl", [{"key": 1, "response": "beacon"}])
    first = tmp_path / "first"
    command = ("--task", "ifeval", "--json")
    run("score", answers, *command, "--data", files[0], "--allow-missing", "--output", first)
    again = run("score", first, *command)
    assert again.code == 0
    assert json.loads(again.out)["counts"] == results_in(first)["counts"]
    assert json.loads(again.out)["counts"]["missing"] == 5


def test_lm_eval_samples_bring_their_prompts(run: Any, tmp_path: Path) -> None:
    def logged(position: int, response: str, filter_name: str) -> dict[str, Any]:
        doc = {**ROWS[position], "lm_eval_tasks": {"strict": [True]}}
        limit = {"max_gen_toks": 8}
        return {
            "doc_id": position,
            "doc": doc,
            "arguments": {"gen_args_0": {"arg_0": doc["prompt"], "arg_1": limit}},
            "resps": [[response]],
            "filtered_resps": [response],
            "filter": filter_name,
        }

    lines = [logged(1, "Dear [name] the tide comes in and", "none"), logged(0, "The beacon.", "none")]
    lines += [logged(0, "other", "loud"), logged(1, "other", "loud")]
    log = write_lines(tmp_path / "samples_ifeval_2026.jsonl", lines)
    ended = run("score", log, "--task", "ifeval", "--json", "--output", tmp_path / "out")
    assert ended.code == 0
    assert ended.err == "note: answers of filter 'none' are scored; also in the file: 'loud' (--filter)\n"
    results = json.loads(ended.out)
    assert (results["n_prompts"], results["responses"]["kind"]) == (2, "lm_eval")
    assert results["metrics"]["inst_level_strict_acc"]["passed"] == 3
    assert results["counts"]["probably_truncated"] == 1
    samples = (tmp_path / "out" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["key"] for line in samples] == [1, 2]
    again = run("score", tmp_path / "out", "--task", "ifeval", "--json")
    assert json.loads(again.out)["counts"] == results["counts"]
    loud = run("score", log, "--task", "ifeval", "--filter", "loud", "--json")
    assert json.loads(loud.out)["metrics"]["inst_level_strict_acc"]["passed"] == 2


def test_with_corrected(run: Any, tmp_path: Path) -> None:
    """``cat`` within ``concatenate`` is found by the official reading only."""
    rows = [
        {
            "key": key,
            "prompt": f"Mention a cat. ({key})",
            "instruction_id_list": ["keywords:existence", "punctuation:no_comma"],
            "kwargs": [{"keywords": ["cat"]}, {}],
        }
        for key in (1, 2)
    ]
    prompts = write_lines(tmp_path / "p.jsonl", rows)
    texts = ["They concatenate it.", "A cat."]
    answers = write_lines(
        tmp_path / "a.jsonl", [{"key": key, "response": text} for key, text in enumerate(texts, 1)]
    )
    command = ("score", answers, "--task", "ifeval", "--data", prompts, "--with-corrected")
    part = json.loads(run(*command, "--json").out)["corrected"]
    assert part["task"] == "ifeval_corrected"
    assert "edition:corrected" in part["signature"]
    assert part["metrics"]["prompt_level_strict_acc"]["passed"] == 1
    assert part["difference"]["metrics"]["prompt_level_strict_acc"] == pytest.approx(-0.5)
    lost = {"gained": 0, "lost": 1}
    assert part["difference"]["by_instruction"] == {"keywords:existence": {"strict": lost, "loose": lost}}
    assert [(one["key"], one["kind"], one["official"], one["corrected"]) for one in part["flipped"]] == [
        (1, "strict", True, False),
        (1, "loose", True, False),
    ]
    assert part["flipped"][0]["why_corrected"].startswith("keyword 'cat' not found")
    shown = run(*command).out
    assert re.search(r"^prompt_level_strict_acc +1.000 +1.000 +0.500 +-0.500$", shown, re.MULTILINE)
    assert re.search(r"^keywords:existence +\+0 / -1 +\+0 / -1$", shown, re.MULTILINE)
    assert "key 1, keywords:existence: no longer followed (strict, loose)" in shown


# In a process of its own


def own_process(
    *arguments: object, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "lm_eval_tasks", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=os.environ | {"COLUMNS": "80"} | environment,
    )


def test_standard_input(files: tuple[Path, Path]) -> None:
    prompts, answers = files
    command = ("score", "-", "--task", "ifeval", "--data", prompts, "--json")
    ended = own_process(*command, stdin=answers.read_bytes())
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["responses"]["source"] == "standard input"


def test_nothing_heavy_is_imported(files: tuple[Path, Path], tmp_path: Path) -> None:
    prompts, answers = map(str, files)
    arguments = ["score", answers, "--task", "ifeval_langcheck", "--data", prompts, "--output", str(tmp_path)]
    program = f"""
import sys
import lm_eval_tasks
from lm_eval_tasks.cli import main
try:
    main({arguments})
except SystemExit as ended:
    assert not ended.code, ended.code
print("HEAVY", [name for name in {HEAVY!r} if name in sys.modules])
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.stdout.splitlines()[-1] == "HEAVY []", ended.stderr


def test_a_terminal_that_knows_no_unicode(tmp_path: Path) -> None:
    """Nothing fails on a character that standard output or standard error cannot hold."""
    rows = [{**ROWS[3], "key": 1, "prompt": "صف الميناء"}, {**ROWS[3], "key": 2, "prompt": "half \ud83d"}]
    prompts = write_lines(tmp_path / "p.jsonl", [*rows, ROWS[0] | {"key": 3}])
    answers = write_lines(tmp_path / "a.jsonl", [{"key": 3, "response": "beacon"}])
    for encoding in ("ascii", "utf-8"):
        for more in ((), ("--json",)):
            ended = own_process(
                "score", answers, "--task", "ifeval", "--data", prompts, "--allow-missing", *more,
                PYTHONIOENCODING=encoding,
            )  # fmt: skip
            assert ended.returncode == 0, ended.stderr
            assert b"Traceback" not in ended.stderr
            assert b'"half \\ud83d"' in ended.stderr


def test_text_from_right_to_left_is_fenced(tmp_path: Path) -> None:
    prompts = write_lines(tmp_path / "p.jsonl", [{**ROWS[3], "key": 9, "prompt": "صف الميناء"}, ROWS[0]])
    answers = write_lines(tmp_path / "a.jsonl", [{"key": 1, "response": "beacon"}])
    ended = own_process("score", answers, "--task", "ifeval", "--data", prompts, PYTHONIOENCODING="utf-8")
    assert 'key 9, prompt \u2068"صف الميناء"\u2069\n' in ended.stderr.decode()


DYING = """
import os, signal, sys
from lm_eval_tasks.cli import main
from lm_eval_tasks.instructions.suites.base import Suite

score, scored = Suite.score, []

def dying(suite, row, response):
    scored.append(response)
    if len(scored) == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return score(suite, row, response)

Suite.score = dying
main(sys.argv[1:])
"""


def test_killed_while_scoring(files: tuple[Path, Path], tmp_path: Path) -> None:
    """The earlier run stays whole; where there was none, there is none."""
    prompts, answers = map(str, files)
    folder = make_run(tmp_path / "run", "ifeval", SECOND)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for output in (folder, tmp_path / "new"):
        arguments = ["score", answers, "--task", "ifeval", "--data", prompts, "--output", str(output)]
        ended = subprocess.run([sys.executable, "-c", DYING, *arguments], capture_output=True)
        assert (ended.returncode, ended.stdout) == (-signal.SIGKILL, b"")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert not (tmp_path / "new").exists()


# Reference answers


def test_all_reference_answers(run: Any, reference: Path) -> None:
    """Thirteen models' answers, without a warning; each lacks one prompt, one set holds nulls."""
    prompts = reference / "ifeval" / "prompts.jsonl"
    passed, nulls = {}, {}
    files = sorted((reference / "ifeval" / "responses").glob("*.jsonl"))
    assert len(files) == 13
    for file in files:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ended = run("score", file, "--task", "ifeval", "--data", prompts, "--allow-missing", "--json")
        assert ended.code == 0
        assert ended.err.splitlines()[0] == "note: 1 of 541 prompts without an answer, scored as empty"
        assert len(ended.err.splitlines()) == 2
        results = json.loads(ended.out)
        assert (results["n_prompts"], results["n_instructions"]) == (541, 834)
        assert results["counts"]["missing"] == 1
        assert results["counts"]["crashed"] == 0
        nulls[file.stem] = results["counts"]["null"]
        passed[file.stem] = results["metrics"]["inst_level_strict_acc"]["passed"]
    assert {name: count for name, count in nulls.items() if count} == {"o1-preview-2024-09-12": 22}
    assert passed["gpt4_20231107_145030"] == pytest.approx(697, abs=1)
