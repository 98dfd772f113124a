"""Words without the marks around them, compared without difference of case.

Source    allenai, open-instruct, IFEvalG, for ``last_word_cleaned``.
"""

from __future__ import annotations

import re

import regex

from lm_eval_tasks.text import prose
from lm_eval_tasks.text.normal import folded

_FIRST = regex.compile(r"[\p{L}\p{M}\p{N}]")
_LAST = regex.compile(r"(?r)[\p{L}\p{M}\p{N}]")
_NEITHER = re.compile(r"[^\w\s]")


def bare_words(text: str) -> list[str]:
    """The words a reader counts, folded, without the marks and emphasis around them."""
    return [bare(word) for word in prose.words(folded(text))]


def bare(word: str) -> str:
    """The word from its first letter or digit to its last."""
    first, last = _FIRST.search(word), _LAST.search(word)
    return word[first.start() : last.end()] if first and last else ""


def last_word_cleaned(text: str) -> str:
    r"""What follows the last whitespace, in lower case, every character outside ``\w`` deleted."""
    pieces = text.rsplit(maxsplit=1)
    return _NEITHER.sub("", pieces[-1]).lower() if pieces else ""
