"""How two rulesets of one preset differ, and what a campaign stores of it: the way back from `Ruleset.patched`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.options import Column, Option, by_key, columns_of, options, plain
from rules.reference.words import head_of


@dataclass(frozen=True, slots=True)
class Departure:
    """One thing that is otherwise. `before` and `after` are plain JSON values.

    `kind` is that of an option or a column, or "row": one that is there, as a mapping of its columns, only before or
    only after. `rule`, `label`, a message id, and `subject`, the label of the row it belongs to, are as in `Option`.
    `is_column`: it is a column that changes with its row, the path being that of the row and the column's name.
    """

    path: str
    kind: str
    rule: str
    label: str
    subject: str
    before: object
    after: object
    is_column: bool = False

    @property
    def is_added(self) -> bool:
        """Whether it is a row that was not there before."""
        return self.kind == "row" and self.before is None

    @property
    def is_removed(self) -> bool:
        """Whether it is a row that is there no longer."""
        return self.kind == "row" and self.after is None


def between(before: Any, after: Any) -> Iterator[Departure]:
    """What is otherwise in the second ruleset than in the first, in the order of the options."""
    known = {each.path: each for each in options(before)}
    for option in options(after):
        old = known.get(option.path)
        if old is None:
            continue  # an option of a row that is new
        if option.kind == "table":
            yield from _rows(option, by_key(old.value), by_key(option.value))
        elif old.value != option.value:
            yield Departure(
                option.path,
                option.kind,
                option.rule,
                option.label,
                option.subject,
                plain(old.value),
                plain(option.value),
            )


def changes_of(ruleset: Any) -> dict[str, object]:
    """What makes this ruleset of its preset, `{dotted path: plain value}`, and nothing that is so anyway.

    `ruleset.base.patched(changes_of(ruleset))` is the ruleset, rows that were added coming last.
    """
    changes: dict[str, object] = {}
    for each in between(ruleset.base or ruleset, ruleset):
        table, _dot, name = each.path.rpartition(".")
        if each.is_column:
            row = changes.setdefault(table, {})
            row[name] = each.after  # type: ignore[index]
        else:
            changes[each.path] = each.after
    return changes


def _rows(table: Option, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Departure]:
    columns = [each for each in columns_of(table.row) if not each.is_option]
    for key in before | after:  # type: ignore[operator]
        old, new = before.get(key), after.get(key)
        if old is None or new is None:
            row: Any = old if new is None else new
            path = f"{table.path}.{key}"
            yield Departure(path, "row", table.rule, table.label, row.label, old and plain(old), new and plain(new))
        else:
            yield from _columns(table, columns, old, new)


def _columns(table: Option, columns: list[Column], old: Any, new: Any) -> Iterator[Departure]:
    for each in columns:
        before, after = getattr(old, each.name), getattr(new, each.name)
        if before != after:
            yield Departure(
                f"{table.path}.{new.key}.{each.name}",
                each.kind,
                table.rule,
                head_of(table.row, each.name),
                old.label,
                plain(before),
                plain(after),
                is_column=True,
            )
