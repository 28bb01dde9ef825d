"""What the log says is so, held against what is stored: replayed from its first entry, each change upon the last.

A change says what was there before it, or by how much it changed it. So each place of a campaign ("pool:<key>:pv") has
a value by the log, which the next change must begin at, and which at the end must be the one that is stored. An app
says with `@stored` what is stored at its places; what nobody registered is held against the log alone. `@examined` is
for what has books of its own.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django.db import connection

from campaigns.kinds import TOGGLES
from campaigns.models import Campaign, Change, LogEntry

AT_ONCE: Final = 500
ABSENT: Final = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as the log says: where, what it should be and is, and which entry shows it ("": none)."""

    place: str
    expected: object
    found: object
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Set:
    """A place had one value, and then another."""

    place: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Add:
    """A number changed by so much, whatever it was."""

    place: str
    by: int


Move = Set | Add
Stored = Callable[[Campaign, Collection[str]], Mapping[str, object]]
"""`(campaign, places) → what is stored there`; a place that is no more, since the host deleted it, is not in it."""


def plainly(change: Change) -> Iterator[Move]:
    """The moves of a change that is about one place as a whole."""
    for before, after in (("from", "to"), ("before", "after")):
        if before in change:
            yield Set(change["of"], change[before], change[after])
    if isinstance(change.get("by"), int):
        yield Add(change["of"], change["by"])


MOVES: dict[str, Callable[[Change], Iterable[Move]]] = {}
STORED: dict[str, Stored] = {}
BEGINNINGS: dict[str, Stored] = {}
EXAMINED: list[Callable[[Campaign], Iterable[Difference]]] = []
SAYS: list[Callable[[LogEntry], Iterable[tuple[str, object]]]] = []
FORGETS: list[Callable[[LogEntry], Iterable[str]]] = []


def moves(what: str) -> Callable[[Callable[[Change], Iterable[Move]]], Callable[[Change], Iterable[Move]]]:
    """Register how a kind of change is taken apart, where it is about more than one place."""

    def register(take_apart: Callable[[Change], Iterable[Move]]) -> Callable[[Change], Iterable[Move]]:
        MOVES[what] = take_apart
        return take_apart

    return register


def stored(kind: str) -> Callable[[Stored], Stored]:
    """Register what is stored at the places that begin with `kind`."""

    def register(read: Stored) -> Stored:
        STORED[kind] = read
        return read

    return register


def begins(kind: str) -> Callable[[Stored], Stored]:
    """Register with what number places began of which the log has only ever told differences."""

    def register(read: Stored) -> Stored:
        BEGINNINGS[kind] = read
        return read

    return register


def says(tell: Callable[[LogEntry], Iterable[tuple[str, object]]]) -> Callable[..., Iterable[tuple[str, object]]]:
    """Register what the facts of entries say of places: `(place, value after the entry)`."""
    SAYS.append(tell)
    return tell


def forgets(tell: Callable[[LogEntry], Iterable[str]]) -> Callable[[LogEntry], Iterable[str]]:
    """Register which places, or all that begin so, an entry changed without saying how: they count from there anew."""
    FORGETS.append(tell)
    return tell


def examined(look: Callable[[Campaign], Iterable[Difference]]) -> Callable[[Campaign], Iterable[Difference]]:
    """Register what else has to hold in a campaign."""
    EXAMINED.append(look)
    return look


@contextmanager
def at_one_moment() -> Iterator[None]:
    """All that is read inside was so at one moment, and nobody who plays meanwhile waits: Django's own transaction
    would take the writer's lock on SQLite."""
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else "BEGIN DEFERRED"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def differences(campaign: Campaign) -> Iterator[Difference]:
    """Everything in which the log of a campaign and what is stored do not agree. Reads only, a part at a time."""
    replayed = Replayed()
    entries = LogEntry.objects.filter(campaign=campaign).order_by("version")
    entries = entries.select_related("by", "shared_with").only(
        "key", "version", "kind", "facts", "changes", "is_undone", "campaign_id", "by__campaign_id",
        "shared_with__campaign_id",
    )  # fmt: skip
    version = 0
    for entry in entries.iterator(AT_ONCE):
        version += 1
        if entry.version != version:
            yield Difference("version", version, entry.version, entry.key)
            version = entry.version
        for seat in filter(None, (entry.by, entry.shared_with)):
            if seat.campaign_id != entry.campaign_id:
                yield Difference("seat", "one of this campaign", seat.key, entry.key)
        yield from replayed.read(entry)
    if version != campaign.version:
        yield Difference("version", version, campaign.version)
    yield from replayed.compared(campaign)
    for look in EXAMINED:
        yield from look(campaign)


@dataclass
class Replayed:
    """The values of all places by the log, as far as it has been read."""

    known: dict[str, object] = field(default_factory=dict)
    sums: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lost: list[str] = field(default_factory=list)
    undone: dict[str, tuple[str, bool]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)

    def read(self, entry: LogEntry) -> Iterator[Difference]:
        for change in entry.changes:
            for move in MOVES.get(change["what"], plainly)(change):
                yield from self._moved(move, entry)
        for place in (place for tell in FORGETS for place in tell(entry)):
            self._forget(place)
        for place, value in (said for tell in SAYS for said in tell(entry)):
            if place in self.known and self.known[place] != value:
                yield Difference(place, self.known[place], value, entry.key)
            self.known[place] = value
            self.sums.pop(place, None)
        if entry.is_undone:
            self.flags[entry.key] = True
        if entry.kind in TOGGLES and "of" in entry.facts:
            self.undone[entry.facts["of"]] = (entry.key, not entry.facts["again"])

    def _moved(self, move: Move, entry: LogEntry) -> Iterator[Difference]:
        if isinstance(move, Set):
            if move.place in self.known and self.known[move.place] != move.before:
                yield Difference(move.place, self.known[move.place], move.before, entry.key)
            self.known[move.place] = move.after
        elif move.place in self.known:
            self.known[move.place] += move.by  # type: ignore[operator]
        else:
            self.sums[move.place] += move.by

    def _forget(self, beginning: str) -> None:
        self.lost.append(beginning)
        for places in (self.known, self.sums):
            for place in [place for place in places if place.startswith(beginning)]:
                del places[place]  # type: ignore[attr-defined]

    def compared(self, campaign: Campaign) -> Iterator[Difference]:
        """The end of it held against what is stored."""
        for kind, read in STORED.items():
            places = [place for place in (*self.known, *self.sums) if place.partition(":")[0] == kind]
            if not places:
                continue
            now = read(campaign, places)
            begun = (
                BEGINNINGS[kind](campaign, [each for each in places if each in self.sums]) if kind in BEGINNINGS else {}
            )
            expected = {place: self.known[place] for place in places if place in self.known}
            expected |= {place: begin + self.sums[place] for place, begin in begun.items()}
            for place, value in expected.items():
                if place in now and now[place] != value:
                    yield Difference(place, value, now[place])
        for key, is_undone in self.flags.items():
            if key not in self.undone:
                yield Difference(f"taken back:{key}", False, is_undone)
        for key, (by, is_undone) in self.undone.items():
            if self.flags.get(key, False) != is_undone:
                yield Difference(f"taken back:{key}", is_undone, not is_undone, by)
