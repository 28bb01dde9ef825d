"""What somebody sends as a character: bytes in, a document of the newest version out, or every fault with its path.

Nothing is believed: neither that it is text, nor that it is JSON, nor that it fits the schema.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NoReturn

from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from characters.exchange.document import FORMAT, LONG_TEXTS, VERSION, is_writable
from characters.exchange.faults import told
from rules.problems import Problem, Refused

MOST_BYTES: Final = 2 * 1024 * 1024
MOST_FAULTS: Final = 30
SCHEMAS: Final = Path(__file__).parent.parent / "schemas"

_schema: Final = json.loads((SCHEMAS / f"character-{VERSION}.json").read_text("utf-8"))
_validator: Final = Draft202012Validator(_schema)

Document = dict[str, Any]


def read(data: bytes) -> Document:
    """The document, as the newest schema has it. Raises Refused with all that is wrong, at most MOST_FAULTS."""
    document = opened(data, FORMAT, _("This is no character of Mesa RyF: its “format” is another."))
    document = _newest(document)
    check_shape(document, _validator)
    return document


def opened(data: bytes, form: str, otherwise: str, most: int = MOST_BYTES) -> Document:
    """What somebody sent, as a document of that format; nothing else is known of it. `otherwise` says that it is not.

    Raises Refused.
    """
    document = _parsed(data, most)
    if not isinstance(document, dict) or document.get("format") != form:
        _refuse("no_character", otherwise)
    check_signs(document)
    return document


def check_signs(document: Document) -> None:
    """Raises Refused where there is a sign in it that nobody can type."""
    if problems := list(islice(_unwritable(document), MOST_FAULTS)):
        raise Refused(*problems)


def check_shape(document: Document, schema: Draft202012Validator) -> None:
    """Raises Refused with every fault, each with its path in the file, at most MOST_FAULTS."""
    try:
        faults = list(islice(schema.iter_errors(document), MOST_FAULTS))
    except RecursionError:
        _too_deep()
    if faults:
        problems = [problem for fault in faults for problem in told(fault)]
        raise Refused(*sorted(problems[:MOST_FAULTS], key=lambda each: each.field or ""))


# --- as text, as JSON -------------------------------------------------------------------------------------------------


def _parsed(data: bytes, most: int) -> Any:
    """The JSON of a file of at most so many bytes: no fractions, no name twice. Raises Refused."""
    if len(data) > most:
        _refuse("too_large", _("The file is larger than %(most)s MB."), most=most // 1024**2)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse("no_text", _("The file is no text (in UTF-8)."))
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_integer
        )
    except json.JSONDecodeError as fault:
        _refuse(
            "no_json",
            _("This is no JSON: line %(line)s, sign %(column)s cannot be read."),
            line=fault.lineno,
            column=fault.colno,
        )
    except RecursionError:
        _too_deep()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        _refuse("twice", _("“%(name)s” stands there twice."), name=_shortened(twice))
    return found


def _no_fraction(text: str) -> NoReturn:
    _refuse("fraction", _("“%(number)s” is no whole number."), number=_shortened(text))


def _integer(text: str) -> int:
    if len(text) > 12:
        _refuse("too_large", _("The number “%(number)s” is too large."), number=_shortened(text))
    return int(text)


def _unwritable(document: Document) -> Iterator[Problem]:
    """Signs that nobody can type; line breaks only in long texts."""
    left: list[tuple[str, Any]] = [("", document)]
    while left:
        path, value = left.pop()
        if isinstance(value, str) and not is_writable(value, in_lines=path.rpartition(".")[2] in LONG_TEXTS):
            yield _sign(path)
        elif isinstance(value, dict):
            for name, each in value.items():
                if not is_writable(name, in_lines=False):
                    yield _sign(path or "{}")
                else:
                    left.append((f"{path}.{name}" if path else name, each))
        elif isinstance(value, list):
            left += [(f"{path}[{place}]", each) for place, each in enumerate(value, start=1)]


def _sign(path: str) -> Problem:
    path = _shortened(path, 200)
    message = _("%(path)s: there is a sign in it that nobody can type.")
    return Problem("unwritable", message, path, None, {"path": path})


# --- older versions ---------------------------------------------------------------------------------------------------


def _newest(document: Document) -> Document:
    version = document.get("version")
    while isinstance(version, int) and not isinstance(version, bool) and version in UPGRADES:
        document = UPGRADES[version](document)
        version = document["version"]
    if isinstance(version, int) and version > VERSION:
        _refuse("newer", _("The file is of version %(version)s, and this site reads up to %(newest)s."),
                version=version, newest=VERSION)  # fmt: skip
    return document


def _from_0(old: Document) -> Document:
    """Version 0, before the format was published: attributes and skills at the top, one number of points, no chapters
    of its own for growth. What it does not name is left to the schema."""
    kept = {name: value for name, value in old.items() if name not in {"attributes", "skills", "points", "version"}}
    traits = {name: old[name] for name in ("attributes", "skills") if name in old}
    made = {"version": 1, "kind": "hero", "traits": traits, "created": traits}
    if isinstance(points := old.get("points"), Mapping):
        made["pools"] = dict(points)
    return {**kept, **made}


UPGRADES: Final[dict[int, Callable[[Document], Document]]] = {0: _from_0}
"""By the version that a file has: what makes the next one of it."""


def _too_deep() -> NoReturn:
    _refuse("too_deep", _("There are too many brackets in each other."))


def _refuse(code: str, message: str, **params: object) -> NoReturn:
    raise Refused(Problem(code, message, "file", params=params))


def _shortened(text: str, most: int = 20) -> str:
    """As much of it as can be shown, whatever is in it."""
    return text[:most].encode("utf-8", "replace").decode()
