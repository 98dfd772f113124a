"""IFBench: in one turn, and in two with the constraint in the second.

Source    allenai, IFBench, commit db69a6f05689830b0068b8f1529ebcfd2f3b164c (Apache-2.0; data
          ODC-BY-1.0); Pyatkin et al. (2025), Generalizing Verifiable Instruction Following.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.sources import HubData, Rows
from lm_eval_tasks.errors import MissingDependencyError
from lm_eval_tasks.instructions.catalogues.ifbench_catalogue import IFBENCH, IFBENCH_MULTITURN
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Catalogue, Item, ItemScore
from lm_eval_tasks.instructions.scoring.metrics import FOUR
from lm_eval_tasks.instructions.suites.base import Suite, corrected_twin
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.runs.signature import release
from lm_eval_tasks.text.tagging import tagger

CONFIGURATIONS = ("ifbench_constraints", "ifeval_constraints")
ROLES = ("system", "user", "assistant")


def parse_single_turn(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A row of the single-turn set.

    Raises:
        RowError: as :func:`parse_item`.
        MissingDependencyError: for ``words:start_verb`` without a tagger, so before any model
            runs.
    """
    item = parse_item(row, catalogue, edition)
    if "words:start_verb" in item.instruction_ids:
        tagger()
    return item


def parse_two_turns(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A row of the two-turn set: a conversation whose last message states the constraint.

    The configuration is that of the instructions. The data numbers the rows of both
    configurations from the start and may use a number again, so a key here is the
    configuration, the number and a digest of the conversation. A ``prompt_to_repeat`` that
    is missing is the prompt.

    Raises:
        RowError: as :func:`parse_item`, and for ``messages`` that are no conversation.
        MissingDependencyError: as :func:`parse_single_turn`.
    """
    key = row.get("key")
    messages = row.get("messages")
    if not _is_conversation(messages):
        raise RowError(
            f"key {key}: expected messages, a list of objects with role ({', '.join(ROLES)}) and content, "
            "both text, the last one the user's"
        )
    item = parse_single_turn(_with_prompt_to_repeat(row), catalogue=catalogue, edition=edition)
    new = all(name in IFBENCH.checks for name in item.instruction_ids)
    configuration = CONFIGURATIONS[0 if new else 1]
    own_key = str(item.key)
    if not own_key.startswith(f"{configuration}:"):
        digest = hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()[:8]
        own_key = f"{configuration}:{own_key}:{digest}"
    return msgspec.structs.replace(item, key=own_key, labels={"configuration": configuration})


def _is_conversation(messages: Any) -> bool:
    return (
        isinstance(messages, list | tuple)
        and len(messages) > 0
        and all(
            isinstance(message, Mapping)
            and message.get("role") in ROLES
            and isinstance(message.get("content"), str)
            for message in messages
        )
        and messages[-1]["role"] == "user"
    )


def _with_prompt_to_repeat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row, its prompt as ``prompt_to_repeat`` of the instructions that need one and lack it."""
    ids, kwargs = row.get("instruction_id_list"), row.get("kwargs")
    if isinstance(kwargs, str):
        try:
            kwargs = json.loads(kwargs)
        except (ValueError, RecursionError):
            return row
    if not isinstance(ids, list | tuple) or not isinstance(kwargs, list | tuple) or len(ids) != len(kwargs):
        return row
    filled = [
        {**given, "prompt_to_repeat": row.get("prompt")}
        if _repeats(name) and isinstance(given, Mapping) and given.get("prompt_to_repeat") is None
        else given
        for name, given in zip(ids, kwargs, strict=True)
    ]
    return {**row, "kwargs": filled}


def _repeats(name: Any) -> bool:
    check = IFBENCH_MULTITURN.checks.get(name) if isinstance(name, str) else None
    return check is not None and "prompt_to_repeat" in check.parameters.__struct_fields__


def _of(configuration: str, value: Callable[[ItemScore], Any]) -> Callable[[ItemScore], Any]:
    """``value`` for the prompts of one configuration, None for all others."""

    def in_configuration(score: ItemScore) -> Any:
        return value(score) if score.labels.get("configuration") == configuration else None

    return in_configuration


_STRICT, _INST_STRICT, _LOOSE, _INST_LOOSE = FOUR
LOOSE_FIRST = (_LOOSE, _INST_LOOSE, _STRICT, _INST_STRICT)
"""The four accuracies; the benchmark's headline is loose and prompt-level."""


def decided_by() -> tuple[str, ...]:
    """The emoji and syllable tables, and whose weights tag words."""
    try:
        weights = tagger().name
    except MissingDependencyError:
        weights = "none"
    return f"emoji:{release('emoji')}", f"syllapy:{release('syllapy')}", f"tagger:{weights}"


ifbench = Suite(
    name="ifbench",
    version=1,
    title="IFBench: 58 verifiable instruction types beyond IFEval's, English",
    catalogue=IFBENCH,
    hub=HubData("allenai/IFBench_test", "train", "2e8a48de45ff3bf41242f927254ca81b59ca3ae2", 300),
    sample="ifbench",
    metrics=LOOSE_FIRST,
    parse=parse_single_turn,
    max_gen_toks=2048,
    decided_by=decided_by,
)
ifbench_corrected = corrected_twin(
    ifbench, version=1, title="IFBench with its checks repaired (docs/ifbench.md)"
)


SPOILED = "894000"
"""The key of a row of the published two-turn set that lacks the number of a paragraph."""


def without_spoiled(found: Rows) -> Rows:
    """The rows without the published one that is spoiled, which is named among those left out.

    Its last message asks for the "None-th paragraph". A row of that key that has the number stays.
    """
    problems = {
        position: f"key {row.get('key')}: spoiled as published, it asks for the None-th paragraph"
        for position, row in enumerate(found.rows)
        if str(row.get("key")).split(":")[0] == SPOILED and _lacks_paragraph(row)
    }
    return found.without(problems)


def _lacks_paragraph(row: Mapping[str, Any]) -> bool:
    try:
        kwargs = row.get("kwargs")
        given = json.loads(kwargs) if isinstance(kwargs, str) else kwargs
        pairs = zip(row.get("instruction_id_list") or (), given or (), strict=False)
        return any(
            name == "length_constraints:nth_paragraph_first_word"
            and isinstance(one, Mapping)
            and one.get("nth_paragraph") is None
            for name, one in pairs
        )
    except (ValueError, TypeError, RecursionError):
        return False


ifbench_multiturn = replace(
    ifbench,
    name="ifbench_multiturn",
    version=1,
    asks="messages",
    title="IFBench in two turns: the constraint follows in a turn of its own",
    catalogue=IFBENCH_MULTITURN,
    hub=HubData(
        "allenai/IFBench_multi-turn",
        "test",
        "e1ea65c5178fbeac522a26d12b8c71a298e9846d",
        3161,
        CONFIGURATIONS,
    ),
    sample="ifbench_multiturn",
    metrics=(
        *LOOSE_FIRST,
        *(
            Metric(
                f"{configuration}_{_LOOSE.name}",
                _LOOSE.estimator,
                _of(configuration, _LOOSE.value),
                _LOOSE.column,
                needs=_LOOSE.needs,
            )
            for configuration in CONFIGURATIONS
        ),
    ),
    parse=parse_two_turns,
    unfold=without_spoiled,
)
