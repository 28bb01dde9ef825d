"""The page of house rules as a value: chapters, rules, and under each what a campaign may change of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from campaigns.house.filling_in import DROP, NEW, Sent, blank, sent_rows
from rules.formula import Formula
from rules.options import Column, Option, by_key, columns_of, options, plain
from rules.problems import Problem
from rules.reference.chapters import CHAPTERS
from rules.reference.spoken import Spoken
from rules.reference.words import Words
from rules.ruleset import Ruleset

WIDE = 4  # columns from which on a row is folded


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in. `text` stands in it, `words` says what holds; `default` is the preset's, in words.

    `choices`: value, words, and whether it is chosen. Without `problems` nothing is wrong with it.
    """

    name: str
    kind: str
    label: str
    text: str
    words: str
    default: str = ""
    is_changed: bool = False
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[str, str, bool], ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. `is_dropped`: it is to go; `is_new`: the preset has no such row; `gist`: what it says besides
    its name that does not go without saying."""

    path: str
    key: str
    label: str
    fields: tuple[Field, ...]
    is_changed: bool = False
    is_new: bool = False
    is_dropped: bool = False
    problems: tuple[str, ...] = ()
    gist: str = ""

    @property
    def is_wrong(self) -> bool:
        return bool(self.problems) or any(each.problems for each in self.fields)

    @property
    def others(self) -> tuple[Field, ...]:
        """What there is besides the name."""
        return tuple(each for each in self.fields if not each.name.endswith(".label"))


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its rows, those that it could have again (path, label), and a line for one more."""

    path: str
    label: str
    rows: tuple[Row, ...]
    left_out: tuple[tuple[str, str], ...]
    blank: Row
    is_wide: bool
    problems: tuple[str, ...] = ()

    @property
    def is_changed(self) -> bool:
        return bool(self.left_out) or any(row.is_changed or row.is_new for row in self.rows)

    @property
    def is_wrong(self) -> bool:
        return bool(self.problems) or self.blank.is_wrong or any(row.is_wrong for row in self.rows)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule leaves to the table."""

    id: str
    title: str
    fields: tuple[Field, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    rules: tuple[Rule, ...]


def chapters(
    ruleset: Ruleset, in_force: Ruleset, sent: Sent | None = None, problems: Iterable[Problem] = ()
) -> tuple[Chapter, ...]:
    """Everything a campaign may change, as it stands in the ruleset; where something was `sent`, as that has it.

    Rows that only the preset or the rules `in_force` have are those that were left out.
    """
    return tuple(_Writer(ruleset, in_force, sent or {}, tuple(problems)).chapters())


class _Writer:
    """Writes the page of one ruleset."""

    def __init__(self, ruleset: Ruleset, in_force: Ruleset, sent: Sent, problems: Sequence[Problem]) -> None:
        self.ruleset, self.sent = ruleset, sent
        self.in_force = {each.path: by_key(each.value) for each in options(in_force) if each.kind == "table"}
        self.words = Words(ruleset, gettext)
        self.spoken = Spoken(ruleset, self.words)
        self.problems: dict[str, list[str]] = {}
        for each in problems:
            self.problems.setdefault(each.field or "", []).append(each.show(gettext))

    def chapters(self) -> Iterator[Chapter]:
        fields: dict[str, list[Field]] = {}
        tables: dict[str, list[Table]] = {}
        inside: list[str] = []
        for each in options(self.ruleset):
            if each.kind == "table":
                inside.append(f"{each.path}.")
                tables.setdefault(each.rule, []).append(self.table(each))
            elif not each.path.startswith(tuple(inside)):
                fields.setdefault(each.rule, []).append(self.option(each))
        for id, title, texts in CHAPTERS:
            rules = tuple(
                Rule(text.id, gettext(text.title), tuple(fields.get(text.id, ())), tuple(tables.get(text.id, ())))
                for text in texts
                if text.id in fields or text.id in tables
            )
            if rules:
                yield Chapter(id, gettext(title), rules)

    # --- fields -------------------------------------------------------------------------------------------------------

    def option(self, option: Option) -> Field:
        return self.field(option, option.path, self.words.option(option), option.value, option.default)

    def field(self, what: Option | Column, name: str, label: str, value: object, default: object) -> Field:
        sent = self.sent.get(name)
        text = self.text(value) if sent is None else (sent[-1] if sent else "")
        chosen = self.chosen(value) if sent is None else sent
        return Field(
            name,
            what.kind,
            label,
            text,
            self.words.value(value),
            self.words.value(default),
            value != default,
            what.minimum,
            what.maximum,
            tuple((value, words, value in chosen) for value, words in self.choices(what)),
            tuple(self.problems.get(name, ())),
        )

    def text(self, value: object) -> str:
        match value:
            case None:
                return ""
            case bool():
                return "on" if value else "off"
            case Formula():
                return self.spoken.show(value)
            case str():
                return gettext(value) if value else ""
            case _:
                return str(plain(value))

    def chosen(self, value: object) -> Sequence[str]:
        return [str(each) for each in value] if isinstance(value, frozenset) else [str(value)]

    def choices(self, what: Option | Column) -> Iterator[tuple[str, str]]:
        match what.kind:
            case "choice" | "choices":
                if what.can_be_empty:
                    yield "", self.words.value(None)
                yield from ((each, self.words.plain("choice", each)) for each in what.choices)
            case "trait":
                known = self.ruleset.attributes if isinstance(what, Column) and what.table else self.ruleset.traits
                yield from ((each.key, gettext(each.label)) for each in known)

    # --- tables -------------------------------------------------------------------------------------------------------

    def table(self, table: Option) -> Table:
        columns = columns_of(table.row)
        rows, given = by_key(table.value), by_key(table.default)
        sent = sent_rows(table.path, self.sent)
        new = [key for key, texts in sent.items() if key not in rows and len(texts) > 1 and key != NEW]
        left_out = tuple(
            (f"{table.path}.{key}", gettext(row.label))
            for key, row in {**self.in_force[table.path], **given}.items()
            if key not in rows and key not in new
        )
        made = [self.row(table, columns, row, given.get(key)) for key, row in rows.items()]
        made += [self.typed(table, columns, key) for key in new]
        return Table(
            table.path,
            gettext(table.label),
            tuple(made),
            left_out,
            self.typed(table, columns, NEW),
            len(columns) >= WIDE,
            tuple(self.problems.get(table.path, ())),
        )

    def row(self, table: Option, columns: Sequence[Column], row: Any, given: Any) -> Row:
        path = f"{table.path}.{row.key}"
        fields = tuple(
            self.field(
                each,
                f"{path}.{each.name}",
                self.words.column(table.row, each.name),
                getattr(row, each.name),
                getattr(given or row, each.name),
            )
            for each in columns
        )
        return Row(
            path,
            row.key,
            gettext(row.label),
            fields,
            given is not None and row != given,
            given is None,
            DROP in self.sent.get(path, ())[-1:],
            tuple(self.problems.get(path, ())),
            " · ".join(self.gist(columns, fields, row)),
        )

    def gist(self, columns: Sequence[Column], fields: Sequence[Field], row: Any) -> Iterator[str]:
        for column, field in zip(columns, fields, strict=True):
            value = getattr(row, column.name)
            if column.name != "label" and value != column.default and value is not False:
                yield field.label if value is True else field.words

    def typed(self, table: Option, columns: Sequence[Column], key: str) -> Row:
        """A row that is there only as it was typed, or not yet."""
        path = f"{table.path}.{key}"
        fields = tuple(
            self.field(each, f"{path}.{each.name}", self.words.column(table.row, each.name), _value(each), _value(each))
            for each in columns
        )
        label = next((each.text for each in fields if each.name.endswith(".label")), "")
        problems = tuple(self.problems.get(path, ()))
        return Row(path, key, label, fields, is_new=key != NEW, problems=problems)


def _value(column: Column) -> object:
    """What a column holds before anything is filled in."""
    return column.default if column.default is not None else blank(column)
