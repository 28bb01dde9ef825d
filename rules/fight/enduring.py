"""What fighters bear: pain, hazards, falls, and the treating of their wounds (D12, D14, D16, D17)."""

from dataclasses import replace
from typing import Unpack

from rules.blows import Share
from rules.dice import Draw
from rules.fight.harming import Harming, dead
from rules.fight.holding import Holding
from rules.fight.progress import Progress
from rules.hazards import Hazard
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given
from rules.vitals import Fate

METERS = range(1, 1_001)
"""How far one can fall."""
LEVELS = range(1, 100)
"""The levels of hazards."""


class Enduring(Holding, Harming):
    """The actions of those who bear something."""

    __slots__ = ()

    def endure(self, key: str, draw: Draw, **given: Unpack[Given]) -> Progress:
        """A fighter sets its pain aside by will, free, once from the beginning of one own turn to that of the next
        (D16). Facts: `fighter`, `outcome`, `turns` (own turns that begin from now on for which pain is ignored),
        `rules`. Raises Refused, field "fighter", if nothing hurts, it was tried already or the rules know none; and as
        `Ruleset.sway`.
        """
        fighter = self.fighter(key)
        check = self.ruleset.endurance_check(fighter.sheet, **given)
        condition, endurance = self.condition(fighter), self.ruleset.injuries.endurance
        if fighter.has_endured or endurance is None or not condition.penalty:
            message = _("Nothing hurts them now, or they have tried to bear it this turn.")
            raise Refused(Problem("no_pain", message, "fighter", "D16"))
        outcome = self.ruleset.rolls.resolve(self._hampered(fighter, check), draw)
        margin = outcome.margin or 0
        vitals = endurance.endured(fighter.vitals, margin, own_turn=key == self.turn)
        now = replace(fighter.with_vitals(vitals), has_endured=True)
        fight = self._with(now)._with_roll(key, check.trait)
        facts = {"fighter": key, "outcome": outcome.facts(), "turns": max(0, margin)}
        return self._progress(fight, {**facts, "rules": list(dict.fromkeys([*outcome.rules, "D16"]))})

    def expose(
        self,
        key: str,
        hazard: Hazard,
        draw: Draw,
        *,
        dodges: bool = False,
        modifier: int = 0,
        **given: Unpack[Given],
    ) -> Progress:
        """A fighter meets a hazard and resists it, or not (D12); `dodges`: by getting away where that is possible.

        Facts: `fighter`, `hazard` (its label), `level`, `outcome`, `effect` (the key of what lasts; None if nothing
        does), `duration`, `daily`, `rules`. Raises Refused: field "level", as `Ruleset.hazard_check`, and as `affect`.
        """
        fighter = self.fighter(key)
        if hazard.level not in LEVELS:
            message = _("This is a number from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": LEVELS.start, "maximum": LEVELS.stop - 1}
            raise Refused(Problem("level", message, "level", "D12", bounds))
        check = self.ruleset.hazard_check(fighter.sheet, hazard, dodges=dodges, modifier=modifier, **given)
        problems = tuple(self._effect_problems(fighter))
        if problems:
            raise Refused(*problems)
        outcome = self.ruleset.rolls.resolve(self._hampered(fighter, check), draw)
        fight = self._with_roll(key, check.trait)
        effect = self.ruleset.exposed(fighter.sheet, hazard, outcome)
        if effect:
            fight = fight._affected(key, effect)
        facts = {
            "fighter": key,
            "hazard": hazard.kind.label,
            "level": hazard.level,
            "outcome": outcome.facts(),
            "effect": effect and effect.key,
            "duration": (effect.days or effect.turns) if effect else 0,
            "daily": hazard.kind.daily,
        }
        return self._progress(fight, {**facts, "rules": list(dict.fromkeys([*outcome.rules, "D12"]))})

    def fall(
        self,
        key: str,
        meters: int,
        draw: Draw,
        *,
        softens: bool = True,
        dodges: bool = False,
        modifier: int = 0,
        is_lethal: bool | None = None,
        **given: Unpack[Given],
    ) -> Progress:
        """A fighter falls so many meters: one hit, less its absorption, of which half is left if it can soften it
        (D14); `softens`: it may try. Facts: `fighter`, `meters`, `outcome` (None if it did not try), `softened`, what
        the fall does as in `harm`, `rules`. Raises Refused: field "meters", and as `Ruleset.fall_check`.
        """
        fighter = self.fighter(key)
        if meters not in METERS:
            message = _("This is a number from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": METERS.start, "maximum": METERS.stop - 1}
            raise Refused(Problem("meters", message, "meters", "D14", bounds))
        check = self.ruleset.fall_check(fighter.sheet, meters, dodges=dodges, modifier=modifier, **given)
        fight, outcome = self, None
        if softens:
            outcome = self.ruleset.rolls.resolve(self._hampered(fighter, check), draw)
            fight = fight._with_roll(key, check.trait)
        softened = bool(outcome and outcome.success)
        fight, blow = fight._struck(
            key,
            self.ruleset.falling_damage(meters),
            self.ruleset.absorption(fighter.sheet),
            is_lethal=fighter.is_heroic if is_lethal is None else is_lethal,
            share=Share.HALF if softened else Share.WHOLE,
        )
        rules = [*(outcome.rules if outcome else ()), "D14", *fight._became(blow["points"])]
        facts = {"fighter": key, "meters": meters, "outcome": outcome and outcome.facts(), "softened": softened}
        return self._progress(fight, {**facts, **blow, "rules": list(dict.fromkeys(rules))})

    def treat(
        self,
        by: str,
        target: str,
        wound: str,
        draw: Draw,
        *,
        modifier: int = 0,
        spend: bool = True,
        **given: Unpack[Given],
    ) -> Progress:
        """Medicine on one wound, a major action, once a day: a hit point for each success (D17). A wound is one entry
        of damage, and `wound` its key. Facts: `by`, `target`, `wound`, `outcome`, `amount`, `points` as in `harm`,
        `spent`, `majors` (left), `rules`. Raises Refused: fields "by", "target", "wound", "modifier", and as
        `Ruleset.sway`.
        """
        healer, patient = self.fighter(by, "by"), self.fighter(target, "target")
        check = self._hampered(healer, self.ruleset.treatment_check(healer.sheet, modifier=modifier, **given))
        problems = [*self._major_problems(healer, spend=spend)]
        if patient.vitals.fate is Fate.DEAD:
            problems.append(dead())
        if wound in patient.vitals.treated:
            problems.append(Problem("treated", _("That wound has been treated today."), "wound", "D17"))
        if problems:
            raise Refused(*problems)
        outcome = self.ruleset.rolls.resolve(check, draw)
        fight, cost = self._spent(by, spend=spend)
        fight = fight._with_roll(by, check.trait)
        patient = fight.fighter(target)
        treated = replace(patient.vitals, treated=(*patient.vitals.treated, wound))
        amount = max(0, outcome.margin or 0)
        fight, points = fight._with(patient.with_vitals(treated))._with_points(
            target, {self.ruleset.injuries.pool: amount}
        )
        facts = {"by": by, "target": target, "wound": wound, "outcome": outcome.facts(), "amount": amount}
        rules = [*outcome.rules, "D17", *fight._became(points)]
        return self._progress(fight, {**facts, "points": points, **cost, "rules": list(dict.fromkeys(rules))})
