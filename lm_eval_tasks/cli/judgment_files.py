"""What ``rank`` and ``agree`` read and write, and what they tell about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lm_eval_tasks.judgments.records import Judgments


def said(read: Judgments, found: Mapping[str, Any]) -> list[str]:
    """What was dropped, left out or is worth knowing, one note each."""
    notes = [
        f"{one.count} rows dropped: {one.reason}" + (f" ({', '.join(one.places[:3])})" if one.places else "")
        for one in read.dropped
    ]
    notes += [f"{count} judgments left out: {reason}" for reason, count in found["left_out"].items()]
    if len(found.get("judges", ())) > 1 and found["kind"] == "ranking":
        notes.append(f"the judgments of {len(found['judges'])} judges are pooled; agree tells them apart")
    return [*notes, *read.notes]


def write_ranking(folder: Path, found: Mapping[str, Any], read: Judgments) -> None:
    """ranking.json and report.html, into a folder that is made if it is not there."""
    from lm_eval_tasks.report.judgments import ranking_page

    write_texts(folder, "ranking.json", found, ranking_page(found, read))


def write_texts(folder: Path, name: str, found: Mapping[str, Any], page: str) -> None:
    """Both files of an output folder."""
    from lm_eval_tasks.runs.store import json_text

    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json_text(found) + "\n", encoding="utf-8")
    with (folder / "report.html").open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as out:
        out.write(page)  # half a surrogate pair in a name is written as an escape


__all__ = ["said", "write_ranking", "write_texts"]
