"""Google's ``instructions_registry`` over this package's checks.

Code written for ``instruction_following_eval`` runs on when its import line changes, and so does
code written for IFBench's or open-instruct's copy of it. The checks are those of the tasks
``ifeval``, ``ifbench`` and ``iftrain``: official edition, English. What differs is never
random: ``build_description`` without a parameter that is needed raises.

Source    own; the protocol is that of google-research, instruction_following_eval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from immutabledict import immutabledict

from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.items import parse_parameters
from lm_eval_tasks.instructions.manual import page
from lm_eval_tasks.instructions.model import OFFICIAL, Catalogue, Parameters, Text
from lm_eval_tasks.instructions.suites import get_suite


class Instruction:
    """One instruction in google's protocol: first describe it, then ask whether a text follows.

    >>> instruction = INSTRUCTION_DICT["length_constraints:number_words"]("number_words")
    >>> instruction.build_description(num_words=3, relation="at least")
    'fewer than, or at least, num_words words (num_words: 3, relation: at least)'
    >>> instruction.check_following("one two")
    False
    """

    def __init__(self, catalogue: Catalogue, name: str, instruction_id: str) -> None:
        self.id = instruction_id
        self._catalogue = catalogue
        self._name = name
        self._check = catalogue.checks[name]
        self._parameters: Parameters | None = None

    def build_description(self, **kwargs: Any) -> str:
        """Set the parameters; returns what is asked, with their values.

        Args:
            kwargs: the parameters by name; None stands for one that is not given.

        Raises:
            DataError: an unknown or missing parameter, a wrong type or value. Nothing is
                filled in at random.
        """
        try:
            self._parameters = parse_parameters(self._check, kwargs, self._catalogue, self._name)
        except RowError as problem:
            raise DataError([str(problem)], self._name) from None
        asks = page(self._check.module).sections["Asks"].replace("``", "").rstrip(".")
        given = ", ".join(f"{name}: {_shown(value)}" for name, value in self._given().items())
        return f"{asks} ({given})" if given else asks

    def get_instruction_args(self) -> dict[str, Any] | None:
        """The parameters that :meth:`build_description` set; None for a check without any.

        Raises:
            DataError: when none were set yet and the check needs some.
        """
        return self._given() or None

    def get_instruction_args_keys(self) -> list[str]:
        """The names of the parameters the instruction takes."""
        return [field.name for field in msgspec.structs.fields(self._check.parameters)]

    def check_following(self, value: str) -> bool:
        """Whether the text follows the instruction, as it is: nothing is stripped or varied.

        Raises:
            DataError: when no parameters were set yet and the check needs some.
        """
        return self._check.reading(OFFICIAL)(Text(value), self._set()).followed

    def _given(self) -> dict[str, Any]:
        values = msgspec.structs.asdict(self._set())
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if value is not None
        }

    def _set(self) -> Parameters:
        if self._parameters is None:
            self.build_description()
        assert self._parameters is not None
        return self._parameters


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


Registry = Mapping[str, Callable[[str], Instruction]]


def _registry(task: str) -> dict[str, Callable[[str], Instruction]]:
    catalogue = get_suite(task).catalogue
    return {name: partial(Instruction, catalogue, name) for name in catalogue.checks}


IFEVAL_DICT: Registry = immutabledict(_registry("ifeval"))
"""IFEval's 25 instruction ids; calling an entry with an id makes an instruction."""
IFBENCH_DICT: Registry = immutabledict(_registry("ifbench_multiturn"))
"""IFBench's 58 ids and IFEval's 25, which its two-turn set uses."""
TRAINING_DICT: Registry = immutabledict(_registry("iftrain"))
"""The 54 ids of IFTrain. Those shared with IFEval take the parameters that open-instruct takes."""
INSTRUCTION_DICT: Registry = immutabledict({**TRAINING_DICT, **IFBENCH_DICT, **IFEVAL_DICT})
"""All of them, 112. Where two benchmarks share an id, the entry is IFEval's."""
