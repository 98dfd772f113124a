r"""``function_call:postscript``: a postscript.

Asks      a postscript that starts with ``postscript_marker`` (``P.S.`` or ``P.P.S.``).
Decides   by looking for the marker anywhere, ignoring case, one whitespace character allowed between
          its letters.
Quirks    ``P.P.S.`` contains ``P.S.``.
Source    IFEval-FC (arXiv:2509.18420).
Example   {"postscript_marker": "P.S."}
followed      "Bye.\nP.S. Call me."
not followed  "Bye. Call me."
"""

from __future__ import annotations

import re
from typing import Literal

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check

_MARKERS = {"P.S.": re.compile(r"p\.\s?s\."), "P.P.S.": re.compile(r"p\.\s?p\.\s?s")}


class Postscript(Parameters, frozen=True):
    """What is expected."""

    postscript_marker: Literal["P.S.", "P.P.S."]


def official(text: Text, want: Postscript) -> Verdict:
    """Search the lower-cased argument."""
    match = _MARKERS[want.postscript_marker].search(text.string.lower())
    if match:
        return Verdict(True, f"marker {match.group()!r} at character {match.start()}")
    return Verdict(False, "no postscript marker", f"expected {want.postscript_marker!r}")


postscript: Check = check("function_call:postscript", Postscript, official)
