"""Multi-IF: three turns in eight languages, each turn adding an instruction to those before it.

Source    facebookresearch, Multi-IF, commit 1cdb53ed18499ad729e0766e5d3099dd5344406f
          (Apache-2.0; data CC-BY-NC-2.0); He et al. (2024), arXiv:2410.15553.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.multi_if_catalogue import MULTI_IF
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Catalogue, Item, ItemScore
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.suites.base import corrected_twin
from lm_eval_tasks.instructions.suites.conversation import ConversationSuite
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.runs.signature import release
from lm_eval_tasks.statistics.estimators import MeanOfFour
from lm_eval_tasks.statistics.overall import Verdicts
from lm_eval_tasks.text.by_language import THAI, has_thai, require_thai

LANGUAGES = ("English", "French", "Hindi", "Portuguese", "Spanish", "Russian", "Italian", "Chinese")
CONVERSATIONS = (909, 548, 542, 524, 516, 515, 493, 454)
TURNS = (1, 2, 3)
_LENGTHS = ("length_constraints:number_words", "length_constraints:number_sentences")


def parse_turn(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A row of one turn; ``turn``, ``language`` and ``conversation_key`` become labels.

    Raises:
        RowError: as :func:`parse_item`.
        MissingDependencyError: where a row asks for a length in Thai and nothing that counts
            it is installed, so before any model runs.
    """
    item = parse_item(row, catalogue, edition)
    turn, conversation = row.get("turn", 1), str(row.get("conversation_key", item.key))
    if isinstance(turn, bool) or not isinstance(turn, int) or turn < 1:
        raise RowError(f"key {item.key}: turn is {turn!r}, expected a whole number from 1")
    if any(given.get("language") == THAI for given in item.kwargs) and any(
        name in _LENGTHS for name in item.instruction_ids
    ):
        require_thai()
    labels = {"turn": turn, "language": str(row.get("language") or ""), "conversation_key": conversation}
    return msgspec.structs.replace(item, labels=labels, cluster=conversation)


def verdicts(score: ItemScore) -> Verdicts:
    """What a turn contributes to means over turns."""
    labels = score.labels
    return Verdicts(labels["conversation_key"], labels["turn"], score.strict, score.loose or ())


def _in(
    value: Callable[[ItemScore], Any], turn: int, language: str | None = None
) -> Callable[[ItemScore], Any]:
    """``value`` for one turn (in one language), None for all others."""

    def in_turn(score: ItemScore) -> Any:
        labels = score.labels
        belongs = labels["turn"] == turn and language in (None, labels["language"])
        return value(score) if belongs else None

    return in_turn


OVERALL = (
    Metric("overall", MeanOfFour(), verdicts, needs=("loose",)),
    *(Metric(f"turn_{turn}_overall", MeanOfFour(), _in(verdicts, turn), needs=("loose",)) for turn in TURNS),
    *(
        replace(metric, name=f"turn_{turn}_{metric.name}", value=_in(metric.value, turn))
        for turn in TURNS
        for metric in FOUR
    ),
)
BY_LANGUAGE = tuple(
    Metric(f"turn_{turn}_{language}_overall", MeanOfFour(), _in(verdicts, turn, language), needs=("loose",))
    for language in LANGUAGES
    for turn in TURNS
)


def decided_by() -> tuple[str, ...]:
    """The emoji table, and who splits Thai."""
    thai = f"{release('pythainlp')},{release('python-crfsuite')}" if has_thai() else "none"
    return f"emoji:{release('emoji')}", f"thai:{thai}"


multi_if = ConversationSuite(
    name="multi_if",
    version=1,
    title="Multi-IF: conversations of three turns in eight languages",
    catalogue=MULTI_IF,
    hub=HubData("facebook/Multi-IF", "train", "0ab97ce0b45c7f57772e8ba2ac1616f4b00bd3aa", sum(CONVERSATIONS)),
    sample="multi_if",
    metrics=(*OVERALL, *BY_LANGUAGE),
    parse=parse_turn,
    max_gen_toks=1024,
    judge_blank=True,
    asks="turns",
    decided_by=decided_by,
)


def _only(language: str) -> ConversationSuite:
    """The task of one language's conversations."""
    conversations = CONVERSATIONS[LANGUAGES.index(language)]
    return replace(
        multi_if,
        name=f"multi_if_{language.lower()}",
        version=1,
        tags=("multi_if_by_language",),
        title=f"Multi-IF: the conversations in {language}",
        hub=replace(multi_if.hub, rows=conversations),
        metrics=OVERALL,
        language=language,
    )


multi_if_english = _only("English")
multi_if_french = _only("French")
multi_if_hindi = _only("Hindi")
multi_if_portuguese = _only("Portuguese")
multi_if_spanish = _only("Spanish")
multi_if_russian = _only("Russian")
multi_if_italian = _only("Italian")
multi_if_chinese = _only("Chinese")

multi_if_corrected = corrected_twin(
    multi_if,
    version=1,
    title="Multi-IF with its checks repaired (docs/ifbench.md)",
    metrics=multi_if.metrics,
    judge_blank=False,
)
