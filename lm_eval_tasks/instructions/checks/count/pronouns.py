"""``count:pronouns``: how many pronouns.

Asks      at least ``N`` pronouns.
Decides   by counting the word tokens that are in a list of pronouns, ignoring case; a slash
          separates words.
Quirks    Every occurrence counts. The list contains possessives (``her``), demonstratives, question
          words and indefinites (``some``, ``each``), but not ``noone``.
Source    allenai, IFBench, for the list.
Example   {"N": 3}
followed      "She gave it to me."
not followed  "Ann gave it to me."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.tokens import word_tokens

PRONOUNS = frozenset(
    """
    i me we us you he him she her it they them
    my mine our ours your yours his hers its their theirs
    myself ourselves yourself yourselves himself herself itself themselves
    this that these those
    who whom whose which what whoever whomever whatever whichever
    anybody everybody nobody somebody anyone everyone someone anything everything nothing something
    each either neither both all some any none
    """.split()
)


class Pronouns(Parameters, frozen=True):
    """How many pronouns are expected."""

    N: Annotated[int, Meta(ge=0)]


def pronouns_in(text: str) -> int:
    """The number of tokens that are pronouns."""
    return sum(token in PRONOUNS for token in word_tokens(text.replace("/", " ").lower()))


def official(text: Text, want: Pronouns) -> Verdict:
    """Compare the count with the number expected."""
    count = text.get(pronouns_in)
    return Verdict(count >= want.N, counted(count, "pronoun"), f"expected at least {want.N}")


pronouns: Check = check("count:pronouns", Pronouns, official)
