"""From a response to the text that is judged."""

from __future__ import annotations

from lm_eval_tasks.model import Item, Prepared
from lm_eval_tasks.text.thinking import after_thinking


def answer_only(response: str, item: Item) -> Prepared:
    """The answer behind the thinking, otherwise as it is."""
    return after_thinking(response)
