"""``words:prime_lengths``: every word's length is a prime number.

Asks      that only words with a prime number of characters are used.
Decides   by the words left after the ASCII punctuation is deleted.
Quirks    Primes end at 97; ``don't`` has four characters.
Source    allenai, IFBench.
Example   {}
followed      "The house by the marshes"
not followed  "The house near the marshes"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words

PRIMES = frozenset(
    {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97}
)


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for a word of another length."""
    words = text.get(bare_words)
    other = next((word for word in words if len(word) not in PRIMES), None)
    if other is None:
        return Verdict(True, f"all {len(words)} words have a prime length")
    return Verdict(False, f"{other[:40]!r} has {len(other)} characters", "expected a prime number")


prime_lengths: Check = check("words:prime_lengths", NoParameters, official)
