"""What somebody sends as a character: bytes in, a document of the newest version out, or every fault with its path.

Nothing is believed: neither that it is text, nor that it is JSON, nor that it fits the schema.
"""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from campaigns.exchange.faults import told
from campaigns.exchange.text import parsed, refuse, too_deep, unwritable
from characters.exchange.document import FORMAT, LONG_TEXTS, VERSION
from rules.problems import Refused

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


def opened(data: bytes, form: str, otherwise: str) -> Document:
    """What somebody sent, as a document of that format; nothing else is known of it. `otherwise` says that it is not.

    Raises Refused.
    """
    document = parsed(data, MOST_BYTES)
    if not isinstance(document, dict) or document.get("format") != form:
        refuse("no_character", otherwise)
    check_signs(document)
    return document


def check_signs(document: Document) -> None:
    """Raises Refused where there is a sign in it that nobody can type."""
    if problems := list(islice(unwritable(document, LONG_TEXTS.__contains__), MOST_FAULTS)):
        raise Refused(*problems)


def check_shape(document: Document, schema: Draft202012Validator) -> None:
    """Raises Refused with every fault, each with its path in the file, at most MOST_FAULTS."""
    try:
        faults = list(islice(schema.iter_errors(document), MOST_FAULTS))
    except RecursionError:
        too_deep()
    if faults:
        problems = [problem for fault in faults for problem in told(fault)]
        raise Refused(*sorted(problems[:MOST_FAULTS], key=lambda each: each.field or ""))


# --- older versions ---------------------------------------------------------------------------------------------------


def _newest(document: Document) -> Document:
    version = document.get("version")
    while isinstance(version, int) and not isinstance(version, bool) and version in UPGRADES:
        document = UPGRADES[version](document)
        version = document["version"]
    if isinstance(version, int) and version > VERSION:
        refuse("newer", _("The file is of version %(version)s, and this site reads up to %(newest)s."),
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
