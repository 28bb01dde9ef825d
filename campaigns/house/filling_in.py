"""What somebody filled in on the page of house rules: fields named by path, read as edits of a ruleset.

A field of a table is named `<table>.<row>.<column>`; `<table>.<row>` itself says what becomes of the row. The key of a
row that is new begins with a +. Nothing is judged here: `Ruleset.patched` does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext

from rules.changes import KEY
from rules.expressions import FUNCTIONS
from rules.formula import FormulaError
from rules.options import Column, Option, by_key, columns_of, options, plain
from rules.reference.spoken import Spoken
from rules.ruleset import Ruleset

DROP, BACK = "drop", "back"
NEW = "+"
NUMBER = re.compile(r"-?[0-9]{1,9}")

Sent = Mapping[str, Sequence[str]]
"""What a form sent: the values of each field."""
Edits = dict[str, object]
"""`{path: plain value}`, a part of a campaign's changes: what is to be otherwise than in the ruleset at hand."""


def edits(ruleset: Ruleset, sent: Sent, spoken: Spoken) -> tuple[Edits, Sent]:
    """What was filled in otherwise than the ruleset has it; what was not sent stays as it is.

    And what was sent again, new rows by the keys that they have now.
    """
    found: Edits = {}
    named: dict[str, str] = {}
    tables: list[str] = []
    for option in options(ruleset):
        if option.kind == "table":
            tables.append(f"{option.path}.")
            rows = _Rows(ruleset, option, sent, spoken)
            found |= rows.edits()
            named |= rows.named
        elif option.path in sent and not option.path.startswith(tuple(tables)):
            value = read(option, sent[option.path], spoken)
            if value != plain(option.value):
                found[option.path] = value
    return found, {_renamed(name, named): texts for name, texts in sent.items()}


def resetting(ruleset: Ruleset, path: str) -> Edits:
    """What makes an option or a row as the preset has it; nothing where there is no such path."""
    table, _dot, key = path.rpartition(".")
    for each in options(ruleset):
        if each.kind != "table" and each.path == path:
            return {path: plain(each.default)}
        if each.kind == "table" and each.path == table:
            row = by_key(each.default).get(key)
            return {path: None if row is None else plain(row)}
    return {}


def read(field: Option | Column, texts: Sequence[str], spoken: Spoken) -> object:
    """The texts of one field as a plain value of its kind; as it was typed where it is none."""
    text = texts[-1].strip() if texts else ""
    match field.kind:
        case "flag":
            return text == "on"
        case "choices":
            return sorted({each for each in texts if each})
        case "number":
            typed = text.replace("\N{MINUS SIGN}", "-")
            return int(typed) if NUMBER.fullmatch(typed) else text or None
        case "formula" if text:
            try:
                return str(spoken.read(text))
            except FormulaError:
                return text
        case "choice" | "formula" if not text and field.can_be_empty:
            return None
        case _:
            return text


def sent_rows(table: str, sent: Sent) -> dict[str, dict[str, Sequence[str]]]:
    """What was sent of a table: by the key of the row, the texts of its columns; "" is what becomes of the row."""
    rows: dict[str, dict[str, Sequence[str]]] = {}
    for name, texts in sent.items():
        if name.startswith(f"{table}."):
            key, _dot, column = name[len(table) + 1 :].partition(".")
            rows.setdefault(key, {})[column] = texts
    return rows


class _Rows:
    """What was filled in of one table."""

    def __init__(self, ruleset: Ruleset, table: Option, sent: Sent, spoken: Spoken) -> None:
        self.path, self.spoken = table.path, spoken
        self.columns = columns_of(table.row)
        self.rows, self.given = by_key(table.value), by_key(table.default)
        self.sent = sent_rows(table.path, sent)
        self.named: dict[str, str] = {}
        self.taken = {*self.rows, *ruleset.names, *(each.key for each in ruleset.derived), *FUNCTIONS, *self.sent}

    def edits(self) -> Edits:
        return {f"{self.path}.{key}": value for key, texts in self.sent.items() for key, value in self.row(key, texts)}

    def row(self, key: str, texts: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, object]]:
        """The key of a row that is to be otherwise, and its columns; None where it is to go."""
        row, becomes = self.rows.get(key), "".join(texts.get("", ())[-1:])
        columns = {each.name: read(each, texts[each.name], self.spoken) for each in self.columns if each.name in texts}
        if row is not None:
            changed = {name: value for name, value in columns.items() if not _is_still(value, getattr(row, name))}
            if becomes == DROP:
                yield key, None
            elif changed:
                yield key, changed
        elif becomes == BACK and key in self.given:
            yield key, plain(self.given[key])
        elif columns and becomes != DROP and not (key.startswith(NEW) and self.is_blank(columns)):
            yield self.key_of(key, columns), columns

    def is_blank(self, columns: Mapping[str, Any]) -> bool:
        """Whether nothing was filled in of the line for a row more."""
        return all(columns[each.name] == blank(each) for each in self.columns if each.name in columns)

    def key_of(self, key: str, columns: Mapping[str, Any]) -> str:
        """The key of a new row, made of what it is called."""
        if not key.startswith(NEW):
            return key
        name = columns.get("label", f"{self.columns[0].name} {columns.get(self.columns[0].name)}")
        made = slugify(str(name)).replace("-", "_").strip("_")[:36]
        made = made if KEY.fullmatch(made) else "row"
        number = 1
        while (found := made if number == 1 else f"{made}_{number}") in self.taken:
            number += 1
        self.taken.add(found)
        self.named[f"{self.path}.{key}"] = f"{self.path}.{found}"
        return found


def _is_still(value: object, before: object) -> bool:
    """Whether a column holds what it held; words of a preset stand there in the reader's language."""
    return value == plain(before) or (isinstance(before, str) and before != "" and value == gettext(before))


def _renamed(name: str, named: Mapping[str, str]) -> str:
    row, dot, column = name.rpartition(".")
    return f"{named[row]}{dot}{column}" if row in named else name


def blank(column: Column) -> object:
    """What stands in the line for a row more before anything is filled in."""
    if column.default is None:
        return None if column.can_be_empty else ""
    return plain(column.default)
