"""``tulu3:verify_postscript``: a postscript.

Asks      for a postscript that starts with ``postscript_marker``.
Decides   by the first place of the marker; something must follow it.
Source    allenai, open-instruct, ``if_functions.py``.
Example   {"postscript_marker": "P.S."}
followed      "Iron. P.S. Water."
not followed  "Iron. P.S."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class VerifyPostscript(Parameters, frozen=True):
    """The arguments of the function."""

    postscript_marker: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: VerifyPostscript) -> Verdict:
    """Look after the marker."""
    at = text.string.find(want.postscript_marker)
    if at < 0:
        return Verdict(False, "no marker", f"expected {want.postscript_marker!r}")
    rest = text.string[at:].strip()
    return Verdict(
        len(rest) > len(want.postscript_marker), f"ends with {rest[-40:]!r}", "expected text after the marker"
    )


verify_postscript: Check = check("tulu3:verify_postscript", VerifyPostscript, official)
