"""``words:start_verb``: the response starts with a verb.

Asks      that the response starts with a verb.
Decides   by the tag an averaged perceptron gives the first word token: any form of a verb (``VB``,
          ``VBG``, ``VBZ``, …) follows.
Quirks    The tagger reads many capitalised imperatives as names. The weights depend on what is
          installed; see the documentation of IFBench.
Source    allenai, IFBench; the tagger is Matthew Honnibal's, in the form NLTK has it.
Example   {}
followed      "Write a letter before the post leaves."
not followed  "The post leaves at noon."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.tagging import CONTEXT, first_tag
from lm_eval_tasks.text.tokens import word_tokens


def official(text: Text, want: NoParameters) -> Verdict:
    """Tag the first token."""
    tokens = text.get(word_tokens)
    if not tokens:
        return Verdict(False, "no words")
    tag = first_tag(tuple(tokens[:CONTEXT]))
    return Verdict("VB" in tag, f"the first word {tokens[0][:40]!r} is tagged {tag}", "expected a verb")


start_verb: Check = check("words:start_verb", NoParameters, official)
