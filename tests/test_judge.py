"""Faults of our own while judging: named, counted apart, and nothing else is lost."""

from __future__ import annotations

from dataclasses import replace

from lm_eval_tasks import get_suite
from lm_eval_tasks.instructions.model import Instruction, Item, NoParameters, Refusal, Text, Verdict
from lm_eval_tasks.instructions.scoring.judge import score_item

SUITE = get_suite("ifeval_langcheck")


def fine(text: Text, want: NoParameters) -> Verdict:
    return Verdict(True, "fine")


def broken(text: Text, want: NoParameters) -> Verdict:
    raise ZeroDivisionError("on purpose")


def broken_on_variants(text: Text, want: NoParameters) -> Verdict:
    if "first" in text.string:
        return Verdict(False, "not yet")
    raise ZeroDivisionError("on purpose")


def item(*judges: object) -> Item:
    instructions = tuple(
        Instruction(f"a:{number}", NoParameters(), judge)  # type: ignore[arg-type]
        for number, judge in enumerate(judges)
    )
    return Item(1, "p", instructions, tuple({} for _ in instructions))


def test_a_crash_is_named_and_the_other_verdicts_stand() -> None:
    score = score_item(item(fine, broken), "Some text.", SUITE.method)
    assert score.strict == score.loose == (True, False)
    assert score.notes == ("crashed",)
    assert score.why == ("fine", "the check a:1 crashed: ZeroDivisionError: on purpose")


def test_a_crash_on_a_loose_variant_is_noted() -> None:
    score = score_item(item(broken_on_variants), "first\nsecond\nthird", SUITE.method)
    assert (score.strict, score.loose) == ((False,), (False,))
    assert score.notes == ("crashed",)


def test_a_crashing_gate_refuses_and_says_so() -> None:
    def gate(text: Text, item: Item) -> Refusal | None:
        raise ZeroDivisionError("on purpose")

    assert SUITE.gate is not None
    method = replace(SUITE.method, gate=replace(SUITE.gate, refuse=gate))
    score = score_item(item(fine), "Some text.", method)
    assert score.strict == (True,)
    assert score.strict_gated == (False,)
    assert score.notes == ("crashed",)
    assert score.gate == {
        "passed": False,
        "reason": "crashed",
        "detail": "the gate english crashed: ZeroDivisionError: on purpose",
    }
