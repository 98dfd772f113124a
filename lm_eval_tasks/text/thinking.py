"""The answer after the thinking: where a model's reasoning ends, and what follows.

Two readings. :func:`after_thinking` is that of the official edition: it knows three closing tags and
takes what follows the last one. :func:`after_leading_thinking` knows the table :data:`MARKS` and takes
what follows the reasoning the response begins with, so that an answer may mention a tag.

Source    the langcheck document of the fork, section 1, for the official reading. The marks are those
          of the models' chat templates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from lm_eval_tasks.text.values import Prepared

CLOSING_TAGS = ("</think>", "</think_fast>", "</think_faster>")
OPENING_TAGS = ("<think>", "<think_fast>", "<think_faster>")
UNCLOSED: Final = "unclosed_thinking"
"""The note on reasoning that never ends, so that there is no answer."""
AUTO: Final = "auto"
"""Stands for all marks of the table where marks are named."""


class Mark(NamedTuple):
    """How some models mark their reasoning.

    ``alone`` says that either mark is enough: a closing one ends the reasoning where no opening one is
    before it, because a chat template has put that into the prompt, and what an opening one begins is
    reasoning to the end where nothing closes it. Marks that are plain words need both.
    """

    name: str
    openings: tuple[str, ...]
    closings: tuple[str, ...]
    models: str
    alone: bool = True


THINK = Mark(
    "think", OPENING_TAGS, CLOSING_TAGS, "DeepSeek-R1, Qwen3, GLM-4.5, Granite 3.3, Phi-4-reasoning and most"
)
MARKS: tuple[Mark, ...] = (
    THINK,
    Mark("thinking", ("<thinking>",), ("</thinking>",), "Reflection, prompted models"),
    Mark("thought", ("<thought>", "<Thought>"), ("</thought>", "</Thought>"), "EXAONE Deep, Marco-o1"),
    Mark("reasoning", ("<reasoning>",), ("</reasoning>",), "models trained with GRPO on that form"),
    Mark("magistral", ("[THINK]",), ("[/THINK]",), "Magistral, Ministral 3 Reasoning"),
    Mark("kimi", ("◁think▷",), ("◁/think▷",), "Kimi-VL-Thinking, Kimi k1.5"),
    Mark("seed", ("<seed:think>",), ("</seed:think>",), "Seed-OSS"),
    Mark("command", ("<|START_THINKING|>",), ("<|END_THINKING|>",), "Command A Reasoning"),
    Mark("apertus", ("<|inner_prefix|>",), ("<|inner_suffix|>",), "Apertus"),
    Mark("openthinker", ("<|begin_of_thought|>",), ("<|end_of_thought|>",), "OpenThinker, Sky-T1"),
    Mark("pangu", ("[unused16]",), ("[unused17]",), "openPangu-Embedded"),
    Mark("s1", ("<|im_start|>think",), ("<|im_start|>answer",), "s1"),
    Mark(
        "granite",
        ("Here is my thought process:", "Here's my thought process:"),
        ("Here is my response:", "Here's my response:"),
        "Granite 3.2",
        alone=False,
    ),
)
"""What ``auto`` recognises beside the channels of gpt-oss and the wrappers of :data:`WRAPPERS`."""
GPT_OSS: Final = "gpt-oss"
GPT_OSS_FINAL: Final = "<|channel|>final<|message|>"


class Wrapper(NamedTuple):
    """What some models put around the answer after their reasoning."""

    opening: str
    closing: str
    models: str
    alone: bool = False
    """Whether it is left out where no reasoning is before it, too."""


WRAPPERS: tuple[Wrapper, ...] = (
    Wrapper("<answer>", "</answer>", "Hunyuan-A13B, DeepSeek-R1-Zero, RL recipes", alone=True),
    Wrapper("<response>", "</response>", "Granite 3.3, ERNIE 4.5"),
    Wrapper("<output>", "</output>", "Reflection"),
    Wrapper("<Output>", "</Output>", "Marco-o1"),
    Wrapper("<|START_RESPONSE|>", "<|END_RESPONSE|>", "Command A Reasoning", alone=True),
    Wrapper("<|begin_of_solution|>", "<|end_of_solution|>", "OpenThinker, Sky-T1", alone=True),
)

_CHANNEL = re.compile(
    r"<\|channel\|>\s*(analysis|commentary|final)[^<]{0,200}(?:<\|constrain\|>[^<]{0,200})?<\|message\|>"
)
_CHANNELS_BEGIN = re.compile(
    r"\s*(?:<\|start\|>assistant)?(?:<\|channel\|>|(?:analysis|commentary)<\|message\|>)"
)
_CHANNEL_ENDS = re.compile(r"<\|(?:return|end|call|start)\|>")
_BARE_BEGIN = re.compile(r"\s*(?:analysis|commentary)(?=\S)")
_BARE_FINAL = "assistantfinal"
_BARE_UNCLOSED = re.compile(r"\s*analysis[A-Z]")


def after_thinking(response: str) -> Prepared:
    """The text after the last closing tag; empty if the thinking never ended.

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
        return Prepared("", (UNCLOSED,))
    return Prepared(response)


