"""How the time of every check and gate grows with the length of an answer.

    python -m benchmarks.growth [--longest 1000000] [--name TEXT] [--quick] [--json FILE] [--page FILE]

Each row is a check or gate, on the kind of text that is worst for it: seconds by length, from
a thousand to ten million characters, and the exponent between the two longest (1 is linear,
2 quadratic). A kind is left at the length that takes more than ``--patience`` seconds. All
takes an hour or so.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import cpu_seconds
from lm_eval_tasks.instructions.model import Instruction, Item, Text
from lm_eval_tasks.instructions.suites import Suite
from lm_eval_tasks.text.thinking import after_thinking
from lm_eval_tasks.text.variants import loose_variants
from tests.adversarial import UNITS, text
from tests.every import checks, gated

Judge = Callable[[str], object]
STEP = 10
"""How many times longer each text is than the one before."""
NOTICEABLE = 0.02
"""Seconds below which an exponent is noise."""


@dataclass(frozen=True)
class Growth:
    """What one check takes on one kind of text, by length in characters."""

    name: str
    kind: str
    seconds: dict[int, float]

    @property
    def last(self) -> float:
        """Seconds a character of the longest text."""
        length, seconds = list(self.seconds.items())[-1]
        return seconds / length

    @property
    def exponent(self) -> float:
        """Of the length, between the two longest texts; not a number where all is fast."""
        if len(self.seconds) < 2:
            return math.nan
        (shorter, before), (longer, after) = list(self.seconds.items())[-2:]
        if after < NOTICEABLE:
            return math.nan
        return math.log(after / max(before, 1e-6)) / math.log(longer / shorter)


def judges() -> Iterator[tuple[str, Judge]]:
    """Every check, every preparation, every gate, and what all of them share."""
    yield "thinking", after_thinking
    yield "loose variants", loose_variants
    for name, instruction in checks().items():
        yield name, _check(instruction)
    prepared = set()
    for suite, item in gated():
        assert suite.gate
        if suite.prepare not in prepared:
            prepared.add(suite.prepare)
            yield f"{suite.name}, preparation", _preparation(suite, item)
        yield f"{suite.name}, gate {'+'.join(item.lang)}", _gate(suite, item)


def _check(instruction: Instruction) -> Judge:
    return lambda string: instruction.judge(Text(string), instruction.parameters)


def _preparation(suite: Suite, item: Item) -> Judge:
    return lambda string: suite.prepare(string, item)


def _gate(suite: Suite, item: Item) -> Judge:
    gate = suite.gate
    assert gate
    return lambda string: gate.refuse(Text(string), item)


def grown(
    name: str, judge: Judge, kind: str, lengths: list[int], patience: float, known: Growth | None = None
) -> Growth:
    """Time ``judge`` on longer and longer texts, but for those that are ``known``.

    Each text is judged once: some words of short texts are remembered.
    """
    seconds = dict(known.seconds) if known else {}
    for length in lengths[len(seconds) :]:
        if any(taken > patience for taken in seconds.values()):
            break
        string = text(kind, length)
        seconds[length] = cpu_seconds(lambda string=string: judge(string))
    return Growth(name, kind, seconds)


def worst(name: str, judge: Judge, kinds: list[str], lengths: list[int], patience: float) -> Growth:
    """The kind that takes longest for its length; all kinds are tried on short texts only."""
    short = [grown(name, judge, kind, lengths[:2], patience) for kind in kinds]
    slowest = sorted(short, key=lambda one: -one.last)[:2]
    growths = [grown(name, judge, one.kind, lengths, patience, one) for one in slowest]
    return max(growths, key=lambda one: one.last)


def shown(growths: list[Growth], lengths: list[int]) -> str:
    """A Markdown table, slowest first."""
    head = " | ".join(f"{length:,}" for length in lengths)
    lines = [
        f"| check or gate | worst kind of text | {head} | exponent |",
        f"|---|---|{'---:|' * len(lengths)}---:|",
    ]
    for one in sorted(growths, key=lambda one: -list(one.seconds.values())[-1]):
        seconds = " | ".join(
            _short(one.seconds[length]) if length in one.seconds else "" for length in lengths
        )
        exponent = "" if math.isnan(one.exponent) else f"{one.exponent:.2f}"
        lines.append(f"| {one.name} | {one.kind} | {seconds} | {exponent} |")
    return "\n".join(lines)


def _short(seconds: float) -> str:
    """Two digits that count, never as a power of ten."""
    rounded = float(f"{seconds:.2g}")
    return f"{rounded:.0f}" if rounded >= 10 else f"{rounded:.8f}".rstrip("0").rstrip(".")


def page(growths: list[Growth], lengths: list[int]) -> str:
    """All of it as a page of the documentation."""
    return f"""# How time grows with the length of an answer

{len(growths)} checks, gates, preparations of a text, and what all of them share, each on the kind of text
that is worst for it: processor seconds by length in characters, slowest first. The exponent is that
between the two longest texts, left out below {NOTICEABLE} seconds: 1 is linear, 2 would be quadratic.
Written by `python -m benchmarks.growth --page docs/growth.md`; the kinds of text are in
`tests/adversarial.py`.

{shown(growths, lengths)}
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--shortest", type=int, default=1_000)
    parser.add_argument("--longest", type=int, default=10_000_000)
    parser.add_argument("--kind", nargs="*", default=list(UNITS), choices=list(UNITS))
    parser.add_argument("--patience", type=float, default=60.0)
    parser.add_argument("--name", default="", help="only checks and gates with this in their name")
    parser.add_argument("--quick", action="store_true", help="short texts: does it still run?")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there as well")
    parser.add_argument("--page", metavar="FILE", help="write a page with the table there")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.shortest, arguments.longest = 200, 2_000
    lengths = [arguments.shortest]
    while lengths[-1] * STEP <= arguments.longest:
        lengths.append(lengths[-1] * STEP)
    growths = []
    for name, judge in judges():
        if arguments.name in name:
            print(name, file=sys.stderr, flush=True)
            growths.append(worst(name, judge, arguments.kind, lengths, arguments.patience))
    print(shown(growths, lengths))
    if arguments.page:
        Path(arguments.page).write_text(page(growths, lengths), encoding="utf-8")
    if arguments.json:
        rows = [{"name": one.name, "kind": one.kind, "seconds": one.seconds} for one in growths]
        Path(arguments.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
