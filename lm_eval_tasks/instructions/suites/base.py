"""What a suite is: a task as a value."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from immutabledict import immutabledict

from lm_eval_tasks.data.expanded import AnswersIn
from lm_eval_tasks.data.rows import Excluded, RowError, digest, kind_of
from lm_eval_tasks.data.shapes import texts_of
from lm_eval_tasks.data.sources import HubData, Rows, load_rows
from lm_eval_tasks.errors import DataError, SuiteError, UnknownNameError, nearest
from lm_eval_tasks.instructions.items import parse_batch, parse_item, parse_items, sorted_out
from lm_eval_tasks.instructions.model import CORRECTED, EDITIONS, OFFICIAL, Catalogue, Gate, Item, ItemScore
from lm_eval_tasks.instructions.scoring.judge import (
    Extract,
    Method,
    Prepare,
    Variants,
    score_item,
    whole_response,
)
from lm_eval_tasks.instructions.scoring.metrics import (
    FOUR,
    LOOSE_BY_ONE_VARIANT,
    aggregate,
    contribution_of_answers,
    mean_of_rounds,
    stderr,
)
from lm_eval_tasks.instructions.scoring.prepare import Preparation, answer_after_leading_thinking, answer_only
from lm_eval_tasks.runs.metrics import Metric
from lm_eval_tasks.text.relations import RELATIONS
from lm_eval_tasks.text.variants import loose_variants, variants_set_apart

ParseRow = Callable[..., Item]
"""``parse(row, catalogue=…, edition=…)``; raises RowError."""
Unfold = Callable[[Rows], Rows]
"""Makes one row per prompt of data that hold several prompts in a row."""


def as_found(found: Rows) -> Rows:
    """The rows unchanged: each is one prompt."""
    return found


Asks = Literal["prompt", "messages", "turns"]


@dataclass(frozen=True)
class Suite:
    """One task, ready to judge responses.

    Get one with :func:`get_suite`; make another with :func:`dataclasses.replace`. What cannot be
    scored is refused when it is made. A registered suite is pickled by its name, a derived one by
    the name and what was changed.

    Raises:
        SuiteError: names every field that does not fit.
    """

    name: str
    version: int
    title: str
    catalogue: Catalogue
    hub: HubData
    sample: str
    metrics: tuple[Metric, ...] = FOUR
    edition: str = OFFICIAL
    gate: Gate | None = None
    answers_in: AnswersIn = texts_of
    """Finds the answers in what was saved of one prompt."""
    prepare: Prepare = answer_only
    extract: Extract = whole_response
    unfold: Unfold = as_found
    parse: ParseRow = parse_item
    loose: bool = True
    variants: Variants = loose_variants
    judge_blank: bool = False
    max_gen_toks: int = 1280
    excluded: Mapping[str | int, Excluded] = immutabledict()
    """Rows that no response can be judged fairly on, by key; they do not count."""
    skips_bad: bool = False
    """Whether rows that cannot be scored are left out and named, because the published data hold some."""
    tags: tuple[str, ...] = ("ifeval_family",)
    """The names under which lm_eval runs it together with others."""
    asks: Asks = "prompt"
    """What is sent to the model: the prompt, the messages of the row's column ``messages``, or turn
    after turn of a conversation."""
    decided_by: Callable[[], tuple[str, ...]] = tuple
    """What else may change a verdict than in all suites, as parts of a signature (``emoji:2.1``)."""

    def __post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise SuiteError(f"suite {self.name!r}: {'; '.join(problems)}")

    @property
    def method(self) -> Method:
        """How responses are judged."""
        return Method(self.prepare, self.loose, self.gate, self.variants, self.judge_blank, self.extract)

    def with_think_end(self, marks: Sequence[str]) -> Suite:
        """The same suite, in which these marks end the reasoning, too.

        Args:
            marks: closing marks such as ``[/THINK]``, or ``auto`` for all that are known.

        Raises:
            UnknownNameError: an empty mark, or a suite that prepares responses in a way of its own.
        """
        if set(marks) <= set(self.think_end):
            return self
        if not isinstance(self.prepare, Preparation) or not all(
            isinstance(mark, str) and mark.strip() for mark in marks
        ):
            raise UnknownNameError(
                "mark that ends the reasoning", repr(list(marks)), ["auto", "[/THINK]"], self.name
            )
        return replace(self, prepare=self.prepare.until(tuple(marks)))

    @property
    def think_end(self) -> tuple[str, ...]:
        """The marks that end the reasoning beyond the official three."""
        return self.prepare.think_end if isinstance(self.prepare, Preparation) else ()

    def item(self, row: Mapping[str, Any]) -> Item:
        """A row as a validated item.

        Raises:
            DataError: when the row cannot be scored; says why.
        """
        try:
            return self.parsed(row)
        except RowError as problem:
            raise DataError([str(problem)], self.name) from None

    def rows(self, found: Rows) -> Rows:
        """One row per prompt."""
        return self.unfold(found)

    def load(self, source: str | None = None, *, skip_bad: bool = False) -> tuple[Rows, list[Item]]:
        """The suite's prompts from ``source`` (None: the Hub), all validated.

        Args:
            source: a path, ``sample``, or None.
            skip_bad: leave out rows that cannot be scored; ``skipped`` of the rows names them.

        Raises:
            MissingDataError: when they are not there.
            DataError: naming every bad row.
        """
        skip_bad = skip_bad or self.skips_bad
        rows = load_rows(self.hub, self.sample, source, skip_bad=skip_bad)
        return self.readable(self.rows(rows), skip_bad=skip_bad)

    def readable(self, rows: Rows, *, skip_bad: bool) -> tuple[Rows, list[Item]]:
        """Rows with their items; with ``skip_bad`` without those that cannot be scored.

        Raises:
            DataError: naming every bad row, or where none is left.
        """
        if not (skip_bad or self.skips_bad):
            return rows, self.items(rows)
        items, problems = sorted_out(rows.rows, self.parsed, lines=rows.lines, all_columns=False)
        if not items:
            raise DataError(list(problems.values()), rows.source)
        return rows.without(problems), items

    def items(self, rows: Rows) -> list[Item]:
        """Rows, wherever they are from, as validated items.

        Raises:
            DataError: naming every bad row.
        """
        return parse_items(rows.rows, self.parsed, source=rows.source, lines=rows.lines)

    def batch(self, rows: Iterable[Mapping[str, Any]], source: str) -> list[Item]:
        """Rows of a batch, whose keys may come again, as validated items.

        Raises:
            DataError: naming every bad row, counted from 0.
        """
        return parse_batch(rows, self.parsed, source)

    def parsed(self, row: Mapping[str, Any]) -> Item:
        """A row as an item of this suite's catalogue and edition.

        Raises:
            RowError: when the row cannot be scored; says why.
        """
        return self.parse(row, catalogue=self.catalogue, edition=self.edition)

    def counts(self, item: Item) -> bool:
        """Whether the item belongs to the suite's denominators."""
        row = self.excluded.get(item.key)
        return row is None or row.prompt != digest(item.prompt)

    def score(self, row: Mapping[str, Any] | Item, response: object) -> ItemScore:
        """The verdicts on ``response`` for ``row``; no response makes it raise.

        Args:
            row: ``key``, ``prompt``, ``instruction_id_list``, ``kwargs`` (and ``lang`` where the
                gate needs it), or an item made by :meth:`item`.
            response: the text, or what holds one (a chat message, a completion); None counts as empty and
                is noted ``null``.

        Raises:
            DataError: when the row cannot be scored.
            ResponseError: for a response of a shape that holds no text.
        """
        item = row if isinstance(row, Item) else self.item(row)
        return score_item(item, response, self.method)

    def documents(self, rows: Rows, items: Sequence[Item]) -> list[dict[str, Any]]:
        """What a harness is given, one object per answer or conversation: the rows that count.

        ``kwargs`` are JSON text: a columnar store would give every row every parameter and
        refuse a parameter that is a number here and text there.
        """
        text_keys = len({type(item.key) for item in items}) > 1
        return [
            {
                **row,
                "key": str(item.key) if text_keys else item.key,
                "instruction_id_list": list(item.instruction_ids),
                "kwargs": json.dumps([dict(given) for given in item.kwargs], ensure_ascii=False),
            }
            for row, item in zip(rows.rows, items, strict=True)
            if self.counts(item)
        ]

    def score_document(self, document: Mapping[str, Any], responses: Sequence[object]) -> list[ItemScore]:
        """The verdicts on all that was answered to one of :meth:`documents`, in order.

        Raises:
            DataError: when the document cannot be read.
        """
        answers = responses[0] if responses else None
        several = answers if isinstance(answers, list | tuple) and answers else [answers]
        return [self.score(document, answer) for answer in several]

    def contribution(self, metric: Metric, scores: Sequence[ItemScore]) -> Any:
        """What one document contributes to a metric; None where it does not belong to it.

        Of several answers, the mean or all their verdicts, so that the documents stay the clusters of the
        standard error.
        """
        return contribution_of_answers(metric, scores)

    def number(self, metric: Metric, contributions: Sequence[Any]) -> float:
        """The metric over all contributions."""
        return mean_of_rounds(aggregate, metric, contributions)

    def error(self, metric: Metric, contributions: Sequence[Any]) -> float:
        """The metric's standard error over all contributions."""
        return mean_of_rounds(stderr, metric, contributions)

    def __reduce__(self) -> tuple[Any, ...]:
        """By name, with the fields that differ from the registered suite of that name.

        Catalogues hold functions that cannot be pickled; a suite that changed one, or one whose
        name nobody registered, raises what :mod:`pickle` raises about its fields.
        """
        from lm_eval_tasks.instructions.suites import SUITES, get_suite

        own = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.name not in SUITES or type(SUITES[self.name]) is not type(self):
            return _whole, (type(self), own)
        registered = SUITES[self.name]
        changed = {name: value for name, value in own.items() if value != getattr(registered, name)}
        return (_derived, (self.name, changed)) if changed else (get_suite, (self.name,))


