"""From a response to the text that is judged."""

from __future__ import annotations

from collections.abc import Callable

from lm_eval_tasks.instructions.model import Item, Prepared
from lm_eval_tasks.text.clean import cleaned, cleaned_by_line
from lm_eval_tasks.text.thinking import after_leading_thinking, after_thinking


def answer_only(response: str, item: Item) -> Prepared:
    """The answer behind the thinking, otherwise as it is."""
    return after_thinking(response)


def inception_answer(response: str, item: Item) -> Prepared:
    """The answer behind the thinking, cleaned into one line as the Inception task does."""
    return _cleaned(after_thinking(response), cleaned)


def inception_answer_by_line(response: str, item: Item) -> Prepared:
    """The same for the corrected edition: with line ends, and behind leading thinking only."""
    return _cleaned(after_leading_thinking(response), cleaned_by_line)


def _cleaned(answer: Prepared, clean: Callable[[str], str]) -> Prepared:
    return Prepared(clean(answer.string), answer.notes)


def answer_after_leading_thinking(response: str, item: Item) -> Prepared:
    """The answer behind the thinking it begins with; for the corrected edition."""
    return after_leading_thinking(response)


def as_it_is(response: str, item: Item) -> Prepared:
    """The whole response, thinking included, as checkers of training code get it."""
    return Prepared(response)
