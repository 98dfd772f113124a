"""``keywords:start_end``: the first word is also the last.

Asks      that the response starts and ends with the same word.
Decides   by the first and the last token of the Penn Treebank, in lower case; there must be two.
Corrected The first and the last word count, without the marks around them.
Quirks    A full stop at the end is a token and fails. ``Don't say don't`` fails, because ``n't`` is
          the last token. Two equal marks at the ends pass.
Source    allenai, open-instruct, IFEvalG.
Example   {}
followed      "Home is my home"
not followed  "Home is my house"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.bare import bare_words
from lm_eval_tasks.text.tokens import word_tokens


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare the outer tokens."""
    return compared([token.lower() for token in text.get(word_tokens)])


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare the outer words."""
    return compared(text.get(bare_words))


def compared(words: list[str]) -> Verdict:
    """Whether the first and the last of two or more are equal."""
    if len(words) < 2:
        return Verdict(False, f"only {words}", "expected two words or more")
    return Verdict(
        words[0] == words[-1],
        f"starts with {words[0][:40]!r}, ends with {words[-1][:40]!r}",
        "expected the same word",
    )


start_end: Check = check("keywords:start_end", NoParameters, official, corrected=corrected)
