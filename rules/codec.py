"""Frozen values as plain JSON and back: what a fight keeps of itself."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.notation import Dice, parse


def to_plain(value: object) -> Any:
    """The value as plain JSON: dataclasses as mappings of all their fields, tuples as lists, dice as notation."""
    match value:
        case Enum():
            return value.value
        case Dice():
            return str(value)
        case tuple():
            return [to_plain(each) for each in value]
        case Mapping():
            return {key: to_plain(each) for key, each in value.items()}
        case _ if is_dataclass(value):
            return {each.name: to_plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            return value


def from_plain(hint: Any, value: Any) -> Any:
    """The value of that type which `to_plain` made this of. Fields that are not there have their defaults."""
    return None if value is None else _reader(hint)(value)


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """How values of that type are read: looked up once, as a fight of sixty reads thousands of them."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (hint,) = (each for each in inside if each is not NoneType)
        return _reader(hint)
    if origin is tuple:
        if inside[1:] == (...,):
            return lambda value: tuple(from_plain(inside[0], each) for each in value)
        return lambda value: tuple(from_plain(each, item) for each, item in zip(inside, value, strict=True))
    if origin is not None:
        return dict
    if hint is Dice:
        return parse
    if is_dataclass(hint):
        cls: Any = hint
        known = hints_of(cls)
        return lambda value: cls(**{name: from_plain(known[name], each) for name, each in value.items()})
    return hint  # type: ignore[no-any-return]


@cache
def hints_of(cls: Any) -> dict[str, Any]:
    """The types of a dataclass's fields."""
    return get_type_hints(cls)
