"""Corrected editions of the wider family, and the published row that is spoiled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.sources import rows_from
from lm_eval_tasks.text.values import Asked
from lm_eval_tasks.text.variants import variants_set_apart


@pytest.mark.parametrize("base", ["ifbench", "m_ifeval_es", "m_ifeval_fr", "m_ifeval_ja", "multi_if"])
def test_the_twins_differ_by_edition_only(base: str) -> None:
    official, corrected = get_suite(base), get_suite(f"{base}_corrected")
    assert (official.edition, corrected.edition) == ("official", "corrected")
    assert official.hub == corrected.hub
    assert list(official.catalogue.checks) == list(corrected.catalogue.checks)


def _turns(key: int, **given: object) -> dict[str, object]:
    return {
        "key": key,
        "prompt": "Write two paragraphs about tea.",
        "instruction_id_list": ["length_constraints:nth_paragraph_first_word"],
        "kwargs": [{"num_paragraphs": 2, "first_word": "tea", **given}],
        "messages": [{"role": "user", "content": "Write two paragraphs about tea."}],
    }


def test_the_spoiled_row_is_left_out_by_name() -> None:
    suite = get_suite("ifbench_multiturn")
    found = suite.rows(rows_from([_turns(894000), _turns(1, nth_paragraph=1)], "a file"))
    assert [row["key"] for row in found.rows] == [1]
    assert found.skipped == ("key 894000: spoiled as published, it asks for the None-th paragraph",)


def test_a_row_of_that_key_that_is_whole_stays() -> None:
    suite = get_suite("ifbench_multiturn")
    found = suite.rows(rows_from([_turns(894000, nth_paragraph=2)], "a file"))
    assert [row["key"] for row in found.rows] == [894000]
    assert found.skipped == ()


def test_every_defect_is_that_of_a_prompt_of_the_data(reference: Path) -> None:
    from lm_eval_tasks.data.defects import IFEVAL, found_in, repaired

    lines = (reference / "ifeval" / "prompts.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert set(found_in(rows, IFEVAL)) == set(IFEVAL)
    by_key = {row["key"]: row for row in rows}
    assert repaired(by_key[1964], IFEVAL)["kwargs"][1] == {"relation": "around", "num_words": 100}
    assert repaired(by_key[2807], IFEVAL)["instruction_id_list"][-1] == "change_case:english_lowercase"
    other = {**by_key[2807], "prompt": "Write an ad for tea."}
    assert repaired(other, IFEVAL) is other


def test_what_was_asked_for_is_never_dropped() -> None:
    text = "Tea is hot.\n\nP.S. I hope this helps!"
    assert "Tea is hot." not in [one for _, one in variants_set_apart(text, Asked(prescribed=("P.S.",)))]
    assert "Tea is hot." in [one for _, one in variants_set_apart("Tea is hot.\n\nI hope this helps!")]
    request = "Here is the song I want:\n\nla la la"
    asked = Asked(repeated="Here is the song I want: la la la")
    assert "la la la" not in [one for _, one in variants_set_apart(request, asked)]
