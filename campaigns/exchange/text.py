"""A file as text and as JSON: nothing is believed, neither that it is text nor that it ends."""

import json
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, Final, NoReturn

from django.utils.translation import gettext_noop as _

from accounts.names import is_seen
from rules.problems import Problem, Refused

LONGEST_NUMBER: Final = 12  # signs of a whole number

IsLong = Callable[[str], bool]
"""Whether the text of that name may have more than one line."""


def anywhere(name: str) -> bool:
    return True


def parsed(data: bytes, most: int, *, has_fractions: bool = False) -> Any:
    """The JSON in those bytes, at most so many. Raises Refused, field "file"."""
    if len(data) > most:
        refuse("too_large", _("The file is larger than %(most)s MB."), most=most // 1024**2)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse("no_text", _("The file is no text (in UTF-8)."))
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_fraction if has_fractions else _no_fraction,
            parse_constant=_no_fraction,
            parse_int=_integer,
        )
    except json.JSONDecodeError as fault:
        refuse(
            "no_json",
            _("This is no JSON: line %(line)s, sign %(column)s cannot be read."),
            line=fault.lineno,
            column=fault.colno,
        )
    except RecursionError:
        too_deep()


def unwritable(document: Any, is_long: IsLong, *, deepest: int | None = None) -> Iterator[Problem]:
    """Signs that nobody can type, line breaks only in long texts; and what is `deepest` brackets down."""
    left: list[tuple[str, Any, int]] = [("", document, 0)]
    while left:
        path, value, depth = left.pop()
        if isinstance(value, str) and not is_writable(value, in_lines=is_long(path.rpartition(".")[2])):
            yield _sign(path)
        if deepest is not None and depth > deepest and isinstance(value, dict | list):
            too_deep()
        if isinstance(value, dict):
            for name, each in value.items():
                if not is_writable(name, in_lines=False):
                    yield _sign(path or "{}")
                else:
                    left.append((f"{path}.{name}" if path else name, each, depth + 1))
        elif isinstance(value, list):
            left += [(f"{path}[{place}]", each, depth + 1) for place, each in enumerate(value, start=1)]


def writable(value: Any, is_long: IsLong, name: str = "") -> Any:
    """The same without signs that reading refuses: what a form once let through must not shut its own file out."""
    if isinstance(value, dict):
        return {key: writable(each, is_long, key) for key, each in value.items()}
    if isinstance(value, list):
        return [writable(each, is_long, name) for each in value]
    if isinstance(value, str) and not is_writable(value, in_lines=is_long(name)):
        kept = "".join(sign if is_writable(sign, in_lines=is_long(name)) else " " for sign in value)
        return kept if is_long(name) else " ".join(kept.split())
    return value


def is_writable(text: str, *, in_lines: bool) -> bool:
    """Whether there is nothing in it but signs that one can type; line breaks only `in_lines`."""
    if not in_lines:
        return all(map(is_seen, text))
    return text.isprintable() or all(
        each in "\n\r\t" or (each >= " " and not "\x7f" <= each <= "\x9f" and not "\ud800" <= each <= "\udfff")
        for each in text
    )


def too_deep() -> NoReturn:
    refuse("too_deep", _("There are too many brackets in each other."))


def refuse(code: str, message: str, **params: object) -> NoReturn:
    raise Refused(Problem(code, message, "file", params=params))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))
        refuse("twice", _("“%(name)s” stands there twice."), name=_shortened(twice))
    return found


def _fraction(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    refuse("too_large", _("The number “%(number)s” is too large."), number=_shortened(text))


def _no_fraction(text: str) -> NoReturn:
    refuse("fraction", _("“%(number)s” is no whole number."), number=_shortened(text))


def _integer(text: str) -> int:
    return int(text) if len(text) <= LONGEST_NUMBER else _no_number(text)


def _sign(path: str) -> Problem:
    path = _shortened(path, 200)
    message = _("%(path)s: there is a sign in it that nobody can type.")
    return Problem("unwritable", message, path, None, {"path": path})


def _shortened(text: str, most: int = 20) -> str:
    """As much of it as can be shown, whatever is in it."""
    return text[:most].encode("utf-8", "replace").decode()
