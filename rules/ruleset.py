"""A ruleset is a value: traits, pools, formulas, and one part for each chapter of the rules. It never asks its key."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self, TypeVar

from rules.attack_odds import AttackOdds, attack_odds
from rules.attacks import Attack, Attacks
from rules.changes import patch
from rules.checks import DIFFICULTIES, MODIFIERS, Check, CheckKind, Term
from rules.creation import Creation, Draft
from rules.effects import EffectKind, Effects
from rules.formula import Formula
from rules.gear import Armor, Shield, Weapon, WeaponKind
from rules.injuries import Condition, Falling
from rules.messages import gettext_noop as _
from rules.notation import Dice, step
from rules.options import option, options, table
from rules.problems import Problem, Refused
from rules.rolls import KeptDie
from rules.sheet import SHEET_NAMES, Sheet
from rules.traits import Attribute, Derived, PoolKind, Setting, Skill
from rules.turns import Turns

__all__ = ["Attribute", "Derived", "PoolKind", "Ruleset", "Setting", "Skill"]

Row = TypeVar("Row", PoolKind, Derived)  # those with a formula


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one campaign. `key` says only which preset it comes from, and `base` is that preset.

    Keys of attributes, skills and SHEET_NAMES share one space: formulas name them.
    """

    key: str
    label: str
    rolls: KeptDie
    effects: Effects
    turns: Turns
    attacks: Attacks
    injuries: Falling
    creation: Creation
    attributes: tuple[Attribute, ...] = table("P1", _("Attributes"))
    skills: tuple[Skill, ...] = table("W", _("Skills"))
    pools: tuple[PoolKind, ...] = ()
    derived: tuple[Derived, ...] = table("C0", _("Derived values"))
    weapons: tuple[Weapon, ...] = table("W", _("Weapons"))
    armors: tuple[Armor, ...] = table("W", _("Armor"))
    shields: tuple[Shield, ...] = table("W", _("Shields"))
    encumbered: str = "dexterity"
    encumbrance_lowers: bool = option("C0", _("Encumbrance lowers dexterity rolls"), False)
    base: Self | None = field(default=None, compare=False, repr=False)

    @property
    def names(self) -> frozenset[str]:
        """What a formula may name."""
        return frozenset(trait.key for trait in self.traits) | frozenset(SHEET_NAMES)

    @property
    def traits(self) -> tuple[Attribute | Skill, ...]:
        """Attributes, then skills."""
        return (*self.attributes, *self.skills)

    def find_attribute(self, key: str) -> Attribute | None:
        return next((each for each in self.attributes if each.key == key), None)

    def find_skill(self, key: str) -> Skill | None:
        return next((each for each in self.skills if each.key == key), None)

    def find_weapon(self, key: str) -> Weapon | None:
        return next((each for each in self.weapons if each.key == key), None)

    def find_armor(self, key: str) -> Armor | None:
        return next((each for each in self.armors if each.key == key), None)

    def find_shield(self, key: str) -> Shield | None:
        return next((each for each in self.shields if each.key == key), None)

    @property
    def unarmed(self) -> Weapon:
        """What those without a weapon attack with: 1d6 unless the table of weapons says otherwise (C3)."""
        return self.find_weapon(self.attacks.unarmed) or Weapon(
            self.attacks.unarmed, _("Unarmed"), step(0), WeaponKind.BLUNT
        )

    def check(
        self,
        sheet: Sheet,
        trait: str,
        *,
        difficulty: int | None = None,
        modifier: int = 0,
        attribute: str | None = None,
    ) -> Check:
        """The check of a skill, or of an attribute alone (R2), with all that the sheet brings to it.

        `attribute` pairs a skill with another attribute than its usual one. Raises Refused with every Problem:
        fields "trait", "attribute", "modifier", "difficulty".
        """
        skill = self.find_skill(trait)
        paired = attribute or (skill.attribute if skill else trait)
        problems = tuple(self._check_problems(trait, paired, difficulty, modifier))
        if problems:
            raise Refused(*problems)
        terms = [Term(paired, sheet.attribute(paired))]
        if skill:
            terms.append(Term(trait, sheet.skill(trait)))
        terms += self._burden(sheet, {paired})
        if modifier:
            terms.append(Term("modifier", modifier))
        kind = CheckKind.SKILL if skill else CheckKind.ATTRIBUTE
        check = self.injuries.hinder(Check(kind, trait, tuple(terms), (), difficulty), self.condition(sheet))
        return self.rolls.at_level(check, sheet.skill(trait)) if skill else check

    def initiative(self, sheet: Sheet) -> Check:
        """The check of initiative (C1): it only gives a total."""
        return self._derived_check(sheet, self.turns.initiative, CheckKind.INITIATIVE, (), None)

    def attack(
        self, sheet: Sheet, weapon: Weapon | None, *, defense: int, modifier: int = 0, ranged: bool | None = None
    ) -> Check:
        """The check of an attack against a defense (C3); without a weapon unarmed.

        `ranged`: how a weapon that serves both ways is used; by default it is shot or thrown only if it must be.
        A fixed attack (P6) is never unskilled, and weapons add nothing to it. Raises Refused: field "modifier".
        """
        if modifier not in MODIFIERS:
            raise Refused(_bad_modifier())
        weapon = weapon or self.unarmed
        is_shot = not weapon.melee if ranged is None else ranged
        extra = [Term(key, value) for key, value in (("weapon", weapon.attack), ("modifier", modifier)) if value]
        key = self.attacks.ranged if is_shot else self.attacks.melee
        return self._derived_check(sheet, key, CheckKind.SKILL, tuple(extra), defense)

    def damage(self, sheet: Sheet, weapon: Weapon | None) -> Dice:
        """The damage dice of someone with a weapon: fixed (P6), the weapon's, or unarmed (C3)."""
        return sheet.damage or (weapon or self.unarmed).damage

    def absorption(self, sheet: Sheet, weapon: Weapon | None = None) -> int:
        """What is taken off the damage of a hit with that weapon: fixed (P6) or by armor (C3, W2)."""
        if weapon and weapon.ignores_absorption:
            return 0
        return sheet.fixed.get("absorption", sheet.absorption)

    def attack_between(
        self, by: Sheet, target: Sheet, weapon: Weapon | None, *, modifier: int = 0, ranged: bool | None = None
    ) -> Attack:
        """An attack of one on another, ready to be made or to be asked for its odds. Raises Refused as `attack`."""
        defense = self.value(target, self.attacks.defense)
        check = self.attack(by, weapon, defense=defense, modifier=modifier, ranged=ranged)
        absorption = self.absorption(target, weapon)
        return Attack(check, self.damage(by, weapon), absorption, self.points(target, self.injuries.pool))

    def attack_odds(self, attack: Attack, up_to: int | None = None) -> AttackOdds:
        """The exact odds of an attack; `up_to`: how many chances of damage to give (see `rules.attack_odds`)."""
        return attack_odds(
            self.rolls,
            attack.check,
            attack.damage,
            absorption=attack.absorption,
            points=attack.points,
            explodes=EffectKind.DAMAGE in self.effects.explode,
            up_to=up_to,
        )

    def draft(self, attributes: Mapping[str, int], skills: Mapping[str, int]) -> Draft:
        """A character being built with these traits (P1–P3)."""
        attribute_keys = tuple(each.key for each in self.attributes)
        skill_keys = tuple(each.key for each in self.skills)
        return Draft(self.creation, attribute_keys, skill_keys, attributes, skills)

    def _derived_check(
        self, sheet: Sheet, key: str, kind: CheckKind, extra: tuple[Term, ...], difficulty: int | None
    ) -> Check:
        """The check of a derived value that is rolled; `extra` are terms of the moment.

        A formula that only adds is taken apart into its terms. With a skill in it one may be unskilled (R1), save
        where the value is fixed (P6) or the sheet lacks an attribute of the formula, as a quick foe's does.
        """
        row = _row(self.derived, key)
        fixed_value = row.fixed_on(sheet)
        names = row.formula.names
        if fixed_value is not None:
            gear: tuple[Term, ...] = (Term(key, fixed_value),)
            extra = tuple(term for term in extra if term.key != "weapon")
        else:
            gear = (*self._terms(row, sheet), *self._burden(sheet, names))
        check = self.injuries.hinder(Check(kind, key, (*gear, *extra), (), difficulty), self.condition(sheet))
        skills = [skill.key for skill in self.skills if skill.key in names]
        lacking = {each.key for each in self.attributes} & names - sheet.attributes.keys()
        if fixed_value is not None or lacking or not skills:
            return check
        return self.rolls.at_level(check, max(sheet.skill(skill) for skill in skills))

    def _terms(self, row: Derived, sheet: Sheet) -> Iterator[Term]:
        """What a derived value is made of: its addends if its formula only adds, and what weapons add (W2)."""
        addends = row.formula.addends({name: sheet.named(name) for name in row.formula.names})
        traits = {trait.key for trait in self.traits}
        for name, value in ((row.key, self._evaluate(row.formula, sheet)),) if addends is None else addends:
            if value or name in traits:
                yield Term(name or "constant", value)
        if bonus := sheet.bonuses.get(row.key, 0):
            yield Term("weapon", bonus)

    def _burden(self, sheet: Sheet, names: Collection[str]) -> Iterator[Term]:
        """What encumbrance takes off a roll with these names in it (C0); nothing if it is counted already."""
        counts = self.encumbrance_lowers and self.encumbered in names and "encumbrance" not in names
        if counts and sheet.encumbrance:
            yield Term("encumbrance", -sheet.encumbrance)

    def _check_problems(self, trait: str, paired: str, difficulty: int | None, modifier: int) -> Iterator[Problem]:
        if not self.find_skill(trait) and not self.find_attribute(trait):
            message = _("There is no skill or attribute “%(trait)s”.")
            yield Problem("unknown_trait", message, "trait", "R2", {"trait": trait})
        elif not self.find_attribute(paired):
            message = _("There is no attribute “%(attribute)s”.")
            yield Problem("unknown_attribute", message, "attribute", "R2", {"attribute": paired})
        elif paired != trait and not self.find_skill(trait):
            yield Problem("not_a_skill", _("Only a skill is paired with an attribute."), "attribute", "R2")
        if modifier not in MODIFIERS:
            yield _bad_modifier()
        if difficulty is not None and difficulty not in DIFFICULTIES:
            message = _("Difficulties go from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": DIFFICULTIES.start, "maximum": DIFFICULTIES.stop - 1}
            yield Problem("out_of_bounds", message, "difficulty", "R8", bounds)

    def maximum(self, sheet: Sheet, pool_key: str) -> int:
        """The most a pool can hold, never below 1: fixed on the sheet (P6) or by formula. LookupError if unknown."""
        kind = _row(self.pools, pool_key)
        return max(1, sheet.fixed.get(pool_key, self._evaluate(kind.formula, sheet)))

    def points(self, sheet: Sheet, pool_key: str) -> int:
        """What a pool holds now: never more than its maximum, which it has if the sheet does not say (C0)."""
        maximum = self.maximum(sheet, pool_key)
        return max(0, min(maximum, sheet.pools.get(pool_key, maximum)))

    def change_pool(self, sheet: Sheet, pool_key: str, by: int) -> int:
        """The difference really applied when a pool changes by so much: it stays between 0 and its maximum (C0).

        To be added to what the sheet holds, so a pool above a fallen maximum is cut to it even by 0.
        """
        maximum = self.maximum(sheet, pool_key)
        held = sheet.pools.get(pool_key, maximum)
        return max(0, min(maximum, held + by)) - held

    def value(self, sheet: Sheet, derived_key: str) -> int:
        """A derived value: fixed on the sheet (P6), or by formula (C0) with what weapons add to it (W2).

        LookupError if unknown.
        """
        row = _row(self.derived, derived_key)
        fixed_value = row.fixed_on(sheet)
        if fixed_value is not None:
            return fixed_value
        return self._evaluate(row.formula, sheet) + sheet.bonuses.get(derived_key, 0)

    def threshold(self, sheet: Sheet) -> Fraction:
        """The points at or below which the character is wounded (C10, P6), unrounded."""
        lacking = {each.key for each in self.attributes} - sheet.attributes.keys()
        formula = self.injuries.threshold_formula
        values = {name: sheet.named(name) for name in formula.names - lacking}
        return self.injuries.threshold(values, self.maximum(sheet, self.injuries.pool))

    def condition(self, sheet: Sheet) -> Condition:
        """Wounded, lingering, out (C10, T5)."""
        return self.injuries.state(self.points(sheet, self.injuries.pool), self.threshold(sheet), sheet.linger)

    def linger_after(self, sheet: Sheet, points: int, *, in_encounter: bool, own_turn: bool = False) -> int:
        """The counter of a lingering wound once the points that wounds take become `points` (T5).

        `sheet` is the character before the change; `own_turn`: its own turn has begun and not ended.
        """
        before = self.points(sheet, self.injuries.pool)
        threshold = self.threshold(sheet)
        return self.injuries.after_change(
            before, points, threshold, sheet.linger, in_encounter=in_encounter, own_turn=own_turn
        )

    def patched(self, changes: Mapping[str, object]) -> Self:
        """The ruleset with a campaign's changes, `{dotted path: plain value}` (see `rules.options`).

        Raises Refused with every Problem at once: those of the values and those of what they add up to.
        """
        ruleset, problems = patch(self, changes)
        problems += tuple(ruleset.problems())
        if problems:
            raise Refused(*problems)
        return replace(ruleset, base=self.base or self)

    def problems(self) -> Iterator[Problem]:
        """What does not fit together: a key used twice, a skill or formula that names what is not there."""
        keys = [trait.key for trait in self.traits] + list(SHEET_NAMES)
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield Problem("used_twice", _("“%(key)s” is used twice."), key, "P1", {"key": key})
        attributes = {each.key for each in self.attributes}
        for skill in self.skills:
            if skill.attribute not in attributes:
                message = _("“%(key)s” needs the attribute “%(name)s”, which is not there.")
                params = {"key": skill.key, "name": skill.attribute}
                yield Problem("missing_attribute", message, f"skills.{skill.key}", "P1", params)
        for name in (self.turns.initiative, self.attacks.melee, self.attacks.ranged, self.attacks.defense):
            if name not in {each.key for each in self.derived}:
                message = _("Fights need the value “%(name)s”.")
                yield Problem("missing_value", message, f"derived.{name}", "C0", {"name": name})
        for weapon in self.weapons:
            yield from weapon.problems()
        yield from self.creation.problems()
        if self.encumbrance_lowers and self.encumbered not in attributes:
            message = _("There is no attribute “%(name)s”.")
            yield Problem("missing_attribute", message, "encumbrance_lowers", "C0", {"name": self.encumbered})
        for each in options(self):
            if isinstance(each.value, Formula):
                for name in sorted(each.value.names - self.names):
                    message = _("The formula names “%(name)s”, which is not there.")
                    yield Problem("missing_name", message, each.path, each.rule, {"name": name})

    def _evaluate(self, formula: Formula, sheet: Sheet) -> int:
        return formula.evaluate({name: sheet.named(name) for name in formula.names})


def _row(rows: tuple[Row, ...], key: str) -> Row:
    for row in rows:
        if row.key == key:
            return row
    raise LookupError(key)


def _bad_modifier() -> Problem:
    message = _("Modifiers go from %(minimum)s to %(maximum)s.")
    bounds = {"minimum": MODIFIERS.start, "maximum": MODIFIERS.stop - 1}
    return Problem("out_of_bounds", message, "modifier", "R2", bounds)
