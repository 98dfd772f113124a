"""lm_eval's ``samples_*.jsonl`` of this package's judge tasks.

A document holds under ``judged`` the fields of a record without its verdict, and the ``protocol`` of the
reply. The reply is parsed again, so that saved runs follow this version's readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, text
from lm_eval_tasks.judgments.records import Judgment
from lm_eval_tasks.judgments.replies import PROTOCOLS, Reading, parse
from lm_eval_tasks.judgments.replies.arena_hard import weight

JUDGED = "judged"


def fits(row: Mapping[str, Any]) -> bool:
    """Whether it is a sample of a judge task."""
    doc = row.get("doc")
    return isinstance(doc, Mapping) and isinstance(doc.get(JUDGED), Mapping)


def read(rows: Sequence[Row], out: Collected) -> None:
    """One judgment per reply; per constraint, where the protocol has one verdict per constraint."""
    for place, row in rows:
        judged = dict(row["doc"][JUDGED])
        protocol = text(judged.pop("protocol", ""))
        if protocol not in PROTOCOLS:
            out.drop("a protocol that does not exist", place)
            continue
        count = judged.pop("constraints", None)
        golds = judged.pop("golds", None) or []
        for repeat, reply in enumerate(_replies(row)):
            reading = parse(protocol, reply, constraints=count)
            common = {**judged, "repeat": repeat, "reply": reply or "", "place": place}
            for fields in _verdicts(reading, protocol, common, golds):
                try:
                    out.add(msgspec.convert(fields, Judgment, strict=False))
                except msgspec.ValidationError as error:
                    out.drop(f"a field of another type: {error}", place)


def _replies(row: Mapping[str, Any]) -> list[str | None]:
    """The replies; an answer that lm_eval lost is the empty text."""
    replies = row.get("filtered_resps", row.get("resps"))
    while isinstance(replies, list) and len(replies) == 1 and isinstance(replies[0], list):
        replies = replies[0]
    if not isinstance(replies, list):
        replies = [replies]
    return [one if isinstance(one, str) else None for one in replies]


def _verdicts(
    reading: Reading, protocol: str, common: Mapping[str, Any], golds: Sequence[Any]
) -> list[dict[str, Any]]:
    if reading.labels is not None:
        return [
            {
                **common,
                "criterion": str(place + 1),
                "score": label,
                "gold": golds[place] if place < len(golds) else None,
                "undecided": "" if label is not None else reading.why or "unparsed",
            }
            for place, label in enumerate(reading.labels)
        ]
    outcome = reading.outcome
    if outcome is not None and common.get("first") == "b":
        outcome = 1.0 - outcome
    value = reading.value[0] if isinstance(reading.value, list) and reading.value else reading.value
    fields = {**common, "outcome": outcome, "score": reading.score, "undecided": reading.why}
    fields |= {"label": text(value), "strength": reading.strength}
    if protocol.startswith("arena_hard") and outcome is not None:
        fields["weight"] = weight(text(value))
    return [fields]


SAMPLES = Form("lm_eval", "lm_eval samples of a judge task", "doc with judged", fits, read)
