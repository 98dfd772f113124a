"""``repeat:repeat_span``: a part of the request and nothing else.

Asks      to copy the characters ``n_start`` to ``n_end`` of the request.
Decides   by comparing the response with them, ignoring case and outer whitespace.
Corrected In IFBench the numbers are those of words divided by whitespace, counted from zero, as the
          prompts say; quotation marks and a stop around the copy do not matter. As
          ``new:copy_span_idx`` the last character is included, as its prompt says.
Quirks    Characters are counted from zero. The last one is included in IFBench, and not in
          ``new:copy_span_idx``, where negative numbers count from the end.
Source    allenai, IFBench; allenai, open-instruct, IFEvalG, for ``new:copy_span_idx``.
Example   {"prompt_to_repeat": "Name three birds that swim.", "n_start": 0, "n_end": 9}
followed      "Name three"
not followed  "Name three birds"
Example   {"prompt_to_repeat": "Seven swans swim.", "n_start": 6, "n_end": 12} in iftrain
followed      "swans"
not followed  "swan"
Example   {"prompt_to_repeat": "Seven swans swim.", "n_start": 6, "n_end": 10} in iftrain_corrected
followed      "swans"
not followed  "swan"
Example   {"prompt_to_repeat": "Name three birds that swim.", "n_start": 0, "n_end": 1} in ifbench_corrected
followed      "Name three"
not followed  "Name three birds"
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.normal import folded, one_line


class PromptSpan(Parameters, frozen=True):
    """The request, and the first and the last character to copy, from zero."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]
    n_start: Annotated[int, Meta(ge=0)]
    n_end: Annotated[int, Meta(ge=0)]


class PromptIndices(Parameters, frozen=True):
    """The same where negative numbers count from the end."""

    prompt_to_repeat: Annotated[str, Meta(min_length=1)]
    n_start: int
    n_end: int


def reading(*, last_included: bool) -> Reading:
    """Compare with the stretch."""

    def judge(text: Text, want: PromptSpan | PromptIndices) -> Verdict:
        end: int | None = want.n_end
        if last_included:
            end = None if want.n_end == -1 else want.n_end + 1
        span = want.prompt_to_repeat[want.n_start : end].strip()
        own = text.string.strip()
        return Verdict(
            own.lower() == span.lower(),
            f"the response is {own[:60]!r}",
            f"expected {span[:60]!r} and nothing else",
        )

    return judge


_AROUND = " \t\r\n\"'“”‘’*_`.,"


def by_words(text: Text, want: PromptSpan) -> Verdict:
    """Compare with the words from the first to the last index, which the prompts speak of."""
    span = " ".join(want.prompt_to_repeat.split()[want.n_start : want.n_end + 1])
    own = one_line(text.get(folded)).strip(_AROUND)
    return Verdict(
        bool(span) and own == one_line(folded(span)).strip(_AROUND),
        f"the response is {text.string.strip()[:60]!r}",
        f"expected {span[:60]!r} and nothing else",
    )


repeat_span: Check = check("repeat:repeat_span", PromptSpan, reading(last_included=True), corrected=by_words)
copy_span_idx: Check = check(
    "repeat:repeat_span",
    PromptIndices,
    reading(last_included=False),
    corrected=reading(last_included=True),
)
