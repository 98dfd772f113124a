"""Answers judged by a model: records of judgments and the numbers made from them.

Nothing here needs lm_eval or torch.
"""

from lm_eval_tasks.judgments.forms import FORMS, read_judgments, written
from lm_eval_tasks.judgments.records import Dropped, Judgment, Judgments, Style, joined
from lm_eval_tasks.judgments.replies import PROTOCOLS, Reading, parse

__all__ = [
    "FORMS",
    "PROTOCOLS",
    "Dropped",
    "Judgment",
    "Judgments",
    "Reading",
    "Style",
    "joined",
    "parse",
    "read_judgments",
    "written",
]
