"""A campaign on its way in: its rows as they will be stored, under keys of their own, and all that speaks against them.

Nothing here writes. What a row is worth is asked of the very code that will live with it: the rules load it, its
template words it; what they cannot do anything with is refused with its path.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import count
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_noop as _

from campaigns.exchange.tables import TABLES, Table, in_order
from campaigns.keys import ALPHABET, new_key
from campaigns.kinds import KINDS
from campaigns.models import Campaign
from rules.problems import Problem, Refused

KEY: Final = re.compile(rf"(?<![A-Za-z0-9])[{ALPHABET}]{{12}}(?![A-Za-z0-9])")
EARLIEST, LATEST = (datetime(year, 1, 1, tzinfo=UTC) for year in (1970, 2200))

log = logging.getLogger(__name__)


class Arriving:
    """`campaign` and `rows`, by the name of their table, are unsaved; `problems()` is what is wrong with them. Until
    they are stored each has a number below 0: what they are asked meanwhile finds no row of anybody. What a check has
    gathered for the next row it puts into `kept`."""

    def __init__(self, document: Mapping[str, Any], campaign_table: Table, key: str = "") -> None:
        """`document` is as the schema has it, and each name in it names something; `key` is to be the campaign's."""
        document = renamed(document, _new_keys(document) | ({document["campaign"]["key"]: key} if key else {}))
        self._faults: list[Problem] = []
        self._table = campaign_table
        self._numbers = count(1)
        self.kept: dict[str, Any] = {}
        self.rows: dict[str, list[Any]] = {name: [] for name in TABLES}
        self.by_key: dict[str, dict[str, Any]] = {name: {} for name in TABLES}
        self._later: list[tuple[Any, str, str]] = []
        self.campaign: Campaign = self._built(campaign_table, "campaign", document["campaign"])
        for table in in_order():
            for place, values in enumerate(document.get(table.name, ()), start=1):
                row = self._built(table, path_of(table, place), values)
                self.rows[table.name].append(row)
                if table.has_keys:
                    self.by_key[table.name][row.key] = row
        for row, name, key in self._later:
            setattr(row, name, next(rows[key] for rows in self.by_key.values() if key in rows))

    @cached_property
    def told(self) -> dict[str, list[tuple[int, Any]]]:
        """The entries of the log by what they are about, each with its place."""
        found = defaultdict(list)
        for place, entry in enumerate(self.rows["log"], start=1):
            if entry.kind in KINDS:
                found[entry.topic].append((place, entry))
        return found

    def problems(self) -> Iterator[Problem]:
        """One after the other: whoever asks stops where enough is found."""
        yield from self._faults
        wrong = [*self._faults, *self._table.check(self, "campaign", self.campaign)]
        yield from wrong[len(self._faults) :]
        if wrong:
            return  # without its rules nothing else can be asked
        for table in TABLES.values():
            yield from _clashes(table, self.rows[table.name])
            yield from _circles(table, self.rows[table.name])
            for place, row in enumerate(self.rows[table.name], start=1):
                yield from table.check(self, path_of(table, place), row)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _built(self, table: Table, path: str, values: Mapping[str, Any]) -> Any:
        row = table.model(pk=-next(self._numbers))
        if any(each.related_model is Campaign for each in row._meta.concrete_fields):
            row.campaign = self.campaign
        for name, value in values.items():
            column = table.columns[name]
            if name in table.references and value is not None:
                self._refer(table, row, name, value)
            else:
                setattr(row, name, self._brought(table, column, f"{path}.{name}", value))
        table.completes(row)
        return row

    def _refer(self, table: Table, row: Any, name: str, key: str) -> None:
        other = table.references[name]
        if other == table.name:
            self._later.append((row, name, key))
        else:
            setattr(row, name, self.by_key[other][key])

    def _brought(self, table: Table, column: models.Field, path: str, value: Any) -> Any:
        if value is None:
            return None
        try:
            if column.name in table.brings:
                return table.brings[column.name](value)
            return _moment(value) if isinstance(column, models.DateTimeField) else value
        except (Refused, ValueError, OverflowError) as fault:
            log.debug("%s", path, exc_info=True)
            reasons = fault.problems if isinstance(fault, Refused) else ()
            self._faults += [within(path, each) for each in reasons] or [problem("value", path, _NO_VALUE)]
            return None


