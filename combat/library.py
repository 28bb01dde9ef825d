"""The library of a campaign: what is on its shelves, and what a line of text takes from them."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext_noop

from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, page, region
from combat import armoury
from combat.lines import Line, find_named
from combat.models import FoeTemplate, Group, SavedEncounter
from rules.problems import Problem, Refused

FIRST_INITIATIVE = 5
"""Of a foe whose line says none."""
MOST_SHOWN = 200


@page("library")
def library_page(seat: Membership, about: str) -> list[str] | None:
    """The library is for those who lead."""
    return ["library"] if seat.leads else None


@region("library")
def library(campaign: Campaign, about: str, audience: Audience) -> str:
    """All that is on the shelves, and what was put away."""
    if not audience.role.leads:
        return '<div id="library"></div>'
    foes = list(FoeTemplate.objects.filter(campaign=campaign)[:MOST_SHOWN])
    saved = list(SavedEncounter.objects.filter(campaign=campaign)[:MOST_SHOWN])
    context = {
        "campaign": campaign,
        "foes": [(foe, _values(foe, campaign)) for foe in foes if not foe.archived_at],
        "saved": [each for each in saved if not each.archived_at],
        "foes_away": [each for each in foes if each.archived_at],
        "shelves": armoury.shelves(campaign),
        "saved_away": [each for each in saved if each.archived_at],
    }
    return render_to_string("combat/_library.html", context)


def _values(foe: FoeTemplate, campaign: Campaign) -> dict[str, Any]:
    """The numbers by which a GM knows it again."""
    ruleset, sheet, fixed = campaign.ruleset, foe.sheet(campaign.ruleset), foe.traits.get("fixed", {})
    pool = next(kind for kind in ruleset.pools if kind.key == ruleset.injuries.pool)
    weapons = [weapon.label for key in foe.gear.get("weapons", ()) if (weapon := ruleset.find_weapon(key))]
    return {
        "label": pool.short,
        "points": ruleset.maximum(sheet, pool.key),
        "defense": fixed.get("defense"),
        "attack": fixed.get("attack"),
        "absorption": fixed.get("absorption"),
        "initiative": fixed.get("initiative"),
        "damage": foe.traits.get("damage", ""),
        "weapons": weapons,
    }


def group_of(line: Line, campaign: Campaign, looks: Mapping[str, Any]) -> Group:
    """Who a line of text means. Raises Refused, field "line", for a name alone that the library does not have."""
    looks = {**looks, "is_hidden": looks["is_hidden"] or line.is_hidden}
    said = {name: getattr(line, name) for name in ("absorption", "initiative") if getattr(line, name) is not None}
    if line.damage is not None:
        fixed = {"pv": line.points, "defense": line.defense, "attack": line.attack}
        traits = {
            "fixed": {**fixed, "absorption": 0, "initiative": FIRST_INITIATIVE, **said},
            "damage": str(line.damage),
        }
        return Group(line.name, traits, line.count, **looks)
    shelf = list(FoeTemplate.objects.of(campaign))
    place = find_named(line.name, [foe.name for foe in shelf])
    if place is None:
        message = gettext_noop("“%(name)s” is not in the library: write its PV, defense, attack and damage too.")
        raise Refused(Problem("no_foe", message, "line", params={"name": line.name}))
    group = shelf[place].group(line.count, **looks)
    traits = {**group.traits, "fixed": {**group.traits.get("fixed", {}), **said}}
    return Group(**{**group.plain(), "traits": traits})
