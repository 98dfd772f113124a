"""M-IFEval: instruction following in Spanish, French and Japanese, with rules of each language.

The prompts are on no Hub: they are files of the authors' repository, which the user names.

Source    M-IFEval (arXiv:2502.04688), lightblue-tech, commit
          0bc3143a919eef2f9ec64aa26da8a546086653de (Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.m_ifeval_es_catalogue import M_IFEVAL_ES
from lm_eval_tasks.instructions.catalogues.m_ifeval_fr_catalogue import M_IFEVAL_FR
from lm_eval_tasks.instructions.catalogues.m_ifeval_ja_catalogue import M_IFEVAL_JA
from lm_eval_tasks.instructions.items import parse_item
from lm_eval_tasks.instructions.model import Catalogue, Item
from lm_eval_tasks.instructions.suites.base import Suite, corrected_twin
from lm_eval_tasks.runs.signature import release
from lm_eval_tasks.text.japanese import analyser

COMMIT = "0bc3143a919eef2f9ec64aa26da8a546086653de"
BY_DICTIONARY = frozenset(
    {
        "ja:keywords:existence",
        "ja:keywords:frequency",
        "ja:keywords:forbidden_words",
        "ja:detectable_format:nominal_ending",
    }
)
"""The Japanese instructions that need words, so a dictionary."""


def parse_japanese(row: Mapping[str, Any], *, catalogue: Catalogue, edition: str) -> Item:
    """A Japanese row.

    Raises:
        RowError: as :func:`parse_item`.
        MissingDependencyError: for an instruction about words without the dictionary, so before
            any model runs.
    """
    item = parse_item(row, catalogue, edition)
    if not BY_DICTIONARY.isdisjoint(item.instruction_ids):
        analyser()
    return item


def decided_by_dictionary() -> tuple[str, ...]:
    """The analyser and its dictionary."""
    return f"fugashi:{release('fugashi') or 'none'}", f"ipadic:{release('ipadic') or 'none'}"


def _hub(language: str, rows: int) -> HubData:
    return HubData("lightblue-tech/M-IFEval", "train", COMMIT, rows, file=f"data/{language}_input_data.jsonl")


spanish = Suite(
    name="m_ifeval_es",
    version=1,
    title="M-IFEval, Spanish: 30 instruction types",
    catalogue=M_IFEVAL_ES,
    hub=_hub("es", 115),
    sample="m_ifeval_es",
    max_gen_toks=2048,
)
french = Suite(
    name="m_ifeval_fr",
    version=1,
    title="M-IFEval, French: 30 instruction types",
    catalogue=M_IFEVAL_FR,
    hub=_hub("fr", 235),
    sample="m_ifeval_fr",
    max_gen_toks=2048,
)
japanese = Suite(
    name="m_ifeval_ja",
    version=1,
    title="M-IFEval, Japanese: 33 instruction types",
    catalogue=M_IFEVAL_JA,
    hub=_hub("ja", 172),
    sample="m_ifeval_ja",
    max_gen_toks=2048,
    parse=parse_japanese,
    decided_by=decided_by_dictionary,
)


def _corrected(suite: Suite, language: str) -> Suite:
    """The suite with its checks repaired; the words for a relation stay those of the language."""
    return corrected_twin(
        suite,
        version=1,
        title=f"M-IFEval, {language}, with its checks repaired (docs/ifbench.md)",
        catalogue=suite.catalogue,
    )


spanish_corrected = _corrected(spanish, "Spanish")
french_corrected = _corrected(french, "French")
japanese_corrected = _corrected(japanese, "Japanese")
