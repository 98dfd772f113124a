r"""``tulu3:verify_bullet_points``: bullet points.

Asks      for exactly ``N`` bullet points.
Decides   by counting lines that start, after whitespace, with ``*`` or ``-``.
Quirks    A bold line and a rule count.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"N": 2}
followed      "* iron\n- water"
not followed  "**Rust**\n* iron\n* water"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted


class VerifyBulletPoints(Parameters, frozen=True):
    """The arguments of the function."""

    N: int | float


def official(text: Text, want: VerifyBulletPoints) -> Verdict:
    """Count the lines."""
    count = sum(line.strip().startswith(("*", "-")) for line in text.string.split("\n"))
    return Verdict(count == want.N, counted(count, "bullet"), f"expected exactly {want.N:g}")


verify_bullet_points: Check = check("tulu3:verify_bullet_points", VerifyBulletPoints, official)
