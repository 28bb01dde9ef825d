"""What is new for a page: read once per wake, rendered once per audience, kept until something touches it.

A `Tape` is what this process knows of one campaign's log. The version is read before the rows, never after, so that a
kept region is at worst newer than its mark, and never older.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from campaigns import table
from campaigns.kinds import KINDS
from campaigns.models import Campaign, LogEntry, LogEntryQuerySet, Membership
from campaigns.regions import EVERYTHING, LOG, REGIONS, Audience, audience_of, reading, split, with_followers
from live import GONE, Gone, Message, Screen
from live.stream import event

T = TypeVar("T")

RECENT: Final = 300  # entries a tape remembers; who is further behind gets whole regions
FAR_BEHIND: Final = 60  # entries after which whole regions are the shorter message
PRESENT: Final = "members"  # the region that says who is here
SHOWN: Final = 30  # entries in the log region of a page
KEPT_REGIONS: Final = 2000
KEPT_TAPES: Final = 64


@dataclass(frozen=True, slots=True)
class Mark:
    """What a tape keeps of an entry: who may see it and what it touches."""

    version: int
    key: str
    is_shared: bool
    shared_with: int | None
    touches: tuple[str, ...]

    def is_visible_to(self, seat: Membership) -> bool:
        return self.is_shared or seat.leads or self.shared_with == seat.pk


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at which regions, in which language: the `viewer` of a `live.Screen`, settled when it was admitted."""

    seat: Membership
    language: str
    held: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The regions of a page as they stand, and the last entry they contain."""

    regions: dict[str, SafeString]
    after: str


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a page lacks: the regions that changed, and its place from then on."""

    html: str
    after: str


