"""What is new for a page: read once per wake, rendered once per audience, and the page itself from the same pieces."""

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from campaigns import table
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import EVERYTHING, LOG, Audience, audience_of, reading
from campaigns.tape import NOBODY, Mark, Tape, since
from campaigns.tape import forget as forget
from campaigns.tape import tape_of as tape_of
from live import GONE, Gone, Message, Screen
from live.stream import event

FAR_BEHIND: Final = 60  # entries after which whole regions are the shorter message
PRESENT: Final = "members"  # the region that says who is here
SHOWN: Final = 30  # entries in the log region of a page


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


def page(
    seat: Membership, held: Iterable[str], language: str, beside: Callable[[Campaign], object] = lambda campaign: None
) -> Page:
    """The regions of a page for its first rendering: the same pieces, byte for byte, that are pushed later.

    `beside` reads what else the page shows, after the version and out of the same rows (`at_hand`).
    """
    tape = tape_of(seat.campaign)
    version = tape.catch_up()
    with reading({("seat", seat.pk): seat}):
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


class Seen:
    """Entries that a seat may see, oldest first, and what they touch. None: whole regions are the shorter message."""

    def __init__(self, marks: Sequence[Mark] | None) -> None:
        self.touched = {name: mark.version for mark in marks or () for name in mark.touches}
        is_whole = marks is None or len(marks) > FAR_BEHIND or EVERYTHING in self.touched
        self.marks = None if is_whole else marks
        found = sorted((name for name in self.touched if name.startswith("entry-")), key=self.touched.__getitem__)
        self.entries = tuple(found)  # who sees an entry that takes another back sees that other one too


class Missed:
    """The entries after one place of the log, as far as each seat may see them. None: nobody remembers how many."""

    def __init__(self, marks: Sequence[Mark] | None) -> None:
        self._marks = marks
        self._shared_with = {mark.shared_with for mark in marks or () if not mark.is_shared}
        self._seen: dict[object, Seen] = {}

    def by(self, seat: Membership) -> Seen:
        """What all of a role see is one and the same, but for those with whom something is shared."""
        whose = seat.pk if seat.pk in self._shared_with else seat.role
        if whose not in self._seen:
            visible = None if self._marks is None else [mark for mark in self._marks if mark.is_visible_to(seat)]
            self._seen[whose] = Seen(visible)
        return self._seen[whose]


class Look:
    """One look at the log for many screens: one rendering and one message for all to whom the same is said."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self._version = tape, tape.catch_up()
        self._marks = tape.marks(self._version)
        self._missed: dict[str, Missed] = {}
        self._concerned: dict[Hashable, list[Container[object]]] = {}
        self._made: dict[Hashable, Fresh | None] = {}

    def fresh(self, reader: Reader, after: str) -> Fresh | None:
        """What a screen at that place lacks. Raises ObjectDoesNotExist where what its page is about is gone."""
        if after not in self._missed:
            self._missed[after] = Missed(since(self._marks, after))
        seat, seen = reader.seat, self._missed[after].by(reader.seat)
        if seen.marks is None:
            return self._made_once((reader, after), lambda: self._whole(reader, after))
        if not seen.marks:
            return None
        names = [name for name in reader.held if name in seen.touched]
        if LOG in reader.held:
            names += seen.entries
        lack = (seen, seat.role, reader.language, *names)
        if lack not in self._concerned:
            whom = (self._tape.whom(name, reader.language, self._version) for name in names)
            self._concerned[lack] = [seats for seats in whom if seats is not NOBODY]
        own = seat.pk if any(seat.pk in seats for seats in self._concerned[lack]) else None
        return self._made_once((lack, own), lambda: self._message(reader, seen.marks or (), names))

    def _made_once(self, key: Hashable, make: Callable[[], Fresh | None]) -> Fresh | None:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _message(self, reader: Reader, marks: Sequence[Mark], names: Iterable[str]) -> Fresh:
        tape, seat, language, version = self._tape, reader.seat, reader.language, self._version
        pieces = [tape.rendered(name, tape.audience(name, seat, language, version), version) for name in names]
        return _pack(pieces, [mark.key for mark in marks], marks[-1].key)

    def _whole(self, reader: Reader, after: str) -> Fresh | None:
        """The whole page of one that is too far behind, or when everything changed."""
        whole = page(reader.seat, reader.held, reader.language)
        return None if whole.after == after else _pack(whole.regions.values(), [whole.after], whole.after)


def fresh_for(screens: Sequence[Screen]) -> list[Fresh | Gone | None]:
    """For each screen what it lacks, None, or GONE where there is no such page any more."""
    if not screens:
        return []
    tape = tape_of(screens[0].viewer.seat.campaign)
    look = Look(tape)
    answers: list[Fresh | Gone | None] = []
    seats = {("seat", screen.viewer.seat.pk): screen.viewer.seat for screen in screens}
    with reading(tape.at_hand() | seats):
        for screen in screens:
            try:
                answers.append(look.fresh(screen.viewer, screen.after))
            except ObjectDoesNotExist:  # it has to ask again, the others go on
                answers.append(GONE)
    return answers


def _pack(pieces: Iterable[str], keys: Iterable[str], after: str) -> Fresh:
    return Fresh(f'<div data-entries="{" ".join(keys)}">{"".join(pieces)}</div>', after)


def _log(tape: Tape, seat: Membership, language: str, version: int) -> SafeString:
    entries = entries_of(tape, _newest(tape, seat, version), seat, language, version)
    with translation.override(language):
        return render_to_string("campaigns/_log.html", {"entries": entries, "campaign": tape.campaign})


def _newest(tape: Tape, seat: Membership, version: int) -> Iterable[str]:
    """The keys of the last entries that `seat` reads as the log; the tape remembers them, or the log is asked."""
    recent = tape.marks(version)
    keys = [mark.key for mark in reversed(recent) if mark.is_listed and mark.is_visible_to(seat)][:SHOWN]
    if len(keys) == SHOWN or tape.knows_all:
        return keys
    return LogEntry.objects.listed_for(seat).filter(version__lte=version).values_list("key", flat=True)[:SHOWN]


def entries_of(tape: Tape, keys: Iterable[str], seat: Membership, language: str, version: int) -> list[SafeString]:
    """Entries as `seat`, who may read them, reads them; those that are not kept are asked for together."""
    audience = audience_of("entry", seat, language)
    found = {key: tape.kept(f"entry-{key}", audience) for key in keys}
    missing = [key for key, html in found.items() if html is None]
    if missing:
        for entry in LogEntry.objects.filter(campaign=tape.campaign, key__in=missing).select_related("by"):
            found[entry.key] = entry_of(tape, entry, seat, language, version)
    return [html for html in found.values() if html is not None]


def entry_of(tape: Tape, entry: LogEntry, seat: Membership, language: str, version: int) -> SafeString:
    """An entry at hand, as `seat` reads it."""
    audience = audience_of("entry", seat, language)
    return tape.rendered(
        f"entry-{entry.key}", audience, version, partial(table.entry_html, tape.campaign, entry, audience)
    )


def _last_visible(tape: Tape, seat: Membership, version: int) -> str:
    for mark in reversed(tape.marks(version)):
        if mark.is_visible_to(seat):
            return mark.key
    entries = LogEntry.objects.visible_to(seat).filter(version__lte=version)
    return entries.values_list("key", flat=True).first() or ""


def versions(channels: Sequence[str]) -> dict[str, int]:
    """How far each campaign is (`live.hub.Look`)."""
    return dict(Campaign.objects.filter(key__in=channels).values_list("key", "version"))
