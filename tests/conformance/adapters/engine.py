"""This project's own engine behind the protocol of ``run.py``; a model for other adapters."""

from __future__ import annotations

import json
import sys
from typing import Any

from lm_eval_tasks import SUITES, get_suite


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The verdicts of one case."""
    edition = question["edition"]
    name = question["task"] if edition == "official" else f"{question['task']}_{edition}"
    if name not in SUITES:
        return {"skip": f"no task {name}"}
    row = {
        "key": question["id"],
        "prompt": question.get("prompt", ""),
        "instruction_id_list": [question.get("instruction", "punctuation:no_comma")],
        "kwargs": [question.get("parameters", {})],
        "lang": question.get("lang"),
        **question.get("labels", {}),
    }
    score = get_suite(name).score(row, question["response"])
    return {
        "followed": score.strict[0],
        "loose": score.loose[0] if score.loose else None,
        "reason": score.refusal.reason if score.refusal else None,
    }


if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
