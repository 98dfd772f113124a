"""Verdicts as rewards, for TRL, verifiers and whatever calls a function for a number.

Three things are told apart. What a model wrote is never a fault: any text gets a number. A
completion that is not text, and a row that cannot be scored, would teach the model nonsense for a
whole training, so they raise. A row without instructions, which mixed data sets have, gets None.

Source    the signature is that of TRL's GRPOTrainer.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

import msgspec
from immutabledict import immutabledict

from lm_eval_tasks.adapters.mixed import suite_for
from lm_eval_tasks.adapters.payment import asks_for_a_copy, is_copy, number_of_words
from lm_eval_tasks.data.files import summed
from lm_eval_tasks.data.rows import RowError
from lm_eval_tasks.data.shapes import ShapeError, described, plain, text_of, texts_of
from lm_eval_tasks.data.training_rows import common_row, prompt_text, without_gaps
from lm_eval_tasks.errors import DataError, ResponseError, UnknownNameError, instead
from lm_eval_tasks.instructions.model import Item, ItemScore, Prepared, Text
from lm_eval_tasks.instructions.scoring.judge import (
    CRASHED,
    UNDECIDED,
    Method,
    Prepare,
    judged,
    score_item,
)
from lm_eval_tasks.instructions.scoring.prepare import KEPT_THINKING, answer_only
from lm_eval_tasks.instructions.suites import Suite
from lm_eval_tasks.text.thinking import after_thinking, continued, opened_by, opening_mark

log = logging.getLogger("lm_eval_tasks")

SOURCES = (
    "instruction_id_list",
    "ground_truth",
    "verifier_metadata",
    "reward_model",
    "info",
    "func_name",
    "answer",
)
"""Columns that may hold the instructions of a row."""
AS_ITS_VERIFIER = ("iftrain", "tulu3", "training")
"""Suites that judge, as a reward, what open-instruct's verifiers judge of an answer."""


_NOT_GIVEN = object()


class Payment(NamedTuple):
    """What an answer earns, and why.

    ``value`` is None where no number can be given: a check crashed, or had to give up. ``withheld``
    says why an answer whose verdicts may be good earns nothing.
    """

    value: float | None
    ids: tuple[str, ...]
    followed: tuple[bool, ...]
    why: tuple[str, ...]
    withheld: str = ""


class _OfInstances:
    """A signature that only instances show; the class keeps that of its constructor."""

    def __init__(self, signature: inspect.Signature) -> None:
        self.signature = signature

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        if instance is None:
            raise AttributeError("__signature__")
        return self.signature


def _per_completion(
    completion: Any = None,
    prompt: Any = None,
    answer: Any = None,
    info: Any = None,
    state: Any = None,
    **columns: Any,
) -> float:
    """The signature of a reward that is called once per completion."""
    raise NotImplementedError


