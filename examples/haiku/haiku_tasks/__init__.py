r"""``poem:lines``: a poem of so many lines.

Asks      that the response has a given number of lines.
Decides   by counting the lines that hold more than whitespace.
Source    the example package of lm-eval-tasks.
Example   {"lines": 3}
followed      "one\\ntwo\\nthree"
not followed  "one"
"""

from pathlib import Path

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.model import Parameters, Text, Verdict, catalogue, check
from lm_eval_tasks.instructions.suites.base import Suite


class Lines(Parameters, frozen=True):
    """What the instruction asks for."""

    lines: int


def judge(text: Text, asked: Lines) -> Verdict:
    """Whether the text has the lines that are asked for."""
    count = sum(bool(line.strip()) for line in text.string.splitlines())
    return Verdict(count == asked.lines, f"{count} lines", f"expected {asked.lines}")


PROMPTS = Path(__file__).resolve().with_name("prompts.jsonl")
haiku = Suite(
    name="haiku",
    version=1,
    title="Poems with a given number of lines",
    catalogue=catalogue("haiku", check("poem:lines", Lines, judge)),
    hub=HubData(str(PROMPTS), "train", None, 2),
    tags=("poems",),
    sample=str(PROMPTS.with_suffix("")),
)
