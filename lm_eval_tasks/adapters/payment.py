"""What an answer earns, apart from its verdicts: copies of the prompt and answers that are too short.

Source    a check by shared runs of words, as copies of a passage are commonly found.
"""

from __future__ import annotations

from lm_eval_tasks.text.bare import bare_words

RUN = 5
"""Words in a row that are looked for in the prompt."""
SHARE = 0.8
"""Share of an answer's words in such runs from which on it is a copy."""
SHORTEST_COPY = 10
"""Answers of fewer words are copies only where they are the whole prompt: a short answer may well be
words of the prompt."""
ASKED = ("copy:", "repeat:", "new:copy_span_idx", "combination:repeat_prompt", "validate_repeat_prompt")
"""Beginnings of the ids that ask for a copy; rows with one of them are not tested."""


def is_copy(answer: str, prompt: str) -> bool:
    """Whether the answer is the prompt or consists of stretches of it, whatever its case and marks."""
    words, asked = bare_words(answer), bare_words(prompt)
    if not words or not asked:
        return False
    if words == asked:
        return True
    if len(words) < SHORTEST_COPY:
        return False
    runs = {tuple(asked[at : at + RUN]) for at in range(len(asked) - RUN + 1)}
    covered, until = 0, 0
    for at in range(len(words) - RUN + 1):
        if tuple(words[at : at + RUN]) in runs:
            covered += at + RUN - max(at, until)
            until = at + RUN
    return covered >= SHARE * len(words)


def asks_for_a_copy(ids: tuple[str, ...]) -> bool:
    """Whether an instruction asks for a copy of the prompt or a part of it."""
    return any(name.startswith(ASKED) for name in ids)


def number_of_words(answer: str) -> int:
    """How many words the answer has, as a reader counts them."""
    return len(bare_words(answer))
