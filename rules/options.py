"""Campaign options: the fields of a ruleset that a GM may change, found by walking its parts.

A path is the way through the parts: "rolls.critical_margin", "pools.pv.formula". In a table, "skills.dance" is a row:
a mapping of columns there adds or changes it, None removes it. Values are plain JSON, so a campaign stores only what
it changes, as `{path: value}`; `Ruleset.patched` makes the changes.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from rules.codec import hints_of
from rules.formula import Formula
from rules.notation import Dice

T = TypeVar("T")

KINDS = {
    bool: "flag",
    int: "number",
    str: "trait",
    Dice: "dice",
    Formula: "formula",
    frozenset: "choices",
    tuple: "table",
}


def option(
    rule: str,
    label: str,
    default: T = MISSING,  # type: ignore[assignment]
    minimum: int | None = None,
    maximum: int | None = None,
    choices: Collection[str] | None = None,
    instead: str = "",
) -> T:
    """A dataclass field that a campaign may change: the id of its rule, a message id, its default and its bounds.

    Numbers need bounds. `choices` narrows down what a set may hold. Without a default the field must be given, as in
    a row's formula. A trait may have another that serves `instead` where a campaign has removed it.
    """
    bounds = {"minimum": minimum, "maximum": maximum, "choices": choices}
    return field(default=default, metadata={"rule": rule, "label": label, "instead": instead, **bounds})


def table(rule: str, label: str, default: tuple[T, ...] = (), least: int = 0) -> tuple[T, ...]:
    """A dataclass field of rows, each with a `key` and a `label`, that a campaign may add, change and remove, down to
    so many at `least`."""
    return field(default=default, metadata={"rule": rule, "label": label, "minimum": least})


def column(
    default: T = MISSING,  # type: ignore[assignment]
    minimum: int | None = None,
    maximum: int | None = None,
    table: str = "",
) -> T:
    """A column of a row that changes with its row, not as an option of its own. Numbers need bounds; words may be the
    key of a row of another `table`, named by its path."""
    return field(default=default, metadata={"minimum": minimum, "maximum": maximum, "table": table})


def fixed(default: T) -> T:
    """A column of a row that only a preset sets."""
    return field(default=default, metadata={"fixed": True})


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a ruleset as it stands. `default` is the preset's; `subject` the label of the row it belongs to.

    `kind` is "flag", "number", "trait" (the key of an attribute or skill), "dice", "choices", "formula", "table", or
    "row" (one row of a table; None where there is none).
    `can_be_empty`: None is a value too. `row`: of a table, the class of its rows, of which it has
    `minimum` at least.
    """

    path: str
    kind: str
    rule: str
    label: str
    default: object
    value: object
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    subject: str = ""
    can_be_empty: bool = False
    instead: str = ""
    row: Any = None

    @property
    def is_changed(self) -> bool:
        return self.value != self.default


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the rows of a table, as a campaign may fill it in: its head is for `rules.reference.words`.

    `kind` is one of an option's, or "words" or "choice" (one of `choices`); a trait is the key of a row of `table`, ""
    being attributes and skills. `is_option`: it is an option of its own too, which has a path and a preset's value.
    Without a default (None where there is none, too) it must be filled in.
    """

    name: str
    kind: str
    rule: str
    default: object = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    can_be_empty: bool = False
    is_option: bool = False
    table: str = ""


def columns_of(row: Any) -> tuple[Column, ...]:
    """What the rows of a table, of this class, hold besides their key and what only a preset sets, in their order."""
    hints = hints_of(row)
    return tuple(_column(each, hints[each.name]) for each in fields(row) if is_column(each))


def is_column(of_row: Field[Any]) -> bool:
    """Whether a field of a row is one that a campaign may fill in."""
    return of_row.name != "key" and "fixed" not in of_row.metadata


def options(ruleset: Any) -> Iterator[Option]:
    """Every option of a ruleset, in the order of its parts, against the preset it came from (`ruleset.base`).

    A table comes first, then the options inside its rows.
    """
    yield from _walk(ruleset, ruleset.base or ruleset, "", "")


def changed(ruleset: Any) -> Iterator[Option]:
    """The options that differ from the preset's; of a table, the rows."""
    for each in options(ruleset):
        if each.kind == "table":
            yield from _changed_rows(each)
        elif each.is_changed:
            yield each


