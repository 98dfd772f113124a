"""Small scored runs in the files' documented form, made by the engine itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks import get_suite
from lm_eval_tasks.scoring.metrics import aggregate, contributions, stderr

HOSTILE = "Ends here </script><script>document.title = 'owned'</script> <img src=x onerror=alert(1)> & <!-- ]]>"
INVISIBLE = "zero\u200bwidth, turned \u202egnorw\u202c, half \ud83d of a pair, whole 🎈, family 👩\u200d👧."
ARABIC = "هذه إجابة قصيرة، فيها فاصلة عربية."

ROWS: list[dict[str, Any]] = [
    {
        "key": 1,
        "prompt": "Describe a lighthouse without commas and say 'beacon'.",
        "instruction_id_list": ["punctuation:no_comma", "keywords:existence"],
        "kwargs": [{}, {"keywords": ["beacon"]}],
    },
    {
        "key": 2,
        "prompt": "Write a letter with two placeholders.\nKeep it under twenty words.",
        "instruction_id_list": ["detectable_content:number_placeholders", "length_constraints:number_words"],
        "kwargs": [{"num_placeholders": 2}, {"num_words": 20, "relation": "less than"}],
    },
    {
        "key": 3,
        "prompt": "Give a title in double angular brackets <b>here</b>, then end with 'Good night.'",
        "instruction_id_list": ["detectable_format:title", "startend:end_checker"],
        "kwargs": [{}, {"end_phrase": "Good night."}],
    },
    {
        "key": 4,
        "prompt": "Highlight three things with *stars*.",
        "instruction_id_list": ["detectable_format:number_highlighted_sections"],
        "kwargs": [{"num_highlights": 3}],
    },
    {
        "key": 5,
        "prompt": "Answer in lower case.",
        "instruction_id_list": ["change_case:english_lowercase"],
        "kwargs": [{}],
    },
    {
        "key": 6,
        "prompt": "Wrap it in quotation marks.",
        "instruction_id_list": ["startend:quotation"],
        "kwargs": [{}],
    },
]
FIRST = [
    "The beacon turns, the sea answers.",
    "Dear [name], the tide in [harbour] is high.",
    f"<<Evening>>\n{HOSTILE}\nGood night.",
    "Here you go:\n*salt* and *rope* and *brass*",
    "<think>Lower case it is.</think>the gulls have gone to sleep and the harbour is quiet now.",
    "",
]
SECOND = [
    "The beacon turns and the sea answers.",
    "Dear friend, the tide is high.",
    "No title at all. Good night.",
    INVISIBLE,
    ARABIC,
    'Sure!\n"It is wrapped."',
]


def write_run(folder: Path, task: str, responses: Sequence[object], rows: Sequence[Mapping[str, Any]] = ROWS) -> Path:
    """A folder with ``results.json`` and ``samples.jsonl`` of these answers."""
    suite = get_suite(task)
    scores = [suite.score(row, response) for row, response in zip(rows, responses, strict=True)]
    samples, metrics, by_instruction = [], {}, {}
    for row, response, score in zip(rows, responses, scores, strict=True):
        sample = dict(row) | {
            "response": response,
            "strict": score.strict,
            "loose": score.loose,
            "why": score.why,
            "spans": score.spans,
            "loose_variant": score.loose_variant,
            "notes": score.notes,
        }
        if score.gated:
            sample |= {"strict_gated": score.strict_gated, "loose_gated": score.loose_gated, "gate": score.gate}
        samples.append(sample)
    for metric in suite.metrics:
        values = [metric.value(score) for score in scores]
        kept = contributions(metric, values)
        flat = [one for inner in kept for one in inner] if metric.level == "instruction" else kept
        error = stderr(metric, values)
        value = aggregate(metric, values)
        metrics[metric.name] = {
            "value": value,
            "stderr": error,
            "ci95": [max(0.0, value - 1.96 * error), min(1.0, value + 1.96 * error)],
            "passed": sum(flat),
            "total": len(flat),
        }
    for name in sorted({name for row in rows for name in row["instruction_id_list"]}):
        kinds = {}
        for kind in ("strict", "loose"):
            verdicts = [
                followed
                for score in scores
                for one, followed in zip(score.instruction_ids, getattr(score, kind), strict=True)
                if one == name
            ]
            kinds[kind] = {"value": sum(verdicts) / len(verdicts), "passed": sum(verdicts), "total": len(verdicts)}
        by_instruction[name] = kinds
    notes = [note for score in scores for note in score.notes]
    refused = [score.refusal.reason for score in scores if score.refusal]
    results = {
        "task": task,
        "signature": f"{task}|v{suite.version}|official|gate:{suite.gate.name if suite.gate else 'none'}",
        "data": {"source": "prompts.jsonl", "sha256": "5e" * 32},
        "n_prompts": len(rows),
        "n_instructions": sum(len(row["kwargs"]) for row in rows),
        "metrics": metrics,
        "by_instruction": by_instruction,
        "by_group": {},
        "gate": {"refused": len(refused), "reasons": {reason: refused.count(reason) for reason in sorted(set(refused))}}
        if suite.gate
        else None,
        "counts": {name: notes.count(name) for name in ("empty", "null", "missing", "unclosed_thinking")},
    }
    folder.mkdir(parents=True)
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    (folder / "samples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in samples), encoding="utf-8")
    return folder


def many(count: int) -> tuple[list[dict[str, Any]], list[str]]:
    """``count`` prompts with answers of a few hundred words each."""
    rows, answers = [], []
    for number in range(count):
        row = ROWS[number % len(ROWS)]
        rows.append(dict(row) | {"key": 1000 + number, "prompt": f"{row['prompt']} Take {number}."})
        answers.append(f"{FIRST[number % len(ROWS)]} " + "The tide comes and the tide goes. " * 60)
    return rows, answers
