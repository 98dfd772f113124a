"""From a response to the text that is judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lm_eval_tasks.instructions.model import Item, Prepared
from lm_eval_tasks.text.clean import cleaned, cleaned_by_line
from lm_eval_tasks.text.template_tokens import end_token, without_end_token
from lm_eval_tasks.text.thinking import AUTO, after_leading_thinking, after_named, after_thinking, mark_left

KEPT_THINKING = "kept_thinking:"
"""The note on a mark of reasoning that the edition does not leave out; the mark's name follows."""
KEPT_TOKEN = "kept_token:"  # noqa: S105  # no password
"""The note on a template token at the end that the edition does not leave out; the token follows."""


@dataclass(frozen=True)
class Preparation:
    """Which part of a response is judged.

    Attributes:
        think_end: the marks that end the reasoning, ``auto`` for the table in
            :mod:`lm_eval_tasks.text.thinking`. The official three tags are always among them.
        tokens: whether template tokens at the end are left out; else they are judged and noted.
        clean: what is done with the answer then.
        whole: nothing is left out but what ``think_end`` names, not even after the three tags.
    """

    think_end: tuple[str, ...] = ()
    tokens: bool = False
    clean: Callable[[str], str] | None = None
    whole: bool = False

    def __call__(self, response: str, item: Item) -> Prepared:  # noqa: ARG002
        """The text that is judged of a response."""
        if self.whole and not self.think_end:
            return Prepared(response)
        answer = self._answer(response)
        text, notes = answer.string, answer.notes
        if self.tokens:
            text = without_end_token(text)
        elif found := end_token(text):
            notes += (KEPT_TOKEN + found[0],)
        return Prepared(self.clean(text) if self.clean else text, notes)

    def _answer(self, response: str) -> Prepared:
        """What follows the reasoning, with a note on a mark that is still there."""
        named = tuple(mark for mark in self.think_end if mark != AUTO)
        answer = after_named(response, named) if named else Prepared(response)
        if answer.notes:
            return answer
        if AUTO in self.think_end:
            return after_leading_thinking(answer.string)
        if self.whole:
            return answer
        answer = after_thinking(answer.string)
        left = mark_left(answer.string)
        if left is None or left == "think" or left in named:
            return answer
        return Prepared(answer.string, (*answer.notes, KEPT_THINKING + left))

    def until(self, marks: tuple[str, ...]) -> Preparation:
        """The same, with further marks that end the reasoning."""
        return replace(self, think_end=tuple(dict.fromkeys((*self.think_end, *marks))))


answer_only = Preparation()
"""The answer after the thinking, otherwise as it is."""
inception_answer = Preparation(clean=cleaned)
"""The answer after the thinking, cleaned into one line as the Inception task does."""
inception_answer_by_line = Preparation((AUTO,), tokens=True, clean=cleaned_by_line)
"""The same for the corrected edition: with line ends, and after leading thinking only."""
answer_after_leading_thinking = Preparation((AUTO,), tokens=True)
"""The answer after the thinking it begins with, without template tokens; for the corrected edition."""
as_it_is = Preparation(whole=True)
"""The whole response, thinking included, as checkers of training code get it."""
