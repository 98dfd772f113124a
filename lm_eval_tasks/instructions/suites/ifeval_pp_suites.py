"""IFEval++: families of ten near-identical prompts, and whether all of a family are followed.

Source    IFEval++ (arXiv:2512.14754).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.ifeval_pp_catalogue import IFEVAL_PP
from lm_eval_tasks.instructions.model import ItemScore
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.scoring.prepare import Preparation
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.statistics.estimators import FamilyShare

FAMILY_SIZE = 10
KINDS = ("rephrasing", "distractor", "ct_alteration")
Member = tuple[str, str, bool]
"""A prompt's family, its kind, and whether all its instructions are followed."""


stripped_answer = Preparation(clean=str.strip)
"""The answer after the thinking, without outer whitespace."""


def member(score: ItemScore) -> Member:
    """The key ``1000:rephrasing:2`` says the family and the kind."""
    family, _, rest = str(score.key).partition(":")
    return family, rest.partition(":")[0], all(score.strict)


def families(members: Sequence[Member], kind: str | None = None) -> list[list[bool]]:
    """The verdicts of each family in the order of the data, the original first.

    Args:
        members: contributions in the order of the data.
        kind: only the original and this kind; None for all.
    """
    originals: dict[str, list[bool]] = {}
    others: dict[str, list[bool]] = {}
    for family, member_kind, followed in members:
        originals.setdefault(family, [])
        others.setdefault(family, [])
        if member_kind == "original":
            originals[family].append(followed)
        elif kind in (None, member_kind):
            others[family].append(followed)
    return [originals[family] + others[family] for family in originals]


def reliable(k: int, kind: str | None = None) -> Callable[[Sequence[Member]], list[bool]]:
    """One bool a family: its first ``k`` prompts are all there and all followed."""

    def judge(members: Sequence[Member]) -> list[bool]:
        return [len(row) >= k and all(row[:k]) for row in families(members, kind)]

    return judge


RELIABLE = tuple(
    Metric(f"reliable_at_{k}", FamilyShare(reliable(k)), member) for k in range(1, FAMILY_SIZE + 1)
)
BY_KIND = tuple(
    Metric(f"reliable_at_{k}_{kind}", FamilyShare(reliable(k, kind)), member)
    for kind in KINDS
    for k in (2, 4)
)

ifeval_pp = Suite(
    name="ifeval_pp",
    version=1,
    title="IFEval++: reliable over ten versions of each prompt",
    catalogue=IFEVAL_PP,
    hub=HubData("RebeccaYU920/ifeval-pp", "train", None, 5410),
    sample="ifeval_pp",
    metrics=(*FOUR, *RELIABLE, *BY_KIND),
    prepare=stripped_answer,
)
