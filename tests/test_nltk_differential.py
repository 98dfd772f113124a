"""Sentences, words and word tokens are NLTK's, on random texts.

NLTK is no dependency of the package; it is the reference its counts follow.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from punkt.model import load_model
from punkt_tab import write_punkt_tab

from lm_eval_tasks.instructions.model import Span
from lm_eval_tasks.text.sentences import english_sentences
from lm_eval_tasks.text.tokens import word_tokens
from lm_eval_tasks.text.words import word_runs

nltk = pytest.importorskip("nltk", "3.10.4", reason="NLTK 3.10.4 or later is not installed")

MODEL = load_model("english")
MARKS = """. ? ! .. ... … ) ( ] [ } { " ' '' ` `` ‘ ’ “ ” « » ; : , * ** - -- — – _ / @ # $ % & < >""".split()
WORDS = """I A a B2 5 3. 12.5 1,000 -7. U.S.A. Ph.D. DON'T don't 'TIS can't CANNOT gimme wanna lemme gonna
    d'ye more'n IT'S WE'LL o'clock YES NO He The the 日本。 é İ ß नमस्ते ไทย مرحبا 😀 ❤️ a.b""".split()
SPACES = ["\n", "\n\n", " ", "  ", "\t", "\r\n", "\u00a0", "\u2028", "\x0b", "\x85"]
# One character that is a letter, or whitespace, to only one of Python's two pattern engines.
ODD = ["\x1c", "\x1d", "\x1e", "\x1f", "²", "½", "①", "Ⓐ", "\u0301", "\u200d", "\ufe0f", "ा"]

learnt = sorted(
    {*MODEL.abbrev_types, *MODEL.sent_starters, *(word for pair in MODEL.collocations for word in pair)}
)
ended = st.sampled_from(learnt).flatmap(
    lambda word: st.sampled_from([f"{word}.", f"{word.capitalize()}.", word, word.upper()])
)
pieces = st.one_of(
    st.sampled_from(MARKS), st.sampled_from(WORDS), ended, st.sampled_from(SPACES), st.just(" ")
)
texts = st.one_of(
    st.lists(pieces, max_size=40).map("".join),
    st.lists(st.one_of(st.sampled_from(WORDS), ended, st.sampled_from(MARKS)), max_size=25).map(" ".join),
    st.lists(st.sampled_from([*ODD, ". ", ".", "?", " ", "\n", "a", "B", '"']), max_size=15).map("".join),
    st.text(alphabet=".?! \n\"')]*:abAB1-’”“", max_size=40),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=50),
)


@pytest.fixture(scope="module")
def punkt_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """English Punkt data for NLTK, made without a download."""
    folder = write_punkt_tab(tmp_path_factory.mktemp("nltk_data"))
    nltk.data.path.insert(0, str(folder))
    return folder


def compare(ours: Callable[[str], Any], theirs: Callable[[str], Any]) -> None:
    @settings(max_examples=2000, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(texts)
    def equal(text: str) -> None:
        assert ours(text) == theirs(text)

    equal()


@pytest.mark.usefixtures("punkt_data")
def test_sentences() -> None:
    punkt = nltk.tokenize.punkt.PunktTokenizer("english")

    def spans(text: str) -> list[Span]:
        return list(punkt.span_tokenize(text))

    assert spans("Mr. Hall came. He left.") == [(0, 14), (15, 23)]
    compare(english_sentences, spans)


def test_word_runs() -> None:
    compare(word_runs, nltk.tokenize.RegexpTokenizer(r"\w+").tokenize)


@pytest.mark.usefixtures("punkt_data")
def test_word_tokens() -> None:
    assert nltk.word_tokenize("DON'T go.") == ["DO", "N'T", "go", "."]
    compare(word_tokens, nltk.word_tokenize)
