"""A character as it stands on paper: names, numbers and how they add up, without odds and buttons.

The printed page and the texts for a forum are made of it; the words are in the reader's language.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaigns.templatetags.pieces import MINUS
from rules.gear import Armor, Shield, Weapon
from rules.vitals import SOUND

if TYPE_CHECKING:
    from characters.models import Character


@dataclass(frozen=True, slots=True)
class Points:
    """Points that go up and down; `threshold` is where wounds begin, for those whose loss wounds."""

    label: str
    short: str
    now: int
    maximum: int
    threshold: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """A value; `how` says what it is the sum of. `is_bonus`: it is added to dice."""

    label: str
    value: int
    how: str = ""
    is_bonus: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon, what its attack adds to the dice, and whether the numbers are those with it in hand (W2)."""

    weapon: Weapon
    label: str
    bonus: int
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique with what it adds to the dice, and its own words."""

    number: Number
    special: str


@dataclass(frozen=True, slots=True)
class Paper:
    """All that stands on a sheet."""

    character: "Character"
    points: tuple[Points, ...]
    attributes: tuple[Number, ...]
    derived: tuple[Number, ...]
    arms: tuple[Arm, ...]
    worn: tuple[tuple[Armor | Shield, str], ...]
    skills: tuple[Number, ...]
    techniques: tuple[Technique, ...]
    specializations: tuple[tuple[str, str], ...]
    masteries: tuple[Number, ...]
    tokens: int
    protagonism: int


def paper_of(character: "Character") -> Paper:
    """The whole sheet of somebody sound: wounds come and go, and paper stays. Pools are read already; no query."""
    rules, sheet = character.ruleset, character.sheet
    held = rules.body(sheet).points
    return Paper(
        character,
        points=tuple(
            Points(
                _(kind.label),
                _(kind.short),
                held[kind.key],
                rules.maximum(sheet, kind.key),
                rules.threshold(sheet) if kind.key == rules.injuries.pool else None,
            )
            for kind in rules.pools
            if kind.key in held
        ),
        attributes=tuple(_attributes(character)),
        derived=tuple(_derived(character)),
        arms=tuple(_arms(character)),
        worn=tuple((row, _(row.label)) for row in (character.armor, character.shield) if row),
        skills=tuple(_skills(character)),
        techniques=tuple(_techniques(character)),
        specializations=tuple(_specializations(character)),
        masteries=tuple(_masteries(character)),
        tokens=rules.tokens.initial if character.tokens is None else character.tokens,
        protagonism=rules.protagonism.initial if character.protagonism is None else character.protagonism,
    )


def _attributes(character: "Character") -> Iterator[Number]:
    """Those it has: a foe with fixed values lacks them."""
    sheet = character.sheet
    return (Number(_(row.label), sheet.attributes[row.key]) for row in character.ruleset.attributes
            if row.key in sheet.attributes)  # fmt: skip


def _derived(character: "Character") -> Iterator[Number]:
    rules, sheet = character.ruleset, character.sheet
    for row in rules.derived:
        yield Number(_(row.label), rules.value(sheet, row.key), is_bonus=row.key != rules.attacks.defense)
    yield Number(_("Absorption"), rules.absorption(sheet))
    yield Number(_("Encumbrance"), sheet.encumbrance)


def _arms(character: "Character") -> Iterator[Arm]:
    """What it can strike with, bare hands last."""
    rules, sheet = character.ruleset, character.sheet
    for weapon in (*character.weapons, rules.unarmed):
        key = rules.attacks.melee if weapon.melee else rules.attacks.ranged
        yield Arm(weapon, _(weapon.label), rules.value(sheet, key) + weapon.attack, weapon.key in sheet.wielded)


def _skills(character: "Character") -> Iterator[Number]:
    """Those with points, the best first; what the table has done away with stands last, as it is written."""
    rules = character.ruleset
    sound = replace(character.sheet, pools={}, vitals=SOUND)
    shorts = {each.key: _(each.short) for each in rules.attributes} | {"encumbrance": _("encumbrance")}
    known = {skill.key: skill for skill in rules.skills}
    for key, level in sorted(character.traits.get("skills", {}).items(), key=lambda item: -item[1]):
        if level and (skill := known.get(key)):
            check = rules.check(sound, key)
            terms = [(shorts.get(term.key, ""), term.value) for term in check.terms]
            yield Number(_(skill.label), check.bonus, added(terms), is_bonus=True)
    for key, level in character.traits.get("skills", {}).items():
        if level and key not in known:
            yield Number(key, level)


def added(terms: list[tuple[str, int]]) -> str:
    """A sum as one writes it: "FIS 4 + 5", "DES 4 + 3 − 1 estorbo"."""
    (name, first), *rest = terms
    found = f"{name} {first}".strip()
    for label, value in rest:
        found += f" {MINUS if value < 0 else '+'} {abs(value)}" + (f" {label}" if label else "")
    return found


def _techniques(character: "Character") -> Iterator[Technique]:
    rules, sheet = character.ruleset, character.sheet
    shorts = {each.key: _(each.short) for each in rules.attributes}
    for each in character.build.techniques:
        value = sheet.attribute(each.attribute)
        how = added([(shorts.get(each.attribute, each.attribute), value), ("", each.level)])
        yield Technique(Number(each.name, value + each.level, how, is_bonus=True), each.special)


def _specializations(character: "Character") -> Iterator[tuple[str, str]]:
    labels = {each.key: _(each.label) for each in character.ruleset.skills}
    for each in character.build.specializations:
        yield labels.get(each.skill, each.skill), each.name


def _masteries(character: "Character") -> Iterator[Number]:
    for key, grade in character.build.masteries.items():
        weapon = character.ruleset.find_weapon(key)
        label = _(weapon.label) if weapon else _(character.ruleset.unarmed.label) if key == "unarmed" else key
        yield Number(label, grade)
