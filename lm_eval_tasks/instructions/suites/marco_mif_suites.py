"""Marco-Bench-MIF: IFEval's prompts in 30 languages, localised, translated or both.

The prompts are files of the authors' repository, which the user names. No evaluation code is published;
the tables of the paper are those of IFEval's program, whose rules judge here in every language.

Source    AIDC-AI, Marco-Bench-MIF (arXiv:2507.11882), commit 6c1f790
          (Apache-2.0, derived from google/IFEval).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from immutabledict import immutabledict

from lm_eval_tasks.data.sources import HubData
from lm_eval_tasks.instructions.catalogues.ifeval_catalogue import IFEVAL
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.instructions.suites.names import MARCO_MIF

COMMIT = "6c1f790"
ROWS = 541
LANGUAGES: Mapping[str, str] = immutabledict(
    {
        "ar": "Arabic",
        "bn": "Bengali",
        "cs": "Czech",
        "de": "German",
        "el": "Greek",
        "en": "English",
        "es": "Spanish",
        "fr": "French",
        "he": "Hebrew",
        "hu": "Hungarian",
        "id": "Indonesian",
        "it": "Italian",
        "ja": "Japanese",
        "kk": "Kazakh",
        "ko": "Korean",
        "ms": "Malay",
        "ne": "Nepali",
        "nl": "Dutch",
        "pl": "Polish",
        "pt": "Portuguese",
        "ro": "Romanian",
        "ru": "Russian",
        "sw": "Swahili",
        "th": "Thai",
        "tr": "Turkish",
        "uk": "Ukrainian",
        "ur": "Urdu",
        "vi": "Vietnamese",
        "yo": "Yoruba",
        "zh": "Chinese",
    }
)
_MADE = {"local": ", localised", "mt": ", machine-translated", "": ""}
_CATALOGUE = replace(IFEVAL, name="marco_mif", corrected=False)


def _suite(file: str) -> Suite:
    """The task of one file; its bad rows are left out and named."""
    code, _, made = file.partition("_")
    return Suite(
        name=f"marco_mif_{file}",
        version=1,
        title=f"Marco-Bench-MIF in {LANGUAGES[code]}{_MADE[made]}",
        catalogue=_CATALOGUE,
        hub=HubData("AIDC-AI/Marco-Bench-MIF", "train", COMMIT, ROWS, file=f"Marco-Bench-MIF/{file}.jsonl"),
        sample="marco_mif",
        skips_bad=True,
        tags=("marco_mif_tasks",),
    )


SUITES_BY_FILE = tuple(map(_suite, MARCO_MIF))
