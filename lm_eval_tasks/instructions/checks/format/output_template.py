r"""``format:output_template``: three headings.

Asks      the headings ``My Answer:``, ``My Conclusion:`` and ``Future Outlook:``.
Decides   by looking for each, exactly as written.
Quirks    Their order and what follows them do not matter.
Source    allenai, IFBench.
Example   {}
followed      "My Answer: rain.\nMy Conclusion: stay in.\nFuture Outlook: sun."
not followed  "My answer: rain.\nMy conclusion: stay in.\nFuture outlook: sun."
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check

HEADINGS = ("My Answer:", "My Conclusion:", "Future Outlook:")


def official(text: Text, want: NoParameters) -> Verdict:
    """Look for each heading."""
    missing = [heading for heading in HEADINGS if heading not in text.string]
    if missing:
        return Verdict(False, f"no {', no '.join(map(repr, missing))}", "expected all three headings")
    return Verdict(True, "all three headings")


output_template: Check = check("format:output_template", NoParameters, official)
