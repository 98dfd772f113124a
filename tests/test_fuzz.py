"""No response and no row makes the package raise, and what must hold of every verdict holds.

A few thousand examples; ``--hypothesis-profile nightly`` makes it more than a hundred thousand.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from every import checks, items
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from strategies import RESPONSES, TEXTS, VALUES

from lm_eval_tasks import SUITES
from lm_eval_tasks.data.rows import COLUMNS
from lm_eval_tasks.data.shapes import ShapeError
from lm_eval_tasks.data.sources import load_rows
from lm_eval_tasks.errors import DataError, ResponseError
from lm_eval_tasks.instructions.model import Item, Text
from lm_eval_tasks.instructions.suites import Suite

FUZZED = settings(deadline=None, suppress_health_check=list(HealthCheck))
TASKS = list(SUITES)
SECONDS, SECONDS_A_CHARACTER = 30, 0.01
"""A bound of processor time no machine misses unless a check hangs: some thousand times the usual."""
CORPUS = json.loads((Path(__file__).parent / "fuzz_corpus.json").read_text(encoding="utf-8"))


def judge_all_variants(suite: Suite, item: Item, response: str) -> None:
    """Every check on every variant, without the net that catches a check that raises."""
    text = suite.prepare(response, item).string
    variants = suite.variants(text) if suite.loose else [("as it is", text)]
    assert len(variants) <= 8
    assert len({string for _, string in variants}) == len(variants)
    for _, string in variants:
        if not string.strip():
            continue
        for instruction in item.instructions:
            verdict = instruction.judge(Text(string), instruction.parameters)
            assert isinstance(verdict.followed, bool)
            assert verdict.found
            for start, end in verdict.spans:
                assert 0 <= start <= end <= len(string), (instruction.id, verdict)


def hold(suite: Suite, item: Item, response: object) -> None:
    """What is true of every score."""
    start = process_time()
    if isinstance(response, str):
        judge_all_variants(suite, item, response)
    else:
        try:
            read = suite.answers_in(response)
        except ShapeError:  # a shape that holds no text is refused, never scored
            with pytest.raises(ResponseError, match="expected"):
                suite.score(item, response)
            return
        if len(read) != 1:  # several answers, or several calls of one
            with suppress(ResponseError):
                assert "crashed" not in suite.score(item, response).notes
            return
    score = suite.score(item, response)
    assert score == suite.score(item, response)
    length = len(response) if isinstance(response, str) else 0
    assert process_time() - start < SECONDS + length * SECONDS_A_CHARACTER, length
    assert "crashed" not in score.notes, score.why
    assert len(score.strict) == len(score.why) == len(score.spans) == len(item.instructions)
    if score.loose is not None:
        # Multi-IF's reference judges whitespace, but leaves it out of the loose variants.
        if not (suite.method.judge_blank and "empty" in score.notes):
            assert all(loose >= strict for strict, loose in zip(score.strict, score.loose, strict=True))
        assert [name is not None for name in score.loose_variant] == list(score.loose)
        assert score.loose_gated is not None
        assert all(gated <= plain for gated, plain in zip(score.loose_gated, score.loose, strict=True))
        assert not score.one_variant or all(score.loose)
    assert all(gated <= plain for gated, plain in zip(score.strict_gated, score.strict, strict=True))
    if score.refusal:
        assert suite.gate
        assert score.refusal.reason in suite.gate.reasons
        assert not any(score.strict_gated)
    if response is None:
        assert {"null", "unreadable_call"}.intersection(score.notes)
        assert not any(score.strict)


@pytest.mark.parametrize("task", TASKS)
def test_every_score(task: str) -> None:
    @FUZZED
    @given(st.sampled_from(items(task)), RESPONSES)
    def check(item: Item, response: object) -> None:
        hold(SUITES[task], item, response)

    check()


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case["why"])
def test_texts_that_were_trouble_once(task: str, case: dict[str, Any]) -> None:
    for item in items(task):
        hold(SUITES[task], item, case["text"] * case.get("times", 1))


@FUZZED
@given(st.data(), TEXTS)
def test_every_check(data: st.DataObject, response: str) -> None:
    name = data.draw(st.sampled_from(list(checks())))
    instruction = checks()[name]
    first = instruction.judge(Text(response), instruction.parameters) if response.strip() else None
    again = instruction.judge(Text(response), instruction.parameters) if response.strip() else None
    assert first == again


def row_of(task: str) -> st.SearchStrategy[dict[str, Any]]:
    """Rows of the sample with something wrong in one place."""
    rows = [dict(row) for row in load_rows(SUITES[task].hub, SUITES[task].sample, "sample").rows]

    def broken(row: dict[str, Any], data: tuple[str, Any, Any]) -> dict[str, Any]:
        where, value, name = data
        row = json.loads(json.dumps(row))
        kwargs = row.get("kwargs")
        if where == "one parameter" and isinstance(kwargs, list) and kwargs and kwargs[0]:
            kwargs[0][sorted(kwargs[0])[0]] = value
        elif where == "another parameter" and isinstance(kwargs, list) and kwargs:
            kwargs[0] = {**(kwargs[0] or {}), str(name): value}
        elif where == "no column":
            row.pop(next(column for column in [*row] if column != "key"))
        else:
            row[where] = value
        return row

    places = st.sampled_from([*COLUMNS, "lang", "one parameter", "another parameter", "no column"])
    return st.builds(broken, st.sampled_from(rows), st.tuples(places, VALUES, st.text(max_size=4)))


@pytest.mark.parametrize("task", TASKS)
def test_every_row(task: str) -> None:
    suite = SUITES[task]

    @FUZZED
    @given(row_of(task), TEXTS)
    def check(row: dict[str, Any], response: str) -> None:
        problems: list[str] = []
        try:
            item = suite.item(row)
        except DataError as error:
            problems = list(error.problems)
        else:
            hold(suite, item, response)
        assert len(problems) <= 1
        assert all(len(problem) > 10 for problem in problems)

    check()


LINES = st.one_of(
    st.just(b""),
    st.binary(max_size=12),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.builds(
        lambda key, kwargs: json.dumps(
            {"key": key, "prompt": "", "instruction_id_list": ["punctuation:no_comma"], "kwargs": kwargs}
        ).encode(),
        VALUES,
        VALUES,
    ),
)


@FUZZED
@given(st.lists(LINES, max_size=5))
@example([b"[" * 20_000])
@example([b'{"key": 1' + b"0" * 5_000 + b"}"])
def test_every_file_of_prompts(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("rows") / "prompts.jsonl"
    path.write_bytes(b"\n".join(lines))
    said = str(path)
    try:
        rows, loaded = SUITES["ifeval"].load(str(path))
    except DataError as error:
        said = str(error)
    else:
        assert len(rows.rows) == len(loaded) > 0
    assert said.startswith(str(path))


def test_nothing_in_a_row_is_evaluated(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    code = f"__import__('pathlib').Path({str(trap)!r}).touch()"
    for column in ("instruction_id_list", "kwargs"):
        row = {
            "key": 1,
            "prompt": "",
            "instruction_id_list": ["punctuation:no_comma"],
            "kwargs": [{}],
            column: code,
        }
        with pytest.raises(DataError, match="no JSON"):
            SUITES["ifeval"].item(row)
    with pytest.raises(DataError, match="no JSON"):
        SUITES["ifeval"].item({**row, "instruction_id_list": ["punctuation:no_comma"], "kwargs": [code]})
    assert not trap.exists()
