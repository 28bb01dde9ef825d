"""JSON schemas made of what is there already: columns of models, and the frozen values that the rules keep."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from django.db import models

from campaigns.keys import ALPHABET
from rules.codec import hints_of
from rules.notation import Dice

Shape = Mapping[str, Any]

KEY: Final[Shape] = {"type": "string", "pattern": f"^[{ALPHABET}]{{12}}$", "maxLength": 12}
NAME: Final[Shape] = {"type": "string", "maxLength": 100}
NUMBER: Final[Shape] = {"type": "integer", "minimum": -99_999, "maximum": 99_999}
COUNT: Final[Shape] = {"type": "integer", "minimum": 0, "maximum": 99_999}
MOMENT: Final[Shape] = {"type": "string", "format": "date-time", "minLength": 10, "maxLength": 40}
PLAIN: Final[Shape] = {"type": "object", "maxProperties": 500}
LONGEST: Final = 100_000


def obj(*, others: Shape | bool = False, needs: tuple[str, ...] = (), **properties: Shape) -> Shape:
    """An object with these names, and with `others` where that says what they are."""
    shape = {"type": "object", "properties": properties, "additionalProperties": others, "maxProperties": 500}
    return {**shape, "required": list(needs)} if needs else shape


def by_name(each: Shape) -> Shape:
    """An object that has such a value under any name."""
    return {**obj(others=each), "propertyNames": NAME}


def many(each: Shape, most: int = 200) -> Shape:
    return {"type": "array", "items": each, "maxItems": most}


def or_none(shape: Shape) -> Shape:
    """The same, or null."""
    widened = dict(shape)
    if "type" in shape:
        kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
        widened["type"] = [*kinds, "null"]
    if "enum" in shape:
        widened["enum"] = [*shape["enum"], None]
    return widened


def of_type(hint: Any) -> Shape:
    """What `rules.codec.to_plain` makes of a value of that type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (inner,) = (each for each in parts if each is not NoneType)
        return or_none(of_type(inner))
    if origin is tuple and parts[-1] is ...:
        return many(of_type(parts[0]))
    if origin is tuple:
        return {"type": "array", "prefixItems": [of_type(each) for each in parts], "items": False,
                "minItems": len(parts), "maxItems": len(parts)}  # fmt: skip
    if origin is not None:
        return PLAIN if parts[1] is Any else by_name(of_type(parts[1]))
    if hint is Dice:
        return {"type": "string", "minLength": 1, "maxLength": 100}
    if is_dataclass(hint):
        return of_value(hint)
    if issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    return {bool: {"type": "boolean"}, int: NUMBER, str: {"type": "string", "maxLength": 2000}}[hint]


def of_value(cls: Any, *names: str) -> Shape:
    """A frozen value as it is kept; of `names` only, each of which may be missing."""
    hints, has_default = hints_of(cls), {each.name for each in fields(cls) if _has_default(each)}
    needed = [each.name for each in fields(cls) if not names and each.name not in has_default]
    return obj(needs=tuple(needed), **{name: of_type(hints[name]) for name in (names or hints)})


def _has_default(field: Any) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def of_column(field: models.Field) -> Shape:
    """What a column of a model can hold. JSON says nothing by itself: the table has to."""
    if isinstance(field, models.ForeignKey) or (field.name == "key" and field.unique):
        shape = KEY
    elif field.choices:
        shape = {"enum": [value for value, _label in field.flatchoices]}
    elif isinstance(field, models.DateTimeField):
        shape = MOMENT
    elif isinstance(field, models.BooleanField):
        shape = {"type": "boolean"}
    elif isinstance(field, models.PositiveBigIntegerField):
        shape = {"type": "integer", "minimum": 0, "maximum": 10**9}
    elif isinstance(field, models.PositiveIntegerField | models.PositiveSmallIntegerField):
        shape = COUNT if isinstance(field, models.PositiveIntegerField) else {**COUNT, "maximum": 32_767}
    elif isinstance(field, models.IntegerField):
        shape = NUMBER
    elif isinstance(field, models.BinaryField):
        shape = {"type": "string", "contentEncoding": "base64", "maxLength": 1_500_000}
    elif isinstance(field, models.TextField):
        shape = {"type": "string", "maxLength": LONGEST}
    elif isinstance(field, models.CharField):
        shape = {"type": "string", "maxLength": field.max_length}
    else:
        raise TypeError(f"{field}: its table has to say what it looks like in a file")
    return or_none(shape) if field.null else shape
