"""Entries about adventures, sessions and days (X5, T7)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.kinds import KINDS, Kind, Worded
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


KINDS["adventure-opened"] = Kind("characters/log/adventure-opened.html")
KINDS["adventure-closed"] = Kind("characters/log/adventure-closed.html")
KINDS["scene"] = Kind("characters/log/scene.html")
KINDS["scene-note"] = Kind("characters/log/scene-note.html", is_listed=False)
KINDS["session-opened"] = Kind("characters/log/session.html", is_mark=True)
KINDS["session-closed"] = Kind("characters/log/session.html", is_mark=True)
KINDS["day"] = Kind("characters/log/day.html", day_words, day_title, is_undoable=True)
