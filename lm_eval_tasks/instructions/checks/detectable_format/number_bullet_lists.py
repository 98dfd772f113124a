r"""``detectable_format:number_bullet_lists``: bullet points.

Asks      exactly ``num_bullets`` bullet points, marked ``*`` or ``-``.
Decides   by counting lines that start with ``-``, or with ``*`` and a character that is not
          an asterisk, after any whitespace. In Spanish only ``*`` is a mark, in Japanese only ``・``.
Corrected Markdown list items count: ``-``, ``*`` or ``+`` and a blank, or ``•``, and then some
          text; nested ones too. Rules, ``-5``, emphasis and fenced code do not. Where the prompt
          demands asterisks only they count, and where it shows or names Markdown ``•`` does not.
Quirks    ``---``, ``-5`` and ``*emphasis*`` at the start of a line count; ``+``, ``1.`` and ``•``
          do not; a lone ``*`` includes the line below it.
Source    google-research, instruction_following_eval.
Example   {"num_bullets": 2}
followed      "* plum\n- pear"
not followed  "* plum\n* pear\n* fig"
Example   {"num_bullets": 2} in m_ifeval_es
followed      "* ciruela\n* pera"
not followed  "- ciruela\n- pera"
Example   {"num_bullets": 2} in m_ifeval_ja
followed      "・梅\n・梨"
not followed  "* 梅\n* 梨"
Example   {"num_bullets": 2} in m_ifeval_es_corrected
followed      "* ciruela\n* pera"
not followed  "* ciruela"
Example   {"num_bullets": 2} in m_ifeval_ja_corrected
followed      "・梅\n・梨"
not followed  "・梅"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import regex
from msgspec import Meta

from lm_eval_tasks.instructions.model import Check, Parameters, Reading, Text, Verdict, check
from lm_eval_tasks.text.markdown import bullet_items
from lm_eval_tasks.text.relations import counted


class NumberBullets(Parameters, frozen=True):
    """How many bullet points are expected, exactly."""

    num_bullets: Annotated[int, Meta(ge=0)]


def bullets(text: str) -> int:
    """The number of bullet lines, in linear time."""
    lines = [line.lstrip() for line in text.split("\n")]
    return marked(lines, "*") + sum(line.startswith("-") for line in lines)


def starred(text: str) -> int:
    """The number of lines marked with an asterisk."""
    return marked([line.lstrip() for line in text.split("\n")], "*")


def dotted(text: str) -> int:
    """The number of lines marked with a middle dot."""
    return marked([line.lstrip() for line in text.split("\n")], "・")


def marked(lines: list[str], mark: str) -> int:
    """How many lines start with the mark and another character."""
    count, index, last = 0, 0, len(lines) - 1
    while index <= last:
        line = lines[index]
        if line.startswith(mark):
            if len(line) > 1:
                count += line[1] != mark
            elif index < last:
                count += 1
                index += 1  # the newline is the character after the mark
        index += 1
    return count


def reading(count_bullets: Callable[[str], int]) -> Reading:
    """Judge by a benchmark's count."""

    def judge(text: Text, want: NumberBullets) -> Verdict:
        count = text.get(count_bullets)
        return Verdict(
            count == want.num_bullets, counted(count, "bullet point"), f"expected exactly {want.num_bullets}"
        )

    return judge


_STARS_DEMANDED = regex.compile(
    r"(?:indicated|marked|denoted|preceded|started?|beginning|begin) (?:by|with|using)\b[^.\n]{0,25}?"
    r"(?:asterisks?\b|[\"'“`(]?\*[\"'”`)]?(?!\*))|\buse (?:an? )?(?:asterisks?\b|[\"'“`]\*[ ]?[\"'”`])|"
    r"(?:indicated|marked) by:?\s*\n\s*\* |exact (?:format|form)\b[^\n]*\n+\s*\* |"
    r"(?:marcad|indicad|empez|comenz)\w+ (?:con|por)\b[^.\n]{0,25}?(?:asteriscos?\b|\*)",
    regex.IGNORECASE,
)
_MARKDOWN_ASKED = regex.compile(
    r"\bmark\s?downs?\b|ماركداون|マークダウン|^[ \t]*\*[ \t]+\S", regex.IGNORECASE | regex.MULTILINE
)


def marks_of(prompt: str) -> str:
    """The marks that count: asterisks where the prompt demands them, those of Markdown where it shows
    or names it, and typographic bullets elsewhere, too.
    """
    if _STARS_DEMANDED.search(prompt):
        return "*"
    return "*-+" if _MARKDOWN_ASKED.search(prompt) else ""


def corrected(text: Text, want: NumberBullets) -> Verdict:
    """Compare the number of list items with the number asked for."""
    marks = marks_of(text.asked.prompt)
    spans = tuple(
        span
        for span in text.get(bullet_items)
        if not marks or text.string[span[0] : span[1]].lstrip(" \t>")[:1] in marks
    )
    return Verdict(
        len(spans) == want.num_bullets,
        counted(len(spans), "bullet point") + (f" marked {' or '.join(marks)}" if marks else ""),
        f"expected exactly {want.num_bullets}",
        spans,
    )


number_bullet_lists: Check = check(
    "detectable_format:number_bullet_lists", NumberBullets, reading(bullets), corrected=corrected
)
starred_bullet_lists: Check = check(
    "detectable_format:number_bullet_lists", NumberBullets, reading(starred), corrected=corrected
)


def corrected_dotted(text: Text, want: NumberBullets) -> Verdict:
    """Count lines marked with a middle dot and Markdown's list items."""
    count = text.get(dotted) + len(text.get(bullet_items))
    return Verdict(
        count == want.num_bullets, counted(count, "bullet point"), f"expected exactly {want.num_bullets}"
    )


dotted_bullet_lists: Check = check(
    "detectable_format:number_bullet_lists", NumberBullets, reading(dotted), corrected=corrected_dotted
)
