"""All that the site holds of one person, for that person: what they may see of it now, and nothing of others."""

from typing import Any, Final

from django.utils import timezone

from campaigns.kinds import worded
from campaigns.models import LogEntry, Membership
from characters.exchange import document_of
from characters.exchange.document import writable
from characters.models import Character

FORMAT: Final = "mesa-ryf/person"
VERSION: Final = 1


def data_of(person: Any) -> dict[str, Any]:
    """As plain JSON. What one left is named with its dates only: who leaves a table sees nothing more of it."""
    seats = Membership.objects.filter(user=person).select_related("campaign")
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": _moment(timezone.now()),
        "account": {
            "name": person.name,
            "login": person.username,
            "language": person.language,
            "since": _moment(person.date_joined),
            "last_login": _moment(person.last_login),
            "browsers": [{"is": each.words, "last_seen": _moment(each.seen_at)} for each in person.browsers.all()],
        },
        "seats": [_seat(seat) for seat in seats],
    }


def _seat(seat: Membership) -> dict[str, Any]:
    place = {
        "name": seat.name,
        "role": seat.role,
        "since": _moment(seat.joined_at),
        "left": _moment(seat.left_at),
    }
    if seat.left_at is not None:
        return place
    characters = Character.objects.filter(owner=seat).select_related("campaign", "portrait").with_ledger()
    entries = LogEntry.objects.listed_for(seat).filter(by=seat).select_related("by").order_by("version")
    return {
        **place,
        "campaign": seat.campaign.name,
        "characters": [writable(document_of(character, seat)) for character in characters],
        "log": [_entry(entry, seat) for entry in entries],
    }


def _entry(entry: LogEntry, seat: Membership) -> dict[str, Any]:
    entry.campaign = seat.campaign
    known = worded(entry, leads=seat.leads)
    return {
        "at": _moment(known.at),
        "kind": known.kind,
        "audience": known.audience,
        "taken_back": known.is_undone,
        "facts": known.facts,
    }


def _moment(at: Any) -> str | None:
    return at and at.isoformat(timespec="seconds")
