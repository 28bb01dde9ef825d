"""Entries about what is written on a sheet, its conditions, its portrait, and what the others see of it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change
from characters.models import TEXTS, Character, Sharing


@reverses("condition")
def reverse_condition(campaign: Campaign, change: Change) -> Change:
    """Take one condition away again, or note it again; the others stay."""
    _condition, character_key, key = change["of"].split(":")
    character = Character.objects.get(campaign=campaign, key=character_key)
    character.replace_condition(key, change["from"])
    return {**change, "from": change["to"], "to": change["from"]}


def wrote_words(entry: Worded) -> Mapping[str, Any]:
    return {"what": _(TEXTS[entry.facts["field"]].label)} if "field" in entry.facts else {}


def wrote_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """What the GM notes is for those who lead, whoever wrote it and led then."""
    return {} if not leads and TEXTS[facts["field"]].is_secret else facts


def condition_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """The note to a condition stands on the sheet; the table reads its name."""
    return facts if leads else {**facts, "note": ""}


def condition_title(entry: Worded) -> str:
    sign = "+" if entry.facts["on"] else "\N{MINUS SIGN}"
    return f"{entry.facts['name']}, {sign} {entry.facts['condition']}"


def shared_words(entry: Worded) -> Mapping[str, Any]:
    return {"what": Sharing(entry.facts["to"]).label}


KINDS["wrote"] = Kind("characters/log/wrote.html", wrote_words, seen=wrote_seen, is_listed=False)
KINDS["renamed"] = Kind("characters/log/renamed.html", wrote_words)
KINDS["portrait"] = Kind("characters/log/portrait.html", is_listed=False)
KINDS["shared"] = Kind("characters/log/shared.html", shared_words, is_listed=False)
KINDS["condition"] = Kind("characters/log/condition.html", title=condition_title, seen=condition_seen, is_undoable=True)
