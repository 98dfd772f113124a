"""The eight texts of loose scoring.

Source    google-research, instruction_following_eval; ``variants_set_apart`` is own.
"""

from __future__ import annotations

from lm_eval_tasks.text.markdown import fenced, is_rule, without_emphasis
from lm_eval_tasks.text.normal import one_line
from lm_eval_tasks.text.remarks import announces, comments
from lm_eval_tasks.text.values import NOTHING_ASKED, Asked

VARIANT_NAMES = (
    "as it is",
    "without asterisks",
    "without the first line",
    "without the last line",
    "without the first and last line",
    "without the first line and asterisks",
    "without the last line and asterisks",
    "without the first and last line and asterisks",
)


def loose_variants(response: str, _asked: Asked = NOTHING_ASKED) -> list[tuple[str, str]]:
    r"""The distinct texts loose scoring tries, each with the name of its first way.

    Lines end at ``\n`` only; the shortened texts lose outer whitespace, the whole one
    does not; asterisks are deleted last. Blank texts and repetitions are left out (they
    decide nothing); the order is kept.
    """
    lines = response.split("\n")
    shortened = [
        "\n".join(lines[1:]).strip(),
        "\n".join(lines[:-1]).strip(),
        "\n".join(lines[1:-1]).strip(),
    ]
    texts = [response, response.replace("*", "")]
    texts += shortened
    texts += [text.replace("*", "") for text in shortened]
    return _distinct(texts)


LONGEST_PREAMBLE = 60
"""A first or last line of more words is not a preamble or closing remark, unless it is next to code."""


def variants_set_apart(response: str, asked: Asked = NOTHING_ASKED) -> list[tuple[str, str]]:
    r"""The variants of the corrected edition: only what is not a part of the answer is left out.

    The first line goes if it announces the answer (:func:`~lm_eval_tasks.text.remarks.announces`)
    and is set apart: it ends in a colon, or a blank line, a rule of hyphens or underscores or a code
    fence follows. The last line goes if it comments on the answer or offers help, and one of those
    is before it. Next to fenced code that is all the rest, any line goes. A line stays if it holds
    what was asked for: the request to be repeated, a prescribed marker or phrase. Of asterisks,
    emphasis goes; list markers and dividing lines stay. Whitespace around the text goes, and so
    does a fence around all of it.
    """
    text = response.strip()
    lines = text.split("\n")
    first = last = False
    if len(lines) > 1:
        first = _set_apart(lines, 0, 1) and _dropped_first(lines, asked)
        last = _set_apart(lines, len(lines) - 1, -1) and _dropped_last(lines, asked)
    shortened = [
        "\n".join(lines[1:]).strip() if first else "",
        "\n".join(lines[:-1]).strip() if last else "",
        "\n".join(lines[1:-1]).strip() if first and last else "",
    ]
    packed = fenced(text)
    if packed and not shortened[2]:
        shortened[2] = packed[1].strip()
    texts = [response, without_emphasis(text), *shortened, *map(without_emphasis, shortened)]
    return _distinct(texts)


def _set_apart(lines: list[str], at: int, step: int) -> bool:
    """Whether something divides the line ``at`` one end from the rest, in the direction ``step``."""
    line, neighbour = lines[at], lines[at + step]
    if not line.strip() or is_rule(line) or _fence(line):
        return False
    leads_in = step > 0 and line.rstrip().rstrip("*_").endswith((":", "："))
    return (
        leads_in
        or not neighbour.strip()
        or _fence(neighbour)
        or (is_rule(neighbour) and "*" not in neighbour)
    )


def _dropped_first(lines: list[str], asked: Asked) -> bool:
    """Whether the first line announces what follows."""
    line = lines[0]
    if _prescribed(line, asked):
        return False
    beyond = next((other for other in lines[1:] if other.strip()), "")
    return (_short(line) or _fence(beyond)) and (announces(line) or _only_code(lines[1:]))


def _dropped_last(lines: list[str], asked: Asked) -> bool:
    """Whether the last line is about what is before it."""
    line = lines[-1]
    if _prescribed(line, asked):
        return False
    beyond = next((other for other in reversed(lines[:-1]) if other.strip()), "")
    return (_short(line) or _fence(beyond)) and (comments(line, asked.prompt) or _only_code(lines[:-1]))


def _prescribed(line: str, asked: Asked) -> bool:
    """Whether the line holds a text that the prompt wants word for word."""
    bare = one_line(line.strip(" *_#>\"'“”")).casefold()
    repeated = one_line(asked.repeated).casefold()
    if repeated and (bare in repeated or repeated in bare):
        return True
    return any(wanted.strip().casefold() in bare for wanted in asked.prescribed if wanted.strip())


def _only_code(lines: list[str]) -> bool:
    """Whether the rest, but for a line set apart at its other end, is one fence."""
    filled = [line for line in lines if line.strip()]
    fences = [at for at, line in enumerate(filled) if _fence(line)]
    return len(fences) == 2 and fences[1] - fences[0] >= len(filled) - 2


def _short(line: str) -> bool:
    return len(line.split(maxsplit=LONGEST_PREAMBLE)) <= LONGEST_PREAMBLE


def _fence(line: str) -> bool:
    return line.lstrip().startswith(("```", "~~~"))


def _distinct(texts: list[str]) -> list[tuple[str, str]]:
    """The texts that are neither blank nor repeated, each with the name of its way."""
    seen: set[str] = set()
    distinct = []
    for name, text in zip(VARIANT_NAMES, texts, strict=True):
        if text not in seen and text.strip():
            seen.add(text)
            distinct.append((name, text))
    return distinct
