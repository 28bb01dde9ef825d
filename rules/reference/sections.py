"""The reference of the rules in force, made from the ruleset: nothing of it is written by hand but the texts."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any

from rules.options import Option, by_key, is_column, options, parts
from rules.reference.chapters import CHAPTERS
from rules.reference.drawing import Figure, Shares
from rules.reference.figures import figures
from rules.reference.text import RuleText
from rules.reference.words import Translate, Words
from rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An option as it stands, in words; `default` is what the preset says."""

    path: str
    label: str
    value: str
    default: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its label, and a cell for each column, in words; empty where it has nothing to say.

    `default` are the cells of the preset's row, None where it has no such row.
    """

    key: str
    label: str
    cells: tuple[str, ...]
    default: tuple[str, ...] | None
    is_changed: bool

    @property
    def is_new(self) -> bool:
        """Whether the preset has no such row."""
        return self.default is None


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a row under a column; `default` is what the preset's row says, if that is something else."""

    column: str
    value: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the campaign. `left_out`: the labels of rows that the preset has and this campaign has not."""

    path: str
    label: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    left_out: tuple[str, ...]

    @property
    def lines(self) -> tuple[tuple[Row, tuple[Cell, ...]], ...]:
        """Each row with its cells."""
        return tuple((row, tuple(self._cells(row))) for row in self.rows)

    def _cells(self, row: Row) -> Iterator[Cell]:
        before = row.cells if row.default is None else row.default
        for column, value, default in zip(self.columns, row.cells, before, strict=True):
            yield Cell(column, value, default if default != value else None)

    @property
    def is_changed(self) -> bool:
        """Whether any row differs from the preset's."""
        return bool(self.left_out) or any(row.is_changed for row in self.rows)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in words. `is_added` and `is_off`: this campaign has it and its preset has not, or the other way."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    options: tuple[RuleOption, ...]
    tables: tuple[Table, ...]
    figures: tuple[Figure | Shares, ...]
    is_added: bool
    is_off: bool

    @property
    def is_changed(self) -> bool:
        """Whether the campaign departs from its preset in anything about the rule."""
        differs = any(each.is_changed for each in self.options) or any(each.is_changed for each in self.tables)
        return differs or self.is_added or self.is_off


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together; `id` is the letter that their ids begin with."""

    id: str
    title: str
    rules: tuple[Rule, ...]


def reference(ruleset: Ruleset, translate: Translate = str) -> tuple[Chapter, ...]:
    """The rules in force, by chapter, with the campaign's numbers, in the language of `translate`.

    A rule that the preset has and the campaign has switched off is there too, as `is_off`.
    """
    return tuple(_Writer(ruleset, translate).chapters())


def enforced(part: Any) -> Iterator[str]:
    """The ids of the rules that a ruleset puts in force: those named in the `enforces` of its parts and its own.

    Where a switch decides whether a rule is in force, `enforces` is a property.
    """
    yield from getattr(part, "enforces", ())
    for each in parts(part):
        value = getattr(part, each.name)
        if is_dataclass(value) and "rule" not in each.metadata:
            yield from enforced(value)


class _Writer:
    """Writes the reference of one ruleset."""

    def __init__(self, ruleset: Ruleset, translate: Translate) -> None:
        self.ruleset = ruleset
        self.translate = translate
        self.words = Words(ruleset, translate)
        self.here = frozenset(enforced(ruleset))
        self.base = frozenset(enforced(ruleset.base or ruleset))
        self.options = tuple(options(ruleset))

    def chapters(self) -> Iterator[Chapter]:
        for id, title, texts in CHAPTERS:
            rules = tuple(self.rule(text) for text in texts if text.id in self.here | self.base)
            if rules:
                yield Chapter(id, self.translate(title), rules)

    def rule(self, text: RuleText) -> Rule:
        options = [each for each in self.options if each.rule == text.id]
        tables = [each for each in options if each.kind == "table"]
        inside = tuple(f"{each.path}." for each in tables)
        return Rule(
            text.id,
            self.translate(text.title),
            tuple(self.translate(paragraph) for paragraph in text.paragraphs),
            tuple(self.option(each) for each in options if each not in tables and not each.path.startswith(inside)),
            tuple(self.table(each) for each in tables if each.value or each.default),
            figures(self.ruleset, text.id, self.translate) if text.id in self.here else (),
            is_added=text.id not in self.base,
            is_off=text.id not in self.here,
        )

    def option(self, option: Option) -> RuleOption:
        value, default = self.words.value(option.value), self.words.value(option.default)
        return RuleOption(option.path, self.words.option(option), value, default, option.is_changed)

    def table(self, option: Option) -> Table:
        rows: Any = option.value
        before = by_key(option.default)
        everything = (*rows, *before.values())
        columns = [each for each in _columns(type(everything[0])) if _says_something(each, everything)]
        here = by_key(rows)
        return Table(
            option.path,
            self.translate(option.label),
            tuple(self.words.column(type(everything[0]), each.name) for each in columns),
            tuple(self.row(row, before.get(row.key), columns) for row in rows),
            tuple(self.translate(row.label) for row in before.values() if row.key not in here),
        )

    def row(self, row: Any, before: Any, columns: list[Field[Any]]) -> Row:
        default = None if before is None else self.cells(before, columns)
        return Row(row.key, self.translate(row.label), self.cells(row, columns), default, row != before)

    def cells(self, row: Any, columns: list[Field[Any]]) -> tuple[str, ...]:
        values = (getattr(row, each.name) for each in columns)
        return tuple("" if value is None or value is False else self.words.value(value) for value in values)


def _columns(row: type) -> Iterator[Field[Any]]:
    return (each for each in fields(row) if each.name != "label" and is_column(each))


def _says_something(column: Field[Any], rows: tuple[Any, ...]) -> bool:
    """Whether any row has something else there than what goes without saying."""
    return column.default is MISSING or any(getattr(row, column.name) != column.default for row in rows)
