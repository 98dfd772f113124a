"""What the corrected editions of the wider family move, on records of answers.

    python benchmarks/family.py [FOLDER] [--page docs/ifbench.md]

FOLDER holds ``ifbench.jsonl``, ``m_ifeval.jsonl`` and ``multi_if.jsonl``: one answer per line with its
prompt, ``instruction_id_list`` and ``kwargs``; by default it is ``extensions`` in the folder that
LM_EVAL_TASKS_REFERENCE_DATA names. The records are not complete runs, so the table says which verdicts
change, not what a model's score becomes. ``--page`` writes the table to a page between its marks.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval_tasks import get_suite
from lm_eval_tasks.errors import LmEvalTasksError

ROOT = Path(__file__).resolve().parents[1]
TASKS: Mapping[str, str] = {
    "ifbench": "ifbench.jsonl",
    "m_ifeval_es": "m_ifeval.jsonl",
    "m_ifeval_fr": "m_ifeval.jsonl",
    "m_ifeval_ja": "m_ifeval.jsonl",
    "multi_if": "multi_if.jsonl",
}
INVENTED = ("x:", "edge:", "hand")
"""Where a record's answer is not a model's answer to its prompt."""

Change = tuple[str, str, bool, bool, str]
"""Task, instruction, verdict before and after, and ``strict`` or ``loose``."""


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of real answers to whole prompts."""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        source = str(record.get("src") or record.get("model") or "")
        real = bool(source) and not source.startswith(INVENTED)
        if real and record.get("prompt") and isinstance(record.get("response"), str):
            yield record


def changes(task: str, path: Path) -> Iterator[Change]:
    """Every verdict of the task in both editions."""
    official, corrected = get_suite(task), get_suite(f"{task}_corrected")
    prefix = f"{task.rpartition('_')[2]}:" if task.startswith("m_ifeval") else ""
    for number, record in enumerate(records(path)):
        if not all(name.startswith(prefix) for name in record["instruction_id_list"]):
            continue
        row = {**record, "key": f"{record.get('key')}:{number}"}
        try:
            old = official.score(official.item(row), record["response"])
            new = corrected.score(corrected.item(row), record["response"])
        except LmEvalTasksError:
            continue
        for at, name in enumerate(old.instruction_ids):
            yield task, name, old.strict[at], new.strict[at], "strict"
            if old.loose is not None and new.loose is not None:
                yield task, name, old.loose[at], new.loose[at], "loose"


def table(found: Sequence[Change]) -> str:
    """By task and instruction: how many verdicts there are and how many change."""
    tally: dict[tuple[str, str], Counter[str]] = {}
    for task, name, old, new, way in found:
        counts = tally.setdefault((task, name), Counter())
        counts[way] += 1
        if old != new:
            counts[f"{way} {'fail→pass' if new else 'pass→fail'}"] += 1
    columns = ("strict fail→pass", "strict pass→fail", "loose fail→pass", "loose pass→fail")
    rows = [
        "| task | instruction | verdicts | " + " | ".join(columns) + " |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for (task, name), counts in tally.items():
        if any(counts[column] for column in columns):
            cells = " | ".join(str(counts[column]) for column in columns)
            rows.append(f"| `{task}` | `{name}` | {counts['strict']} | {cells} |")
    return "\n".join(rows)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    data = Path(os.environ.get("LM_EVAL_TASKS_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("folder", nargs="?", type=Path, default=data / "extensions")
    parser.add_argument("--page", type=Path, help="write the table to this page")
    options = parser.parse_args()
    missing = [name for name in sorted(set(TASKS.values())) if not (options.folder / name).is_file()]
    if missing:
        print(f"no {', '.join(missing)} in {options.folder}", file=sys.stderr)
        return 2
    found = [one for task, file in TASKS.items() for one in changes(task, options.folder / file)]
    text = table(found)
    print(text)
    if options.page:
        page = options.page.read_text("utf-8")
        begin, end = "<!-- begin family -->\n", "<!-- end family -->"
        head, _, rest = page.partition(begin)
        _, _, tail = rest.partition(end)
        options.page.write_text(f"{head}{begin}{text}\n{end}{tail}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
