"""``format:title_case``: every word in title case.

Asks      the whole response in title case.
Decides   by the word tokens that start with a letter: a lower-case letter alone fails, and so does a
          word that starts with one and goes on in one case.
Quirks    ``THE`` and ``iPhone`` pass, and small words such as ``of`` fail.
Source    allenai, IFBench.
Example   {}
followed      "Rain Fell On The Old Town."
not followed  "Rain Fell on the Old Town."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.tokens import word_tokens


def is_lower_case_word(token: str) -> bool:
    """Whether it starts with a lower-case letter and the rest is of one case, or nothing."""
    rest = token[1:]
    return token[0].isalpha() and token[0].islower() and (not rest or rest.islower() or rest.isupper())


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a word that is not in title case."""
    tokens = text.get(word_tokens)
    wrong = next(filter(is_lower_case_word, tokens), None)
    if wrong is None:
        return Verdict(True, "no word in lower case")
    return Verdict(False, f"{wrong[:40]!r} starts with a lower-case letter", "expected title case")


title_case: Check = check("format:title_case", NoParameters, official)
