"""Entries about adventures, sessions and days (X5, T7)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change
from characters import adventures, evenings
from characters.log.growth import points_of


def day_words(entry: Worded) -> Mapping[str, Any]:
    """What the day brought each of them."""
    labels = {kind.key: _(kind.short) for kind in entry.campaign.ruleset.pools}
    people = [
        {
            **person,
            "points": points_of(entry.campaign, person["points"]),
            "harms": [{**harm, "label": labels.get(harm["pool"], harm["pool"])} for harm in person["harms"]],
            "turned": person["was"] != person["is"],
        }
        for person in entry.facts["people"]
    ]
    return {"people": people}


def day_title(entry: Worded) -> str:
    return _("a day passes")


def named_title(entry: Worded) -> str:
    return f"{entry.facts['name']}"


def session_title(entry: Worded) -> str:
    return _("session %(n)s") % {"n": entry.facts["number"]}


@reverses("gm-tokens")
def reverse_tokens(campaign: Campaign, change: Change) -> Change:
    return evenings.change_tokens(campaign, -change["by"])


reverses("shares")(adventures.reverse_shares)

OPENED, CLOSED = "characters/log/adventure-opened.html", "characters/log/adventure-closed.html"
SESSION = "characters/log/session.html"
KINDS["adventure-opened"] = Kind(OPENED, title=named_title, is_undoable=True)
KINDS["adventure-closed"] = Kind(CLOSED, title=named_title, is_undoable=True)
KINDS["scene"] = Kind("characters/log/scene.html", title=named_title, is_undoable=True)
KINDS["session-opened"] = Kind(SESSION, title=session_title, is_mark=True, is_undoable=True)
KINDS["session-closed"] = Kind(SESSION, title=session_title, is_mark=True, is_undoable=True)
KINDS["day"] = Kind("characters/log/day.html", day_words, day_title, is_undoable=True)
