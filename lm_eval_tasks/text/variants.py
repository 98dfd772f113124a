"""The eight texts of loose scoring.

Source    google-research, instruction_following_eval.
"""

from __future__ import annotations

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

    Lines end at ``\n`` only; the shortened texts lose outer white space, the whole one
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
    seen: set[str] = set()
    distinct = []
    for name, text in zip(VARIANT_NAMES, texts, strict=True):
        if text not in seen and text.strip():
            seen.add(text)
            distinct.append((name, text))
    return distinct
