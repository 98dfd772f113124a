"""Errors arrive whole from worker processes."""

from __future__ import annotations

import copy
import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lm_eval_tasks import errors, get_suite
from lm_eval_tasks.errors import DataError, LmEvalTasksError, UnknownNameError

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, LmEvalTasksError) and kind is not UnknownNameError
]


@given(st.sampled_from(KINDS), st.lists(st.text(), min_size=1, max_size=30), st.text())
def test_every_error_survives_pickling(kind: type[LmEvalTasksError], texts: list[str], source: str) -> None:
    error = kind(texts, source) if issubclass(kind, DataError) else kind(texts[0])
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))


@given(st.text(), st.text(), st.lists(st.text(), max_size=20), st.text())
def test_an_unknown_name_survives_pickling(kind: str, name: str, known: list[str], where: str) -> None:
    error = UnknownNameError(kind, name, known, where)
    other = pickle.loads(pickle.dumps(error))
    assert (type(other), str(other), other.name) == (UnknownNameError, str(error), name)


def load(name: str) -> int:
    return len(get_suite(name).load("sample")[1])


def test_a_typo_in_a_worker_is_reported_whole() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(UnknownNameError) as seen,
    ):
        pool.submit(load, "ifevall").result(timeout=120)
    assert str(seen.value) == "unknown task 'ifevall'. Did you mean 'ifeval'?"
