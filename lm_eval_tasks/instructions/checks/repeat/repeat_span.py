"""``repeat:repeat_span``: a part of the request and nothing else.

Asks      to copy the characters ``n_start`` to ``n_end`` of the request.
Decides   by comparing the response with them, ignoring case and outer whitespace.
Quirks    Characters are counted from zero and the last one is included.
Source    allenai, IFBench.
Example   {"prompt_to_repeat": "Name three birds that swim.", "n_start": 0, "n_end": 9}
followed      "Name three"
not followed  "Name three birds"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class PromptSpan(Parameters, frozen=True):
    """The request, and the first and the last character to copy, from zero."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]
    n_start: Annotated[int, Meta(ge=0)]
    n_end: Annotated[int, Meta(ge=0)]


def official(text: Text, want: PromptSpan) -> Verdict:
    """Compare with the stretch."""
    span = want.prompt_to_repeat[want.n_start : want.n_end + 1].strip()
    own = text.string.strip()
    return Verdict(
        own.lower() == span.lower(),
        f"the response is {own[:60]!r}",
        f"expected {span[:60]!r} and nothing else",
    )


repeat_span: Check = check("repeat:repeat_span", PromptSpan, official)
