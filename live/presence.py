"""Who is here: whoever has a screen open, in this process or in another that says so.

Nothing is stored. Each process tells the others the whole of what it knows of a channel, so a repeated word does no
harm; what a process said is forgotten when it is no longer among those that listen.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

GRACE_SECONDS: Final = 8.0  # who opens another page meanwhile was never gone
REMEMBERED: Final = 5000  # of those who left, when

NOBODY: Final[frozenset[str]] = frozenset()
UNKNOWN: Final = frozenset({""})  # equal to no set of people


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has a screen of a channel open, and when others closed their last one (Unix time)."""

    here: frozenset[str] = NOBODY
    left: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Others:
    """The other processes of the same site: `tell` them who is here, by channel; `listening`: the names of those that
    can be told, ourselves among them. Both block."""

    tell: Callable[[Mapping[str, frozenset[str]]], None]
    listening: Callable[[], Collection[str]]


class Presence:
    """What this process knows of who is here. The event loop writes, any thread may ask `of`."""

    def __init__(self) -> None:
        self._here: dict[str, frozenset[str]] = {}  # sets are replaced, never changed: other threads read them
        self._left: dict[tuple[str, str], float] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)  # by channel, then by process
        self._told: dict[str, frozenset[str]] = {}
        self._to_tell: set[str] = set()

    def of(self, channel: str) -> Attendance:
        """Who is here; who left within the grace still is."""
        said = self._elsewhere.get(channel, {}).values()
        here = self._here.get(channel, NOBODY).union(self._late(channel), *said)
        return Attendance(
            here, {who: at for (name, who), at in list(self._left.items()) if name == channel and who not in here}
        )

    def count(self, channel: str, now: frozenset[str]) -> frozenset[str]:
        """These have a screen open in this process from now on; answers who had one before and has none."""
        before = self._here.get(channel, NOBODY)
        if now == before:
            return NOBODY
        self._here[channel] = now
        if not now:
            del self._here[channel]
        for who in now - before:
            self._left.pop((channel, who), None)
        self._leave(channel, before - now, time.time())
        self._to_tell.add(channel)
        return before - now

    def _leave(self, channel: str, who: Collection[str], at: float) -> None:
        self._left.update(((channel, each), at) for each in who)
        while len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]

    # --- the others ---------------------------------------------------------------------------------------------------

    def hear(self, process: str, channel: str, now: frozenset[str]) -> None:
        """`process` says who is there. It waited for the grace before it called anybody gone."""
        said = self._elsewhere[channel]
        before = said.pop(process, NOBODY)
        if now:
            said[process] = now
        if not said:
            del self._elsewhere[channel]
        self._leave(channel, before - now, time.time() - GRACE_SECONDS)

    def forget_all_but(self, processes: Collection[str]) -> list[str]:
        """Those that listen no more say nothing any longer; answers the channels of which they had."""
        silent = [
            (process, channel)
            for channel, said in self._elsewhere.items()
            for process in said
            if process not in processes
        ]
        for process, channel in silent:
            self.hear(process, channel, NOBODY)
        return [channel for _, channel in silent]

    def to_tell(self) -> dict[str, frozenset[str]]:
        """What changed since it was told, by channel; who is within the grace has not left yet."""
        here, late = {}, set()
        for channel in self._to_tell:
            own = self._here.get(channel, NOBODY)
            here[channel] = own | self._late(channel)
            if here[channel] != own:
                late.add(channel)
        self._to_tell = late
        words = {channel: who for channel, who in here.items() if who != self._told.get(channel, NOBODY)}
        for channel, who in words.items():
            if who:
                self._told[channel] = who
            else:
                del self._told[channel]
        return words

    def failed_to_tell(self, channels: Iterable[str]) -> None:
        for channel in channels:
            self._told[channel] = UNKNOWN
            self._to_tell.add(channel)

    def tell_again(self) -> None:
        """All of it: somebody may not have heard it."""
        self.failed_to_tell(self._here)

    def _late(self, channel: str) -> set[str]:
        now = time.time()  # a clock that was put back keeps nobody here
        late = {who: now - at for (name, who), at in list(self._left.items()) if name == channel}
        return {who for who, seconds in late.items() if 0 <= seconds < GRACE_SECONDS}
