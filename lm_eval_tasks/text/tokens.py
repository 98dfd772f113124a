"""Word tokens in the manner of the Penn Treebank, as NLTK 3.10.4 makes them.

Source    NLTK's ``word_tokenize``: its rules in our own words, on ``english_sentences``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import regex

from lm_eval_tasks.text.sentences import english_sentences

# One substitution after another; the order matters. The first three and the two marked
# "same" exist only to turn quotes into `` and ''; they decide no count.
_BEFORE: tuple[tuple[Any, str], ...] = tuple(
    (regex.compile(pattern), replacement)
    for pattern, replacement in (
        (r"([«“‘„]|`+)", r" \1 "),
        (r'^"', r"``"),
        (r"(``)", r" \1 "),
        (r"""([ (\[{<])("|'{2})""", r"\1 `` "),
        (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"' "),
        (r"""([^.])(\.)([\])}>"'»”’ ]*)\s*$""", r"\1 \2 \3 "),
        (r"([:,])([^\d])", r" \1 \2"),
        (r"([:,])$", r" \1 "),
        (r"(\.{2,})", r" \1 "),
        (r"([;@#$%&])", r" \1 "),
        (r"([\u2012-\u2015])", r" \1 "),
        (r"""([^.])(\.)([\])}>"']*)\s*$""", r"\1 \2\3 "),
        (r"([?!])", r" \1 "),
        (r"([^'])' ", r"\1 ' "),
        (r"(\*)", r" \1 "),
        (r"([\]\[(){}<>])", r" \1 "),
        (r"(--)", r" \1 "),
    )
)
_AFTER: tuple[tuple[Any, str], ...] = tuple(
    (regex.compile(pattern), replacement)
    for pattern, replacement in (
        (r"([»”’])", r" \1 "),
        (r"('')", r" \1 "),
        (r'"', r" '' "),
        (r"\s+", r" "),
        (r"([^' ])('[sS]|'[mM]|'[dD]|') ", r"\1 \2 "),
        (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
    )
)
_CONTRACTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(can)(not)\b",
        r"\b(d)('ye)\b",
        r"\b(gim)(me)\b",
        r"\b(gon)(na)\b",
        r"\b(got)(ta)\b",
        r"\b(lem)(me)\b",
        r"\b(more)('n)\b",
        r"\b(wan)(na)(?=\s)",
        r" ('t)(is)\b",
        r" ('t)(was)\b",
    )
)
# Every token in capitals has such a place: its last capital letter, which a small letter can
# follow only where one of the rules above divides the two. Any character beyond ASCII may be one,
# but for the scripts from Hebrew to Myanmar, which have none.
_MAY_BE_CAPITAL = re.compile(r"[A-Z](?:(?![a-z])|n't)|[\x80-\u058f\u10a0-\U0010ffff]|'T")
_CLOSING = "])}>\"'»”’ "


def sentence_tokens(sentence: str) -> list[str]:
    """The word tokens of one sentence."""
    for pattern, replacement in _BEFORE:
        sentence = pattern.sub(replacement, sentence)
    sentence = f" {sentence} "
    for pattern, replacement in _AFTER:
        sentence = pattern.sub(replacement, sentence)
    for contraction in _CONTRACTIONS:
        sentence = contraction.sub(r" \1 \2 ", sentence)
    return sentence.split()


_LONGEST_REMEMBERED = 40
_remembered_tokens = lru_cache(maxsize=4096)(sentence_tokens)


def word_tokens(text: str) -> list[str]:
    """The word tokens of ``text``, sentence by sentence."""
    tokens: list[str] = []
    for start, end in english_sentences(text):
        short = end - start <= _LONGEST_REMEMBERED
        tokens += (_remembered_tokens if short else sentence_tokens)(text[start:end])
    return tokens


def capital_tokens(text: str) -> list[str]:
    """Those word tokens of ``text`` that are in capitals (``str.isupper``)."""
    tokens: list[str] = []
    for start, end in english_sentences(text):
        if _MAY_BE_CAPITAL.search(text, start, end):
            tokens += filter(str.isupper, sentence_tokens(_shortened(text[start:end])))
    return tokens


def _shortened(sentence: str) -> str:
    """The sentence with the same tokens in capitals, and fewer others.

    No rule looks beyond a blank, except that a period is recognised as the last by what
    follows it. So of what blanks divide, the end of the sentence is kept, and what may hold
    a capital token; all else becomes ``x``.
    """
    last = sentence.rfind(" ", 0, len(sentence.rstrip(_CLOSING))) + 1
    kept = []
    done = 0
    for match in _MAY_BE_CAPITAL.finditer(sentence, 0, last):
        if match.start() >= done:
            start = sentence.rfind(" ", 0, match.start()) + 1
            done = sentence.find(" ", match.start())
            kept.append(sentence[start:done])
    return " x ".join([*kept, sentence[last:]])
