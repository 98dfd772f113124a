r"""``format:no_bullets_bullets``: sentences first, then bullet points.

Asks      at least two sentences without bullet points and then at least two bullet points.
Decides   line by line. A line that starts with ``*`` is a bullet point and needs two sentences
          before it; once there is a bullet point, or a blank line, any line that is not one fails.
Quirks    A blank line among the bullet points, or after the last, fails; loose scoring repairs the
          latter.
Source    allenai, IFBench; sentences are Punkt's.
Example   {}
followed      "Rain fell. Roads closed.\n* no bus\n* no train"
not followed  "Rain fell.\n* no bus\n* no train"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check
from lm_eval_tasks.text.relations import counted
from lm_eval_tasks.text.sentences import english_sentences

FEWEST = 2


def official(text: Text, want: NoParameters) -> Verdict:
    """Read the lines in order."""
    sentences = bullets = 0
    ended = False
    for line in text.string.split("\n"):
        if line.strip().startswith("*"):
            if sentences < FEWEST:
                return Verdict(
                    False,
                    f"{counted(sentences, 'sentence')} before the first bullet point",
                    f"expected at least {FEWEST}",
                )
            bullets += 1
            ended = True
        elif ended:
            return Verdict(False, f"{line[:40]!r} after the sentences", "expected only bullet points there")
        else:
            found = len(english_sentences(line))
            sentences += found
            ended = not found
    return Verdict(
        bullets >= FEWEST,
        f"{counted(sentences, 'sentence')}, then {counted(bullets, 'bullet point')}",
        f"expected at least {FEWEST} each",
    )


no_bullets_bullets: Check = check("format:no_bullets_bullets", NoParameters, official)