def after_leading_thinking(response: str) -> Prepared:
    """The text after the thinking it begins with; an answer that mentions a tag stays whole.

    A response that opens with a mark of :data:`MARKS` is read from the first closing mark of its kind
    on, and again while it still opens with one. A response without an opening mark (many templates
    write it into the prompt) is read from the first closing mark that is not a mention: a mention has
    text on both sides on its line and blanks, quotes or backticks around it. A wrapper around the
    answer is left out. Of gpt-oss the final channel is taken, also where its special tokens were
    dropped.
    """
    channels = _final_channel(response)
    if channels is not None:
        return channels
    start = 0
    while opened := _OPENING.match(response, start):
        closed = _CLOSING_OF[_mark_of(opened)].search(response, opened.end())
        if closed is None and not _mark_of(opened).alone:
            break
        if closed is None:
            return Prepared("", (UNCLOSED,))
        start = closed.end()
    if start == 0:
        start = _first_close(response)
    return Prepared(_unwrapped(response[start:], start > 0))


def after_named(response: str, marks: Sequence[str]) -> Prepared:
    """The text after the last of the marks that were named; the response where none is in it.

    A response that opens with the opening mark of a named one and never closes it holds no answer.
    """
    ends = [at + len(mark) for mark in marks if (at := response.rfind(mark)) >= 0]
    if ends:
        return Prepared(response[max(ends) :])
    named = [mark for mark in MARKS if mark.alone and set(mark.closings) & set(marks)]
    openings = [opening for mark in named for opening in mark.openings]
    if openings and response.lstrip().startswith(tuple(openings)):
        return Prepared("", (UNCLOSED,))
    return Prepared(response)


def mark_left(response: str) -> str | None:
    """The name of the mark of :data:`MARKS` that a text still opens with or closes; None for no mark.

    The three tags of the official edition count, so ask for what is left after it.
    """
    if _CHANNELS_BEGIN.match(response) or GPT_OSS_FINAL in response:
        return GPT_OSS
    if _BARE_BEGIN.match(response) and (_BARE_FINAL in response or _BARE_UNCLOSED.match(response)):
        return GPT_OSS
    opened = _OPENING.match(response)
    if opened:
        mark = _mark_of(opened)
        if mark.alone or _CLOSING_OF[mark].search(response, opened.end()):
            return mark.name
    for closed in _CLOSING_ALONE.finditer(response):
        if not _mentioned(response, closed.start(), closed.end()):
            return next(mark.name for mark in MARKS if _CLOSING_OF[mark].fullmatch(closed.group()))
    head = response.lstrip()
    return next((wrapper.opening for wrapper in WRAPPERS if head.startswith(wrapper.opening)), None)


