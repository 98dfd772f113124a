"""Patterns from data: the same matches as Python's ``re``, in linear time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lm_eval_tasks.text.automaton import MOST_TRIES, Automaton, PatternError, problem_of, tries
from lm_eval_tasks.text.budget import STEPS, Budget

TOO_LARGE = "is a regular expression with more than 1,000 states (repetitions written out)"
ATOMS = st.sampled_from(["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", "ab", r"\s", " ", "B"])
REPEATS = st.sampled_from(["*", "+", "?", "{1,3}", "{2}", "*?", "+?", "??", "{0,2}?", "{2,}"])


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, REPEATS).map(lambda two: f"(?:{two[0]}){two[1]}"),
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        inner.map(lambda one: f"({one})"),
    )


PATTERNS = st.recursive(ATOMS, larger, max_leaves=7)


def found(pattern: str, text: str, flags: int = 0) -> list[tuple[int, int]]:
    return list(Automaton(pattern, flags).finditer(text, Budget()))


@given(PATTERNS, st.text("abcB \n", max_size=9), st.sampled_from([0, re.I, re.S, re.M]))
def test_it_finds_what_re_finds(pattern: str, text: str, flags: Any) -> None:
    # A repetition of something that may be empty is the one known difference.
    assume(not re.search(r"\((?:\?:)?[^()]*\)[*+{?]", pattern) or not re.fullmatch(pattern, ""))
    assume(not re.search(r"(?:\\b|\^|\$|[*?}])[)|]+[*+{?]", pattern))
    expected = [match.span() for match in re.compile(pattern, flags).finditer(text)]
    assert found(pattern, text, int(flags)) == expected


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("(a|aa)+$", "b" + "a" * 5000, [(1, 5001)]),
        ("(a+)+b", "a" * 5000, []),
        ("(?i)HARBOU?R", "harbour, harbor", [(0, 7), (9, 15)]),
        ("C++", "CCC C", [(0, 3), (4, 5)]),
        ("a*", "baa", [(0, 0), (1, 3), (3, 3)]),
        ("owl|owls", "owls", [(0, 3)]),
        ("owl(s)?", "owls", [(0, 4)]),
        ("[^a-y]{2,}", "zz top", [(0, 3)]),
        ("é+", "caféé", [(3, 5)]),
    ],
)
def test_what_it_finds(pattern: str, text: str, expected: list[tuple[int, int]]) -> None:
    assert found(pattern, text) == expected


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("harbour", None),
        ("(", None),
        ("(?R)", None),
        ("a{1000}", "is a regular expression with more than 1,000 states (repetitions written out)"),
        (
            "((a{1000}){1000}){1000}",
            "is a regular expression with more than 1,000 states (repetitions written out)",
        ),
    ],
)
def test_patterns_are_measured_before_they_are_built(pattern: str, problem: str | None) -> None:
    assert problem_of(pattern) == problem


def test_only_patterns_with_few_tries_are_left_to_re() -> None:
    assert [tries(one) for one in ("owl", "why?", "ab|cd", "(ab|cd)(ef|gh)?")] == [1, 2, 2, 8]
    assert [tries(one) > MOST_TRIES for one in ("a+", "(?:a?){60}", "(ab|cd){12}")] == [True, True, True]


def test_a_possessive_group_is_refused() -> None:
    with pytest.raises((PatternError, re.error)):
        Automaton("(?:ab)++", 0)


def test_steps_are_linear_in_the_text() -> None:
    def steps(length: int) -> int:
        budget = Budget()
        list(Automaton("(a+)+b", 0).finditer("a" * length, budget))
        return STEPS - budget.left

    assert steps(4000) == pytest.approx(2 * steps(2000), rel=0.01)
