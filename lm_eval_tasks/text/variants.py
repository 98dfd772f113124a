"""The eight texts of loose scoring.

Source    google-research, instruction_following_eval; ``variants_set_apart`` is own.
"""

from __future__ import annotations

from lm_eval_tasks.text.markdown import is_rule, without_emphasis

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


def loose_variants(response: str) -> list[tuple[str, str]]:
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


LONGEST_PREAMBLE = 30
"""A first or last line of more words is not a preamble or closing remark."""


def variants_set_apart(response: str) -> list[tuple[str, str]]:
    r"""The variants of the corrected edition: only what is not a part of the answer is left out.

    The first line goes if it is set apart: it ends in a colon, or a blank line, a rule of
    hyphens or underscores or a code fence follows. The last line goes if one of those is
    before it. Dividers of asterisks set nothing apart, since they divide the answer itself.
    Lines of more than ``LONGEST_PREAMBLE`` words stay, unless fenced code is next to them. Of
    asterisks, emphasis goes; list markers and dividing lines stay.
    """
    text = response.strip()
    lines = text.split("\n")
    leads_in = lines[0].rstrip().rstrip("*_").endswith((":", "："))
    first = len(lines) > 1 and _set_apart(lines, 0, 1, leads_in=leads_in)
    last = len(lines) > 1 and _set_apart(lines, len(lines) - 1, -1)
    shortened = [
        "\n".join(lines[1:]).strip() if first else "",
        "\n".join(lines[:-1]).strip() if last else "",
        "\n".join(lines[1:-1]).strip() if first and last else "",
    ]
    texts = [response, without_emphasis(response), *shortened, *map(without_emphasis, shortened)]
    return _distinct(texts)


def _set_apart(lines: list[str], at: int, step: int, *, leads_in: bool = False) -> bool:
    """Whether the line ``at`` one end could be a preamble; the rest lies in the direction ``step``."""
    line, neighbour = lines[at], lines[at + step]
    if not line.strip() or is_rule(line) or _fence(line):
        return False
    beyond = next(other for other in lines[at + step :: step] if other.strip())
    if _fence(beyond):
        return True
    if not leads_in and neighbour.strip() and not (is_rule(neighbour) and "*" not in neighbour):
        return False
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
