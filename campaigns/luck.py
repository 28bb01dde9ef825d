"""The luck of a campaign: every die that fell and that a seat may read, against the exact law.

What was taken back counts as well: the dice fell, and a table that takes back only what went badly would look lucky.
A die is of who threw it, whoever it was thrown for. What fell is counted once and kept by the version of the log up to
which it was read, so that a page reads only what is new; entries are never removed and their dice never change.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from django.db.models import QuerySet

from campaigns.fallen import fallen
from campaigns.kinds import KINDS
from campaigns.models import Audience, LogEntry, Membership
from rules.luck import Fit, law_of

RETOLD = frozenset({"undo"})
"""Kinds that only tell another entry's dice again."""
MOST_SIDES = 20
KEPT = 512
DICE = ("mid", "low", "high", "sum", "d10", "d6")
"""The order in which dice are shown; others come after them."""


class Die(NamedTuple):
    """Dice that are counted together: whose they are (None: of nobody who is known), whether they were thrown at the
    table and typed in, and which (`rules.luck.law_of`)."""

    by: int | None
    is_typed: bool
    name: str


Counts = Counter[tuple[Die, int]]


@dataclass(frozen=True, slots=True)
class Read:
    """What a part of a log came to, up to a version."""

    version: int
    counts: Counts


_NOTHING = Read(0, Counter())
_read: OrderedDict[tuple[str, ...], Read] = OrderedDict()
_lock = Lock()


def forget() -> None:
    """As if nothing had been read yet."""
    with _lock:
        _read.clear()


def counts_of(seat: Membership) -> Counts:
    """Every die that the seat may read: of those who lead all, of others those of the table and those shared with them.
    Two queries at most."""
    entries = LogEntry.objects.filter(campaign=seat.campaign)
    if seat.leads:
        return _counted((seat.campaign.key, "all"), entries, leads=True)
    shared = entries.filter(shared_with=seat).exclude(audience=Audience.TABLE)
    table = _counted((seat.campaign.key, "table"), entries.filter(audience=Audience.TABLE), leads=False)
    return table + _counted((seat.campaign.key, "seat", seat.key), shared, leads=False)


def _counted(part: tuple[str, ...], entries: QuerySet[LogEntry], *, leads: bool) -> Counts:
    with _lock:
        known = _read.get(part, _NOTHING)
    counts, version = known.counts.copy(), known.version
    rows = entries.filter(version__gt=known.version).exclude(kind__in=RETOLD).order_by("version")
    for at, kind, facts, by in rows.values_list("version", "kind", "facts", "by").iterator():
        version = at
        if kind in KINDS:
            is_typed = bool(facts.get("typed"))
            for name, face in fallen(KINDS[kind].seen(facts, leads), leads):
                counts[Die(by, is_typed, name), face] += 1
    with _lock:
        _read[part] = Read(version, counts)
        _read.move_to_end(part)
        while len(_read) > KEPT:
            _read.popitem(last=False)
    return counts


@dataclass(frozen=True, slots=True)
class Shown:
    """One kind of die and how it fell."""

    die: str
    fit: Fit


def shown(counts: Counts, *, by: int | None = None, typed: bool) -> list[Shown]:
    """Each kind of die of a person, or of everybody, in the order of DICE; dice of many sides are left out."""
    faces: dict[str, Counter[int]] = {}
    for (die, face), count in counts.items():
        if die.is_typed is typed and by in (None, die.by) and _is_shown(die.name):
            faces.setdefault(die.name, Counter())[face] += count
    return [Shown(name, Fit(law_of(name), faces[name])) for name in sorted(faces, key=_place)]


def throwers(counts: Counts) -> Iterator[int]:
    """Whose dice there are, those who left the table too, by the id of their seat."""
    return iter(dict.fromkeys(die.by for die, _face in counts if die.by is not None))


def _is_shown(name: str) -> bool:
    return name in DICE or int(name.removeprefix("d")) <= MOST_SIDES


def _place(name: str) -> tuple[int, int]:
    return (DICE.index(name), 0) if name in DICE else (len(DICE), int(name.removeprefix("d")))
