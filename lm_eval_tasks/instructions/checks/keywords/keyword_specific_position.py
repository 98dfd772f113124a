"""``keywords:keyword_specific_position``: a keyword as a given word of a given sentence.

Asks      that ``keyword`` is word ``m`` of sentence ``n``.
Decides   by the tokens of the Penn Treebank in that sentence of the rule splitter, minding case.
Corrected Sentences and words are those a reader counts. Case does not matter, and marks are not words.
Quirks    Commas are words, ``don't`` is two, and a keyword of two words is never found. A negative
          number counts from the end, off by one. Of several keywords only the first is looked for.
Source    allenai, open-instruct, IFEvalG.
Example   {"keyword": "bridge", "n": 2, "m": 3}
followed      "Come here. The old bridge stands."
not followed  "Come here. The bridge stands."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.rule_sentences import rule_sentences
from lm_eval_tasks.text.tokens import word_tokens

Keyword = Annotated[str, Meta(min_length=1)]


class SpecificPosition(Parameters, frozen=True):
    """The keyword, or a list whose first item it is, its sentence and its place in it, both from one."""

    keyword: Keyword | Annotated[tuple[str, ...], Meta(min_length=1)]
    n: int
    m: int

    @property
    def word(self) -> str:
        """The keyword."""
        return (self.keyword if isinstance(self.keyword, str) else self.keyword[0]).strip()


def official(text: Text, want: SpecificPosition) -> Verdict:
    """Look at the token in that place."""
    expected = f"expected {want.word!r} as word {want.m} of sentence {want.n}"
    sentences = text.get(rule_sentences)
    if not -len(sentences) < want.n <= len(sentences):
        return Verdict(False, counted(len(sentences), "sentence"), expected)
    tokens = word_tokens(sentences[want.n - 1])
    if not -len(tokens) < want.m <= len(tokens):
        return Verdict(False, f"{counted(len(tokens), 'token')} in sentence {want.n}", expected)
    token = tokens[want.m - 1]
    return Verdict(token == want.word, f"{token[:40]!r} in that place", expected)


def corrected(text: Text, want: SpecificPosition) -> Verdict:
    """Look at the words that begin there."""
    expected = f"expected {want.word!r} as word {want.m} of sentence {want.n}"
    sentences = text.get(prose.sentences)
    if not 1 <= want.n <= len(sentences):
        return Verdict(False, counted(len(sentences), "sentence"), expected)
    words = bare_words(sentences[want.n - 1])
    keyword = bare_words(want.word)
    if not 1 <= want.m <= len(words):
        return Verdict(False, f"{counted(len(words), 'word')} in sentence {want.n}", expected)
    found = words[want.m - 1 : want.m - 1 + max(1, len(keyword))]
    return Verdict(found == keyword, f"{' '.join(found)[:40]!r} in that place", expected)


keyword_specific_position: Check = check(
    "keywords:keyword_specific_position", SpecificPosition, official, corrected=corrected
)
