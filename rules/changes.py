"""A campaign's changes to a ruleset, `{dotted path: plain JSON value}`, read and made (paths: `rules.options`)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn, TypeVar
from unicodedata import category

from rules.codec import hints_of
from rules.expressions import FUNCTIONS
from rules.formula import Formula, FormulaError
from rules.messages import gettext_noop as _
from rules.notation import Dice, NotationError, parse
from rules.options import by_key, choices_of, element_of, is_column, is_empty_allowed, is_rows, parts, type_of
from rules.problems import Problem, Refused

T = TypeVar("T")

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""How the key of a row may look."""
MAX_WORDS = 80
"""Characters of a label."""
MAX_ROWS = 200
"""Rows of a table."""


def patch(ruleset: T, changes: Mapping[str, object]) -> tuple[T, tuple[Problem, ...]]:
    """The ruleset with every change that can be made, and the Problems of those that cannot.

    Rows come before what is inside them, whatever the order of the mapping.
    """
    problems: list[Problem] = []
    for path in sorted(changes, key=lambda each: each.count(".")):
        try:
            ruleset = _set(ruleset, path.split("."), changes[path], path)
        except Refused as refused:
            problems.extend(refused.problems)
    return ruleset, tuple(problems)


def _set(node: Any, steps: list[str], value: object, path: str) -> Any:
    """The node with the value at the end of the steps. Raises Refused if they lead nowhere or it does not fit."""
    name, *rest = steps
    part = {each.name: each for each in parts(node)}.get(name)
    if part is None:
        _lost(path)
    current, hint, is_option = getattr(node, name), hints_of(node.__class__)[name], "rule" in part.metadata
    new: object
    if is_rows(current) and rest:
        new = _set_row(part, current, element_of(hint), rest, value, path)
    elif is_option and not rest and not is_rows(current):
        new = _read(value, hint, path, part.metadata)
    elif is_dataclass(current) and rest and not is_option:
        new = _set(current, rest, value, path)
    else:
        _lost(path)
    return replace(node, **{name: new})


def _set_row(
    part: Field[Any], rows: tuple[Any, ...], cls: Any, steps: list[str], value: object, path: str
) -> tuple[Any, ...]:
    key, *rest = steps
    known = by_key(rows)
    if rest and key in known:
        known[key] = _set(known[key], rest, value, path)
    elif rest or "rule" not in part.metadata:
        _lost(path)
    elif value is None:
        known.pop(key, None)
    else:
        known[key] = _row(cls, key, known.get(key), value, path, part.metadata["rule"])
    if len(known) > MAX_ROWS:
        _refuse("too_many", _("A table has at most %(limit)s rows."), path, part.metadata["rule"], limit=MAX_ROWS)
    return tuple(known.values())


def _row(cls: Any, key: str, old: Any, value: object, path: str, rule: str) -> object:
    """A row of a table, new or with some columns changed; all of them are read, so that every Problem is named."""
    if not KEY.fullmatch(key) or key in FUNCTIONS:
        _refuse("bad_key", _("“%(key)s” cannot be a key."), path, rule, key=key)
    columns = {each.name: each for each in fields(cls) if is_column(each)}
    if not isinstance(value, Mapping) or not columns.keys() >= value.keys():
        _refuse("not_a_row", _("A row has the columns %(columns)s."), path, rule, columns=", ".join(columns))
    problems: list[Problem] = []
    read: dict[str, object] = {}
    for name, column in columns.items():
        if name not in value and (old is not None or column.default is not MISSING):
            continue
        try:
            metadata = {"rule": rule, **column.metadata}
            read[name] = _read(value.get(name), hints_of(cls)[name], f"{path}.{name}", metadata)
        except Refused as refused:
            problems.extend(refused.problems)
    if problems:
        raise Refused(*problems)
    return cls(key=key, **read) if old is None else replace(old, **read)


def _read(value: object, hint: Any, path: str, metadata: Mapping[str, Any]) -> object:
    """A plain JSON value as the type of its field. Raises Refused."""
    if value is None and is_empty_allowed(hint):
        return None
    if type_of(hint) is frozenset:
        return _choices(value, choices_of(hint, metadata), path, metadata)
    if issubclass(type_of(hint), StrEnum):
        return _choice(value, type_of(hint), path, metadata)
    return READERS[type_of(hint)](value, path, metadata)


def _flag(value: object, path: str, metadata: Mapping[str, Any]) -> bool:
    if not isinstance(value, bool):
        _refuse("not_a_flag", _("This is either on or off."), path, metadata["rule"])
    return value


def _number(value: object, path: str, metadata: Mapping[str, Any]) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse("not_a_number", _("This is a whole number."), path, metadata["rule"])
    low, high = metadata["minimum"], metadata["maximum"]
    if not low <= value <= high:
        message = _("This is a number from %(minimum)s to %(maximum)s.")
        _refuse("out_of_bounds", message, path, metadata["rule"], minimum=low, maximum=high)
    return value


def _words(value: object, path: str, metadata: Mapping[str, Any]) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_WORDS or not _is_writable(value):
        message = _("These are words, at most %(limit)s characters.")
        _refuse("not_words", message, path, metadata["rule"], limit=MAX_WORDS)
    return value.strip()


def _is_writable(words: str) -> bool:
    """Whether somebody can type it in one line: no control characters, no half of one."""
    return all(category(each) not in ("Cc", "Cs") for each in words)


def _formula(value: object, path: str, metadata: Mapping[str, Any]) -> Formula:
    if not isinstance(value, str):
        _refuse("not_a_formula", _("This is a formula."), path, metadata["rule"])
    try:
        return Formula.parse(value)
    except FormulaError as error:
        raise Refused(replace(error.problem, field=path, rule=metadata["rule"])) from error


def _dice(value: object, path: str, metadata: Mapping[str, Any]) -> Dice:
    if not isinstance(value, str):
        _refuse("not_dice", _("These are dice, such as 2d6+3."), path, metadata["rule"])
    try:
        return parse(value)
    except NotationError as error:
        raise Refused(replace(error.problem, field=path, rule=metadata["rule"])) from error


def _choice(value: object, members: Any, path: str, metadata: Mapping[str, Any]) -> StrEnum:
    choices = tuple(members)
    if not isinstance(value, str) or value not in choices:
        message = _("This is one of: %(choices)s.")
        _refuse("not_a_choice", message, path, metadata["rule"], choices=", ".join(choices))
    chosen: StrEnum = members(value)
    return chosen


def _choices(value: object, choices: tuple[str, ...], path: str, metadata: Mapping[str, Any]) -> frozenset[str]:
    if not isinstance(value, list | tuple | frozenset) or not all(each in choices for each in value):
        message = _("These are any of: %(choices)s.")
        _refuse("not_a_choice", message, path, metadata["rule"], choices=", ".join(choices))
    return frozenset(each for each in choices if each in value)


READERS: Mapping[type, Callable[[object, str, Mapping[str, Any]], object]] = {
    bool: _flag,
    int: _number,
    str: _words,
    Formula: _formula,
    Dice: _dice,
}


def _lost(path: str) -> NoReturn:
    _refuse("unknown_option", _("There is no option “%(path)s”."), path)


def _refuse(code: str, message: str, path: str, rule: str | None = None, **params: object) -> NoReturn:
    raise Refused(Problem(code, message, field=path, rule=rule, params={"path": path, **params}))
