"""``function_call:highlighted_sections_count``: how many highlighted passages.

Asks      ``N`` passages between asterisks, exactly, at least or at most.
Decides   by counting passages between double asterisks, removing their texts everywhere, and
          counting passages between single ones; blank ones do not count.
Quirks    A passage may run over several lines, so two ``*`` bullets make one.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"N": 1, "comparison_option": "exactly"}
followed      "a **bold** word"
not followed  "a bold word"
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import Relation, counted, holds

_DOUBLE = re.compile(r"\*\*.*?\*\*", re.DOTALL)
_SINGLE = re.compile(r"\*.*?\*", re.DOTALL)
MOST_DISTINCT = 1000


class HighlightedSectionsCount(Parameters, frozen=True):
    """How many are expected."""

    N: Annotated[int, Meta(ge=0)]
    comparison_option: Relation


def amount(value: str) -> int:
    """Both counts together.

    Taking a double passage out everywhere may join asterisks of its neighbours, as in the
    reference. Among very many different passages only the places found are taken out, so
    that the time stays linear.
    """
    double = _DOUBLE.findall(value)
    distinct = dict.fromkeys(double)
    if len(distinct) > MOST_DISTINCT:
        value = _DOUBLE.sub("", value)
    else:
        for passage in distinct:
            value = value.replace(passage, "")
    single = _SINGLE.findall(value)
    return sum(bool(one[2:-2].strip()) for one in double) + sum(bool(one[1:-1].strip()) for one in single)


def official(text: Text, want: HighlightedSectionsCount) -> Verdict:
    """Compare the number with the one asked for."""
    number = text.get(amount)
    return Verdict(
        holds(number, want.comparison_option, want.N),
        counted(number, "highlight"),
        f"expected {want.comparison_option} {want.N}",
    )


highlighted_sections_count: Check = check(
    "function_call:highlighted_sections_count", HighlightedSectionsCount, official
)
