"""All that the campaign has to carry and to wear, what a draft has of it, and what it does to its numbers (W)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from characters.models import Character
from rules.gear import Armor, Shield, Weapon, WeaponKind, equipped
from rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Effect:
    """A number that gear changes: before and after. `is_bonus`: it is added to dice."""

    label: str
    before: int
    after: int
    is_bonus: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A thing on a shelf; `effects` are what wearing it changes."""

    row: Any
    icon: str
    is_chosen: bool
    effects: tuple[Effect, ...] = ()


def shelves(character: Character) -> list[dict[str, Any]]:
    """All shelves, each with its things in groups."""
    rules, worn = character.ruleset, character.gear
    carried = worn.get("weapons", [])
    weapons = [row for row in rules.weapons if row != rules.unarmed]  # hands are always there
    kinds = {kind: [row for row in weapons if row.kind == kind] for kind in WeaponKind}
    return [
        {
            "key": "weapons",
            "label": gettext_noop("Weapons"),
            "groups": [
                {"label": KINDS[kind], "items": [Item(row, weapon_icon(row), row.key in carried) for row in rows]}
                for kind, rows in kinds.items()
                if rows
            ],
        },
        {
            "key": "armor",
            "label": gettext_noop("Armor"),
            "groups": [{"items": [_worn(character, row, "armor") for row in rules.armors]}],
        },
        {
            "key": "shield",
            "label": gettext_noop("Shield"),
            "groups": [{"items": [_worn(character, row, "shield") for row in rules.shields]}],
        },
    ]


KINDS = {
    WeaponKind.EDGED: gettext_noop("Edged"),
    WeaponKind.BLUNT: gettext_noop("Blunt"),
    WeaponKind.PROJECTILE: gettext_noop("Projectile"),
}


def chosen(character: Character) -> list[Item]:
    """What it carries and wears."""
    return [
        item for shelf in shelves(character) for group in shelf["groups"] for item in group["items"] if item.is_chosen
    ]


def burden(character: Character) -> dict[str, Any]:
    """What all that it wears does to its numbers, against wearing nothing."""
    bare = equipped(character.sheet)
    return {
        "encumbrance": character.sheet.encumbrance,
        "effects": tuple(_effects(character, bare, character.sheet)),
    }


def weapon_icon(weapon: Weapon) -> str:
    return "bow" if not weapon.melee else "sword"


def _worn(character: Character, row: Armor | Shield, part: str) -> Item:
    """An armor or a shield, with what it changes beside the other one."""
    armor, shield = character.armor, character.shield
    without = {"armor": None if part == "armor" else armor, "shield": None if part == "shield" else shield}
    hands = character.wielded
    before, after = (equipped(character.sheet, wielded=hands, **how) for how in (without, {**without, part: row}))
    return Item(row, part, row.key == character.gear.get(part), tuple(_effects(character, before, after)))


def _effects(character: Character, before: Sheet, after: Sheet) -> Iterator[Effect]:
    """The derived values that differ, and the rolls that encumbrance lowers where that option is on (C0)."""
    rules = character.ruleset
    for row in rules.derived:
        was, now = rules.value(before, row.key), rules.value(after, row.key)
        if was != now:
            yield Effect(_(row.label), was, now, row.key != rules.attacks.defense)
    attribute = rules.find_attribute(rules.encumbered)
    if rules.encumbrance_lowers and attribute and before.encumbrance != after.encumbrance:
        label = _("Rolls of %(attribute)s") % {"attribute": _(attribute.label)}
        value = after.attribute(attribute.key)
        yield Effect(label, value - before.encumbrance, value - after.encumbrance, True)