@dataclass(frozen=True)
class InstructionReward:
    """A reward between 0 and 1 for following the instructions of a prompt.

    >>> reward = InstructionReward()
    >>> ids, kwargs = ["punctuation:no_comma"], [{}]
    >>> reward(["Fine.", "Well, fine."], instruction_id_list=[ids, ids], kwargs=[kwargs, kwargs])
    [1.0, 0.0]

    Called with one ``completion`` instead of ``completions`` it returns one float. It is a value
    without state: safe in threads and in async code, and it pickles into other processes.

    Attributes:
        task: the suite whose checks, thinking tags and gate apply; ``any`` for rows that mix
            benchmarks, ``training`` for IFTrain and Tülu 3.
        fraction: the share of instructions followed, instead of 1.0 for all and 0.0 otherwise.
        loose: count an instruction as followed if one of the eight loose variants follows it.
        gate: 0.0 for a response that the suite's gate refuses; without a gate nothing changes.
        answer_tags: take ``<answer>`` and ``</answer>`` out before judging.
        judge_blank: judge blank answers, as some originals do, instead of giving 0.0.
        min_words: 0.0 for answers of fewer words.
        no_copy: 0.0 for answers that repeat the prompt, except where a copy is asked for.
        weights: how much an instruction id, or a family (``keywords``), counts; 1 where neither is
            named. What weighs nothing is not looked at.
        think_end: further marks that end the reasoning, such as ``[/THINK]``, or ``auto`` for all that
            are known.

    Raises:
        UnknownNameError: for a task or a weighted name that does not exist, or ``loose`` where a
            task has none.
        ValueError: for a weight below 0, or ``min_words`` below 0.
    """

    task: str = "ifeval"
    fraction: bool = False
    loose: bool = False
    gate: bool = True
    answer_tags: bool = False
    judge_blank: bool = False
    min_words: int = 0
    no_copy: bool = False
    weights: Mapping[str, float] = field(default_factory=immutabledict)
    think_end: tuple[str, ...] = ()

    __signature__ = _OfInstances(inspect.signature(_per_completion, eval_str=True))
    """verifiers reads it: plural names, or a list returned, would make it a function of groups, which
    gets no columns and so could never find an instruction."""

    def __post_init__(self) -> None:
        suite = suite_for(self.task).with_think_end(self.think_end)
        if self.loose and not suite.loose:
            raise UnknownNameError("way to judge", "loose", ["strict"], self.task)
        known = {*suite.catalogue.checks, *(_family(name) for name in suite.catalogue.checks)}
        for name, weight in self.weights.items():
            if name not in known:
                raise UnknownNameError("instruction or family", name, known, "weights")
            if (
                isinstance(weight, bool)
                or not isinstance(weight, int | float)
                or not 0 <= weight < float("inf")
            ):
                raise ValueError(f"the weight of {name} is {weight!r}, expected a number from 0")
        if isinstance(self.min_words, bool) or not isinstance(self.min_words, int) or self.min_words < 0:
            raise ValueError(f"min_words is {self.min_words!r}, expected a whole number from 0")
        object.__setattr__(self, "weights", immutabledict(self.weights))

    @property
    def __name__(self) -> str:
        """What TRL logs the reward as, e.g. ``ifeval_strict_fraction``."""
        name = f"{self.task}_{'loose' if self.loose else 'strict'}"
        if self.fraction:
            name += "_fraction"
        if suite_for(self.task).gate and not self.gate:
            name += "_ungated"
        if self.think_end:
            name += "_after_thinking"
        return name

    def __call__(
        self,
        completions: Sequence[object] | None = None,
        *,
        completion: object = _NOT_GIVEN,
        prompts: Sequence[object] | None = None,
        prompt: object = None,
        **columns: Any,
    ) -> Any:
        """One reward per completion, in their order; or one float for one ``completion``.

        Args:
            completions: texts, messages, or lists of messages, of which the assistant's last one
                counts. Null is an empty response.
            completion: one of them; ``columns`` are then the values of one row.
            prompts: texts or chat messages, of which the last one of the user counts. Where one ends
                with a mark that opens reasoning, the completion must close it; else it is an empty
                response.
            prompt: with ``completion``, one of them; else a column like the others.
            columns: the data set's columns, a value per completion. One of them holds the
                instructions: ``instruction_id_list`` and ``kwargs``, or a training set's own
                (``ground_truth``, ``verifier_metadata``, ``reward_model``, ``info``). What else a
                trainer passes is ignored.

        Returns:
            A list of floats, with None for rows that hold no instructions and for answers that a
            check could not decide. For one ``completion`` a float, 0.0 in place of None.

        Raises:
            DataError: when a row cannot be scored, or a column is too short or too long; names
                every such row.
            ResponseError: for completions of a shape that holds no text; says what was found.
        """
        if completions is None:
            if completion is _NOT_GIVEN:
                raise DataError(["neither completions nor a completion is given"], self.__name__)
            payment = self.pay_one(completion, {"prompt": prompt, **_of_state(columns)})
            return 0.0 if payment is None or payment.value is None else payment.value
        if prompt is not None:
            columns["prompt"] = prompt
        payments = self.pay(completions, prompts=prompts, **columns)
        return [payment and payment.value for payment in payments]

    def pay(
        self, completions: Sequence[object], *, prompts: Sequence[object] | None = None, **columns: Any
    ) -> list[Payment | None]:
        """What each completion earns, and why; None for rows without instructions.

        Raises:
            DataError: as calling it.
        """
        completions = _listed(completions, "completions", self.__name__)
        rows = _rows(len(completions), {**columns, "prompts": prompts}, self.__name__)
        return self._paid(rows, completions, prompts)

    def pay_one(self, completion: object, row: Mapping[str, Any]) -> Payment | None:
        """What one completion earns for one row of any known shape; None without instructions.

        Raises:
            DataError: when the row cannot be scored or the completion is not text.
        """
        prompt = row.get("prompt")
        return self._paid([{"key": 0, **_present(row)}], [completion], [prompt])[0]

    def check(self, rows: Iterable[Mapping[str, Any]]) -> int:
        """See before a training that its rows can be scored; returns how many hold instructions.

        Frameworks that log an exception of a reward and count 0.0 (verifiers) never show a bad row
        otherwise.

        Raises:
            DataError: naming every row that cannot be scored.
        """
        suite, problems, count = suite_for(self.task), [], 0
        for position, row in enumerate(rows):
            try:
                count += _item(suite, {"key": position, **_present(row)}) is not None
            except RowError as problem:
                problems.append(f"row {position}, {problem}")
        if problems:
            raise DataError(problems, self.__name__)
        return count

    def _paid(
        self,
        rows: Sequence[Mapping[str, Any]],
        completions: Sequence[object],
        prompts: Sequence[object] | None,
    ) -> list[Payment | None]:
        suite = suite_for(self.task)
        texts = _answers(completions, prompts, reads_calls=suite.answers_in is not texts_of)
        items: list[Item | None] = []
        problems: list[str] = []
        for position, row in enumerate(rows):
            try:
                # The completions of a group share their row, which is then read once.
                same = position > 0 and len(items) == position and _same(row, rows[position - 1])
                items.append(_keyed(items[-1], row) if same else _item(suite, row))
            except RowError as problem:
                problems.append(f"row {position}, {problem}")
        if problems:
            raise DataError([*problems, *_known_elsewhere(rows, suite)], self.__name__)
        method = self._method(suite)
        return [
            None if item is None else self._payment(method, item, text)
            for item, text in zip(items, texts, strict=True)
        ]

    def _method(self, suite: Suite) -> Method:
        if self.task in AS_ITS_VERIFIER:
            prepare = _as_its_verifier(self.think_end)
        else:
            prepare = suite.with_think_end(self.think_end).prepare
        if self.answer_tags:
            prepare = _without_answer_tags(prepare)
        gate = suite.gate if self.gate else None
        return replace(suite.method, loose=self.loose, gate=gate, prepare=prepare)

    def _payment(self, method: Method, item: Item, response: object) -> Payment:
        answer = ""
        if (self.judge_blank or self.min_words or self.no_copy) and isinstance(response, str):
            answer = method.prepare(response, item).string
        if self.judge_blank and not answer.strip():
            outcomes = [judged(instruction, Text(answer))[0] for instruction in item.instructions]
            return self._weighed(
                item, tuple(one.followed for one in outcomes), tuple(one.why for one in outcomes)
            )
        score = score_item(item, response, method)
        for note in score.notes:
            if note.startswith(KEPT_THINKING):
                _warn_of_mark(self.__name__, note.removeprefix(KEPT_THINKING))
        withheld = self._withheld(item, answer)
        if withheld:
            return Payment(0.0, item.instruction_ids, score.strict, score.why, withheld)
        if {CRASHED, UNDECIDED}.intersection(score.notes):
            log.warning("%s: no reward for key %s: %s", self.__name__, item.key, _undecided(score))
            return Payment(None, item.instruction_ids, score.strict, score.why, "a check gave no verdict")
        followed = score.loose_gated if self.loose else score.strict_gated
        return self._weighed(item, followed or (), score.why)

    def _withheld(self, item: Item, answer: str) -> str:
        """Why the answer earns nothing, whatever its verdicts; empty where they count."""
        if self.min_words:
            words = number_of_words(answer)
            if words < self.min_words:
                return f"{words} words, expected at least {self.min_words}"
        if self.no_copy and not asks_for_a_copy(item.instruction_ids):
            if not item.prompt:
                raise DataError(
                    [f"key {item.key}: no prompt, and no_copy compares the answer with it"], self.__name__
                )
            if is_copy(answer, item.prompt):
                return "the answer repeats the prompt"
        return ""

    def _weighed(self, item: Item, followed: Sequence[bool], why: tuple[str, ...]) -> Payment:
        if not self.weights:
            value: float | None = (
                sum(followed) / len(item.instructions) if self.fraction else float(all(followed))
            )
            return Payment(value if followed else 0.0, item.instruction_ids, tuple(followed), why)
        weights = [self._weight(name) for name in item.instruction_ids]
        total = sum(weights)
        counted = [one for one, weight in zip(followed, weights, strict=False) if weight]
        if not total:
            value = None
        elif self.fraction:
            value = sum(weight for one, weight in zip(followed, weights, strict=False) if one) / total
        else:
            value = float(bool(counted) and all(counted))
        return Payment(value, item.instruction_ids, tuple(followed), why)

    def _weight(self, name: str) -> float:
        return self.weights.get(name, self.weights.get(_family(name), 1))


