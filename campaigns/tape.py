"""What this process knows of a campaign's log, and the regions it keeps until an entry touches them.

The version is read before the rows, never after: a kept region is at worst newer than its mark, and never older.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from accounts.prepared import Prepared
from campaigns.kinds import KINDS
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import EVERYTHING, REGIONS, Audience, split, with_followers

T = TypeVar("T")

RECENT: Final = 300  # entries a tape remembers; who is further behind gets whole regions
KEPT_REGIONS: Final = 2000
KEPT_TAPES: Final = 64
LATER: Final = Prepared(
    lambda campaign, version: (
        LogEntry.objects.filter(campaign=campaign, version__gt=version).order_by("version").select_related("by")
    ),
    *(int, int),
)
OF_A_MARK: Final = ("version", "key", "audience", "shared_with_id", "kind", "regions")


class Everybody:
    """Every seat: that of a personal region which does not say whom it concerns."""

    def __contains__(self, seat: object) -> bool:
        return True


NOBODY: Final[frozenset[object]] = frozenset()
EVERYBODY: Final = Everybody()


@dataclass(frozen=True, slots=True)
class Mark:
    """What a tape keeps of an entry: who may see it, whether as a line of the log, and what it touches."""

    version: int
    key: str
    is_listed: bool
    is_shared: bool
    shared_with: int | None
    touches: tuple[str, ...]

    def is_visible_to(self, seat: Membership) -> bool:
        return self.is_shared or seat.leads or self.shared_with == seat.pk


class Tape:
    """One campaign as this process knows it. Threads share it; templates are rendered outside the lock."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._version = -1
        self._lock = threading.Lock()
        self._recent: deque[Mark] = deque(maxlen=RECENT)
        self._touched: dict[str, int] = {}
        self._floor = 0  # everything kept before this version is stale
        self._new: list[LogEntry] = []
        self._kept: OrderedDict[tuple[Audience | None, str], tuple[int, object]] = OrderedDict()

    def catch_up(self) -> int:
        """Read the entries that are new to this process; answer the version up to which all are known."""
        with self._lock:
            if self._version < 0:
                entries = LogEntry.objects.filter(campaign=self.campaign).order_by("-version")
                found = list(reversed(entries.values_list(*OF_A_MARK)[:RECENT]))
            else:
                new = LATER(self.campaign.pk, self._version)
                found = [tuple(getattr(entry, name) for name in OF_A_MARK) for entry in new]
                self._new = new or self._new
            for version, key, audience, shared_with, kind, regions in found:
                touched, is_listed = with_followers(regions), KINDS[kind].is_listed
                touches = (*touched, f"entry-{key}") if is_listed else touched
                mark = Mark(version, key, is_listed, audience == "table", shared_with, touches)
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

    def at_hand(self) -> dict[Hashable, LogEntry]:
        """The entries that were read last, for the regions that show them; but for those that later ones touched."""
        with self._lock:
            read_at = self._new[-1].version if self._new else 0
            return {
                ("entry", entry.key): entry
                for entry in self._new
                if self._touched.get(f"entry-{entry.key}", read_at) <= read_at
            }

    def kept(self, name: str, audience: Audience | None) -> Any:
        """A region as it was rendered, or (None) whom it concerns, where nothing has touched it since."""
        at = (audience, name)
        with self._lock:
            found = self._kept.get(at)
            if not found or found[0] < max(self._floor, self._touched.get(name, 0)):
                return None
            self._kept.move_to_end(at)
            return found[1]

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

    def whom(self, name: str, language: str, version: int) -> Container[object]:
        """The seats to which a region says something of their own."""
        prefix, about = split(name)
        known = REGIONS.get(prefix)
        if known is None or not known.is_personal:
            return NOBODY
        if (ask := known.whom) is None:
            return EVERYBODY

        def asked() -> frozenset[object]:
            with translation.override(language):  # what it asks for is at hand for the rendering then
                return frozenset(ask(self.campaign, about))

        return self._current(None, name, version, asked)

    def audience(self, name: str, seat: Membership, language: str, version: int) -> Audience:
        """For whom a region is rendered that `seat` looks at."""
        return Audience(seat.rank, language, seat.pk if seat.pk in self.whom(name, language, version) else None)

    def _current(self, audience: Audience | None, name: str, version: int, make: Callable[[], T]) -> T:
        """What is kept of a region for an audience, or (None) whom it concerns, as long as nothing has touched it."""
        if (found := self.kept(name, audience)) is not None:
            return found
        made = make()
        if REGIONS[split(name)[0]].is_kept:
            with self._lock:
                self._kept[audience, name] = (version, made)
                while len(self._kept) > KEPT_REGIONS:
                    self._kept.popitem(last=False)
        return made

    @property
    def knows_all(self) -> bool:
        """Whether the log is no longer than what this tape remembers of it."""
        with self._lock:
            return len(self._recent) < RECENT

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
