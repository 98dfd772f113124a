"""``words:palindrome``: ten palindromes.

Asks      at least ten single-word palindromes of five characters or more.
Decides   by the words left after the ASCII punctuation is deleted, in lower case.
Quirks    Repetitions count, and numbers such as 12321 do.
Source    allenai, IFBench.
Example   {}
followed      "Level radar, civic rotor, kayak madam, refer stats, tenet solos."
not followed  "Level radar, civic rotor, kayak madam, refer stats, tenet, noon."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.punctuation import bare_words_lowered
from lm_eval_tasks.text.relations import counted

FEWEST, SHORTEST = 10, 5


def official(text: Text, want: NoParameters) -> Verdict:
    """Count the palindromes."""
    words = text.get(bare_words_lowered)
    count = sum(len(word) >= SHORTEST and word == word[::-1] for word in words)
    return Verdict(
        count >= FEWEST,
        counted(count, "palindrome"),
        f"expected at least {FEWEST} of {SHORTEST} characters or more",
    )


palindrome: Check = check("words:palindrome", NoParameters, official)