class Tape:
    """One campaign as this process knows it. Threads share it; templates are rendered outside the lock."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._version = -1
        self._lock = threading.Lock()
        self._recent: deque[Mark] = deque(maxlen=RECENT)
        self._touched: dict[str, int] = {}
        self._floor = 0  # everything kept before this version is stale
        self._kept: OrderedDict[tuple[Audience | None, str], tuple[int, object]] = OrderedDict()

    def catch_up(self) -> int:
        """Read the entries that are new to this process; answer the version up to which all are known."""
        with self._lock:
            entries = LogEntry.objects.filter(campaign=self.campaign)
            if self._version < 0:
                found = list(reversed(_rows(entries.order_by("-version")[:RECENT])))
            else:
                found = _rows(entries.filter(version__gt=self._version).order_by("version"))
            for version, key, audience, shared_with, kind, regions in found:
                touched = with_followers(regions)
                touches = (*touched, f"entry-{key}") if KINDS[kind].is_listed else touched
                mark = Mark(version, key, audience == "table", shared_with, touches)
                self._recent.append(mark)
                self._touched.update(dict.fromkeys(mark.touches, version))
                if EVERYTHING in mark.touches or len(self._touched) > KEPT_REGIONS:
                    self._floor = version
                    self._touched.clear()
                    self._kept.clear()
            if any(EVERYTHING in regions for *_, regions in found):
                self.campaign = Campaign.objects.get(pk=self.campaign.pk)
            self._version = max(self._version, found[-1][0] if found else 0)
            return self._version

    def rendered(
        self, name: str, audience: Audience, version: int, render: Callable[[], str] | None = None
    ) -> SafeString:
        """A region as it stands at `version` or later. `render` makes it where what it shows is at hand already."""
        prefix, about = split(name)

        def made() -> SafeString:
            with translation.override(audience.language):
                html = render() if render else REGIONS[prefix].render(self.campaign, about, audience)
            return mark_safe(html)  # noqa: S308  made by templates

        return self._current(audience, name, version, made)

    def audience(self, name: str, seat: Membership, language: str, version: int) -> Audience:
        """For whom a region is rendered that `seat` looks at: for it alone only where it says something of its own."""
        found = audience_of(name, seat, language)
        prefix, about = split(name)
        if found.seat is None or (whom := REGIONS[prefix].whom) is None:
            return found

        def asked() -> frozenset[object]:
            with translation.override(language):  # what it asks for is at hand for the rendering then
                return frozenset(whom(self.campaign, about))

        concerned = self._current(None, name, version, asked)
        return found if seat.pk in concerned else replace(found, seat=None)

    def _current(self, audience: Audience | None, name: str, version: int, make: Callable[[], T]) -> T:
        """What is kept of a region for an audience, or (None) whom it concerns, as long as nothing has touched it."""
        at = (audience, name)
        with self._lock:
            found = self._kept.get(at)
            if found and found[0] >= max(self._floor, self._touched.get(name, 0)):
                self._kept.move_to_end(at)
                return cast(T, found[1])
        made = make()
        if REGIONS[split(name)[0]].is_kept:
            with self._lock:
                self._kept[at] = (version, made)
                while len(self._kept) > KEPT_REGIONS:
                    self._kept.popitem(last=False)
        return made

    def marks(self, version: int) -> list[Mark]:
        """The entries this tape remembers, up to `version`, oldest first."""
        with self._lock:
            return [mark for mark in self._recent if mark.version <= version]


def since(marks: Sequence[Mark], after: str) -> Sequence[Mark] | None:
    """The marks after the entry called `after`; None where that is too far back to tell."""
    if not after:
        return marks if len(marks) < RECENT else None
    for index in range(len(marks) - 1, -1, -1):
        if marks[index].key == after:
            return marks[index + 1 :]
    return None


def _rows(entries: LogEntryQuerySet) -> list[tuple[int, str, str, int | None, str, list[str]]]:
    return list(entries.values_list("version", "key", "audience", "shared_with_id", "kind", "regions"))


_tapes: "OrderedDict[int, Tape]" = OrderedDict()
_tapes_lock = threading.Lock()


def tape_of(campaign: Campaign) -> Tape:
    with _tapes_lock:
        tape = _tapes.get(campaign.pk)
        if tape is None:
            tape = _tapes[campaign.pk] = Tape(campaign)
            while len(_tapes) > KEPT_TAPES:
                _tapes.popitem(last=False)
        _tapes.move_to_end(campaign.pk)
        return tape


def forget() -> None:
    """Forget every tape: another database, as between tests."""
    with _tapes_lock:
        _tapes.clear()


def page(
    seat: Membership, held: Iterable[str], language: str, beside: Callable[[Campaign], object] = lambda campaign: None
) -> Page:
    """The regions of a page for its first rendering: the same pieces, byte for byte, that are pushed later.

    `beside` reads what else the page shows, after the version and out of the same rows (`at_hand`).
    """
    tape = tape_of(seat.campaign)
    version = tape.catch_up()
    with reading():
        beside(tape.campaign)
        regions = {
            name: _log(tape, seat, language, version)
            if name == LOG
            else tape.rendered(name, tape.audience(name, seat, language, version), version)
            for name in held
        }
    return Page(regions, _last_visible(tape, seat, version))


def news(channel: str, screens: Sequence[Screen]) -> list[Message | Gone | None]:
    """For each screen what it lacks, as a server-sent event (`live.hub.Read`)."""
    found = fresh_for(screens)
    messages: dict[Fresh | Gone | None, Message | Gone | None] = {
        fresh: Message(event("regions", fresh.html, after=fresh.after), fresh.after)
        if isinstance(fresh, Fresh)
        else fresh
        for fresh in set(found)
    }
    return [messages[fresh] for fresh in found]


def fresh_for(screens: Sequence[Screen]) -> list[Fresh | Gone | None]:
    """For each screen what it lacks, None, or GONE where there is no such page any more.

    One read of the log, and one rendering and one message for all to whom the same is said.
    """
    readers = [screen.viewer for screen in screens]
    if not readers:
        return []
    tape = tape_of(readers[0].seat.campaign)
    version = tape.catch_up()
    marks = tape.marks(version)
    missed = {after: Missed(since(marks, after)) for after in {screen.after for screen in screens}}
    made: dict[object, Fresh | Gone | None] = {}
    answers = []
    with reading():
        for screen, reader in zip(screens, readers, strict=True):
            try:
                lack = _lack(tape, reader, screen.after, missed[screen.after], version)
                if lack not in made:
                    made[lack] = lack.message(tape, version)
                answers.append(made[lack])
            except ObjectDoesNotExist:  # what the page is about is gone: it has to ask again, the others go on
                answers.append(GONE)
    return answers


def attendance(channel: str, screens: Sequence[Screen]) -> list[Message | None]:
    """For each screen that shows who is here, the same anew; nothing of it is in the log, or has a place there."""
    readers = [screen.viewer for screen in screens]
    if not any(PRESENT in reader.held for reader in readers):
        return [None] * len(readers)
    tape = tape_of(readers[0].seat.campaign)
    version = tape.catch_up()
    made: dict[Audience, Message] = {}
    answers: list[Message | None] = []
    for reader in readers:
        if PRESENT not in reader.held:
            answers.append(None)
            continue
        audience = audience_of(PRESENT, reader.seat, reader.language)
        if audience not in made:
            html = tape.rendered(PRESENT, audience, version)
            made[audience] = Message(event("present", _pack([html], [], "").html), "")
        answers.append(made[audience])
    return answers


class Missed:
    """The entries after one place of the log, as far as each seat may see them. None: nobody remembers how many."""

    def __init__(self, marks: Sequence[Mark] | None) -> None:
        self._marks = marks
        self._shared_with = {mark.shared_with for mark in marks or () if not mark.is_shared}
        self._seen: dict[object, Seen] = {}

    def by(self, seat: Membership) -> "Seen":
        """What all see is one and the same, and so is what those who lead see."""
        whose = "leaders" if seat.leads else seat.pk if seat.pk in self._shared_with else "table"
        if whose not in self._seen:
            visible = None if self._marks is None else [mark for mark in self._marks if mark.is_visible_to(seat)]
            self._seen[whose] = Seen(visible)
        return self._seen[whose]


class Seen:
    """Entries that a seat may see, oldest first, and what they touch. None: whole regions are the shorter message."""

    def __init__(self, marks: Sequence[Mark] | None) -> None:
        self.touched = {name: mark.version for mark in marks or () for name in mark.touches}
        is_whole = marks is None or len(marks) > FAR_BEHIND or EVERYTHING in self.touched
        self.marks = None if is_whole else marks
        found = sorted((name for name in self.touched if name.startswith("entry-")), key=self.touched.__getitem__)
        self.entries = tuple(found)  # who sees an entry that takes another back sees that other one too


@dataclass(frozen=True, slots=True)
class Lack:
    """What a screen lacks: these regions, for these audiences. Who lacks the same gets the same message."""

    seen: Seen
    pieces: tuple[tuple[str, Audience], ...]

    def message(self, tape: Tape, version: int) -> Fresh | None:
        marks = self.seen.marks
        if not marks:
            return None
        html = [tape.rendered(name, audience, version) for name, audience in self.pieces]
        return _pack(html, [mark.key for mark in marks], marks[-1].key)


@dataclass(frozen=True, slots=True)
class LackOfAll:
    """What a screen lacks that is too far behind, or when everything changed: its whole page."""

    reader: Reader
    after: str

    def message(self, tape: Tape, version: int) -> Fresh | None:
        fresh = page(self.reader.seat, self.reader.held, self.reader.language)
        return None if fresh.after == self.after else _pack(fresh.regions.values(), [fresh.after], fresh.after)


def _lack(tape: Tape, reader: Reader, after: str, missed: Missed, version: int) -> Lack | LackOfAll:
    seat, language = reader.seat, reader.language
    seen = missed.by(seat)
    if seen.marks is None:
        return LackOfAll(reader, after)
    names = [name for name in reader.held if name in seen.touched]
    if LOG in reader.held:
        names += seen.entries
    return Lack(seen, tuple((name, tape.audience(name, seat, language, version)) for name in names))


def _pack(pieces: Iterable[str], keys: Iterable[str], after: str) -> Fresh:
    return Fresh(f'<div data-entries="{" ".join(keys)}">{"".join(pieces)}</div>', after)


def _log(tape: Tape, seat: Membership, language: str, version: int) -> SafeString:
    shown = LogEntry.objects.listed_for(seat).filter(version__lte=version).select_related("by")[:SHOWN]
    entries = entries_of(tape, shown, seat, language, version)
    with translation.override(language):
        return render_to_string("campaigns/_log.html", {"entries": entries, "campaign": tape.campaign})


def entries_of(
    tape: Tape, entries: Iterable[LogEntry], seat: Membership, language: str, version: int
) -> list[SafeString]:
    """Entries as `seat` reads them; those at hand, so that a page asks once for all of them."""
    audience = audience_of("entry", seat, language)
    return [
        tape.rendered(
            f"entry-{entry.key}", audience, version, partial(table.entry_html, tape.campaign, entry, audience)
        )
        for entry in entries
    ]


def _last_visible(tape: Tape, seat: Membership, version: int) -> str:
    for mark in reversed(tape.marks(version)):
        if mark.is_visible_to(seat):
            return mark.key
    entries = LogEntry.objects.visible_to(seat).filter(version__lte=version)
    return entries.values_list("key", flat=True).first() or ""


def versions(channels: Sequence[str]) -> dict[str, int]:
    """How far each campaign is (`live.hub.Look`)."""
    return dict(Campaign.objects.filter(key__in=channels).values_list("key", "version"))
