"""The part of speech of a text's first word, by an averaged perceptron.

The benchmark asks NLTK's tagger. Its weights (``averaged_perceptron_tagger_eng``) are used where
NLTK's data folders hold them. Elsewhere the weights of ``textblob-aptagger`` stand in: the same
algorithm and features, trained by the same author, with a different vote on some words.

Source    Matthew Honnibal, A Good Part-of-Speech Tagger in about 200 Lines of Python (2013); the
          features are those of NLTK 3.10.4.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lm_eval_tasks.errors import MissingDependencyError

CONTEXT = 3
"""How many tokens decide the first one's tag: itself and the two after it."""

_NLTK_NAME = "averaged_perceptron_tagger_eng"
_APTAGGER_FILE = "trontagger-0.1.0.pickle"
_START, _START2, _ENDS = "-START-", "-START2-", ("-END-", "-END2-")


@dataclass(frozen=True)
class Tagger:
    """Weights by feature and tag, the words that have one tag only, and all tags."""

    name: str
    weights: Mapping[str, Mapping[str, float]]
    known: Mapping[str, str]
    tags: frozenset[str]

    def first_tag(self, tokens: tuple[str, ...]) -> str:
        """The Penn Treebank tag of ``tokens[0]``; ties go to the tag last in the alphabet."""
        word = tokens[0]
        if word in self.known:
            return self.known[word]
        scores = dict.fromkeys(self.tags, 0.0)
        for feature in _features(tokens):
            for tag, weight in self.weights.get(feature, {}).items():
                scores[tag] += weight
        return max(self.tags, key=lambda tag: (scores[tag], tag))


def first_tag(tokens: tuple[str, ...]) -> str:
    """The tag of the first of at least one token, e.g. ``VB`` or ``NNP``.

    Raises:
        MissingDependencyError: when no weights are installed.
    """
    return tagger().first_tag(tokens)


@cache
def tagger() -> Tagger:
    """The tagger that is installed, loaded once.

    Raises:
        MissingDependencyError: naming both ways to get one.
    """
    for folder in _nltk_folders():
        path = folder / "taggers" / _NLTK_NAME
        if path.is_dir():
            return _from_nltk(path)
    spec = find_spec("textblob_aptagger")
    for place in (spec.submodule_search_locations or []) if spec else []:
        path = Path(place) / _APTAGGER_FILE
        if path.is_file():
            return _from_aptagger(path)
    raise MissingDependencyError(
        "words:start_verb needs the weights of a part-of-speech tagger: install lm-eval-tasks[ifbench], or "
        f"get NLTK's, which the benchmark uses: python -m nltk.downloader {_NLTK_NAME}"
    )


def _nltk_folders() -> Iterator[Path]:
    """Where NLTK looks for its data, in its order."""
    yield from (Path(path) for path in os.environ.get("NLTK_DATA", "").split(os.pathsep) if path)
    yield Path("~/nltk_data").expanduser()
    yield from (
        Path(sys.prefix, *parts) for parts in (("nltk_data",), ("share", "nltk_data"), ("lib", "nltk_data"))
    )
    yield from (
        Path(path, "nltk_data") for path in ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")
    )


def _from_nltk(path: Path) -> Tagger:
    weights, known, tags = (
        json.loads((path / f"{_NLTK_NAME}.{part}.json").read_text(encoding="utf-8"))
        for part in ("weights", "tagdict", "classes")
    )
    return Tagger(f"nltk:{_NLTK_NAME}", weights, known, frozenset(tags))


class _SetsOnly(pickle.Unpickler):
    """Reads numbers, texts and dictionaries as pickles always do, and sets; refuses all else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("__builtin__", "set"):
            return set
        raise pickle.UnpicklingError(f"{module}.{name} does not belong to a tagger's weights")


def _from_aptagger(path: Path) -> Tagger:
    with path.open("rb") as file:
        weights, known, tags = _SetsOnly(file, encoding="latin-1").load()
    return Tagger("textblob-aptagger:0.2.0", weights, known, frozenset(tags))


def _features(tokens: tuple[str, ...]) -> Iterator[str]:
    """What is known of the first word: its letters, and the words after it."""
    word = tokens[0]
    here, after, second = (*map(_normal, tokens[:CONTEXT]), *_ENDS)[:CONTEXT]
    yield "bias"
    yield f"i suffix {word[-3:]}"
    yield f"i pref1 {word[:1]}"
    yield f"i-1 tag {_START}"
    yield f"i-2 tag {_START2}"
    yield f"i tag+i-2 tag {_START} {_START2}"
    yield f"i word {here}"
    yield f"i-1 tag+i word {_START} {here}"
    # The word before the first is the second of the two start marks.
    yield f"i-1 word {_START2}"
    yield f"i-1 suffix {_START2[-3:]}"
    yield f"i-2 word {_START}"
    yield f"i+1 word {after}"
    yield f"i+1 suffix {after[-3:]}"
    yield f"i+2 word {second}"


def _normal(word: str) -> str:
    """The word in lower case; one mark for all compounds, years and other numbers each."""
    if "-" in word and not word.startswith("-"):
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    if word[:1].isdigit():
        return "!DIGITS"
    return word.lower()
