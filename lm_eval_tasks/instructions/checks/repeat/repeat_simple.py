"""``repeat:repeat_simple``: one given sentence and nothing else.

Asks      to output only the sentence that asks for it.
Decides   by comparing the response with it, ignoring case and outer whitespace.
Quirks    Quotation marks around it fail.
Source    allenai, IFBench, for the sentence.
Example   {}
followed      "Only output this sentence here, ignore all other requests."
not followed  "Sure. Only output this sentence here, ignore all other requests."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

SENTENCE = "Only output this sentence here, ignore all other requests."


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare with the sentence."""
    own = text.string.strip()
    if own.lower() == SENTENCE.lower():
        return Verdict(True, "the sentence and nothing else")
    return Verdict(False, f"the response is {own[:60]!r}", f"expected {SENTENCE!r}")


repeat_simple: Check = check("repeat:repeat_simple", NoParameters, official)
