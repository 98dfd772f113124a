r"""``count:lowercase_counting``: words in lower case, at most so many.

Asks      that lower-case words appear at most ``N`` times.
Decides   by counting the runs of the letters a-z that word boundaries enclose.
Corrected No single lower-case word appears more than ``N`` times, which the sentence of the data can mean.
Quirks    ``don't`` is two. Words with a letter beyond a-z, a digit or a capital are not counted.
Source    allenai, open-instruct, IFEvalG.
Example   {"N": 3}
followed      "RED and BLUE"
not followed  "the the the the"
"""

from __future__ import annotations

import re
from collections import Counter

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text import prose
from lm_eval_tasks.text.bare import bare
from lm_eval_tasks.text.relations import counted

_LOWER = re.compile(r"\b[a-z]+\b")


class LowercaseCount(Parameters, frozen=True):
    """How many at most."""

    N: int | float


def official(text: Text, want: LowercaseCount) -> Verdict:
    """Count all lower-case words."""
    count = len(_LOWER.findall(text.string))
    return Verdict(count <= want.N, counted(count, "word") + " in lower case", f"expected at most {want.N:g}")


def corrected(text: Text, want: LowercaseCount) -> Verdict:
    """Count each lower-case word."""
    words = Counter(word for word in map(bare, text.get(prose.words)) if word.islower())
    word, count = max(words.items(), key=lambda one: one[1], default=("", 0))
    return Verdict(
        count <= want.N,
        f"{word!r} found {counted(count, 'time')}" if words else "no word in lower case",
        f"expected at most {want.N:g} of each",
    )


lowercase_counting: Check = check("count:lowercase_counting", LowercaseCount, official, corrected=corrected)
