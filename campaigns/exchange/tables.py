"""What of a campaign goes into its file: the tables of its apps, each registered where its model is.

Whatever leads to a campaign is registered or left out with the reason (a test asks every model). A row is the columns
of its model but what only one database knows; it is known by its key, and names others by theirs.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from django.db import models

from campaigns.exchange.shapes import Shape, obj, of_column
from campaigns.models import Campaign
from rules.problems import Problem

if TYPE_CHECKING:
    from campaigns.exchange.arriving import Arriving

Check = Callable[["Arriving", str, Any], Iterable[Problem]]
"""`(what arrives, the path of a row in the file, the row, not yet stored) → what is wrong with it`."""


@dataclass(frozen=True)
class Table:
    """Rows of a campaign in its file, under `name`.

    `of` is the way to the campaign, `left_out` says of columns why they stay behind, `shapes` what is in a column where
    that says too little. `brings` turns what stands in a file into what the column holds, `completes` adds to a row
    what saving it would. Of each row that arrives `check` is asked, and `page` which page it has: it has to show.
    """

    name: str
    model: type[models.Model]
    of: str = "campaign"
    left_out: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    brings: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    completes: Callable[[Any], None] = lambda row: None
    most: int = 5_000
    check: Check = lambda arriving, path, row: ()
    page: Callable[[Any], str | None] = lambda row: None

    @cached_property
    def columns(self) -> dict[str, models.Field]:
        """Those that are written, by name."""
        return {
            each.name: each
            for each in self.model._meta.concrete_fields
            if not each.primary_key and each.name not in self.left_out and each.related_model is not Campaign
        }

    @cached_property
    def references(self) -> dict[str, str]:
        """The columns that name rows of other tables, and which."""
        names = {table.model: table.name for table in TABLES.values()}
        return {name: names[each.related_model] for name, each in self.columns.items() if each.is_relation}

    @property
    def has_keys(self) -> bool:
        """Whether its rows can be named."""
        return "key" in self.columns and self.columns["key"].unique

    @property
    def shape(self) -> Shape:
        """A row of it in a file. What is not there has its default."""
        columns = {name: self.shapes.get(name) or of_column(each) for name, each in self.columns.items()}
        needed = [name for name, each in self.columns.items() if name == "key" or not (each.null or each.has_default())]
        return obj(needs=tuple(needed), **columns)


TABLES: dict[str, Table] = {}
LEFT_OUT: dict[type[models.Model], str] = {}


def register(*tables: Table) -> None:
    TABLES.update({table.name: table for table in tables})


def leave_out(model: type[models.Model], reason: str) -> None:
    """Rows of that model stay where they are."""
    LEFT_OUT[model] = reason


def in_order() -> list[Table]:
    """The tables, each after those that it names rows of."""
    named = {table.name: set(table.references.values()) - {table.name} for table in TABLES.values()}
    return [TABLES[name] for name in TopologicalSorter(named).static_order()]
