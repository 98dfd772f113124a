"""The answer after the thinking: what follows the last closing tag.

Source    the langcheck document of the fork, section 1; the unclosed case and
          ``after_leading_thinking`` are ours.
"""

from __future__ import annotations

from lm_eval_tasks.text.values import Prepared

CLOSING_TAGS = ("</think>", "</think_fast>", "</think_faster>")
OPENING_TAGS = ("<think>", "<think_fast>", "<think_faster>")


def after_thinking(response: str) -> Prepared:
    """The text after the last closing tag; empty when thinking never ended.

    Nothing is trimmed. A response that opens with one of the opening tags (whitespace
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


def after_leading_thinking(response: str) -> Prepared:
    """The text after the thinking it begins with; an answer that mentions a tag stays whole.

    A response that opens with a tag ends its thinking at the first closing tag; so often as
    it does. A response without an opening tag in front (many templates write it into the
    prompt) ends its thinking at the first closing tag that is not a mention: a mention has
    text on both sides on its line and blanks, quotes or backticks around it.
    """
    if "<" not in response:
        return Prepared(response)
    start = 0
    while True:
        at = _skipped_blanks(response, start)
        if not response.startswith(OPENING_TAGS, at):
            break
        end = _first_close(response, at, mentions_too=True)
        if end < 0:
            return Prepared("", ("unclosed_thinking",))
        start = end
    if start == 0:
        start = max(0, _first_close(response, 0, mentions_too=False))
    return Prepared(response[start:])


def _skipped_blanks(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _first_close(text: str, start: int, *, mentions_too: bool) -> int:
    """Where the first closing tag after ``start`` ends; -1 when there is none."""
    at = text.find("</think", start)
    while at >= 0:
        tag = next((tag for tag in CLOSING_TAGS if text.startswith(tag, at)), None)
        if tag and (mentions_too or not _mentioned(text, at, at + len(tag))):
            return at + len(tag)
        at = text.find("</think", at + 1)
    return -1


def _mentioned(text: str, start: int, end: int) -> bool:
    """Whether a tag is spoken of: marks or blanks around it, and text on both sides."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in _AROUND_A_MENTION and after in _AROUND_A_MENTION and before and after:
        near = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
        behind = text[end : end + _NEAR].partition("\n")[0]
        return any(map(str.isalnum, near)) and any(map(str.isalnum, behind))
    return False


_AROUND_A_MENTION = " `'\"“”‘’()"
_NEAR = 200
"""How much of the line around a tag is looked at."""
