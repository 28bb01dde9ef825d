"""What a sheet brings to first aid (C14)."""

from rules.checks import Check
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Rolling
from rules.sheet import Sheet


class Healing(Rolling):
    """First aid of a sheet to another."""

    __slots__ = ()

    @property
    def healing_skills(self) -> tuple[str, ...]:
        """The skills of the campaign that heal, by key; none where the rules have no first aid."""
        return tuple(key for key in self.first_aid.skills if self.find_skill(key)) if self.first_aid else ()

    def healing(self, sheet: Sheet, skill: str | None = None, *, modifier: int = 0) -> Check:
        """The check of first aid (C14), by default with the best skill. Raises Refused: fields "skill", "modifier"."""
        skills = self.healing_skills
        if not self.first_aid or not skills:
            raise Refused(Problem("no_first_aid", _("No skill of this campaign heals."), "skill", "C14"))
        if skill is None:
            skill = max(skills, key=sheet.skill)
        if skill not in skills:
            raise Refused(Problem("not_healing", _("That skill does not heal."), "skill", "C14"))
        rule = self.first_aid
        return self.check(sheet, skill, difficulty=rule.difficulty, modifier=modifier, attribute=rule.attribute)

    def healing_dice(self, degrees: int) -> Dice:
        """The dice of a healing with so many degrees (C5, C14). LookupError where the rules have no first aid."""
        if not self.first_aid:
            raise LookupError("first_aid")
        return self.first_aid.dice.with_extra(degrees)