_NO_VALUE: Final = _("%(path)s: it is not written as it has to be.")


def path_of(table: Table, place: int) -> str:
    return f"{table.name}[{place}]"


def problem(code: str, path: str, message: str, rule: str | None = None, **params: object) -> Problem:
    return Problem(code, message, path, rule, {"path": path, **params})


def within(path: str, inner: Problem) -> Problem:
    """A problem of something, as one of the place in the file where that stands."""
    return Problem(inner.code, inner.message, path, inner.rule, {**inner.params, "path": path})


def tried(path: str, message: str, act: Callable[[], object], *, has_fields: bool = False) -> Iterator[Problem]:
    """What is wrong where `act` fails, in whatever way: it is our own code, and the value is not ours. `has_fields`:
    what it says of a field is said of that name in the file."""
    try:
        act()
    except Refused as refusal:
        for each in refusal.problems:
            yield within(f"{path}.{each.field}" if has_fields and each.field else path, each)
    except Exception:
        log.debug("%s", path, exc_info=True)
        yield problem("unreadable", path, message)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other keys, wherever one stands as a word of its own: in the log's facts, in topics, in links."""
    if isinstance(value, str):
        return KEY.sub(lambda found: names.get(found[0], found[0]), value) if len(value) >= 12 else value
    if isinstance(value, dict):
        return {renamed(name, names): renamed(each, names) for name, each in value.items()}
    return [renamed(each, names) for each in value] if isinstance(value, list) else value


def _new_keys(document: Mapping[str, Any]) -> dict[str, str]:
    keyed = [table.name for table in TABLES.values() if table.has_keys]
    rows = [document["campaign"], *(row for name in keyed for row in document.get(name, ()))]
    return {row["key"]: new_key() for row in rows}


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not EARLIEST <= moment < LATEST:
        raise ValueError(text)
    return moment


# --- what the database would refuse -----------------------------------------------------------------------------------


def _clashes(table: Table, rows: Iterable[Any]) -> Iterator[Problem]:
    """Rows of which there may be one only, as the model says."""
    meta = table.model._meta
    alone = [((each.name,), None) for each in meta.concrete_fields if each.unique and not each.primary_key]
    for each in meta.constraints:
        if isinstance(each, models.UniqueConstraint):
            names = each.fields or tuple(part.name for part in each.expressions if isinstance(part, models.F))
            alone.append((names, each.condition))
    for names, condition in alone:
        own = [name for name in names if name != "campaign"]
        seen = set()
        for place, row in enumerate(rows, start=1):
            values = tuple(getattr(row, name) for name in own)
            if None in values or (condition is not None and not _holds(condition, row)):
                continue
            if values in seen:
                yield problem("twice", path_of(table, place), _("%(path)s: there can be one such only."))
            seen.add(values)


def _holds(condition: models.Q, row: Any) -> bool:
    """Whether a condition of plain values holds of a row."""
    parts = (_holds(part, row) if isinstance(part, models.Q) else getattr(row, part[0]) == part[1]
             for part in condition.children)  # fmt: skip
    holds = any(parts) if condition.connector == models.Q.OR else all(parts)
    return holds is not condition.negated


def _circles(table: Table, rows: list[Any]) -> Iterator[Problem]:
    """Rows that name one another in a circle."""
    for name in [name for name, other in table.references.items() if other == table.name]:
        followed = {row.pk: {before.pk} for row in rows if (before := getattr(row, name)) is not None}
        try:
            TopologicalSorter(followed).prepare()
        except CycleError as fault:
            place = next(place for place, row in enumerate(rows, start=1) if row.pk in fault.args[1])
            path = f"{path_of(table, place)}.{name}"
            yield problem("circle", path, _("%(path)s: it leads back to where it began."))
