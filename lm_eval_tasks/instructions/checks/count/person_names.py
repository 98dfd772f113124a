"""``count:person_names``: different first names out of a fixed list.

Asks      at least ``N`` different names out of the fifty that the prompt lists.
Decides   by looking for each name as a whole word, case-sensitive.
Quirks    Names outside the list do not count.
Source    allenai, IFBench, for the list.
Example   {"N": 2}
followed      "Olivia wrote to Noah's aunt."
not followed  "Olivia wrote to Oliver. Olivia never got an answer."
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted

NAMES = frozenset(
    """
    Abigail Alexander Amelia Andrew Aria Audrey Ava Benjamin Charlotte Chloe Christopher Claire Daniel
    David Elijah Ella Emma Ethan Gabriel Grace Hannah Harper Isabella Jackson Jacob Jonathan Joseph Layla
    Leo Liam Lily Lucas Mason Matthew Mia Nathan Nicholas Noah Nora Olivia Owen Penelope Ryan Samuel
    Scarlett Sophia Stella Thomas Victoria Zoe
    """.split()
)
_WORD = re.compile(r"\w+")


class PersonNames(Parameters, frozen=True):
    """How many different names are expected."""

    N: Annotated[int, Meta(ge=0)]


def listed_names(text: str) -> list[str]:
    """The names of the list that occur as whole words, sorted."""
    return sorted(NAMES.intersection(_WORD.findall(text)))


def official(text: Text, want: PersonNames) -> Verdict:
    """Compare the number of different names with the number expected."""
    found = text.get(listed_names)
    shown = f": {', '.join(found)}" if found else ""
    return Verdict(
        len(found) >= want.N, f"{counted(len(found), 'listed name')}{shown}", f"expected at least {want.N}"
    )


person_names: Check = check("count:person_names", PersonNames, official)
