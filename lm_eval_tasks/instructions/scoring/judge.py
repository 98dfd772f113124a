"""One item and one response: the verdicts, and why.

Source    google-research, instruction_following_eval, for strict and loose; the langcheck
          document of the fork for gating.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.errors import MissingDependencyError, UndecidedError
from lm_eval_tasks.instructions.model import (
    Gate,
    Instruction,
    Item,
    ItemScore,
    Prepared,
    Refusal,
    Text,
    Verdict,
)
from lm_eval_tasks.text.variants import loose_variants

Prepare = Callable[[str, Item], Prepared]
Variants = Callable[[str], list[tuple[str, str]]]
"""The texts loose scoring tries, each with its name; the text as it is comes first."""


@dataclass(frozen=True)
class Method:
    """How a suite turns a response into verdicts.

    ``prepare`` makes the text that is judged; ``loose`` says whether the ``variants`` are
    tried; ``gate`` may refuse the whole response; ``judge_blank`` says whether the checks see,
    strictly, a response of nothing but whitespace, which elsewhere follows nothing.
    """

    prepare: Prepare
    loose: bool = True
    gate: Gate | None = None
    variants: Variants = loose_variants
    judge_blank: bool = False


EMPTY = Verdict(False, "the response is empty")
CRASHED = "crashed"
UNDECIDED = "undecided"


def judged(instruction: Instruction, text: Text) -> tuple[Verdict, str | None]:
    """The verdict on one text, and what is to be noted where the check gave none.

    Nothing may lose the other verdicts of a run. A crash is a fault of ours; it is caught,
    named in the verdict and counted apart. So is a text that only an optional package, which
    is not there, could judge.
    """
    try:
        return instruction.judge(text, instruction.parameters), None
    except (MissingDependencyError, UndecidedError) as error:
        return Verdict(False, f"not decided: {error}"), UNDECIDED
    except Exception as error:
        found = f"the check {instruction.id} crashed: {type(error).__name__}: {error}"
        return Verdict(False, found), CRASHED


def refused(text: Text, item: Item, gate: Gate | None) -> tuple[Refusal | None, str | None]:
    """Why the gate refuses the text, if it does, and what is to be noted where it gave no decision.

    A crash of a gate is a fault of ours, too: the response is refused, so that nothing passes
    unseen, the refusal names the crash, and it is counted apart.
    """
    if gate is None:
        return None, None
    try:
        return gate.refuse(text, item), None
    except Exception as error:
        found = f"the gate {gate.name} crashed: {type(error).__name__}: {error}"
        return Refusal(CRASHED, found), CRASHED


def received(response: object) -> tuple[str, tuple[str, ...]]:
    """The response as text, with ``missing`` or ``null`` noted for what is no text."""
    if isinstance(response, str):
        return response, ()
    if response is MISSING:
        return "", ("missing",)
    return "", ("null",)


def score_item(item: Item, response: object, method: Method) -> ItemScore:
    """Judge ``response`` for ``item``; never raises, whatever the response is."""
    string, notes = received(response)
    prepared = method.prepare(string, item)
    notes += prepared.notes
    text = Text(prepared.string)
    refusal, crash = refused(text, item, method.gate)
    noted = [crash] if crash else []

    if text.blank and not {"null", "missing", "unclosed_thinking"}.intersection(notes):
        notes += ("empty",)
    outcomes: list[tuple[Verdict, str | None]]
    if text.blank and not (method.judge_blank and text.string):
        outcomes = [(EMPTY, None)] * len(item.instructions)
    else:
        outcomes = [judged(instruction, text) for instruction in item.instructions]
    strict = tuple(verdict.followed for verdict, _ in outcomes)
    noted += [note for _, note in outcomes if note]

    loose: tuple[bool, ...] | None = None
    passed_by: tuple[str | None, ...] = tuple("as it is" if followed else None for followed in strict)
    one_variant = False
    if method.loose:
        if text.blank:
            passed_by = (None,) * len(strict)
        elif not all(strict):
            variants = [
                (name, Text(string, text.budget)) for name, string in method.variants(text.string)[1:]
            ]
            passed_by = tuple(
                name or _passing_variant(instruction, variants, noted)
                for name, instruction in zip(passed_by, item.instructions, strict=True)
            )
            one_variant = all(passed_by) and _one_passes_all(item, passed_by, variants)
        else:
            one_variant = True
        loose = tuple(name is not None for name in passed_by)

    notes += tuple(dict.fromkeys(noted))
    return ItemScore(
        key=item.key,
        instruction_ids=item.instruction_ids,
        strict=strict,
        loose=loose,
        why=tuple(verdict.why for verdict, _ in outcomes),
        spans=tuple(verdict.spans for verdict, _ in outcomes),
        loose_variant=passed_by,
        gated=method.gate is not None,
        refusal=refusal,
        notes=notes,
        one_variant=one_variant,
        labels=item.labels,
    )


def _passing_variant(
    instruction: Instruction, variants: list[tuple[str, Text]], noted: list[str]
) -> str | None:
    """The first variant that follows the instruction; what its check could not judge is ``noted``."""
    for name, text in variants:
        verdict, note = judged(instruction, text)
        if verdict.followed:
            return name
        if note:
            noted.append(note)
    return None


def _one_passes_all(item: Item, passed_by: tuple[str | None, ...], variants: list[tuple[str, Text]]) -> bool:
    """Whether some single variant follows every instruction."""
    if len(set(passed_by)) == 1:
        return True
    return any(
        all(judged(instruction, text)[0].followed for instruction in item.instructions)
        for _, text in variants
    )
