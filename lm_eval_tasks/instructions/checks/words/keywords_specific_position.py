"""``words:keywords_specific_position``: a keyword as a given word of a given sentence.

Asks      that ``keyword`` is word ``m`` of sentence ``n``.
Decides   by the word tokens of that sentence that contain a letter or a digit, ignoring case.
Quirks    Tokens are those of the Penn Treebank: ``it's`` is two, ``well-known`` is one.
Source    allenai, IFBench; sentences are Punkt's.
Example   {"keyword": "owl", "n": 2, "m": 3}
followed      "Night fell. The old owl woke."
not followed  "Night fell. The owl woke."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import sentence_texts
from lm_eval_tasks.text.tokens import word_tokens


class Position(Parameters, frozen=True):
    """The keyword, its sentence ``n`` and its place ``m`` in it, both from one."""

    keyword: Annotated[str, Meta(min_length=1)]
    n: Annotated[int, Meta(ge=1)]
    m: Annotated[int, Meta(ge=1)]


def official(text: Text, want: Position) -> Verdict:
    """Look at the word in that place."""
    expected = f"expected {want.keyword!r} as word {want.m} of sentence {want.n}"
    sentences = text.get(sentence_texts)
    if len(sentences) < want.n:
        return Verdict(False, counted(len(sentences), "sentence"), expected)
    tokens = word_tokens(sentences[want.n - 1])
    words = [token for token in tokens if any(map(str.isalnum, token))]
    if len(words) < want.m:
        return Verdict(False, f"{counted(len(words), 'word')} in sentence {want.n}", expected)
    word = words[want.m - 1]
    return Verdict(word.lower() == want.keyword.lower(), f"{word[:40]!r} in that place", expected)


keywords_specific_position: Check = check("words:keywords_specific_position", Position, official)
