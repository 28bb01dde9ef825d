"""The kind of log entries about the breather, and its words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.kinds import KINDS, Worded
from combat.log import COMBAT_KINDS, _faces, _kind, _person, _pool_label


def breather_words(entry: Worded) -> Mapping[str, Any]:
    """Who rested, what was thrown, and what of it came back (C13)."""
    rests = [
        {
            "who": _person(entry.facts, rest["fighter"]),
            "thrown": [face for die in rest["healing"]["thrown"] for face in _faces(die)],
            "healing": rest["healing"],
            "cap": rest["cap"],
            "points": rest["points"],
        }
        for rest in entry.facts["rests"]
    ]
    return {"rests": rests, **_pool_label(entry)}


REST_KINDS = {"breather": _kind("breather", breather_words, lambda entry: _("breather"))}
COMBAT_KINDS.update(REST_KINDS)
KINDS.update(REST_KINDS)
