"""Every task as a value: a catalogue, a preparation, a gate, an edition and metrics.

One module a benchmark; a task with a gate or in another edition is its base with an
argument changed.

Source    own; the tasks are those of the langcheck document of the fork and their relatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.instructions.suites.names import INDIC_GROUND, INDIC_TRANS, MARCO_MIF, MULTI_IFEVAL

_MODULES: Mapping[str, tuple[str, ...]] = {
    "ifeval": ("ifeval", "ifeval_langcheck", "ifeval_corrected", "ifeval_langcheck_corrected"),
    "ifeval_arabic": (
        "ifeval_arabic_inception_hf",
        "ifeval_arabic_inception_hf_langcheck",
        "ifeval_arabic_inception",
        "ifeval_arabic_inception_hf_corrected",
        "ifeval_arabic_inception_hf_langcheck_corrected",
        "ifeval_arabic_inception_corrected",
    ),
    "ifeval_fc": ("ifeval_fc",),
    "ifeval_pp": ("ifeval_pp",),
    "ifbench": ("ifbench", "ifbench_multiturn", "ifbench_corrected"),
    "ifeval_translated": ("ifeval_spanish", "ifeval_catalan", "ifeval_portuguese"),
    "indic_ifeval": (
        *(f"indic_ifeval_trans_{code}" for code in INDIC_TRANS),
        *(f"indic_ifeval_ground_{code}" for code in INDIC_GROUND),
    ),
    "iftrain": ("iftrain", "iftrain_corrected", "tulu3"),
    "marco_mif": tuple(f"marco_mif_{file}" for file in MARCO_MIF),
    "multi_ifeval": tuple(f"multi_ifeval_{code}" for code in MULTI_IFEVAL),
    "m_ifeval": (
        "m_ifeval_es",
        "m_ifeval_fr",
        "m_ifeval_ja",
        "m_ifeval_es_corrected",
        "m_ifeval_fr_corrected",
        "m_ifeval_ja_corrected",
    ),
    "multi_if": (
        "multi_if",
        "multi_if_english",
        "multi_if_french",
        "multi_if_hindi",
        "multi_if_portuguese",
        "multi_if_spanish",
        "multi_if_russian",
        "multi_if_italian",
        "multi_if_chinese",
        "multi_if_corrected",
    ),
}
"""The suites that each module ``<benchmark>_suites`` of this package defines."""


_FOLDERS = {"ifeval_langcheck": "ifeval_langcheck", "ifeval_langcheck_corrected": "ifeval_langcheck"}
"""The task folders that are not named like the module."""


def folder_of(name: str) -> str:
    """The task folder that holds the YAML of a suite."""
    module = next(module for module, names in _MODULES.items() if name in names)
    return _FOLDERS.get(name, module)


def defined_in(module: ModuleType) -> Iterator[Suite]:
    """The suites of a module, each a value of its own or in a tuple of many languages."""
    for value in vars(module).values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Suite):
                yield one


class _Suites(Mapping[str, Suite]):
    """Suites by name; a benchmark's module is imported when one of its suites is asked for."""

    def __init__(self) -> None:
        self._module = {name: module for module, names in _MODULES.items() for name in names}
        self._found: dict[str, Suite] = {}

    def __getitem__(self, name: str) -> Suite:
        if name not in self._found:
            module = import_module(f"{__name__}.{self._module[name]}_suites")
            self._found[name] = next(suite for suite in defined_in(module) if suite.name == name)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._module)

    def __len__(self) -> int:
        return len(self._module)

    def __contains__(self, name: object) -> bool:
        return name in self._module


SUITES: Mapping[str, Suite] = _Suites()


def get_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UnknownNameError: with the nearest known name.
    """
    try:
        return SUITES[name]
    except KeyError:
        raise UnknownNameError("task", name, SUITES) from None


__all__ = ["SUITES", "Suite", "folder_of", "get_suite"]
