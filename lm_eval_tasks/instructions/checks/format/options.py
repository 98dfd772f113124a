r"""``format:options``: one of the options given, and nothing else.

Asks      to answer with one of ``options``.
Decides   by splitting the options at ``/``, else at ``or``, else at commas, and comparing the response
          with each, ignoring outer marks and case. Options that are lettered, such as
          ``a), b), c)``, must match exactly.
Quirks    A newline at the end of the response is not removed.
Source    allenai, IFBench.
Example   {"options": "yes/no/later"}
followed      "Later."
not followed  "Perhaps later."
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import trimmed

_LETTERED = re.compile(r"\W*[aA]\W*[bB]\W*[cC]\W*")


class Options(Parameters, frozen=True):
    """The options, in one text."""

    options: Annotated[str, Meta(min_length=1)]


@lru_cache(maxsize=256)
def split_options(options: str) -> tuple[tuple[str, ...], bool]:
    """The single options, and whether they are letters that must match exactly."""
    separator = next((mark for mark in ("/", "or") if mark in options), ",")
    parts = tuple(option.strip() for option in options.split(separator))
    return parts, bool(_LETTERED.match(options))


def official(text: Text, want: Options) -> Verdict:
    """Compare the response with each option."""
    options, exact = split_options(want.options)
    if exact:
        followed = text.string in options
    else:
        followed = trimmed(text.string).lower() in {trimmed(option).lower() for option in options}
    return Verdict(followed, f"the response is {text.string[:60]!r}", f"one of {', expected '.join(options)}")


options: Check = check("format:options", Options, official)
