"""Regions: whole small pieces of pages, rendered once per audience, and the pages that hold them.

A region's name is its DOM id: "roster", or a prefix and what it is about, "pools-<character>". The audience is role and
language; a *personal* region is rendered for one seat alone, or only for the seats that it names itself, while all
others of a role share what it says to them. The context is the permission: a region function gets the audience and puts
nothing into the page that it may not see.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from campaigns.models import Campaign, Membership, Role
from campaigns.models.log import EVERYTHING as EVERYTHING

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Audience:
    """For whom a region is rendered. `seat` is None where all seats of the role share it."""

    role: Role
    language: str
    seat: int | None = None


Render = Callable[[Campaign, str, Audience], str]
"""`(campaign, what the region is about, audience) → HTML whose one outer element has the region's name as id`."""

Whom = Callable[[Campaign, str], Collection[object]]
"""`(campaign, what the region is about) → the seats to which a personal region says something of their own`. It follows
from the same rows as the region: what touches the one touches the other."""

Holds = Callable[[Membership, str], Sequence[str] | None]
"""`(seat, what the page is about) → names of its regions`, or None where the seat may not see the page."""


@dataclass(frozen=True, slots=True)
class Region:
    """How a region is made, for whom, and whether it holds until an entry touches it: who is here changes without."""

    render: Render
    is_personal: bool = False
    is_kept: bool = True
    whom: Whom | None = None


REGIONS: dict[str, Region] = {}
FOLLOWERS: dict[str, list[str]] = {}
PAGES: dict[str, Holds] = {}
SHARED_PAGES: set[str] = set()
LOG = "log"  # the region that grows by entries: a page that holds it gets every entry its reader may see


def region(
    prefix: str, *, personal: bool | Whom = False, kept: bool = True, follows: Sequence[str] = ()
) -> Callable[[Render], Render]:
    """Register how a region is made. What touches any of those that it `follows`, by their prefix, touches it too.

    One that is `personal` by a function is rendered for the seats that it answers, and once more, with a `seat` of
    None, for all others of a role.
    """
    whom = personal if callable(personal) else None

    def register(render: Render) -> Render:
        REGIONS[prefix] = Region(render, bool(personal), kept, whom)
        for other in follows:
            FOLLOWERS.setdefault(other, []).append(prefix)
        return render

    return register


def with_followers(names: Sequence[str]) -> tuple[str, ...]:
    """The regions that an entry names, those that follow them, and those that follow these."""
    found = list(dict.fromkeys(names))
    for name in found:  # it grows meanwhile
        found += [each for each in FOLLOWERS.get(split(name)[0], ()) if each not in found]
    return tuple(found)


def page(prefix: str, *, is_shared: bool = False) -> Callable[[Holds], Holds]:
    """A kind of page. One that is shared hangs on a wall: it knows what a spectator knows, whoever opened it."""

    def register(holds: Holds) -> Holds:
        PAGES[prefix] = holds
        if is_shared:
            SHARED_PAGES.add(prefix)
        return holds

    return register


def split(name: str) -> tuple[str, str]:
    """`"pools-abc"` → `("pools", "abc")`."""
    prefix, _, about = name.partition("-")
    return prefix, about


def viewer_of(seat: Membership, name: str) -> Membership:
    """For whom the page `name` is made when `seat` opens it: itself, or a spectator where all the room looks on."""
    return seat.as_spectator() if split(name)[0] in SHARED_PAGES else seat


def held_by(seat: Membership, name: str) -> Sequence[str] | None:
    """The regions of the page `name`, or None where there is no such page for `seat`."""
    prefix, about = split(name)
    holds = PAGES.get(prefix)
    return None if holds is None else holds(seat, about)


def audience_of(name: str, seat: Membership, language: str) -> Audience:
    shared = Audience(seat.rank, language)
    known = REGIONS.get(split(name)[0])
    return replace(shared, seat=seat.pk) if known and known.is_personal else shared


_at_hand: ContextVar[dict[Hashable, Any] | None] = ContextVar("at_hand", default=None)


@contextmanager
def reading(found: Mapping[Hashable, Any] | None = None) -> Iterator[None]:
    """Regions rendered inside share the rows they ask for by `at_hand`, and those that were `found` already; begin it
    after the version was read."""
    before = _at_hand.set(dict(found or {}))
    try:
        yield
    finally:
        _at_hand.reset(before)


def at_hand(key: Hashable, load: Callable[[], T]) -> T:
    """What another region of this reading has loaded already, else `load()`."""
    found = _at_hand.get()
    if found is None:
        return load()
    if key not in found:
        found[key] = load()
    return found[key]


def seat_of(audience: Audience) -> Membership:
    """Whose personal region it is; at hand where it is rendered for a page or its stream."""
    return at_hand(("seat", audience.seat), lambda: Membership.objects.select_related("campaign").get(pk=audience.seat))
