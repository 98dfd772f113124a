"""Hypothesis strategies for responses and for rows of prompts."""

from __future__ import annotations

import json
from typing import Any

from adversarial import ARABIC, PROSE, UNITS
from hypothesis import strategies as st

CHARACTERS = st.one_of(
    st.characters(min_codepoint=32, max_codepoint=126),
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from(
        "\n\r\t\x00\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2028\u2029\u3000\ufeff\u200b\u200d\u200e\u200f"
    ),
    st.sampled_from("\u202a\u202b\u202e\u202c\u2066\u2067\u2069\u0301\u0327\u064e\u0651\u0670\u0640\u09cd"),
    st.sampled_from("\ud800\udfff\udc80"),
    st.sampled_from("İıßẞſKÅﬁǅⅣⒶ𝐀é´'’‘“”«»،؛؟٪۔।。！？…—–٠٩۳😀❤️👩🏽🇩🇪"),
)
WORDS = st.sampled_from(
    "the and harbour lantern owl salt e.g. Mr. U.S.A. NASA I don't CAN'T 'tis well-known snake_case "
    "café naïve 3.14 1,000 -7 Section 1 My answer is maybe. P.S. P.P.S "
    "هل نعم مرحبا مَرْحَبًا الـAPI नमस्ते 日本語 Привет ไทย".split()
)
MARKS = st.sampled_from(
    (
        ". ¶? ¶! ¶, ¶: ¶; ¶...¶. . . ¶?!¶\n¶\n\n¶\r\n¶* ¶- ¶\n* ¶\n- ¶\n1. ¶# ¶\n## ¶**¶*¶***¶******¶_¶`"
        "¶```¶```json\n¶\n```¶<<¶>>¶[¶]¶[name]¶[x](y)¶|¶| a | b |\n|---|---|\n¶> ¶<b>¶</b>¶$x^2$¶---\n¶~~¶(¶)"
        "¶\"¶'¶“¶”¶«¶»¶؟¶،¶<think>¶</think>¶<think_fast>¶</think_faster>¶https://a.b/c"
    ).split("¶")
)
RUNS = st.builds(lambda unit, times: unit * times, st.sampled_from(list(UNITS.values())), st.integers(1, 200))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(CHARACTERS, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(CHARACTERS, max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
).map(json.dumps)
SENTENCES = st.sampled_from(
    [*PROSE.replace("\n", "").split("! "), ARABIC, "I am fine. ", "He said “Go.” She went. "]
)
PIECES = st.one_of(
    WORDS.map(lambda word: f"{word} "), MARKS, SENTENCES, RUNS, JSON, st.text(CHARACTERS, max_size=6)
)
"""What a response is put together from."""

TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(st.one_of(WORDS, SENTENCES), max_size=30).map(" ".join),
    st.builds(
        lambda unit, times: unit * times, st.lists(PIECES, max_size=4).map("".join), st.integers(1, 12)
    ),
    JSON,
    st.text(CHARACTERS, max_size=40),
)
"""Any response a model might give, and many it would not."""

RESPONSES = st.one_of(
    TEXTS, TEXTS, TEXTS, st.none(), st.integers(), st.binary(max_size=4), st.lists(TEXTS, max_size=2)
)
"""Responses, also those that are no text."""

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats()
    | st.sampled_from(
        ["", " ", "at least", "less than", "en", "__import__('os').abort()", "(a+)+b", "[", "\ud800"]
    )
    | st.text(CHARACTERS, max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
"""What a data file may hold where something else was expected."""
