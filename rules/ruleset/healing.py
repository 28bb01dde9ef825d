"""What a sheet brings to first aid (C14)."""

from dataclasses import replace
from typing import Unpack

from rules.checks import Check
from rules.injuries import PEACE
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given, Rolling
from rules.sheet import Sheet
from rules.vitals import Fate


class Healing(Rolling):
    """First aid of a sheet to another."""

    __slots__ = ()

    @property
    def healing_skills(self) -> tuple[str, ...]:
        """The skills of the campaign that heal, by key; none where the rules have no first aid."""
        return tuple(key for key in self.first_aid.skills if self.find_skill(key)) if self.first_aid else ()

    def healing(self, sheet: Sheet, skill: str | None = None, *, modifier: int = 0, **given: Unpack[Given]) -> Check:
        """The check of first aid (C14), by default with the best skill. Raises Refused: fields "skill", "modifier", and
        those of what is `given`."""
        skills = self.healing_skills
        if not self.first_aid or not skills:
            raise Refused(Problem("no_first_aid", _("No skill of this campaign heals."), "skill", "C14"))
        if skill is None:
            skill = max(skills, key=sheet.skill)
        if skill not in skills:
            raise Refused(Problem("not_healing", _("That skill does not heal."), "skill", "C14"))
        return self.check(sheet, skill, difficulty=self.first_aid.difficulty, modifier=modifier, **given)

    def healing_dice(self, degrees: int) -> Dice:
        """The dice of a healing with so many degrees (C5, C14). LookupError where the rules have no first aid."""
        if not self.first_aid:
            raise LookupError("first_aid")
        return self.first_aid.dice.with_extra(degrees)

    def tended(self, sheet: Sheet, points: int) -> Sheet:
        """The sheet of a patient out of an encounter who gets so many points back, which is once a day (C14, T7).

        Raises Refused, field "target".
        """
        if sheet.vitals.fate is Fate.DEAD:
            raise Refused(Problem("dead", _("The dead do not heal."), "target", "C12"))
        if sheet.vitals.is_tended:
            raise Refused(Problem("tended", _("They have gained from first aid today."), "target", "C14"))
        healed = self.with_points(sheet, {self.injuries.pool: points}, PEACE)
        gained = self.points(healed, self.injuries.pool) > self.points(sheet, self.injuries.pool)
        return replace(healed, vitals=replace(healed.vitals, is_tended=gained))
