"""Every task as a value: a catalogue, a preparation, a gate, an edition and metrics.

One module a benchmark; a task with a gate or in another edition is its base with an
argument changed.

Source    own; the tasks are those of the langcheck document of the fork and their relatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from lm_eval_tasks.errors import UnknownNameError
from lm_eval_tasks.instructions.suites.base import Suite
from lm_eval_tasks.instructions.suites.names import INDIC_GROUND, INDIC_TRANS, MARCO_MIF, MULTI_IFEVAL
from lm_eval_tasks.instructions.suites.plugins import Found, defined_in, found

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


class _Suites(Mapping[str, Suite]):
    """Suites by name, those of plugins last.

    A benchmark's module is imported when one of its suites is asked for, plugins when no benchmark
    of ours has the name or all names are asked for.
    """

    def __init__(self) -> None:
        self._module = {name: module for module, names in _MODULES.items() for name in names}
        self._found: dict[str, Suite] = {}

    def plugins(self) -> Found:
        """The suites of other packages."""
        return found(self._module)

    def __getitem__(self, name: str) -> Suite:
        if name not in self._module:
            return self.plugins().suites[name]
        if name not in self._found:
            module = import_module(f"{__name__}.{self._module[name]}_suites")
            self._found[name] = next(suite for suite in defined_in(module) if suite.name == name)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._module
        yield from self.plugins().suites

    def __len__(self) -> int:
        return len(self._module) + len(self.plugins().suites)

    def __contains__(self, name: object) -> bool:
        return name in self._module or name in self.plugins().suites


BUILT_IN: tuple[str, ...] = tuple(name for names in _MODULES.values() for name in names)
"""The names of this package's own tasks."""
_SUITES = _Suites()
SUITES: Mapping[str, Suite] = _SUITES


def get_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UnknownNameError: with the nearest known name.
    """
    try:
        return SUITES[name]
    except KeyError:
        problems = "; ".join(_SUITES.plugins().problems)
        raise UnknownNameError("task", name, SUITES, problems) from None


def plugin_problems() -> tuple[str, ...]:
    """One sentence for each plugin, or task of a plugin, that is left out."""
    return _SUITES.plugins().problems


__all__ = ["BUILT_IN", "SUITES", "Suite", "folder_of", "get_suite", "plugin_problems"]
