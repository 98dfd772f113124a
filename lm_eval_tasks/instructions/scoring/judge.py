"""One item and one response: the verdicts, and why.

Source    google-research, instruction_following_eval, for strict and loose; the langcheck
          document of the fork for gating.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from lm_eval_tasks.data.answers import MISSING
from lm_eval_tasks.data.shapes import ShapeError, text_of
from lm_eval_tasks.errors import MissingDependencyError, ResponseError, UndecidedError
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
    return Extracted((prepared.string,), notes, EMPTY if unseen else None, whole=True)


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
CRASHED = "crashed"
UNDECIDED = "undecided"
AS_IT_IS = VARIANT_NAMES[0]


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


def judged_all(instruction: Instruction, texts: Sequence[Text]) -> tuple[Verdict, str | None]:
    """The verdict on the first text that does not follow, else on the last one; see :func:`judged`."""
    outcome = judged(instruction, texts[0])
    for text in texts[1:]:
        if not outcome[0].followed:
            break
        outcome = judged(instruction, text)
    return outcome


def refused(texts: Sequence[Text], item: Item, gate: Gate | None) -> tuple[Refusal | None, str | None]:
    """Why the gate refuses one of the texts, if it does, and what is to be noted where it crashed.

    A crash of a gate is a fault of ours, too: the response is refused, so that nothing passes
    unseen, the refusal names the crash, and it is counted apart.
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
    texts = [Text(string, budget, item.asked) for string in extracted.texts]
    refusal, crash = refused(texts, item, method.gate)
    noted = [crash] if crash else []

    outcomes: list[tuple[Verdict, str | None]]
    if extracted.instead:
        outcomes = [(extracted.instead, None)] * len(item.instructions)
    else:
        outcomes = [judged_all(instruction, texts) for instruction in item.instructions]
    strict = tuple(verdict.followed for verdict, _ in outcomes)
    noted += [note for _, note in outcomes if note]

    loose: tuple[bool, ...] | None = None
    passed_by: tuple[str | None, ...] = tuple(AS_IT_IS if followed else None for followed in strict)
    one_variant = False
    if method.loose:
        if extracted.instead or (extracted.whole and texts[0].blank):
            passed_by = (None,) * len(strict)
        elif not all(strict):
            tries = [_tries(text, method.variants, alone=len(texts) == 1) for text in texts]
            passed_by = tuple(
                name or _passing_variant(instruction, tries, noted)
                for name, instruction in zip(passed_by, item.instructions, strict=True)
            )
            one_variant = all(passed_by) and _one_passes_all(item, passed_by, tries)
        else:
            one_variant = True
        loose = tuple(name is not None for name in passed_by)

    return ItemScore(
        key=item.key,
        instruction_ids=item.instruction_ids,
        strict=strict,
        loose=loose,
        why=tuple(verdict.why for verdict, _ in outcomes),
        spans=tuple(verdict.spans if extracted.whole else () for verdict, _ in outcomes),
        loose_variant=passed_by,
        gated=method.gate is not None,
        refusal=refusal,
        notes=extracted.notes + tuple(dict.fromkeys(noted)),
        one_variant=one_variant,
        labels=item.labels,
    )


Tries = Sequence[tuple[str, Text]]
"""The variants of one text that are to be tried, each with its name."""


def _tries(text: Text, variants: Variants, *, alone: bool) -> Tries:
    """The variants of a text. The only text of a response was judged as it is; it is not tried again."""
    others = [
        (name, Text(string, text.budget, text.asked))
        for name, string in variants(text.string, text.asked)[1:]
    ]
    return others if alone else [(AS_IT_IS, text), *others]


def _passing_variant(instruction: Instruction, tries: Sequence[Tries], noted: list[str]) -> str | None:
    """The first variant that follows the instruction; None if one of the texts has none.

    Of several texts it is the name of the first one that had to be varied. What the check could
    not judge is ``noted``.
    """
    names = []
    for variants in tries:
        name = _first_that_follows(instruction, variants, noted)
        if name is None:
            return None
        names.append(name)
    return next((name for name in names if name != AS_IT_IS), AS_IT_IS)


def _first_that_follows(instruction: Instruction, variants: Tries, noted: list[str]) -> str | None:
    for name, text in variants:
        verdict, note = judged(instruction, text)
        if verdict.followed:
            return name
        if note:
            noted.append(note)
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
