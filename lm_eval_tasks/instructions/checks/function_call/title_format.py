"""``function_call:title_format``: a title in double angle brackets.

Asks      a title such as ``<<this>>``.
Decides   by looking, line by line, from the first ``<<`` to the last ``>>`` with something that is not
          blank between them.
Quirks    none.
Source    IFEval-FC (arXiv:2509.18420).
Example   {}
followed      "<<Night Train>>"
not followed  "<Night Train>"
"""

from __future__ import annotations

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def official(text: Text, want: NoParameters) -> Verdict:
    """Look at each line."""
    for line in text.string.split("\n"):
        start, end = line.find("<<"), line.rfind(">>")
        if 0 <= start <= end - 3 and line[start : end + 2].lstrip("<").rstrip(">").strip():
            return Verdict(True, f"title {line[start : end + 2]!r}")
    return Verdict(False, "no title", "expected <<title>>")


title_format: Check = check("function_call:title_format", NoParameters, official)
