"""The checks of a sheet: of traits, initiative, and derived values that are rolled (R1, R2, C0, C1, D1)."""

from collections.abc import Collection, Iterator, Set
from dataclasses import replace
from typing import NamedTuple, TypedDict, Unpack

from rules.checks import DIFFICULTIES, MODIFIERS, Check, CheckKind, Factor, Outcome, Term
from rules.dice import Draw, Keep
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.protagonism import PROTAGONISM
from rules.ruleset.values import Values, row_of
from rules.sheet import Sheet
from rules.traits import Derived

TOKEN = Factor("token", 1, "R13")
FORCED = Factor("forced", -1, "R13")


class Given(TypedDict, total=False):
    """What a roll is made with besides the sheet.

    `token`: one is spent on it (R13). `specialization`: the name of one that covers it (P4). `modifiers`: keys of the
    ruleset's table; `protagonism`: a point is spent (D3). Spending itself is for the purse (`rules.tokens`,
    `rules.protagonism`): ask it before the dice as well.
    """

    token: bool
    specialization: str
    protagonism: bool
    modifiers: Collection[str]


class Learned(NamedTuple):
    """What is learned and not born with: its usual attribute, the written level, and the rule it comes from."""

    attribute: str
    level: int
    rule: str


class Rolling(Values):
    """What a sheet brings to a roll."""

    __slots__ = ()

    def check(
        self,
        sheet: Sheet,
        trait: str,
        *,
        difficulty: int | None = None,
        modifier: int = 0,
        attribute: str | None = None,
        **given: Unpack[Given],
    ) -> Check:
        """The check of a skill, of a technique of the sheet's (P2), or of an attribute alone (R2), with all that the
        sheet brings to it, and what is given.

        `attribute` pairs a skill or technique with another attribute than its usual one. Raises Refused with every
        Problem: fields "trait", "attribute", "modifier", "difficulty", and those of `sway`.
        """
        learned = self._learned(sheet, trait)
        paired = attribute or (learned.attribute if learned else trait)
        problems = tuple(self._check_problems(trait, learned, paired, difficulty, modifier))
        if problems:
            raise Refused(*problems)
        named = Term(paired, sheet.attribute(paired), "R2")
        terms = self.rolls.paired(named, Term(trait, learned.level, learned.rule)) if learned else (named,)
        burden = tuple(self._burden(sheet, {paired}))
        more = (Term("modifier", modifier, "R2"),) if modifier else ()
        kind = CheckKind.SKILL if learned else CheckKind.ATTRIBUTE
        check = self.hindered(Check(kind, trait, (*terms, *burden, *more), (), difficulty), sheet, {paired})
        return self.sway(self.rolls.at_level(check, learned.level) if learned else check, sheet, **given)

    def sway(self, check: Check, sheet: Sheet | None = None, **given: Unpack[Given]) -> Check:
        """Any check with what is given besides. `sheet`: whose it is, and whose specializations may cover it.

        Raises Refused with every Problem, fields "modifiers", "protagonism", "specialization", "token"; then where a
        token would not keep another die: with the high die kept already, or where all dice count (R13).
        """
        problems = tuple(self._given_problems(check, sheet, given))
        if problems:
            raise Refused(*problems)
        values = {row.key: row.value for row in self.modifiers}
        keys = (*given.get("modifiers", ()), *[PROTAGONISM] * given.get("protagonism", False))
        terms = dict.fromkeys(Term(key, values[key], "D3") for key in keys)
        check = check.plus(*(term for term in terms if not _counts(check, term.key)))
        if name := given.get("specialization"):
            check = check.kept_by(Factor("specialization", 1, "P4", name))
        if not given.get("token"):
            return check
        if self.rolls.keep(check) in (None, Keep.HIGH):
            raise Refused(Problem("no_use", _("A token would not keep a higher die here."), "token", "R13"))
        return check.kept_by(TOKEN)

    def stay_up_check(self, sheet: Sheet) -> Check:
        """The check at 0 points that may keep one up (C11)."""
        rules, key = self.stand, self.stay_up_attribute
        terms = (Term(key, sheet.attribute(key), "C11"),)
        check = Check(CheckKind.ATTRIBUTE, key, terms, difficulty=rules.difficulty)
        return self.hindered(check, sheet, {key}, wounded=rules.wounded_lowers)

    def stayed_up(self, sheet: Sheet, draw: Draw) -> tuple[Outcome, Sheet]:
        """The check at 0 thrown, and the sheet after it: with a point or more, or down (C11)."""
        outcome = self.rolls.resolve(self.stay_up_check(sheet), draw)
        attribute = sheet.attribute(self.stay_up_attribute)
        vitals, points = self.stand.stayed(sheet.vitals, attribute, success=bool(outcome.success))
        pools = {**sheet.pools, self.injuries.pool: self.points(sheet, self.injuries.pool)}
        pools[self.injuries.pool] += self.change_pool(replace(sheet, pools=pools), self.injuries.pool, points)
        return outcome, replace(sheet, pools=pools, vitals=vitals, forced=0)

    def hindered(self, check: Check, sheet: Sheet, names: Set[str], *, wounded: bool = True) -> Check:
        """The check with what injuries, effects and tokens given back do to a roll of these traits, and the support
        that waits for it (C10, D9, D12, D16, R13)."""
        weights = [each for each in sheet.vitals.effects if each.modifier]
        felt = [each for each in weights if not each.hinders or not names.isdisjoint(each.hinders)]
        check = check.plus(*(Term(each.label, each.modifier, each.rule) for each in felt))
        helps = [each for each in sheet.vitals.supports if each.trait == check.trait]
        check = check.plus(*(Term("support", each.margin, "D9") for each in helps))
        check = check.kept_by(*[FORCED] * sheet.forced)
        return self.injuries.hinder(check, self.body(sheet)) if wounded else check

    def rolls_of(self, sheet: Sheet) -> frozenset[str]:
        """What a check of that sheet may be of: traits, derived values, and its techniques."""
        return self.rolled_names | {each.key for each in sheet.techniques}

    def initiative(self, sheet: Sheet) -> Check:
        """The check of initiative (C1): it only gives a total."""
        return self._derived_check(sheet, self.turns.initiative, CheckKind.INITIATIVE, (), None)

    def _derived_check(
        self, sheet: Sheet, key: str, kind: CheckKind, extra: tuple[Term, ...], difficulty: int | None
    ) -> Check:
        """The check of a derived value that is rolled; `extra` are terms of the moment.

        A formula that only adds is taken apart into its terms. With a skill in it one may be unskilled (R1), save
        where the value is fixed (P6) or the sheet lacks an attribute of the formula, as a quick foe's does.
        """
        row = row_of(self.derived, key)
        fixed_value = row.fixed_on(sheet)
        names = row.formula.names
        if fixed_value is not None:
            gear: tuple[Term, ...] = (Term(key, fixed_value, "P6"),)
            extra = tuple(term for term in extra if term.key != "weapon")
        else:
            gear = (*self._terms(row, sheet), *self._burden(sheet, names))
        check = self.hindered(Check(kind, key, (*gear, *extra), (), difficulty), sheet, names)
        skills = [skill.key for skill in self.skills if skill.key in names]
        lacking = {each.key for each in self.attributes} & names - sheet.attributes.keys()
        if fixed_value is not None or lacking or not skills:
            return check
        return self.rolls.at_level(check, max(sheet.skill(skill) for skill in skills))

    def _terms(self, row: Derived, sheet: Sheet) -> Iterator[Term]:
        """What a derived value is made of: its addends if its formula only adds, and what weapons add (W2)."""
        addends = row.formula.addends(self._named(row.formula, sheet))
        traits = {trait.key for trait in self.traits}
        for name, value in ((row.key, self._evaluate(row.formula, sheet)),) if addends is None else addends:
            if value or name in traits:
                yield Term(name or "constant", value, row.rule)
        if bonus := sheet.bonuses.get(row.key, 0):
            yield Term("weapon", bonus, "W2")

    def _burden(self, sheet: Sheet, names: Collection[str]) -> Iterator[Term]:
        """What encumbrance takes off a roll with these names in it (C0); nothing if it is counted already."""
        counts = self.encumbrance_lowers and self.encumbered in names and "encumbrance" not in names
        if counts and sheet.encumbrance:
            yield Term("encumbrance", -sheet.encumbrance, "C0")

    def _learned(self, sheet: Sheet, trait: str) -> Learned | None:
        """The skill, or the sheet's technique, of that key, and how well the sheet knows it (R2, P2)."""
        if skill := self.find_skill(trait):
            return Learned(skill.attribute, sheet.skill(trait), "R2")
        technique = sheet.technique(trait)
        return Learned(technique.attribute, technique.level, "P2") if technique else None

    def _skills_in(self, check: Check) -> Set[str]:
        """The skills that a check is of: its own, or those that a derived value adds up."""
        names = {check.trait}.union(*(each.formula.names for each in self.derived if each.key == check.trait))
        return {each.key for each in self.skills} & names

    def _given_problems(self, check: Check, sheet: Sheet | None, given: Given) -> Iterator[Problem]:
        known = {row.key for row in self.modifiers}
        for key in given.get("modifiers", ()):
            if key not in known - {PROTAGONISM}:
                yield Problem("unknown_modifier", _("There is no modifier “%(key)s”."), "modifiers", "D3", {"key": key})
        if given.get("protagonism") and (PROTAGONISM not in known or _counts(check, PROTAGONISM)):
            yield Problem("no_use", _("A point of protagonism adds nothing here."), PROTAGONISM, "D3")
        if given.get("token") and TOKEN in check.factors:
            yield Problem("one_token", _("One token a roll, at most."), "token", "R13")
        if name := given.get("specialization"):
            yield from self._specialization_problems(check, sheet, name)

    def covering(self, check: Check, sheet: Sheet | None) -> tuple[str, ...]:
        """The names of the specializations on a sheet that may cover a check: those of a skill that it is of (P4)."""
        skills = self._skills_in(check) if self.creation.has_specializations else set()
        return tuple(each.name for each in (sheet.specializations if sheet else ()) if each.skill in skills)

    def _specialization_problems(self, check: Check, sheet: Sheet | None, name: str) -> Iterator[Problem]:
        if not self.creation.has_specializations:
            yield Problem("off", _("There are no specializations here."), "specialization", "P4")
        elif not self._skills_in(check):
            yield Problem("not_a_skill", _("Only a skill has specializations."), "specialization", "P4")
        elif name not in self.covering(check, sheet):
            message = _("They have no specialization “%(name)s” of that skill.")
            yield Problem("no_specialization", message, "specialization", "P4", {"name": name})

    def _check_problems(
        self, trait: str, learned: Learned | None, paired: str, difficulty: int | None, modifier: int
    ) -> Iterator[Problem]:
        if not learned and not self.find_attribute(trait):
            message = _("There is no skill or attribute “%(trait)s”.")
            yield Problem("unknown_trait", message, "trait", "R2", {"trait": trait})
        elif not self.find_attribute(paired):
            message = _("There is no attribute “%(attribute)s”.")
            yield Problem("unknown_attribute", message, "attribute", "R2", {"attribute": paired})
        elif paired != trait and not learned:
            yield Problem("not_a_skill", _("Only a skill is paired with an attribute."), "attribute", "R2")
        if modifier not in MODIFIERS:
            yield bad_modifier()
        if difficulty is not None and difficulty not in DIFFICULTIES:
            message = _("Difficulties go from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": DIFFICULTIES.start, "maximum": DIFFICULTIES.stop - 1}
            yield Problem("out_of_bounds", message, "difficulty", "R8", bounds)


def _counts(check: Check, key: str) -> bool:
    """Whether a modifier of the table is in the check already: each counts once (D3)."""
    return any(term.key == key and term.rule == "D3" for term in check.terms)


def bad_modifier() -> Problem:
    message = _("Modifiers go from %(minimum)s to %(maximum)s.")
    bounds = {"minimum": MODIFIERS.start, "maximum": MODIFIERS.stop - 1}
    return Problem("out_of_bounds", message, "modifier", "R2", bounds)
