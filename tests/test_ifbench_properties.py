"""Where a check reads a text in linear time, it finds what the plain, slow way finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.catalogues.ifbench_catalogue import IFBENCH
from lm_eval_tasks.instructions.checks.count.person_names import NAMES, listed_names
from lm_eval_tasks.instructions.checks.custom.csv_special_character import is_special
from lm_eval_tasks.instructions.checks.format.line_indent import read_lines
from lm_eval_tasks.instructions.checks.sentence.alliteration_increment import alliterating_words
from lm_eval_tasks.instructions.model import Text

_, ITEMS = get_suite("ifbench").load("sample")
INSTRUCTIONS = {one.id: one for item in ITEMS for one in item.instructions}


@given(st.text(alphabet=" a\n\t"))
def test_lines_deleted_while_they_are_read(text: str) -> None:
    lines = text.split("\n")
    for line in lines:
        if not line.strip():
            lines.remove(line)
    assert read_lines(text) == lines


@given(st.text(alphabet='"a&_ 1\n'))
def test_special_characters_between_quotes(field: str) -> None:
    assert is_special(field) == bool(re.match(r'".*[^\d\w\s].*"', field))


@given(st.lists(st.sampled_from([*sorted(NAMES)[:5], "Emmas", "'", "-", "_", " ", "é", "\u0301"])))
def test_names_as_whole_words(parts: list[str]) -> None:
    text = "".join(parts)
    assert listed_names(text) == sorted(name for name in NAMES if re.search(rf"\b{name}\b", text))


@given(st.lists(st.sampled_from(["ax", "Ay", "bx", "by", "cx", "(a", "-"]), max_size=12))
def test_alliterating_words_one_by_one(words: list[str]) -> None:
    letters = [word.lstrip("(-").lower()[0] for word in words if word.lstrip("(-")]
    beside = [
        letter
        for index, letter in enumerate(letters)
        if letter in letters[max(index - 1, 0) : index] + letters[index + 1 : index + 2]
    ]
    assert alliterating_words(" ".join(words)) == len(beside)


@pytest.mark.parametrize("name", IFBENCH.checks)
@given(text=st.text() | st.text(alphabet="aB1 .?!\"'()[]*-,/<i>\n\t\ud800é日😀"))
def test_a_check_decides_on_any_text(name: str, text: str) -> None:
    instruction = INSTRUCTIONS[name]
    verdict = instruction.judge(Text(text), instruction.parameters)
    assert verdict.followed in (True, False)
    assert verdict.why
