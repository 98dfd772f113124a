"""One item and one response: the verdicts, and why.

Source    google-research, instruction_following_eval, for strict and loose; the langcheck
          document of the fork for gating.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.shapes import ShapeError, text_of
from lm_eval_tasks.errors import MissingDependencyError, ResponseError, UndecidedError
from lm_eval_tasks.instructions.model import (
    Doubt,
    Gate,
    Instruction,
    Item,
    ItemScore,
    Outcome,
    Prepared,
    Refusal,
    Text,
    Verdict,
)
from lm_eval_tasks.text.budget import Budget
from lm_eval_tasks.text.values import Asked
from lm_eval_tasks.text.variants import VARIANT_NAMES, loose_variants

Prepare = Callable[[str, Item], Prepared]
Variants = Callable[[str, Asked], list[tuple[str, str]]]
"""The texts loose scoring tries, each with its name; the text as it is comes first.

What the prompt asks may keep a line of the text in all of them.
"""


class Extracted(msgspec.Struct, frozen=True):
    """The texts of a response that are judged, with what was noticed on the way.

    An instruction is followed if every one of the ``texts`` follows it. ``instead`` is the verdict
    where there is nothing to judge. ``whole`` says that the text is the response itself, as it was
    prepared, so that places in the text are places in the response.
    """

    texts: tuple[str, ...]
    notes: tuple[str, ...] = ()
    instead: Verdict | None = None
    whole: bool = False
    prepared: str | None = None
    """The response as it was prepared, which reports show; None where there is none."""


Extract = Callable[[object, Item, "Method"], Extracted]
"""From a response, whatever it is, to the texts that are judged. It never raises."""


def whole_response(response: object, item: Item, method: Method) -> Extracted:
    """The response as one text, prepared; a blank one follows nothing."""
    string, notes = received(response)
    prepared = method.prepare(string, item)
    notes += prepared.notes
    blank = not prepared.string.strip()
    if blank and not {"null", "missing", "unclosed_thinking"}.intersection(notes):
        notes += ("empty",)
    unseen = blank and not (method.judge_blank and prepared.string)
    said = None if {"missing", "null"}.intersection(notes) else prepared.string
    return Extracted((prepared.string,), notes, EMPTY if unseen else None, whole=True, prepared=said)


@dataclass(frozen=True)
class Method:
    """How a suite turns a response into verdicts.

    The steps, in their order:

    1. ``extract`` finds the texts that are judged: the whole response, or the arguments of its
       function calls. It applies ``prepare``, which leaves out the thinking, say.
    2. ``gate`` may refuse the response. It sees every text that is judged.
    3. The checks judge each text. ``judge_blank`` says whether they see, strictly, a response of
       nothing but whitespace, which elsewhere follows nothing.
    4. With ``loose``, the ``variants`` of each text are tried.
    """

    prepare: Prepare
    loose: bool = True
    gate: Gate | None = None
    variants: Variants = loose_variants
    judge_blank: bool = False
    extract: Extract = whole_response


EMPTY = Verdict(False, "the response is empty")
CRASHED: Final = "crashed"
UNDECIDED: Final = "undecided"
Judged = tuple[Verdict, Doubt | None]
"""A verdict, and why it was not decided if it was not."""
AS_IT_IS = VARIANT_NAMES[0]


def judged(instruction: Instruction, text: Text) -> Judged:
    """The verdict on one text, and what is to be noted where the check gave none.

    Nothing may lose the other verdicts of a run. A crash is a fault of ours; it is caught,
    named in the verdict and counted separately. So is a text that only an optional package, which
    is not there, could judge.
    """
    try:
        return instruction.judge(text, instruction.parameters), None
    except (MissingDependencyError, UndecidedError) as error:
        return Verdict(False, f"not decided: {error}"), UNDECIDED
    except Exception as error:
        found = f"the check {instruction.id} crashed: {type(error).__name__}: {error}"
        return Verdict(False, found), CRASHED


def judged_all(instruction: Instruction, texts: Sequence[Text]) -> Judged:
    """The verdict on the first text that does not follow, else on the last one; see :func:`judged`."""
    outcome = judged(instruction, texts[0])
    for text in texts[1:]:
        if not outcome[0].followed:
            break
        outcome = judged(instruction, text)
    return outcome


def refused(texts: Sequence[Text], item: Item, gate: Gate | None) -> tuple[Refusal | None, Doubt | None]:
    """Why the gate refuses one of the texts, if it does, and what is to be noted where it crashed.

    A crash of a gate is a fault of ours, too: the response is refused, so that nothing passes
    unseen, the refusal names the crash, and it is counted separately.
    """
    if gate is None:
        return None, None
    try:
        return next(filter(None, (gate.refuse(text, item) for text in texts)), None), None
    except Exception as error:
        found = f"the gate {gate.name} crashed: {type(error).__name__}: {error}"
        return Refusal(CRASHED, found), CRASHED


def received(response: object) -> tuple[str, tuple[str, ...]]:
    """The response as text, with ``missing`` or ``null`` noted where there is none.

    Raises:
        ResponseError: a response of a shape that holds no text, so that it is never scored as empty.
    """
    if isinstance(response, str):
        return response, ()
    if response is MISSING:
        return "", ("missing",)
    try:
        text = text_of(response)
    except ShapeError as problem:
        raise ResponseError([f"the response is {problem}"]) from None
    return ("", ("null",)) if text is None else (text, ())


def score_item(item: Item, response: object, method: Method) -> ItemScore:
    """Judge ``response`` for ``item``; no text makes it raise.

    Raises:
        ResponseError: a response that is neither text nor null, nor of a shape that holds one text.
    """
    extracted = method.extract(response, item, method)
    budget = Budget()
    texts = [Text(string, budget, lambda: item.asked) for string in extracted.texts]
    refusal, crash = refused(texts, item, method.gate)

    strict: list[Judged]
    if extracted.instead:
        strict = [(extracted.instead, None)] * len(item.instructions)
    else:
        strict = [judged_all(instruction, texts) for instruction in item.instructions]
    unseen = extracted.instead is not None or (extracted.whole and texts[0].blank)
    loose, one_variant = _loosely(item, texts, strict, method, unseen=unseen)
    noted = [crash, *(doubt for _, doubt in strict), *(note for one in loose for note in one.noted)]
    return ItemScore(
        key=item.key,
        cluster=item.key if item.cluster is None else item.cluster,
        outcomes=tuple(
            Outcome(
                id=instruction.id,
                strict=verdict.followed,
                loose=one.name is not None if method.loose else None,
                why=verdict.why,
                spans=verdict.spans if extracted.whole else (),
                loose_variant=one.name,
                strict_doubt=doubt,
                loose_doubt=one.doubt if method.loose else None,
            )
            for instruction, (verdict, doubt), one in zip(item.instructions, strict, loose, strict=True)
        ),
        gated=method.gate is not None,
        refusal=refusal,
        notes=extracted.notes + tuple(dict.fromkeys(note for note in noted if note)),
        one_variant=one_variant,
        labels=item.labels,
        judged=None if isinstance(response, str) and extracted.prepared == response else extracted.prepared,
    )


class Tried(NamedTuple):
    """The variant that follows an instruction, if any does, and what could not be judged on the way."""

    name: str | None
    noted: tuple[Doubt, ...] = ()

    @property
    def doubt(self) -> Doubt | None:
        """Why it is not decided whether any follows; None where it is."""
        return self.noted[0] if self.noted and self.name is None else None


def _loosely(
    item: Item, texts: Sequence[Text], strict: Sequence[Judged], method: Method, *, unseen: bool
) -> tuple[list[Tried], bool]:
    """What follows each instruction, and whether one variant follows all; ``unseen`` texts follow nothing."""
    as_it_is = [Tried(AS_IT_IS if verdict.followed else None) for verdict, _ in strict]
    if not method.loose:
        return as_it_is, False
    if unseen:
        return [Tried(None)] * len(strict), False
    if all(verdict.followed for verdict, _ in strict):
        return as_it_is, True
    tries = [_tries(text, method.variants, alone=len(texts) == 1) for text in texts]
    found = []
    for one, (_, doubt), instruction in zip(as_it_is, strict, item.instructions, strict=True):
        if one.name is None:
            one = _passing_variant(instruction, tries)
            one = one._replace(noted=((doubt,) if doubt else ()) + one.noted)
        found.append(one)
    names = tuple(one.name for one in found)
    return found, all(names) and _one_passes_all(item, names, tries)


Tries = Sequence[tuple[str, Text]]
"""The variants of one text that are to be tried, each with its name."""


def _tries(text: Text, variants: Variants, *, alone: bool) -> Tries:
    """The variants of a text. The only text of a response was judged as it is; it is not tried again."""
    others = [
        (name, Text(string, text.budget, text.asked))
        for name, string in variants(text.string, text.asked)[1:]
    ]
    return others if alone else [(AS_IT_IS, text), *others]


def _passing_variant(instruction: Instruction, tries: Sequence[Tries]) -> Tried:
    """The first variant that follows the instruction; none if one of the texts has none.

    Of several texts it is the name of the first one that had to be varied.
    """
    names: list[str] = []
    noted: list[Doubt] = []
    for variants in tries:
        name = _first_that_follows(instruction, variants, noted)
        if name is None:
            return Tried(None, tuple(noted))
        names.append(name)
    return Tried(next((name for name in names if name != AS_IT_IS), AS_IT_IS), tuple(noted))


def _first_that_follows(instruction: Instruction, variants: Tries, noted: list[Doubt]) -> str | None:
    for name, text in variants:
        verdict, doubt = judged(instruction, text)
        if verdict.followed:
            return name
        if doubt:
            noted.append(doubt)
    return None


def _one_passes_all(item: Item, passed_by: tuple[str | None, ...], tries: Sequence[Tries]) -> bool:
    """Whether some single variant of each text follows every instruction."""
    if len(tries) == 1 and len(set(passed_by)) == 1:
        return True
    return all(
        any(
            all(judged(instruction, text)[0].followed for instruction in item.instructions)
            for _, text in variants
        )
        for variants in tries
    )
