"""``combination:repeat_prompt``: the request is repeated first.

Asks      that the response starts with ``prompt_to_repeat``, word for word.
Decides   by comparing its beginning, without outer whitespace and ignoring case (Japanese respects
          case).
Corrected The request is compared with its case, because "word for word" was asked, but without
          regard to the kind of quotes, of whitespace and of accents' encoding; in quotes where the
          prompt shows it so. It must end where it ends, and something must follow it.
Plusplus  ASCII punctuation is ignored on both sides.
Quirks    Nothing has to follow the repeated request.
Source    google-research, instruction_following_eval.
Example   {"prompt_to_repeat": "Name a tree that keeps its leaves."}
followed      "Name a tree that keeps its leaves. The holly."
not followed  "Sure! Name a tree that keeps its leaves. The holly."
Example   {"prompt_to_repeat": "鳴く鳥を一つ挙げてください。"} in m_ifeval_ja
followed      "鳴く鳥を一つ挙げてください。ミソサザイです。"
not followed  "はい。鳴く鳥を一つ挙げてください。"
"""

from __future__ import annotations

import string
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.normal import is_word_character, one_line, straightened

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


class RepeatPrompt(Parameters, frozen=True):
    """The request that must be repeated."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]


def common_length(one: str, other: str) -> int:
    """How many characters two texts share at their beginning."""
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length


def official(text: Text, want: RepeatPrompt) -> Verdict:
    """Compare the beginnings in lower case."""
    return compared(text.string.strip().lower(), want.prompt_to_repeat.strip().lower())


def minding_case(text: Text, want: RepeatPrompt) -> Verdict:
    """Compare the beginnings as they are."""
    return compared(text.string.strip(), want.prompt_to_repeat.strip())


def compared(start: str, expected: str) -> Verdict:
    """Whether one text starts with the other, and where they part."""
    if start.startswith(expected):
        return Verdict(True, "starts with the request")
    same = common_length(start, expected)
    return Verdict(
        False,
        f"differs from the request at character {same}: {start[same : same + 20]!r}",
        f"expected {expected[same : same + 20]!r} there",
    )


def plusplus(text: Text, want: RepeatPrompt) -> Verdict:
    """Compare the beginnings in lower case and without ASCII punctuation."""
    start, expected = text.string.strip().lower(), want.prompt_to_repeat.strip().lower()
    return compared(start.translate(_NO_PUNCTUATION), expected.translate(_NO_PUNCTUATION))


def corrected(text: Text, want: RepeatPrompt) -> Verdict:
    """Compare the beginnings, then look for an answer after."""
    expected = one_line(straightened(want.prompt_to_repeat))
    start = one_line(text.get(straightened))
    if f'"{expected}' in one_line(straightened(text.asked.prompt)):
        start = start.removeprefix('"')  # as the prompt shows it
    repeated = compared(start, expected)
    if not repeated.followed:
        return repeated
    behind = start[len(expected) :]
    if expected and is_word_character(expected[-1]) and behind and is_word_character(behind[0]):
        return Verdict(False, "the last word of the request goes on", "expected the request word for word")
    if not any(map(str.isalnum, behind)):
        return Verdict(False, "the request is repeated, but no answer follows", "expected an answer")
    return Verdict(True, "starts with the request, and an answer follows")


repeat_prompt: Check = check("combination:repeat_prompt", RepeatPrompt, official, corrected=corrected)
repeat_prompt_minding_case: Check = check(
    "combination:repeat_prompt", RepeatPrompt, minding_case, corrected=corrected
)