def closing_mark(name: str) -> str:
    """What ``--think-end`` takes for a name that :func:`mark_left` gave."""
    if name == GPT_OSS:
        return GPT_OSS_FINAL
    return next((mark.closings[0] for mark in MARKS if mark.name == name), name)


def opening_mark(name: str) -> str:
    """How reasoning of that name begins."""
    if name == GPT_OSS:
        return "<|channel|>analysis"
    return next((mark.openings[0] for mark in MARKS if mark.name == name), name)


def opened_by(prompt: str) -> str:
    """The opening mark that a rendered prompt ends with, or the empty text."""
    tail = prompt[-_LONGEST_TAIL:].rstrip()
    if not tail.endswith(_OPENINGS_ALONE):
        return ""
    return next(
        (opening for mark in MARKS if mark.alone for opening in mark.openings if tail.endswith(opening)), ""
    )


def continued(opening: str, response: str) -> str:
    """The response as a continuation of a prompt that opened the thinking."""
    if not opening or response.lstrip().startswith(opening):
        return response
    return opening + response


def _pattern(marks: Sequence[str]) -> str:
    return "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))


_OPENING = re.compile(r"\s*(?:" + "|".join(f"({_pattern(mark.openings)})" for mark in MARKS) + ")")
_CLOSING_OF = {mark: re.compile(_pattern(mark.closings)) for mark in MARKS}
_CLOSING_ALONE = re.compile(_pattern([closing for mark in MARKS if mark.alone for closing in mark.closings]))
_OPENINGS_ALONE = tuple(opening for mark in MARKS if mark.alone for opening in mark.openings)
_LONGEST_TAIL = 200


def _mark_of(opened: re.Match[str]) -> Mark:
    return MARKS[(opened.lastindex or 1) - 1]


def _final_channel(response: str) -> Prepared | None:
    """The final channel of gpt-oss; None for a response that is not in channels."""
    begins = _CHANNELS_BEGIN.match(response)
    if begins or GPT_OSS_FINAL in response:
        final = [found.end() for found in _CHANNEL.finditer(response) if found.group(1) == "final"]
        if not final:
            return Prepared("", (UNCLOSED,))
        ends = _CHANNEL_ENDS.search(response, final[-1])
        return Prepared(response[final[-1] : ends.start() if ends else None])
    if _BARE_BEGIN.match(response):
        _, final_mark, answer = response.partition(_BARE_FINAL)
        if final_mark:
            return Prepared(answer)
        if _BARE_UNCLOSED.match(response):
            return Prepared("", (UNCLOSED,))
    return None


def _first_close(text: str) -> int:
    """Where the first closing mark that is not a mention ends; 0 where there is none."""
    for closed in _CLOSING_ALONE.finditer(text):
        if not _mentioned(text, closed.start(), closed.end()):
            return closed.end()
    return 0


def _unwrapped(text: str, after_thinking: bool) -> str:
    """The inside of a wrapper that the text begins with, or that it ends with after free reasoning."""
    head = text.lstrip()
    for wrapper in WRAPPERS:
        if not (after_thinking or wrapper.alone):
            continue
        if head.startswith(wrapper.opening):
            inside = head[len(wrapper.opening) :]
            end = inside.rfind(wrapper.closing)
            return inside if end < 0 else inside[:end]
        if wrapper.alone and text.rstrip().endswith(wrapper.closing) and text.count(wrapper.opening) == 1:
            return text.partition(wrapper.opening)[2].rpartition(wrapper.closing)[0]
    return text


def _mentioned(text: str, start: int, end: int) -> bool:
    """Whether a tag is spoken of: marks or blanks around it, and text on both sides."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in _AROUND_A_MENTION and after in _AROUND_A_MENTION and before and after:
        near = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
        rest = text[end : end + _NEAR].partition("\n")[0]
        return any(map(str.isalnum, near)) and any(map(str.isalnum, rest))
    return False


_AROUND_A_MENTION = " `'\"“”‘’()"
_NEAR = 200
"""How much of the line around a tag is looked at."""
