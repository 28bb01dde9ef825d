"""The story of a campaign in the order in which it was played, as far as a seat may know it.

Each app tells what it knows of a stretch of time: scenes, sessions and what players wrote here; deeds and fights in the
apps above. A chapter is an adventure with all that came after it began, until the next one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.kinds import KINDS, Kind, Worded
from campaigns.made import made, removed
from campaigns.models import Adventure, Campaign, JournalEntry, LogEntry, Membership, Scene

MOST: Final = 400  # of one kind in what is shown at once: a table plays no more in the adventures of a page


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened, and the template that tells it; what is `row` there is for the template."""

    at: datetime
    template: str
    row: Any
    is_mark: bool = False  # an evening begins: with nothing after it in its chapter, it belongs to the next


@dataclass(frozen=True, slots=True)
class Stretch:
    """From `since` until before `until`; None: without an end there."""

    since: datetime | None = None
    until: datetime | None = None

    def of(self, rows: QuerySet[Any], field: str) -> QuerySet[Any]:
        """The rows whose `field` is within it, the newest of them if there are too many."""
        if self.since:
            rows = rows.filter(**{f"{field}__gte": self.since})
        if self.until:
            rows = rows.filter(**{f"{field}__lt": self.until})
        return rows.order_by(f"-{field}", "-pk")[:MOST]


@dataclass(frozen=True, slots=True)
class Chapter:
    """An adventure and what happened from then on; `adventure` is None for what came before the first."""

    adventure: Adventure | None
    moments: list[Moment] = field(default_factory=list)


Source = Callable[[Membership, Stretch], Iterable[Moment]]
SOURCES: list[Source] = []


def source(tell: Source) -> Source:
    """Register who tells something: one query, whatever the stretch."""
    SOURCES.append(tell)
    return tell


def chapters(seat: Membership, adventures: Sequence[Adventure], stretch: Stretch) -> list[Chapter]:
    """What `seat` may know of that time, newest adventure first, each in the order in which it was played."""
    found = [Chapter(each.as_known(seat.leads)) for each in adventures]
    before = Chapter(None)
    moments = sorted((moment for tell in SOURCES for moment in tell(seat, stretch)), key=lambda moment: moment.at)
    for moment in moments:
        began = (each for each in found if each.adventure and each.adventure.opened_at <= moment.at)
        next(began, before).moments.append(moment)
    for newer, older in pairwise([*found, before]):
        while older.moments and older.moments[-1].is_mark:
            newer.moments.insert(0, older.moments.pop())
    return [*found, before] if before.moments else found


@source
def _scenes(seat: Membership, stretch: Stretch) -> Iterator[Moment]:
    for scene in stretch.of(Scene.of(seat.campaign).select_related("adventure__campaign"), "opened_at"):
        yield Moment(scene.opened_at, "campaigns/journal/scene.html", scene.as_known(seat.leads))


@source
def _sessions(seat: Membership, stretch: Stretch) -> Iterator[Moment]:
    for session in stretch.of(seat.campaign.sessions.all(), "opened_at"):
        yield Moment(session.opened_at, "campaigns/journal/session.html", session, is_mark=True)


@source
def _entries(seat: Membership, stretch: Stretch) -> Iterator[Moment]:
    for entry in stretch.of(JournalEntry.of(seat.campaign).select_related("author", "campaign"), "written_at"):
        entry.is_mine = entry.can_be_written_by(seat)
        yield Moment(entry.written_at, "campaigns/journal/entry.html", entry)


# --- what players write -----------------------------------------------------------------------------------------------


def begin(campaign: Campaign, by: Membership, name: str, notes: str, press: str = "") -> LogEntry:
    """A new entry of the journal. Raises Refused where nothing is written."""
    with campaign.recording(by, press) as record:
        words = {key: JournalEntry.texts[key].tidy(text) for key, text in (("name", name), ("notes", notes))}
        entry = JournalEntry.objects.create(campaign=campaign, author=by, by_name=by.name, **words)
        facts = {"place": entry.place, "name": entry.name, "author": by.name}
        return record("journal", facts, changes=[made(entry)], regions=entry.shown_in)


def remove(entry: JournalEntry, by: Membership, press: str = "") -> LogEntry:
    """Take an entry out of the journal; taking that back puts it there again."""
    with entry.campaign.recording(by, press) as record:
        facts = {"name": entry.name, "author": entry.by_name}
        return record("journal-removed", facts, changes=[removed(entry)], regions=entry.shown_in)


def _title(entry: Worded) -> str:
    return entry.facts["name"] or _("entry of the journal")


KINDS["journal"] = Kind("campaigns/log/journal.html", title=_title, is_undoable=True)
KINDS["journal-removed"] = Kind("campaigns/log/journal-removed.html", title=_title, is_undoable=True)
