"""``repeat:repeat_change``: the request, its first word changed.

Asks      that the request is repeated with only its first word changed.
Decides   by comparing all words after the first; whitespace between them does not matter.
Quirks    The whole response must differ from the request, but one changed blank is enough.
Source    allenai, IFBench.
Example   {"prompt_to_repeat": "Name three birds that swim."}
followed      "List three birds that swim."
not followed  "Name three birds that swim."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class ChangedPrompt(Parameters, frozen=True):
    """The request."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: ChangedPrompt) -> Verdict:
    """Compare the words after the first."""
    if text.string == want.prompt_to_repeat:
        return Verdict(False, "the request as it is", "expected its first word changed")
    own, theirs = text.string.split()[1:], want.prompt_to_repeat.split()[1:]
    if own == theirs:
        return Verdict(True, "the words after the first are the request's")
    same = 0
    while same < min(len(own), len(theirs)) and own[same] == theirs[same]:
        same += 1
    shown = repr(own[same][:40]) if same < len(own) else "the end"
    expected = repr(theirs[same][:40]) if same < len(theirs) else "the end"
    return Verdict(False, f"word {same + 2} is {shown}", f"expected {expected} there")


repeat_change: Check = check("repeat:repeat_change", ChangedPrompt, official)
