r"""``format:line_indent``: stairs of blanks.

Asks      that every line is indented further than the line above.
Decides   by the number of blanks at the start of each line that is not blank.
Corrected Every line that is not blank is read. A tab is an indent, and one line is not a stair.
Quirks    Of blank lines that follow each other every second one is read like any other line. Tabs
          are not an indent.
Source    allenai, IFBench, which deletes blank lines from the list it is reading.
Example   {}
followed      "Rain\n fell\n   again."
not followed  "Rain\n fell\n again."
"""

from __future__ import annotations

from collections import Counter

from lm_eval_tasks.instructions.model import Check, NoParameters, Text, Verdict, check


def read_lines(text: str) -> list[str]:
    """The lines that are read.

    Deleting a line while reading makes the reader skip the line after it, so the second of
    two blank lines is never reached; and what is deleted is the first line equal to the one
    that was reached. So as many of the first equal lines are missing as were reached.
    """
    lines = text.split("\n")
    deleted: Counter[str] = Counter()
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            deleted[lines[at]] += 1
            at += 1
        at += 1
    kept = []
    for line in lines:
        if deleted[line]:
            deleted[line] -= 1
        else:
            kept.append(line)
    return kept


def official(text: Text, want: NoParameters) -> Verdict:
    """Compare each line's indent with that of the line before."""
    before = -1
    for line in text.get(read_lines):
        indent = len(line) - len(line.lstrip(" "))
        if indent <= before:
            return Verdict(False, f"{line[:40]!r} is indented by {indent} after {before}", "expected more")
        before = indent
    return Verdict(True, f"indents grow to {max(before, 0)}")


def corrected(text: Text, want: NoParameters) -> Verdict:
    """Compare every line that is not blank with the one before; a tab counts as blanks."""
    lines = [line.expandtabs() for line in text.string.split("\n") if line.strip()]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    for line, before, indent in zip(lines[1:], indents, indents[1:], strict=False):
        if indent <= before:
            found = f"{line.strip()[:40]!r} is indented by {indent} after {before}"
            return Verdict(False, found, "expected more")
    if len(lines) < 2:
        return Verdict(False, f"{len(lines)} line", "expected at least two")
    return Verdict(True, f"indents grow to {indents[-1]}")


line_indent: Check = check("format:line_indent", NoParameters, official, corrected=corrected)
