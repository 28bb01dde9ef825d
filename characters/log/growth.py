"""Entries about px, what they buy, and levels (X1–X5)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign
from characters.log.rolls import trait_labels
from characters.models import Character
from rules.traits import Chapter


def path_label(campaign: Campaign, path: str, own: str = "") -> str:
    """What a trait is called, by its path; `own` is the name that its character gives it, if it does (a technique)."""
    chapter, _dot, key = path.partition(".")
    if chapter == Chapter.TECHNIQUES:
        return own or key
    if chapter == Chapter.MASTERIES:
        weapons = {row.key: row.label for row in (campaign.ruleset.unarmed, *campaign.ruleset.weapons)}
        return _("Mastery: %(weapon)s") % {"weapon": _(weapons.get(key, key))}
    label = _(trait_labels(campaign).get(key, key))
    return _("Specialization of %(skill)s") % {"skill": label} if chapter == Chapter.SPECIALIZATIONS else label


def label_of(hero: Character, path: str) -> str:
    """The same for a trait of a hero at hand."""
    return path_label(hero.campaign, path, hero.own_name(path))


def moved_words(entry: Worded) -> Mapping[str, Any]:
    """A movement of a trait: what it is called, and the px without their sign."""
    facts = entry.facts
    return {"trait": path_label(entry.campaign, facts["trait"], facts.get("label", "")), "px": abs(facts.get("px", 0))}


def px_words(entry: Worded) -> Mapping[str, Any]:
    return {"px": abs(entry.facts["px"]), "is_taken_back": entry.facts["px"] < 0}


def points_of(campaign: Campaign, points: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Points that changed, each with the short word for them."""
    labels = {kind.key: _(kind.short) for kind in campaign.ruleset.pools}
    return [{**each, "label": labels.get(each["pool"], each["pool"])} for each in points]


def level_words(entry: Worded) -> Mapping[str, Any]:
    facts = entry.facts
    return {"rises": facts["to"] > facts["from"], "points": points_of(entry.campaign, facts["points"])}


KINDS["award"] = Kind("characters/log/award.html", px_words)
KINDS["pool-award"] = Kind("characters/log/pool-award.html", px_words)
KINDS["spend"] = Kind("characters/log/spend.html", moved_words)
KINDS["refund"] = Kind("characters/log/refund.html", moved_words)
KINDS["correction"] = Kind("characters/log/correction.html", moved_words)
KINDS["level"] = Kind("characters/log/level.html", level_words)
