"""How other tools save answers: one module per tool, recognised by the columns.

A new form is one module with a :class:`~lm_eval_tasks.data.forms.base.Form`, its line here, and a
sample in ``tests/forms``. The first form that fits decides, so the more particular ones come first.
"""

from __future__ import annotations

from lm_eval_tasks.data.forms.ai2 import AI2
from lm_eval_tasks.data.forms.base import Form, Given, Row, as_key, asked
from lm_eval_tasks.data.forms.batches import BATCH
from lm_eval_tasks.data.forms.chat import CHAT
from lm_eval_tasks.data.forms.engines import VLLM
from lm_eval_tasks.data.forms.evalscope import PREDICTIONS, REVIEWS
from lm_eval_tasks.data.forms.flexeval import FLEXEVAL
from lm_eval_tasks.data.forms.inspect_logs import INSPECT
from lm_eval_tasks.data.forms.lighteval import LIGHTEVAL, LIGHTEVAL_BEFORE
from lm_eval_tasks.data.forms.nemo import NEMO_GYM, NEMO_SKILLS
from lm_eval_tasks.data.forms.opencompass import OPENCOMPASS
from lm_eval_tasks.data.forms.plain import PLAIN, PROMPTS, key_of, prompt_of, response_column
from lm_eval_tasks.data.forms.verifiers import VERIFIERS
from lm_eval_tasks.data.forms.verl import VERL

FORMS: tuple[Form, ...] = (
    PREDICTIONS,
    REVIEWS,
    OPENCOMPASS,
    INSPECT,
    BATCH,
    NEMO_GYM,
    NEMO_SKILLS,
    VERL,
    VERIFIERS,
    AI2,
    FLEXEVAL,
    LIGHTEVAL,
    LIGHTEVAL_BEFORE,
    VLLM,
    PLAIN,
    CHAT,
)


def form_of(row: Row) -> Form | None:
    """The form of a record; None for one that no form fits."""
    return next((form for form in FORMS if form.fits(row)), None)


def named_columns(response: str | None, prompt: str | None, key: str | None) -> Form:
    """The form of a file whose columns a person named; a dot reaches into objects.

    What is not named is looked for under the usual names.
    """

    def fits(row: Row) -> bool:
        found = _at(row, response) if response else response_column(row)
        said = (_at(row, prompt) if prompt else prompt_of(row), _at(row, key) if key else key_of(row))
        return found is not None and any(one is not None for one in said)

    def read(row: Row) -> Given:
        return Given(
            _inside(row, response or response_column(row) or ""),
            asked(_inside(row, prompt)) if prompt else prompt_of(row),
            as_key(_inside(row, key)) if key else (None if prompt else key_of(row)),
        )

    return Form("named columns", "", "", "", fits, read)


def _at(row: Row, name: str) -> object:
    """Something that is not None where the column is there, whatever it holds."""
    if name in row:
        return name
    head, dot, rest = name.partition(".")
    inner = row.get(head)
    return _at(inner, rest) if dot and isinstance(inner, dict) else None


def _inside(row: Row, name: str) -> object:
    if name in row:
        return row[name]
    head, _, rest = name.partition(".")
    return _inside(row[head], rest) if rest else None


__all__ = [
    "FORMS",
    "PLAIN",
    "PROMPTS",
    "Form",
    "Given",
    "form_of",
    "named_columns",
    "response_column",
]