CORE = ("ifeval_tasks",)
CORRECTED_TASKS = ("ifeval_corrected_tasks",)
EVERY_RELATION: Mapping[str, str] = immutabledict({str(word): str(word) for word in RELATIONS})


def corrected_twin(suite: Suite, *, version: int, title: str, **changes: Any) -> Suite:
    """The task of the same prompts in the corrected edition, named ``<task>_corrected``.

    Thinking is removed only where the response begins with it, loose scoring drops only lines
    that are not part of the answer, and rows may use every relation.
    """
    loose: dict[str, Any] = {"variants": variants_set_apart} if suite.loose else {}
    if suite.loose:
        loose["metrics"] = (*suite.metrics, LOOSE_BY_ONE_VARIANT)
    return replace(
        suite,
        **{
            "name": f"{suite.name}_corrected",
            "version": version,
            "title": title,
            "catalogue": replace(suite.catalogue, relations=EVERY_RELATION),
            "edition": CORRECTED,
            "prepare": answer_after_leading_thinking,
            "tags": CORRECTED_TASKS,
            **loose,
            **changes,
        },
    )


_STEPS = ("answers_in", "prepare", "extract", "unfold", "parse", "variants", "decided_by")


def _problems(suite: Suite) -> Iterator[str]:
    """Why the suite would score wrongly, or not at all."""
    if suite.edition not in EDITIONS:
        yield f"unknown edition {suite.edition!r}.{nearest(str(suite.edition), EDITIONS)}"
    if not isinstance(suite.name, str) or not suite.name:
        yield f"the name is {suite.name!r}, expected text"
    for field in ("version", "max_gen_toks"):
        number = getattr(suite, field)
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            yield f"{field} is {number!r}, expected a whole number from 1"
    kinds = {"catalogue": Catalogue, "hub": HubData, "loose": bool, "judge_blank": bool, "skips_bad": bool}
    for field, kind in kinds.items():
        if not isinstance(getattr(suite, field), kind):
            yield f"{field} is {kind_of(getattr(suite, field))}, expected a {kind.__name__}"
    if suite.asks not in get_args(Asks):
        yield f"asks is {suite.asks!r}, expected one of {', '.join(get_args(Asks))}"
    gate: Any = suite.gate
    if gate is not None and not isinstance(gate, Gate):
        yield f"the gate is {kind_of(gate)}, expected a Gate or None"
    for field in _STEPS:
        if not callable(getattr(suite, field)):
            yield f"{field} is {kind_of(getattr(suite, field))}, expected a function"
    if isinstance(suite.catalogue, Catalogue) and not suite.catalogue.checks:
        yield "the catalogue holds no checks"
    if (
        suite.edition == CORRECTED
        and isinstance(suite.catalogue, Catalogue)
        and not suite.catalogue.corrected
    ):
        yield f"the catalogue {suite.catalogue.name!r} has no corrected edition"
    yield from _problems_of_metrics(suite)


def _problems_of_metrics(suite: Suite) -> Iterator[str]:
    metrics = suite.metrics
    if not isinstance(metrics, tuple) or not all(isinstance(metric, Metric) for metric in metrics):
        yield "metrics is not a tuple of Metric"
        return
    if not metrics:
        yield "no metrics"
    for name, count in Counter(metric.name for metric in metrics).items():
        if count > 1:
            yield f"the metric {name!r} occurs {count} times"
    for metric in metrics:
        if "loose" in metric.needs and not suite.loose:
            yield f"the metric {metric.name!r} needs loose verdicts, and loose is False"
        if "gate" in metric.needs and suite.gate is None:
            yield f"the metric {metric.name!r} needs a gate, and there is none"


def _derived(name: str, changed: Mapping[str, Any]) -> Suite:
    """A registered suite with some fields changed."""
    from lm_eval_tasks.instructions.suites import get_suite

    return replace(get_suite(name), **changed)


def _whole(kind: type[Suite], fields_of_it: Mapping[str, Any]) -> Suite:
    """A suite out of all its fields."""
    return kind(**fields_of_it)
