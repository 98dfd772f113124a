"""IFTrain's 54 types and Tülu 3's 25 functions decide what the reference decides."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.catalogues.iftrain_catalogue import IFTRAIN, IFTRAIN_NVIDIA, NEW
from lm_eval_tasks.instructions.catalogues.tulu3_catalogue import TULU3
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Text

SUITE = get_suite("iftrain")
DECIDED = {
    # The reference raises for floats and for a sentence before the first one.
    "new:copy_span_idx/h14": [True],
    "keywords:keyword_specific_position/h15": [False],
    "keywords:keyword_specific_position/h16": [True],
}
"""Records for which the reference raises and the official edition has a verdict."""


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_the_numbers_of_types() -> None:
    assert len(IFTRAIN.checks) == 54
    assert len(NEW) == 29
    assert len(TULU3.checks) == 25
    assert set(get_suite("iftrain_corrected").catalogue.checks) == set(IFTRAIN.checks)


def test_verdicts_are_the_references(reference: Path) -> None:
    outcomes: Counter[str] = Counter()
    for record in lines(reference / "training" / "iftrain.jsonl"):
        decided = all(isinstance(verdict, bool) for verdict in record["strict"])
        if not decided and record["key"] not in DECIDED:
            with pytest.raises(DataError):
                SUITE.item(record)
            outcomes["refused"] += 1
            continue
        score = SUITE.score(record, record["response"])
        assert list(score.strict) == (record["strict"] if decided else DECIDED[record["key"]]), record["key"]
        if decided:
            assert list(score.loose or ()) == record["loose8"], record["key"]
        outcomes["same" if decided else "decided"] += 1
    assert outcomes["same"] > 800
    assert outcomes["refused"] > 80


def test_nvidias_copy_decides_its_own_way(reference: Path) -> None:
    compared = 0
    for record in lines(reference / "training" / "iftrain.jsonl"):
        verdicts = record.get("nvidia")
        if verdicts is None or not all(isinstance(verdict, bool) for verdict in verdicts):
            continue
        item = parse_item(record, IFTRAIN_NVIDIA, "official")
        found = [one.judge(Text(record["response"]), one.parameters).followed for one in item.instructions]
        assert found == verdicts
        compared += 1
    assert compared >= 1


def test_functions_are_the_references(reference: Path) -> None:
    compared = 0
    for record in lines(reference / "training" / "tulu3_functions.jsonl"):
        if not isinstance(record["followed"], bool):
            continue
        row = {
            "key": record["key"],
            "prompt": "",
            "instruction_id_list": [record["func_name"]],
            "kwargs": [record["kwargs"]],
        }
        (instruction,) = parse_item(row, TULU3, "official").instructions
        assert (
            instruction.judge(Text(record["response"]), instruction.parameters).followed == record["followed"]
        )
        compared += 1
    assert compared > 400


@pytest.mark.parametrize(
    ("name", "kwargs", "message"),
    [
        ("count:lowercase_counting", {"N": 0}, "'N' is 0, for which the reference draws"),
        ("new:copy_span_idx", {"prompt_to_repeat": "a", "n_start": 0, "n_end": 1}, "'n_start' is 0"),
        ("keywords:word_once", {"keyword": "(so"}, "'(so' is not a valid regular expression"),
        ("keywords:exclude_word_harder", {"instruction": "Explain tides"}, "'keyword' is missing"),
        ("language:response_language", {"language": "zh"}, "'zh', which the reference does not know"),
        ("letters:letter_counting2", {"letter": "é", "let_frequency": 1, "let_relation": "at least"}, "a-z"),
        ("letters:letter_counting", {"N": 1, "relation": ""}, "relation"),
        ("punctuation:punctuation_dot", {"N": 1}, "unknown parameter 'N'"),
    ],
)
def test_what_the_reference_draws_or_raises_for_is_a_data_error(
    name: str, kwargs: dict[str, Any], message: str
) -> None:
    row = {"key": 1, "prompt": "", "instruction_id_list": [name], "kwargs": [kwargs]}
    with pytest.raises(DataError) as raised:
        SUITE.item(row)
    assert message in str(raised.value)


def test_the_corrected_edition_takes_zero_as_it_is() -> None:
    corrected = get_suite("iftrain_corrected")
    row = {
        "key": 1,
        "prompt": "",
        "instruction_id_list": ["new:copy_span_idx", "count:lowercase_counting"],
        "kwargs": [{"prompt_to_repeat": "Seven swans", "n_start": 0, "n_end": 4}, {"N": 0}],
    }
    assert corrected.score(row, "SEVEN").strict == (True, True)
    assert corrected.score(row, "seven").strict == (True, False)


def test_a_long_answer_of_first_words_is_quick() -> None:
    row = {
        "key": 1,
        "prompt": "",
        "instruction_id_list": ["copy:repeat_phrase"],
        "kwargs": [{"phrase": "Time flies when", "small_n": 2}],
    }
    assert SUITE.score(row, "Time \n" * 200_000 + " when").strict == (False,)
    assert SUITE.score(row, "Time " * 200_000).strict == (False,)
