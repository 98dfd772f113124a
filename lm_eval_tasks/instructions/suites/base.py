"""What a suite is: a task as a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from immutabledict import immutabledict

from lm_eval_tasks.data.rows import Excluded, RowError, digest
from lm_eval_tasks.data.sources import HubData, Rows, load_rows
from lm_eval_tasks.errors import DataError
from lm_eval_tasks.instructions.items import parse_batch, parse_item, parse_items
from lm_eval_tasks.instructions.model import OFFICIAL, Catalogue, Gate, Item, ItemScore
from lm_eval_tasks.instructions.scoring.judge import (
    Extract,
    Method,
    Prepare,
    Variants,
    score_item,
    whole_response,
)
from lm_eval_tasks.instructions.scoring.metrics import FOUR, Metric
from lm_eval_tasks.instructions.scoring.prepare import answer_only
from lm_eval_tasks.text.variants import loose_variants

ParseRow = Callable[..., Item]
"""``parse(row, catalogue=…, edition=…)``; raises RowError."""
Unfold = Callable[[Rows], Rows]
"""Makes one row per prompt of data that hold several prompts in a row."""


def as_found(found: Rows) -> Rows:
    """The rows unchanged: each is one prompt."""
    return found


@dataclass(frozen=True)
class Suite:
    """One task, ready to judge responses.

    Suites compare and pickle by name; get one with :func:`get_suite`.
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
    decided_by: Callable[[], tuple[str, ...]] = tuple
    """What else may change a verdict than in all suites, as parts of a signature (``emoji:2.1``)."""

    @property
    def method(self) -> Method:
        """How responses are judged."""
        return Method(self.prepare, self.loose, self.gate, self.variants, self.judge_blank, self.extract)

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

    def load(self, source: str | None = None) -> tuple[Rows, list[Item]]:
        """The suite's prompts from ``source`` (None: the Hub), all validated.

        Raises:
            MissingDataError: when they are not there.
            DataError: naming every bad row.
        """
        rows = self.rows(load_rows(self.hub, self.sample, source))
        return rows, self.items(rows)

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
            response: the text; anything that is no text counts as empty and is noted ``null``.

        Raises:
            DataError: when the row cannot be scored.
        """
        item = row if isinstance(row, Item) else self.item(row)
        return score_item(item, response, self.method)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from lm_eval_tasks.instructions.suites import get_suite

        return get_suite, (self.name,)
