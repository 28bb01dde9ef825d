"""What can be rolled from a sheet, each by a name: a trait, a technique, a weapon, a value with a die (R2, C0, C3, P2).

"stealth" is a trait, "stealth/in the dark" the same covered by a specialization (P4); "weapon:dagger" is an attack.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from django.utils.translation import gettext_noop

from rules.attacks import ActiveDefense
from rules.checks import MODIFIERS, Check, Term
from rules.gear import Weapon
from rules.problems import Problem, Refused
from rules.rolls import NamedDifficulty
from rules.ruleset.rolling import Given
from rules.shooting import Shot
from rules.techniques import Technique

if TYPE_CHECKING:
    from characters.models.character import Character

WEAPON = "weapon:"
NUMBER = "number"
"""A plain number: no trait, all that is added is said with the roll. For foes whose traits nobody wrote down (P6)."""
COVERED = "/"
"""Between a skill and the specialization of it that covers the roll."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A roll as somebody asked for it: what is thrown, and with which weapon if it is an attack."""

    check: Check
    weapon: Weapon | None = None


def asked(
    character: "Character", what: str, *, difficulty: int | None, modifier: int = 0, **given: Unpack[Given]
) -> Asked:
    """The check of what is called so on this sheet, with all that is given.

    Raises Refused where the sheet has nothing of that name, for numbers out of bounds, and as `Ruleset.sway` does.
    """
    ruleset, sheet = character.ruleset, character.sheet
    name, _cover, special = what.partition(COVERED)
    if special:
        if not any((each.skill, each.name) == (name, special) for each in character.build.specializations):
            message = gettext_noop("There is no specialization “%(name)s” of that skill.")
            raise Refused(Problem("no_specialization", message, "trait", "P4", {"name": special}))
        given["specialization"] = special
    if name.startswith(WEAPON):
        weapon = _weapon(character, name.removeprefix(WEAPON))
        terms = _shot(character, weapon)
        check = replace(ruleset.attack(sheet, weapon, defense=0, modifier=modifier, terms=terms), difficulty=difficulty)
        return Asked(ruleset.sway(check, **given), weapon)
    if name == NUMBER:
        return Asked(ruleset.sway(_plain(character, difficulty, modifier), **given))
    if name == ruleset.turns.initiative:
        return Asked(ruleset.sway(_with(ruleset.initiative(sheet), modifier), **given))
    if name == ruleset.attacks.active_defense:
        how = ActiveDefense.DODGE
        check = ruleset.active_defense(sheet, how, total=difficulty, modifier=modifier)
        return Asked(ruleset.sway(check, **given))
    return Asked(ruleset.check(sheet, name, difficulty=difficulty, modifier=modifier, **given))


def difficulty_of(character: "Character", what: str, row: NamedDifficulty) -> int | None:
    """The number of a named difficulty for that roll: the attributes' own (R8); none for initiative (C1)."""
    ruleset = character.ruleset
    if what == ruleset.turns.initiative:
        return None
    return row.attribute if ruleset.find_attribute(what) else row.skill


def rolled_values(character: "Character") -> tuple[str, ...]:
    """The derived values that are rolled, by key (C0)."""
    return character.ruleset.turns.initiative, character.ruleset.attacks.active_defense


def find_technique(character: "Character", key: str) -> Technique | None:
    return next((each for each in character.build.techniques if each.key == key), None)


def carried(character: "Character") -> list[Weapon]:
    """What it can strike with, bare hands last (C3)."""
    return [*character.weapons, character.ruleset.unarmed]


def _weapon(character: "Character", key: str) -> Weapon:
    for weapon in carried(character):
        if weapon.key == key:
            return weapon
    raise Refused(Problem("no_weapon", gettext_noop("That weapon is not at hand."), "trait", "C3"))


def _shot(character: "Character", weapon: Weapon) -> Iterable[Term]:
    """What being a shot adds, for a weapon that only shoots (C7)."""
    shooting = character.ruleset.attacks.shooting
    return tuple(shooting.help(Shot())) if shooting and not weapon.melee else ()


def _plain(character: "Character", difficulty: int | None, modifier: int) -> Check:
    """Nothing but the modifier; all that hinders a roll of an attribute hinders it too."""
    attribute = character.ruleset.attributes[0].key
    check = character.ruleset.check(character.sheet, attribute, difficulty=difficulty, modifier=modifier)
    terms = tuple(term for term in check.terms if term.key != attribute)
    return replace(check, trait="", terms=terms)


def _with(check: Check, modifier: int) -> Check:
    if modifier not in MODIFIERS:
        message = gettext_noop("Modifiers go from %(minimum)s to %(maximum)s.")
        bounds = {"minimum": MODIFIERS.start, "maximum": MODIFIERS.stop - 1}
        raise Refused(Problem("out_of_bounds", message, "modifier", "R2", bounds))
    return check.plus(Term("modifier", modifier, "R2")) if modifier else check