def _known_elsewhere(rows: Sequence[Mapping[str, Any]], suite: Suite) -> list[str]:
    """A sentence on the instructions that this task does not know and ``any`` does."""
    asked: dict[str, None] = {}
    for row in rows:
        with suppress(RowError):
            for name in (common_row(row) or {}).get("instruction_id_list") or ():
                if isinstance(name, str) and name not in suite.catalogue.checks:
                    asked[name] = None
    known = [name for name in asked if name in suite_for("any").catalogue.checks]
    return [f"task='any' knows {', '.join(known[:5])}"] if known else []


def _item(suite: Suite, row: Mapping[str, Any]) -> Item | None:
    """The row as a validated item, None where it holds no instructions."""
    common = common_row(row)
    return None if common is None else suite.parsed(common)


def _same(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two rows differ at most in their keys."""
    try:
        return row.keys() == other.keys() and all(
            value is other[name] or bool(value == other[name]) for name, value in row.items() if name != "key"
        )
    except ValueError:  # arrays compare value by value
        return False


def _keyed(item: Item | None, row: Mapping[str, Any]) -> Item | None:
    """The item under the row's own key."""
    key = row.get("key")
    return item if item is None or key is None else msgspec.structs.replace(item, key=key)


def _family(name: str) -> str:
    return name.rpartition(":")[0]


def _undecided(score: ItemScore) -> str:
    return next(
        (why for why in score.why if why.startswith(("not decided", "the check"))), "a check gave no verdict"
    )


def _as_its_verifier(think_end: tuple[str, ...]) -> Prepare:
    """The answer as open-instruct's verifiers cut it: after the last ``</think>``, stripped.

    With ``think_end`` these marks end the reasoning first.
    """
    before = answer_only.until(think_end) if think_end else None

    def prepared(response: str, item: Item) -> Prepared:
        found = before(response, item) if before else Prepared(response)
        text = found.string.replace("<|assistant|>", "").strip()
        return Prepared(text.rpartition("</think>")[2].strip(), found.notes)

    return prepared


def _without_answer_tags(prepare: Prepare) -> Prepare:
    def prepared(response: str, item: Item) -> Prepared:
        found = prepare(response, item)
        text = found.string.replace("<answer>", "").replace("</answer>", "").strip()
        return Prepared(text, found.notes)

    return prepared


@cache
def _warn_of_mark(reward: str, mark: str) -> None:
    """Say once that reasoning is judged as part of completions."""
    log.warning(
        "%s: completions with reasoning marked by %r are judged as a whole; think_end=('auto',) judges what "
        "follows",
        reward,
        opening_mark(mark),
    )


def answer(completion: object) -> object:
    """What is judged of a completion: the text, or that of a chat message or the assistant's last one.

    Raises:
        ShapeError: for a completion of a shape that holds no text.
    """
    return text_of(completion)


def _answers(completions: Sequence[object], prompts: object, *, reads_calls: bool) -> list[object]:
    """What is judged of each completion, with the mark before it that its prompt opened.

    Raises:
        ResponseError: naming every shape that holds no text, with its rows.
    """
    prompts = plain(prompts)
    asked = prompts if isinstance(prompts, list) and len(prompts) == len(completions) else None
    answers: list[object] = []
    problems: list[tuple[int, str]] = []
    for position, completion in enumerate(completions):
        try:
            text = completion if reads_calls and not isinstance(completion, str) else answer(completion)
        except ShapeError as problem:
            problems.append((position, f"the completion is {problem}"))
            continue
        opened = _opened(asked[position]) if asked else ""
        answers.append(_closed(opened, text) if isinstance(text, str) else text)
    if problems:
        raise ResponseError(summed(problems, "row"), "completions")
    return answers


def _closed(opened: str, text: str) -> str:
    """The text after the mark that its prompt opened; nothing where it never closes it."""
    whole = continued(opened, text)
    return "" if opened and "unclosed_thinking" in after_thinking(whole).notes else whole


def _opened(prompt: object) -> str:
    """The mark of reasoning that a prompt ends with: a rendered one, or one whose last turn is begun."""
    prompt = plain(prompt)
    if isinstance(prompt, str):
        return opened_by(prompt)
    last = prompt[-1] if isinstance(prompt, list) and prompt else None
    begun = isinstance(last, Mapping) and last.get("role") == "assistant"
    return opened_by(text_of(last) or "") if begun else ""


def _of_state(columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns, and those of the row that verifiers keeps in the state."""
    state = columns.get("state")
    inner = state.get("input") if isinstance(state, Mapping) else None
    kept = {name: value for name, value in columns.items() if name != "state"}
    return {**inner, **_present(kept)} if isinstance(inner, Mapping) else kept


def _present(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


def _rows(count: int, columns: Mapping[str, Any], source: str) -> list[dict[str, Any]]:
    """Rows out of columns; ``key`` is the position and ``prompt`` comes from ``prompts`` if absent."""
    needed = (*SOURCES, "kwargs", "prompts", "prompt", "key", "lang")
    columns = {
        name: _listed(values, name, source) if name in needed and values is not None else plain(values)
        for name, values in columns.items()
    }
    if count and not any(columns.get(name) is not None for name in SOURCES):
        there = [name for name, values in columns.items() if values is not None]
        raise DataError(
            [
                f"no column with instructions, expected one of {', '.join(SOURCES)}."
                f"{instead(SOURCES[0], there)}"
            ],
            source,
        )
    problems = [
        f"column {name!r} holds {len(columns[name])} values for {count} completions"
        for name in needed
        if isinstance(columns.get(name), list) and len(columns[name]) != count
    ]
    if problems:
        raise DataError(problems, source)
    kept = {
        name: values for name, values in columns.items() if isinstance(values, list) and len(values) == count
    }
    rows = [_present({name: values[position] for name, values in kept.items()}) for position in range(count)]
    for position, row in enumerate(rows):
        prompts = row.pop("prompts", None)
        row.setdefault("prompt", prompt_text(without_gaps(prompts)) or "")
        row.setdefault("key", position)
    return rows


def _listed(column: Any, name: str, source: str) -> list[Any]:
    """A column as a list: a list, a tuple, or one of numpy, pandas or Arrow.

    Raises:
        DataError: naming the column and what was found.
    """
    values = plain(column)
    if isinstance(values, list):
        return values
    raise DataError(
        [f"column {name!r} is {described(column)}, expected a list with a value per completion"], source
    )
