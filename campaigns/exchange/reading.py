"""What somebody sends as a campaign: bytes in, a document out in which every name names something, or every fault."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from campaigns.exchange.arriving import path_of, problem
from campaigns.exchange.document import FORMAT, VERSION, schema
from campaigns.exchange.faults import told
from campaigns.exchange.tables import TABLES
from campaigns.exchange.text import anywhere, parsed, refuse, too_deep, unwritable
from rules.problems import Problem, Refused

MOST_BYTES: Final = 32 * 1024 * 1024
MOST_FAULTS: Final = 30
DEEPEST: Final = 40
PACKED: Final = b"\x1f\x8b"

Document = dict[str, Any]

UPGRADES: Final[dict[int, Callable[[Document], Document]]] = {}
"""By the version that a file has: what makes the next one of it."""


def read(data: bytes) -> Document:
    """The document as the newest schema has it. Raises Refused with all that is wrong, at most MOST_FAULTS."""
    document = parsed(_unpacked(data), MOST_BYTES, has_fractions=True)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        refuse("no_campaign", _("This is no campaign of Mesa RyF: its “format” is another."))
    _refuse_any(unwritable(document, anywhere, deepest=DEEPEST))
    document = _newest(document)
    try:
        _refuse_any(each for fault in _validator().iter_errors(document) for each in told(fault))
    except RecursionError:
        too_deep()
    _refuse_any(_astray(document))
    return document


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def _unpacked(data: bytes) -> bytes:
    """The same without its packing, never more than a file may have."""
    if not data.startswith(PACKED):
        return data
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data, MOST_BYTES + 1)
    except zlib.error:
        refuse("packed", _("The file is packed in a way that cannot be read."))


def _newest(document: Document) -> Document:
    version = document.get("version")
    while type(version) is int and version in UPGRADES:
        document = UPGRADES[version](document)
        version = document["version"]
    if type(version) is int and version > VERSION:
        refuse("newer", _("The file is of version %(version)s, and this site reads up to %(newest)s."),
               version=version, newest=VERSION)  # fmt: skip
    return document


def _astray(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Keys that stand there twice, and names of what is not in the file."""
    seen = {document["campaign"]["key"]}
    known: dict[str, set[str]] = {}
    for table in (each for each in TABLES.values() if each.has_keys):
        known[table.name] = set()
        for place, row in enumerate(document.get(table.name, ()), start=1):
            if row["key"] in seen:
                yield problem("twice", f"{path_of(table, place)}.key", _("%(path)s: this key stands there twice."))
            seen.add(row["key"])
            known[table.name].add(row["key"])
    for table in TABLES.values():
        for place, row in enumerate(document.get(table.name, ()), start=1):
            for name, other in table.references.items():
                if (key := row.get(name)) is not None and key not in known[other]:
                    path = f"{path_of(table, place)}.{name}"
                    yield problem("astray", path, _("%(path)s: it names nothing that is in “%(other)s”."), other=other)


def _refuse_any(problems: Iterator[Problem]) -> None:
    if found := list(islice(problems, MOST_FAULTS)):
        raise Refused(*found)
