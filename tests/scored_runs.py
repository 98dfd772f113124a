"""Small scored runs in the files' documented form, made by the engine itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks import get_suite
from lm_eval_tasks.data.responses import read_responses
from lm_eval_tasks.instructions.scoring import results
from lm_eval_tasks.instructions.scoring.run import ScoredRun, score_saved
from lm_eval_tasks.runs.store import json_line, json_text, write_run

HOSTILE = (
    "Ends here </script><script>document.title = 'owned'</script> <img src=x onerror=alert(1)> & <!-- ]]>"
)
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
        "prompt": "Answer in lower case, and see https://example.org/a/very/long/address/that/has/no/blank/anywhere.",
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


def results_of(run: ScoredRun) -> dict[str, Any]:
    """What ``results.json`` holds of a run, as plain values."""
    found: dict[str, Any] = json.loads(json_text(results.results_of(run)))
    return found


def samples_of(run: ScoredRun) -> list[dict[str, Any]]:
    """What ``samples.jsonl`` holds of a run, as plain values."""
    return [json.loads(json_line(sample)) for sample in results.samples_of(run)]


def make_run(
    folder: Path, task: str, responses: Sequence[object], rows: Sequence[Mapping[str, Any]] = ROWS
) -> Path:
    """A folder with ``results.json`` and ``samples.jsonl`` of these answers, one to each row."""
    folder.mkdir(parents=True)
    prompts, answers = folder / "prompts.jsonl", folder / "answers.jsonl"
    _write_lines(prompts, rows)
    pairs = zip(rows, responses, strict=True)
    _write_lines(answers, [{"key": row["key"], "response": response} for row, response in pairs])
    run = score_saved(get_suite(task), read_responses(str(answers)), data=str(prompts))
    write_run(folder, results_of(run), samples_of(run))
    return folder


def _write_lines(path: Path, objects: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")


def many(count: int) -> tuple[list[dict[str, Any]], list[str]]:
    """``count`` prompts with answers of a few hundred words each."""
    rows, answers = [], []
    for number in range(count):
        row = ROWS[number % len(ROWS)]
        rows.append(dict(row) | {"key": 1000 + number, "prompt": f"{row['prompt']} Take {number}."})
        answers.append(f"{FIRST[number % len(ROWS)]} " + "The tide comes and the tide goes. " * 60)
    return rows, answers
