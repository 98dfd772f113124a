"""What is known about a language, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from immutabledict import immutabledict

from lm_eval_tasks.instructions.model import Example
from lm_eval_tasks.text.by_language import Split


@dataclass(frozen=True)
class Language:
    """One language.

    Attributes:
        code: the detector's code.
        name: the English name.
        options: the answers that ``detectable_format:constrained_response`` accepts.
        words: cuts a text into words.
        sentences: cuts a text into sentences.
        examples: what follows an instruction and what does not, by instruction id, where the examples of
            the manual pages do not hold in the language.
    """

    code: str
    name: str
    options: tuple[str, ...]
    words: Split
    sentences: Split
    examples: Mapping[str, tuple[Example, ...]] = field(default_factory=immutabledict)


def example(followed: str, not_followed: str, **parameters: object) -> tuple[Example, ...]:
    """One example of an instruction."""
    return (Example(immutabledict(parameters), (followed,), (not_followed,)),)
