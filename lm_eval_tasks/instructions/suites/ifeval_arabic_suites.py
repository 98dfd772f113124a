"""Arabic IFEval: the HF task, the HF task with a gate, and Inception's own task.

Source    the langcheck document of the fork, sections 2 and 3; the prompts are
          inceptionai/Arabic_IFEval.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from immutabledict import immutabledict

from lm_eval_tasks.data.rows import ColumnError, Excluded, RowError
from lm_eval_tasks.data.sources import SETTING, HubData
from lm_eval_tasks.instructions.catalogues.arabic_hf_catalogue import ARABIC_HF
from lm_eval_tasks.instructions.catalogues.arabic_inception_catalogue import ARABIC_INCEPTION
from lm_eval_tasks.instructions.gates.arabic import arabic
from lm_eval_tasks.instructions.gates.arabic_corrected import arabic_corrected
from lm_eval_tasks.instructions.gates.inception import LANGUAGES, inception, inception_corrected
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import CORRECTED, Catalogue, Item
from lm_eval_tasks.instructions.scoring.metrics import STRICT_WITH_LANGUAGE
from lm_eval_tasks.instructions.scoring.prepare import (
    inception_answer,
    inception_answer_by_line,
)
from lm_eval_tasks.instructions.suites.base import CORE, Suite, corrected_twin
from lm_eval_tasks.text.clean import cleaned_by_line

UNFAIR: Mapping[str | int, Excluded] = immutabledict(
    {
        337: Excluded("20fc2a3276cb", "the parameter says 336 words, the prompt 400"),
        1203: Excluded(
            "c06670a30d52", "the keyword is an English word ten times, the prompt asks for an Arabic one"
        ),
        1481: Excluded("845013a127c8", "the prompt does not name the word that marks a section"),
        1620: Excluded("02a2541b3535", "the marker has a colon that the prompt lacks"),
        1627: Excluded("b02f3262199d", "the request to repeat holds a comma, and commas are forbidden"),
        1730: Excluded("dd7adaf6e45f", "the prompt does not name the word that marks a section"),
        1944: Excluded("744f748de67b", "the request to repeat holds a comma, and commas are forbidden"),
        2023: Excluded("75ae12094d3c", "the prompt does not name the word that marks a section"),
        2716: Excluded("4a488c5deada", "the parameter says fewer than two times, the prompt at least once"),
        2859: Excluded(
            "52ed34b532fe", "the parameter says fewer than four sentences, the prompt at least four"
        ),
        3505: Excluded("9282c6232810", "the request to repeat differs from the one in the prompt"),
        3718: Excluded("2ce3f8793b73", "the request to repeat holds a comma, and commas are forbidden"),
        4744: Excluded("a5468d7981b7", "the parameter says five words with these endings, the prompt ten"),
        4746: Excluded("21337be735a5", "the parameter says fewer than six sentences, the prompt six"),
        4749: Excluded("62b3ea33ba24", "the keywords are demonstratives, the prompt asks for pronouns"),
        4755: Excluded("8debe0996c7b", "the parameter wants any of the words, the prompt all of them"),
        4756: Excluded("a7e7150b6911", "the parameter wants any of the words, the prompt all of them"),
        4758: Excluded("e5293ab51b2f", "letters, word count and quotation marks are not those of the prompt"),
        4759: Excluded("bf4dfb10842c", "the parameter says ten words, the prompt five"),
        4767: Excluded("b774f99cd2b3", "the parameter says fewer than 500 words, the prompt at most 120"),
    }
)
"""Rows whose parameters contradict their prompt: no answer to the prompt is judged fairly."""


def parse_with_language(row: Mapping[str, Any], catalogue: Catalogue, edition: str) -> Item:
    """A row of the Inception task, which must say its languages.

    In the corrected edition the parameters' texts are cleaned as the response is, so that an
    ellipsis or a presentation form in them can be found.

    Raises:
        RowError: as :func:`parse_item`, and when ``lang`` is missing or unknown.
    """
    item = parse_item(row, catalogue, edition)
    if not item.lang:
        raise ColumnError(
            f"key {item.key}: no column 'lang', which the gate of this task needs and the rows on the Hub do "
            f'not have. Name a local file whose rows hold "lang": ["ar"] or "lang": ["ar", "en"]: with '
            f"lm-eval-tasks --data prompts.jsonl, with lm_eval --metadata "
            f'\'{{"{SETTING}": "prompts.jsonl"}}\''
        )
    if frozenset(item.lang) not in LANGUAGES:
        known = '["ar"], ["ar", "en"], ["en"]'
        raise RowError(f"key {item.key}: lang is {list(item.lang)}; known: {known}")
    if edition != CORRECTED:
        return item
    kwargs = [_cleaned(given) for given in item.kwargs]
    return parse_item({**row, "kwargs": kwargs}, catalogue, edition)


def _cleaned(value: Any) -> Any:
    """Every text in the value, cleaned."""
    if isinstance(value, str):
        return cleaned_by_line(value)
    if isinstance(value, Mapping):
        return {name: _cleaned(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(inner) for inner in value]
    return value


_HUB = HubData("inceptionai/Arabic_IFEval", "train", None, 404)

hf = Suite(
    name="ifeval_arabic_inception_hf",
    version=1,
    title="Arabic IFEval, HF reading: 25 instruction types, strict and loose",
    catalogue=ARABIC_HF,
    hub=_HUB,
    sample="arabic",
    tags=CORE,
    max_gen_toks=16384,
)
hf_langcheck = replace(
    hf,
    name="ifeval_arabic_inception_hf_langcheck",
    version=1,
    title="Arabic IFEval, HF reading, zero for responses that are not Arabic or repeat themselves",
    gate=arabic,
)
own = Suite(
    name="ifeval_arabic_inception",
    version=1,
    title="Arabic IFEval, Inception's reading: 31 instruction types, strict, with a language check",
    catalogue=ARABIC_INCEPTION,
    hub=_HUB,
    sample="arabic_inception",
    tags=CORE,
    metrics=STRICT_WITH_LANGUAGE,
    gate=inception,
    prepare=inception_answer,
    parse=parse_with_language,
    loose=False,
    max_gen_toks=16384,
)


hf_corrected = corrected_twin(
    hf,
    version=2,
    title="Arabic IFEval, HF reading, with its checks repaired (docs/deviations.md)",
    excluded=UNFAIR,
)
hf_langcheck_corrected = corrected_twin(
    hf_langcheck,
    version=2,
    title="Arabic IFEval, HF reading repaired, zero for responses that are not Arabic or repeat themselves",
    gate=arabic_corrected,
    excluded=UNFAIR,
)
own_corrected = corrected_twin(
    own,
    version=2,
    title="Arabic IFEval, Inception's reading, with its checks, cleaning and language check repaired",
    prepare=inception_answer_by_line,
    gate=inception_corrected,
    excluded=UNFAIR,
)

SUITES = (hf, hf_langcheck, own, hf_corrected, hf_langcheck_corrected, own_corrected)
