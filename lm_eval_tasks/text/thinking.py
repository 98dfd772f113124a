"""The answer behind the thinking: what follows the last closing tag.

Source    the langcheck document of the fork, section 1; the unclosed case is ours.
"""

from __future__ import annotations

from lm_eval_tasks.model import Prepared

CLOSING_TAGS = ("</think>", "</think_fast>", "</think_faster>")
OPENING_TAGS = ("<think>", "<think_fast>", "<think_faster>")


def after_thinking(response: str) -> Prepared:
    """The text after the last closing tag; empty when thinking never ended.

    Nothing is trimmed. A response that opens with one of the opening tags (white space
    before it allowed) and has no closing tag holds no answer: it becomes the empty text
    with the note ``unclosed_thinking``.
    """
    if "<" not in response:
        return Prepared(response)
    ends = [at + len(tag) for tag in CLOSING_TAGS if (at := response.rfind(tag)) >= 0]
    if ends:
        return Prepared(response[max(ends) :])
    if response.lstrip().startswith(OPENING_TAGS):
        return Prepared("", ("unclosed_thinking",))
    return Prepared(response)