def plain(value: object) -> object:
    """The value of an option or a row as plain JSON, such as `patched` takes; a table as a mapping of its rows."""
    match value:
        case Formula() | Dice():
            return str(value)
        case Enum():
            return value.value
        case frozenset():
            return sorted(value)
        case tuple():
            return {row.key: plain(row) for row in value}
        case _ if is_dataclass(value):
            return {each.name: plain(getattr(value, each.name)) for each in fields(value) if is_column(each)}
        case _:
            return value


def parts(node: Any) -> Iterator[Field[Any]]:
    """The fields that a path may pass; what is not compared (the preset kept for comparison) is no part."""
    return (each for each in fields(node) if each.compare)


def type_of(hint: Any) -> type:
    """The plain type of a hint: int for `int | None`, tuple for `tuple[Row, ...]`."""
    kind: type = get_origin(hint) or hint
    return get_args(hint)[0] if is_empty_allowed(hint) else kind


def element_of(hint: Any) -> Any:
    """The type of what a tuple or set holds."""
    return get_args(hint)[0]


def is_empty_allowed(hint: Any) -> bool:
    """Whether None is a value of that type."""
    return NoneType in get_args(hint)


def choices_of(hint: Any, metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The members of an enum that a set may hold, in their order."""
    narrowed = metadata.get("choices")
    return tuple(each for each in element_of(hint) if narrowed is None or each in narrowed)


def is_rows(value: object) -> bool:
    """Whether the value of a field is a tuple of rows."""
    return isinstance(value, tuple) and all(is_dataclass(row) for row in value)


def by_key(rows: Any) -> dict[str, Any]:
    """The rows of a table by their key."""
    return {row.key: row for row in rows}


def _walk(node: Any, base: Any, prefix: str, subject: str) -> Iterator[Option]:
    for each in parts(node):
        value, default, path = getattr(node, each.name), getattr(base, each.name), prefix + each.name
        if "rule" in each.metadata:
            yield _option(path, each.metadata, hints_of(node.__class__)[each.name], default, value, subject)
        elif is_dataclass(value) and not each.metadata:
            yield from _walk(value, default, f"{path}.", subject)
        if is_rows(value):
            known = by_key(default)
            for row in value:
                yield from _walk(row, known.get(row.key, row), f"{path}.{row.key}.", row.label)


def _option(path: str, metadata: Mapping[str, Any], hint: Any, default: object, value: object, subject: str) -> Option:
    kind = type_of(hint)
    return Option(
        path=path,
        kind=KINDS[kind],
        rule=metadata["rule"],
        label=metadata["label"],
        default=default,
        value=value,
        minimum=metadata.get("minimum"),
        maximum=metadata.get("maximum"),
        choices=choices_of(hint, metadata) if kind is frozenset else (),
        subject=subject,
        can_be_empty=is_empty_allowed(hint),
        instead=metadata.get("instead", ""),
        row=element_of(hint) if kind is tuple else None,
    )


def _column(of_row: Field[Any], hint: Any) -> Column:
    kind, metadata, table = type_of(hint), of_row.metadata, of_row.metadata.get("table", "")
    words = "trait" if table or "rule" in metadata else "words"
    return Column(
        name=of_row.name,
        kind="choice" if issubclass(kind, StrEnum) else words if kind is str else KINDS[kind],
        rule=metadata.get("rule", ""),
        default=None if of_row.default is MISSING else of_row.default,
        minimum=metadata.get("minimum"),
        maximum=metadata.get("maximum"),
        choices=choices_of(hint, metadata) if kind is frozenset else tuple(kind) if issubclass(kind, StrEnum) else (),
        can_be_empty=is_empty_allowed(hint),
        is_option="rule" in metadata,
        table=table,
    )


def _changed_rows(whole: Option) -> Iterator[Option]:
    before, after = by_key(whole.default), by_key(whole.value)
    for key in before | after:
        old, new = before.get(key), after.get(key)
        if old is None or new is None or _own(old) != _own(new):
            row: Any = old if new is None else new
            yield Option(f"{whole.path}.{key}", "row", whole.rule, whole.label, old, new, subject=row.label)


def _own(row: Any) -> list[object]:
    """What a row holds besides its options, which are compared by themselves."""
    return [getattr(row, each.name) for each in fields(row) if "rule" not in each.metadata]
