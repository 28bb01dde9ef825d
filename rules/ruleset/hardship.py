"""What a sheet brings to bear hardship, and what a day does to it (C15, D12, D14, D16, D17, T7)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack

from rules.checks import Check, CheckKind, Outcome, Term
from rules.dice import Draw
from rules.hazards import Hazard, Hazards
from rules.injuries import PEACE
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given
from rules.ruleset.striking import Striking
from rules.sheet import Sheet
from rules.vitals import Fate


class Hardship(Striking):
    """Checks against what hurts, and days that pass. Each check raises Refused where the rules know none."""

    __slots__ = ()

    def endurance_check(self, sheet: Sheet, **given: Unpack[Given]) -> Check:
        """The check of will that bears pain (D16): pain does not hinder it. Raises Refused, field "fighter"."""
        rule = self.injuries.endurance
        if rule is None:
            raise Refused(Problem("no_endurance", _("These rules know no bearing of pain."), "fighter", "D16"))
        terms = (Term(rule.attribute, sheet.attribute(rule.attribute), "R2"),)
        check = Check(CheckKind.ATTRIBUTE, rule.attribute, terms, difficulty=rule.difficulty)
        return self.sway(self.hindered(check, sheet, {rule.attribute}, wounded=False), sheet, **given)

    def hazard_check(
        self, sheet: Sheet, hazard: Hazard, *, dodges: bool = False, modifier: int = 0, **given: Unpack[Given]
    ) -> Check:
        """The check that resists a hazard (D12); `dodges`: by getting away, where that is possible.

        Raises Refused: fields "hazard", "dodges", "modifier", and those of what is `given`.
        """
        rules = self._hazards()
        if dodges and not hazard.kind.can_be_dodged:
            raise Refused(Problem("no_dodge", _("Nobody gets away from that."), "dodges", "D12"))
        return self._resistance(sheet, rules, rules.difficulty(hazard), dodges, modifier, given)

    def fall_check(
        self, sheet: Sheet, meters: int, *, dodges: bool = False, modifier: int = 0, **given: Unpack[Given]
    ) -> Check:
        """The check that softens a fall of so many meters (D14). Raises Refused as `hazard_check`."""
        rules = self._hazards()
        return self._resistance(sheet, rules, rules.falls.difficulty(meters), dodges, modifier, given)

    def falling_damage(self, meters: int) -> int:
        """The damage of a fall, before armor (D14). Raises Refused where the rules know none."""
        return self._hazards().falls.damage(meters)

    def shoved(self, damage: int) -> int:
        """The meters that so much damage before armor shoves somebody; none where the rules know no shoving (D14)."""
        return self.hazards.falls.shoved(damage) if self.hazards else 0

    def treatment_check(self, sheet: Sheet, *, modifier: int = 0, **given: Unpack[Given]) -> Check:
        """The check that treats a wound (D17). Raises Refused: field "wound" where the rules know none, "modifier"."""
        rule = self.recovery.treatment
        if rule is None:
            raise Refused(Problem("no_treatment", _("These rules know no treating of wounds."), "wound", "D17"))
        return self._skilled(sheet, rule.skill, rule.attribute, rule.difficulty, modifier, given)

    def exposed(self, sheet: Sheet, hazard: Hazard, outcome: Outcome) -> Lasting | None:
        """The effect of a hazard on somebody who resisted it so; None if it does not last (D12)."""
        rules = self._hazards()
        duration = rules.duration(hazard, outcome.margin or 0)
        key = sheet.vitals.free_key(hazard.kind.key)
        return rules.lasting(hazard, key, duration) if duration else None

    def day(self, sheet: Sheet, draw: Draw, *, rests: bool = True) -> tuple[Sheet, dict[str, Any]]:
        """A day passes for somebody (T7): first the hazards of the day and what else lasts in days, then what rest
        gives back, if it `rests`; what may be had once a day is free again (C14, D17).

        Facts: `harms`, each with `effect`, `damage` (dice as thrown, None for an amount), `passed`, `pool`; `ended`
        (effects); `rest` (points that came back, by pool). The dead have no days.
        """
        facts: dict[str, Any] = {"harms": [], "ended": [], "rest": {}}
        if self.condition(sheet).fate is Fate.DEAD:
            return sheet, facts
        for effect in sheet.vitals.effects:
            if effect.days is not None and effect.harms:
                thrown, passed = self.harm_of(effect, sheet, draw)
                pool = effect.pool or self.injuries.pool
                sheet = self.with_points(sheet, {pool: -passed}, replace(PEACE, is_harm=passed > 0))
                harm = {"effect": effect.label, "damage": thrown and thrown.facts(), "passed": passed, "pool": pool}
                facts["harms"].append(harm)
        left = [(each, each.after_day()) for each in sheet.vitals.effects]
        facts["ended"] = [each.label for each, after in left if after is None]
        effects = tuple(after for _each, after in left if after is not None)
        sheet = replace(sheet, vitals=replace(sheet.vitals, effects=effects, is_tended=False, treated=()))
        if rests and self.condition(sheet).fate is not Fate.DEAD:
            before = self.body(sheet).points
            sheet = self.with_points(sheet, self.recovery.day(self.body(sheet)), PEACE)
            facts["rest"] = _gained(before, self.body(sheet).points)
        return sheet, facts

    def _hazards(self) -> Hazards:
        if self.hazards is None:
            raise Refused(Problem("no_hazards", _("These rules know no hazards."), "hazard", "D12"))
        return self.hazards

    def _resistance(
        self, sheet: Sheet, rules: Hazards, difficulty: int, dodges: bool, modifier: int, given: Given
    ) -> Check:
        attribute = rules.dodging if dodges else rules.attribute
        return self._skilled(sheet, rules.skill, attribute, difficulty, modifier, given)

    def _skilled(self, sheet: Sheet, skill: str, attribute: str, difficulty: int, modifier: int, given: Given) -> Check:
        """The check of a skill with an attribute, or of the attribute alone where a campaign lacks the skill."""
        trait = skill if self.find_skill(skill) else attribute
        return self.check(sheet, trait, difficulty=difficulty, modifier=modifier, attribute=attribute, **given)


def _gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {pool: after[pool] - points for pool, points in before.items() if after[pool] != points}
