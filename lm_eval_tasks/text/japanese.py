"""Japanese tokens, sentences and kana, in the senses M-IFEval uses.

Tokens are MeCab's with the IPA dictionary, which the extra ``ja`` brings: one analyser a process,
made when a text or a row first needs it, under a lock because MeCab is not safe in threads.

Source    M-IFEval (arXiv:2502.04688), whose tokens are Janome's with the same dictionary;
          ja_sentence_segmenter 0.3.0 for sentences.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from lm_eval_tasks.errors import MissingDependencyError
from lm_eval_tasks.text.values import Span

TO_KATAKANA = 96
"""From a hiragana's code point to that of the same katakana."""
LONGEST_LINE = 500
"""Longer lines are cut after an end mark, or here: time and memory grow faster than a line."""
LONGEST_REMEMBERED = 20_000
"""The tokens of longer texts are not kept: they would hold memory long after."""

_ENDS = "。！？!?"
_lock = threading.RLock()
_HALF = str.maketrans("！？（）｡｢｣", "!?()。「」")
_MARK = re.compile("[。!?]")
_QUOTED = re.compile("「[^「」]*」")
_BRACKETED = re.compile(r"\([^()]*\)")
_BLANKS = " \u3000"


class Token(NamedTuple):
    """A dictionary word, its part of speech (``名詞`` is a noun) and where it starts."""

    surface: str
    part: str
    start: int


def analyser() -> Callable[[str], Any]:
    """The morphological analyser, loaded once.

    Raises:
        MissingDependencyError: naming the extra.
    """
    with _lock:
        return _loaded()


@cache
def _loaded() -> Callable[[str], Any]:
    try:
        fugashi, ipadic = import_module("fugashi"), import_module("ipadic")
    except ImportError as error:
        raise MissingDependencyError(
            "Japanese words need MeCab and its dictionary, fugashi and ipadic: "
            'pip install "lm-eval-tasks[ja]"'
        ) from error
    made: Callable[[str], Any] = fugashi.GenericTagger(ipadic.MECAB_ARGS)
    return made


def tokens(text: str) -> list[Token]:
    """The tokens of ``text``; whitespace is none, but an ideographic blank is one.

    Raises:
        MissingDependencyError: as :func:`analyser`.
    """
    found = []
    plain = text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
    with _lock:
        analyse = analyser()
        for start, end in _stretches(plain):
            at = start
            for node in analyse(plain[start:end]):
                at = max(at, plain.find(node.surface, at, end))
                found.append(Token(node.surface, node.feature[0], at))
                at += len(node.surface)
    return found


def _stretches(text: str) -> Iterator[Span]:
    """The lines that hold something, long ones in pieces."""
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        while end - start > LONGEST_LINE:
            cut = max(text.rfind(mark, start, start + LONGEST_LINE) for mark in _ENDS) + 1
            cut = cut or start + LONGEST_LINE
            yield start, cut
            start = cut
        if text[start:end].strip():
            yield start, end
        start = end + 1


@lru_cache(maxsize=16)
def _places(text: str) -> dict[str, list[Span]]:
    """Where each token is; a few texts are remembered, because a row may ask for many words."""
    places: dict[str, list[Span]] = {}
    for token in tokens(text):
        places.setdefault(token.surface, []).append(_span(token))
    return places


def token_word(keyword: str, text: str, _budget: object = None) -> Iterator[Span]:
    """Where a token equals the keyword, minding case; a word the dictionary divides is nowhere."""
    if len(text) <= LONGEST_REMEMBERED:
        yield from _places(text).get(keyword, ())
    else:
        yield from (_span(token) for token in tokens(text) if token.surface == keyword)


def _span(token: Token) -> Span:
    return token.start, token.start + len(token.surface)


def sentences(text: str) -> list[str]:
    """What ``。``, ``!`` and ``?`` (of either width) and line ends divide.

    A mark in a pair of ``「」`` or round brackets divides nothing, each of several marks in a row
    does. A line that ends in ``の`` goes on in the next one. Blank lines are none, but a line of
    whitespace is one.
    """
    found: list[str] = []
    parts: list[str] = []
    goes_on = False
    for line in text.strip().translate(_HALF).splitlines():
        if not goes_on:
            found += _pieces("".join(parts))
            parts = []
        parts.append(line.strip(_BLANKS) or line)
        if parts[-1]:
            goes_on = parts[-1].endswith("の") and (goes_on or parts[-1] != "の")
    return found + list(_pieces("".join(parts)))


def _pieces(line: str) -> Iterator[str]:
    """The sentences of one line."""
    if not line:
        return
    protected = [match.span() for pattern in (_QUOTED, _BRACKETED) for match in pattern.finditer(line)]
    protected.sort()
    start, reach, pairs = 0, 0, iter([*protected, (len(line), 0)])
    begin, end = next(pairs)
    for match in _MARK.finditer(line):
        at = match.start()
        while begin < at:
            reach = max(reach, end)
            begin, end = next(pairs)
        if at >= reach:
            yield line[start : at + 1]
            start = at + 1
    if line[start:].strip(_BLANKS) or (line and not start):
        yield line[start:]


def hiragana_and_katakana(letter: str) -> tuple[str, ...]:
    """The hiragana and its katakana; anything else alone."""
    if len(letter) == 1 and "ぁ" <= letter <= "ん":
        return letter, chr(ord(letter) + TO_KATAKANA)
    return (letter,)


def opening(paragraph: str, expected: str) -> str:
    """As many characters of a paragraph as ``expected`` has, after ``「`` and then ``『``."""
    return paragraph.lstrip("「").lstrip("『")[: len(expected)]
