"""IF-RewardBench results: the benchmark's items with a judge's critiques or its verdicts on pairs.

Source    thu-coai/IF-RewardBench, c192fe9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval_tasks.judgments.forms.collected import Collected, Form, Row, text
from lm_eval_tasks.judgments.records import Judgment
from lm_eval_tasks.judgments.replies import parse


def is_constraints(row: Mapping[str, Any]) -> bool:
    """Whether the responses carry critiques."""
    responses = row.get("responses")
    return "checklist" in row and isinstance(responses, list) and any("critique" in one for one in responses)


def is_overall(row: Mapping[str, Any]) -> bool:
    """Whether it has verdicts on pairs."""
    return "checklist" in row and isinstance(row.get("pairwise_evaluation_results"), Mapping)


def read_constraints(rows: Sequence[Row], out: Collected) -> None:
    """One judgment per response and constraint, with its gold label."""
    for place, row in rows:
        for response in row["responses"]:
            gold = list(response.get("labels") or [])
            reading = parse("ifrb_ca_zh", response.get("critique"), constraints=len(gold))
            labels = reading.labels or (None,) * len(gold)
            for number, label in enumerate(labels):
                out.add(
                    Judgment(
                        item=f"{text(row['id'])}:{text(response['response_id'])}",
                        cluster=text(row["id"]),
                        model_a=f"response {text(response['response_id'])}",
                        score=label,
                        gold=gold[number],
                        undecided="" if label is not None else reading.why or "unparsed",
                        criterion=text(row["checklist"][number]),
                        category=text(row.get("instruction_type")),
                        reply=response.get("critique") or "",
                        place=place,
                    )
                )


def read_overall(rows: Sequence[Row], out: Collected) -> None:
    """One judgment per pair, with the gold preference where the graph has the edge."""
    for place, row in rows:
        edges = {
            (text(edge["chosen"]["response_id"]), text(edge["rejected"]["response_id"]))
            for edge in row.get("preference_graph", ())
        }
        for key, reply in row["pairwise_evaluation_results"].items():
            one, _, other = key.partition("_")
            reading = parse("ifrb_oa", reply if isinstance(reply, str) else None)
            gold = 1.0 if (one, other) in edges else 0.0 if (other, one) in edges else None
            out.add(
                Judgment(
                    item=f"{text(row['id'])}:{key}",
                    cluster=text(row["id"]),
                    model_a=f"response {one}",
                    model_b=f"response {other}",
                    outcome=reading.outcome,
                    undecided=reading.why,
                    first="a",
                    gold=gold,
                    label=text(reading.value),
                    category=text(row.get("instruction_type")),
                    reply=reply if isinstance(reply, str) else "",
                    place=place,
                )
            )


CONSTRAINTS = Form(
    "if_rewardbench_constraints",
    "IF-RewardBench critiques",
    "checklist, responses with critique",
    is_constraints,
    read_constraints,
)
OVERALL = Form(
    "if_rewardbench_pairs",
    "IF-RewardBench verdicts on pairs",
    "checklist, pairwise_evaluation_results",
    is_overall,
    read_overall,
)
