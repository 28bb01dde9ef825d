"""Entries about characters in the making."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.kinds import KINDS, Kind, Worded
from characters.log.rolls import trait_labels
from characters.models import Gender
from characters.models.building import GROUPS
from rules.ruleset import Ruleset


def built_words(entry: Worded) -> Mapping[str, Any]:
    """One change to a draft: what it is called, and what it was and is."""
    field, before, after = (entry.facts[name] for name in ("field", "from", "to"))
    group, _dot, key = field.partition(".")
    ruleset = entry.campaign.ruleset
    if group in GROUPS:
        return {"what": _(trait_labels(entry.campaign).get(key, key)), "before": before, "after": after}
    if group == "gear":
        return {
            "what": _(GEAR[key]),
            "before": gear_labels(ruleset, key, before),
            "after": gear_labels(ruleset, key, after),
        }
    if field == "gender":
        return {"what": _("grammatical gender"), "before": Gender(before).label, "after": Gender(after).label}
    return {"what": _(WORDS[field]), "before": before, "after": after}


GEAR = {"weapons": gettext_noop("Weapons"), "armor": gettext_noop("Armor"), "shield": gettext_noop("Shield")}
WORDS = {"name": gettext_noop("Name"), "concept": gettext_noop("In a few words")}


def gear_labels(ruleset: Ruleset, part: str, keys: str | list[str]) -> str:
    """What is carried or worn, by its labels."""
    table = {row.key: row.label for row in getattr(ruleset, part if part == "weapons" else f"{part}s")}
    return ", ".join(_(table.get(key, key)) for key in ([keys] if isinstance(keys, str) else keys) if key)


def created_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """The table hears that somebody begins a character, not which: drafts are their player's and the GM's."""
    return facts if leads else {"player": facts["player"]}


KINDS["created"] = Kind("characters/log/created.html", seen=created_seen)
KINDS["built"] = Kind("characters/log/built.html", built_words, is_listed=False)
KINDS["finished"] = Kind("characters/log/finished.html")
