"""A ruleset is a value: traits, pools, formulas, and one part for each chapter of the rules. It never asks its key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Self, TypeVar

from rules.changes import patch
from rules.checks import DIFFICULTIES, MODIFIERS, Check, CheckKind, Term
from rules.formula import Formula
from rules.injuries import Condition, Falling
from rules.messages import gettext_noop as _
from rules.options import fixed, option, options, table
from rules.problems import Problem, Refused
from rules.rolls import KeptDie
from rules.sheet import SHEET_NAMES, Sheet


class Setting(StrEnum):
    """Where and when a campaign plays, as the lists of skills tell it (W)."""

    MEDIEVAL = "medieval"
    CONTEMPORARY = "contemporary"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute, its label and its abbreviation."""

    key: str
    label: str
    short: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, the attribute it usually goes with (R2), and the settings that have it (W)."""

    key: str
    label: str
    attribute: str
    settings: frozenset[Setting] = frozenset(Setting)


@dataclass(frozen=True, slots=True)
class PoolKind:
    """Points that go down and up; `formula` is their maximum."""

    key: str
    label: str
    short: str
    formula: Formula = option("C0", _("Maximum"))  # noqa: RUF009 (a formula is frozen)


@dataclass(frozen=True, slots=True)
class Derived:
    """A number that follows from others: a value, or what is added to the dice of its roll."""

    key: str
    label: str
    formula: Formula = option("C0", _("Formula"))  # noqa: RUF009 (a formula is frozen)
    rule: str = fixed("C0")


Row = TypeVar("Row", PoolKind, Derived)  # those with a formula


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one campaign. `key` says only which preset it comes from, and `base` is that preset.

    Keys of attributes, skills and SHEET_NAMES share one space: formulas name them.
    """

    key: str
    label: str
    rolls: KeptDie
    injuries: Falling
    attributes: tuple[Attribute, ...] = table("P1", _("Attributes"))
    skills: tuple[Skill, ...] = table("W", _("Skills"))
    pools: tuple[PoolKind, ...] = ()
    derived: tuple[Derived, ...] = table("C0", _("Derived values"))
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
        if self.encumbrance_lowers and paired == self.encumbered and sheet.encumbrance:
            terms.append(Term("encumbrance", -sheet.encumbrance))
        if modifier:
            terms.append(Term("modifier", modifier))
        kind = CheckKind.SKILL if skill else CheckKind.ATTRIBUTE
        check = self.injuries.hinder(Check(kind, trait, tuple(terms), (), difficulty), self.condition(sheet))
        return self.rolls.at_level(check, sheet.skill(trait)) if skill else check

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
            message = _("Modifiers go from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": MODIFIERS.start, "maximum": MODIFIERS.stop - 1}
            yield Problem("out_of_bounds", message, "modifier", "R2", bounds)
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
        """A derived value: fixed on the sheet (P6) or by formula (C0). LookupError if unknown."""
        kind = _row(self.derived, derived_key)
        return sheet.fixed.get(derived_key, self._evaluate(kind.formula, sheet))

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
