"""The campaign's page: who sits at it, its log, what this seat can take back, and who asks to come back."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from campaigns import changes
from campaigns.kinds import KINDS, worded
from campaigns.models import IN_ORDER, Campaign, LogEntry, Membership, Role, SeatLink
from campaigns.regions import LOG, Audience, at_hand, page, region, seat_of
from live import attendance

TABLE_REGIONS = ["inforce", "members", LOG]  # apps above add theirs
LEADER_REGIONS = ["requests"]
PLAYER_REGIONS: list[str] = []


@page("table")
def table(seat: Membership, about: str) -> list[str]:
    return [*TABLE_REGIONS, *(LEADER_REGIONS if seat.leads else [*PLAYER_REGIONS, f"mine-{seat.key}"])]


@region("entry")
def entry(campaign: Campaign, key: str, audience: Audience) -> str:
    entries = LogEntry.objects.select_related("by")
    return entry_html(campaign, at_hand(("entry", key), lambda: entries.get(campaign=campaign, key=key)), audience)


def entry_html(campaign: Campaign, found: LogEntry, audience: Audience) -> str:
    """An entry at hand, worded for an audience."""
    found.campaign = campaign
    return render_to_string("campaigns/_entry.html", entry_context(found, leads=audience.role.leads))


def entry_context(entry: LogEntry, *, leads: bool, button: bool = True) -> dict[str, object]:
    """What the template of an entry needs, and no more than its audience may know."""
    kind = KINDS[entry.kind]
    known = worded(entry, leads=leads)
    return {
        "entry": known,
        "template": kind.template,
        "can_take_back": button and leads and kind.is_undoable and not entry.is_in_order,
        "of_fight": entry.topic.removeprefix(IN_ORDER) if leads and kind.is_undoable and entry.is_in_order else "",
        "is_mark": kind.is_mark,
        "rules_url": reverse("campaigns:rules", args=[entry.campaign.key]),
        **kind.words(known),
    }


class Present(NamedTuple):
    """Somebody who sits at the table, as far as those who read it may know."""

    key: str
    name: str
    role: Role
    is_here: bool
    seen_at: datetime | None
    is_guest: bool


@region("members", kept=False)
def members(campaign: Campaign, about: str, audience: Audience) -> str:
    """Who sits at the table, those first who are here now; when others were last seen is for those who lead.

    Who is here is what the open streams say: it is stored nowhere. So the rows are read each time, and rendered where
    they differ from those of before.
    """
    now, leads = attendance(campaign.key), audience.role.leads
    seats = campaign.memberships.sitting().values_list("key", "name", "role", "user__username", "user__is_demo")
    rows = [
        Present(
            key,
            name,
            Role(role),
            is_here=key in now.here,
            seen_at=_local(now.left.get(key)) if leads else None,
            is_guest=leads and login is None and not is_demo,
        )
        for key, name, role, login, is_demo in seats
    ]
    rows.sort(key=lambda row: not row.is_here)
    return _members(campaign.key, tuple(rows), leads, audience.language)


@lru_cache(maxsize=64)
def _members(campaign: str, rows: tuple[Present, ...], leads: bool, language: str) -> str:
    return render_to_string("campaigns/table.html#members", {"key": campaign, "leads": leads, "rows": rows})


def _local(seconds: float | None) -> datetime | None:
    return None if seconds is None else timezone.localtime(datetime.fromtimestamp(seconds, UTC))


@region("mine", personal=True)
def mine(campaign: Campaign, about: str, audience: Audience) -> str:
    """The one thing this seat did last and can take back (T8); those who lead have the button at every entry."""
    seat = seat_of(audience)
    last = changes.last_of(seat)
    context: dict[str, object] = {"campaign": campaign, "about": about, "last": None}
    if last is not None and changes.can_take_back(last, seat, last):
        last.campaign, last.by = campaign, seat
        context |= {"last": last, "title": KINDS[last.kind].title(worded(last, leads=seat.leads))}
    return render_to_string("campaigns/table.html#mine", context)


@region("requests")
def requests(campaign: Campaign, about: str, audience: Audience) -> str:
    """Who lost their cookie and asks to come back; only those who lead have this region."""
    fresh = timezone.now() - SeatLink.LIFE
    waiting = (
        SeatLink.objects.filter(seat__campaign=campaign, seat__left_at=None, created_at__gt=fresh, used_at=None)
        .exclude(asked_by="")
        .filter(granted_at=None, refused_at=None)
        .select_related("seat")
        .order_by("created_at")
    )
    return render_to_string("campaigns/table.html#requests", {"campaign": campaign, "waiting": list(waiting)})
