"""The quicker steps of the language detector give what langdetect's own give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory
from langdetect.lang_detect_exception import LangDetectException
from langdetect.utils.ngram import NGram
from strategies import TEXTS

from lm_eval_tasks.text.ngrams import ngrams, quicken


@pytest.fixture(scope="module")
def factory() -> DetectorFactory:
    made = DetectorFactory()
    made.load_profile(PROFILES_DIRECTORY)
    made.seed = 0
    return made


def probabilities(detector: object, text: str) -> object:
    detector.append(text)  # type: ignore[attr-defined]
    try:
        return [(one.lang, one.prob) for one in detector.get_probabilities()]  # type: ignore[attr-defined]
    except LangDetectException:
        return None


WORDS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), max_size=12).map(" ".join)
CAPITALS = st.text("aAbBßÉ .,1İǅ", max_size=30)


@settings(deadline=None, max_examples=400)
@given(st.one_of(TEXTS, WORDS, CAPITALS))
def test_the_same_ngrams(factory: DetectorFactory, text: str) -> None:
    detector = factory.create()
    detector.text = text
    assert ngrams(text, detector.word_lang_prob_map) == detector._extract_ngrams()


@settings(deadline=None, max_examples=60)
@given(st.one_of(TEXTS, WORDS))
def test_the_same_probabilities_to_the_last_bit(factory: DetectorFactory, text: str) -> None:
    quicker = factory.create()
    quicken(quicker)
    assert probabilities(quicker, text) == probabilities(factory.create(), text)


def test_three_letters_at_most() -> None:
    assert NGram.N_GRAM == 3
