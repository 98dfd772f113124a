"""``copy:copying_simple``: the request and nothing else.

Asks      to copy the request without an answer.
Decides   by comparing the response with ``prompt_to_repeat``, ignoring case and outer whitespace.
Quirks    Quotation marks around it fail, and so does whitespace inside that differs. ``copy:copy`` is
          the same instruction under another id.
Source    allenai, open-instruct, IFEvalG.
Example   {"prompt_to_repeat": "List three birds."}
followed      "list three BIRDS."
not followed  "List three birds. Emu, kiwi, ostrich."
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check


class Copy(Parameters, frozen=True):
    """The request."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]


def official(text: Text, want: Copy) -> Verdict:
    """Compare the whole texts."""
    own = text.string.strip()
    return Verdict(
        own.lower() == want.prompt_to_repeat.strip().lower(),
        f"the response is {own[:60]!r}",
        f"expected {want.prompt_to_repeat.strip()[:60]!r} and nothing else",
    )


copying_simple: Check = check("copy:copying_simple", Copy, official)
