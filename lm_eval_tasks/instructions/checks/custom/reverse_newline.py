r"""``custom:reverse_newline``: the countries of Africa from Z to A, one per line.

Asks      the countries of Africa in reverse alphabetical order, each on a new line.
Decides   from the first line with ``Zimbabwe`` on: at least 52 lines, outer marks, blanks and accents
          left out, in reverse order.
Quirks    The names are not compared with a list. Text before Zimbabwe is not checked. Numbered
          lines fail because of their numbers.
Source    allenai, IFBench.
Example   {}
followed      "Zimbabwe\nZe\nZd\nZc\nZb\nZa\nYj\nYi\nYh\nYg\nYf\nYe\nYd\nYc\nYb\nYa\nXj\nXi\nXh\nXg\nXf\nXe\nXd\nXc\nXb\nXa\nWj\nWi\nWh\nWg\nWf\nWe\nWd\nWc\nWb\nWa\nVj\nVi\nVh\nVg\nVf\nVe\nVd\nVc\nVb\nVa\nUf\nUe\nUd\nUc\nUb\nUa"
not followed  "Zimbabwe\nZambia\nUganda"
"""  # noqa: E501  # an example is one line

from __future__ import annotations

from itertools import pairwise

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.folding import ascii_folded
from lm_eval_tasks.text.punctuation import trimmed
from lm_eval_tasks.text.relations import counted

FIRST, FEWEST = "Zimbabwe", 52


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare each line with the one before."""
    lines = [line for line in map(trimmed, text.string.split("\n")) if line]
    start = next((index for index, line in enumerate(lines) if FIRST in line), None)
    if start is None:
        return Verdict(False, f"no {FIRST}", f"expected a list that starts with {FIRST}")
    listed = [ascii_folded(line) for line in lines[start:]]
    if len(listed) < FEWEST:
        return Verdict(False, counted(len(listed), "line"), f"expected at least {FEWEST}")
    for one, other in pairwise(listed):
        if one < other:
            return Verdict(False, f"{other[:40]!r} comes after {one[:40]!r}", "expected reverse order")
    return Verdict(True, f"{len(listed)} lines in reverse order")


reverse_newline: Check = check("custom:reverse_newline", NoParameters, official)
