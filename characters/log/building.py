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
    if group == "techniques":
        return technique_words(entry)
    if group == "specializations":
        skill = _(trait_labels(entry.campaign).get(key, key))
        names = [", ".join(some) for some in (before, after)]
        return {"what": _("%(skill)s, specialized in") % {"skill": skill}, "before": names[0], "after": names[1]}
    if group == "masteries":
        return {
            "what": _("Mastery: %(weapon)s") % {"weapon": weapon_label(ruleset, key)},
            "before": before,
            "after": after,
        }
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


def technique_words(entry: Worded) -> Mapping[str, Any]:
    """A technique that came or went (its whole self before and after), another level, or other words of it."""
    field, label, before, after = (entry.facts[name] for name in ("field", "label", "from", "to"))
    _group, _dot, rest = field.partition(".")
    _key, dot, part = rest.partition(".")
    attributes = {each.key: each.label for each in entry.campaign.ruleset.attributes}
    if dot:
        words = {"attribute": attributes, "saving": attributes, **CHOSEN}.get(part, {})
        shown = [_(words[text]) if text in words else text for text in (before, after)]
        return {"what": f"{label} · {_(PARTS[part])}", "before": shown[0], "after": shown[1]}
    if isinstance(before, int):
        return {"what": label, "before": before, "after": after}
    return {"what": _("Technique"), "before": label if before else "", "after": label if after else ""}


def weapon_label(ruleset: Ruleset, key: str) -> str:
    weapon = ruleset.unarmed if key == ruleset.unarmed.key else ruleset.find_weapon(key)
    return _(weapon.label) if weapon else key


CHOSEN = {
    "against": {"defense": gettext_noop("The target's defense")},
    "effect": {
        "damage": gettext_noop("Harm"),
        "healing": gettext_noop("Healing"),
        "turns": gettext_noop("So many turns"),
    },
    "saving_when": {
        "": gettext_noop("At the start of each own turn"),
        "end": gettext_noop("At the end of each own turn"),
    },
}
PARTS = {
    "name": gettext_noop("Name"),
    "attribute": gettext_noop("Attribute"),
    "special": gettext_noop("What is special about it"),
    "against": gettext_noop("Rolled against"),
    "difficulty": gettext_noop("A difficulty of its own"),
    "effect": gettext_noop("Its effect"),
    "dice": gettext_noop("Dice of the effect"),
    "saving": gettext_noop("The effect ends with a saving throw of"),
    "saving_difficulty": gettext_noop("Difficulty of the saving throw"),
    "saving_when": gettext_noop("When it is thrown"),
}
GEAR = {"weapons": gettext_noop("Weapons"), "armor": gettext_noop("Armor"), "shield": gettext_noop("Shield")}
WORDS = {"name": gettext_noop("Name"), "concept": gettext_noop("In a few words")}


def gear_labels(ruleset: Ruleset, part: str, keys: str | list[str]) -> str:
    """What is carried or worn, by its labels."""
    table = {row.key: row.label for row in getattr(ruleset, part if part == "weapons" else f"{part}s")}
    return ", ".join(_(table.get(key, key)) for key in ([keys] if isinstance(keys, str) else keys) if key)


def created_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """The table hears that somebody begins a character, not which: drafts are their player's and the GM's."""
    return facts if leads else {"player": facts["player"]}


def approved_words(entry: Worded) -> Mapping[str, Any]:
    attribute = entry.facts["attribute"]
    return {"trait": trait_labels(entry.campaign).get(attribute, attribute)}


KINDS["created"] = Kind("characters/log/created.html", seen=created_seen)
KINDS["built"] = Kind("characters/log/built.html", built_words, is_listed=False)
KINDS["approved"] = Kind("characters/log/approved.html", approved_words)
KINDS["finished"] = Kind("characters/log/finished.html")
