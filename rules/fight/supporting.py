"""What helps or hampers other rolls: support, several enemies at once, supernatural states (D9, D10, D13)."""

from dataclasses import replace
from typing import Unpack

from rules.contests import contest
from rules.dice import Draw
from rules.fight.holding import Holding
from rules.fight.progress import Progress
from rules.fight.spending import Spending
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given
from rules.support import MAX_SUPPORTS, Support

MOST_ENEMIES = 20
"""Enemies that somebody faces at once."""


class Supporting(Holding, Spending):
    """The actions around other rolls."""

    __slots__ = ()

    def support(
        self,
        by: str,
        trait: str,
        difficulty: int,
        draw: Draw,
        *,
        roll: str,
        target: str | None = None,
        modifier: int = 0,
        attribute: str | None = None,
        spend: bool = True,
        **given: Unpack[Given],
    ) -> Progress:
        """A roll whose margin, good or bad, is added to the next `roll` of `target`, by default one's own: the key of a
        trait or of a derived value. It takes a major action (D9).

        Facts: `by`, `target`, `roll`, `outcome`, `margin`, `spent`, `majors` (left), `rules`. Raises Refused: fields
        "by", "target", "roll", and those of `Ruleset.check`.
        """
        helper, helped = self.fighter(by, "by"), self.fighter(target or by, "target")
        check = self.ruleset.check(
            helper.sheet, trait, difficulty=difficulty, modifier=modifier, attribute=attribute, **given
        )
        problems = [*self._major_problems(helper, spend=spend)]
        if not self.ruleset.has_margins:
            problems.append(Problem("no_support", _("These rules know no support rolls."), "roll", "D9"))
        elif roll not in self.ruleset.rolls_of(helped.sheet) or len(helped.vitals.supports) >= MAX_SUPPORTS:
            problems.append(Problem("no_roll", _("Nothing supports that roll, or too much does."), "roll", "D9"))
        if problems:
            raise Refused(*problems)
        outcome = self.ruleset.rolls.resolve(self._hampered(helper, check), draw)
        fight, cost = self._spent(by, spend=spend)
        fight = fight._with_roll(by, check.trait)
        helped, margin = fight.fighter(helped.key), outcome.margin or 0
        supports = (*helped.vitals.supports, Support(roll, margin))
        fight = fight._with(helped.with_vitals(replace(helped.vitals, supports=supports)))
        facts = {"by": by, "target": helped.key, "roll": roll, "outcome": outcome.facts(), "margin": margin}
        return self._progress(fight, {**facts, **cost, "rules": list(dict.fromkeys([*outcome.rules, "D9"]))})

    def face(self, key: str, enemies: int) -> Progress:
        """So many enemies are at somebody at once: each beyond those its mastery allows for weighs on all its rolls
        until that changes (D10). Facts: `fighter`, `enemies`, `penalty`, `rules`. Raises Refused, field "enemies".
        """
        fighter = self.fighter(key)
        if self.ruleset.attacks.mastery is None or not 1 <= enemies <= MOST_ENEMIES:
            message = _("Somebody faces from 1 to %(most)s enemies, where the rules count them.")
            raise Refused(Problem("enemies", message, "enemies", "D10", {"most": MOST_ENEMIES}))
        now = replace(fighter, facing=enemies)
        facts = {"fighter": key, "enemies": enemies, "penalty": self.ruleset.crowding(fighter.sheet, enemies)}
        return self._progress(self._with(now), {**facts, "rules": ["D10"]})

    def bewitch(
        self,
        by: str,
        target: str,
        trait: str,
        against: str,
        label: str,
        draw: Draw,
        *,
        modifier: int = 0,
        spend: bool = True,
        **given: Unpack[Given],
    ) -> Progress:
        """A supernatural state, by a trait of the attacker's opposed by one of the target's, a major action: it lasts
        as many turns as successes, and a tie is none (D13). `label` is the table's own words for it. If the trait is a
        technique with a saving throw, that one may end it before (P2).

        Facts: `by`, `target`, `label`, `contest`, `turns`, `effect` (its key; None if nothing happens), `spent`,
        `majors` (left), `rules`. Raises Refused: fields "by", "target", those of `Ruleset.check`, and as `affect`.
        """
        witch, victim = self.fighter(by, "by"), self.fighter(target, "target")
        check = self.ruleset.check(witch.sheet, trait, modifier=modifier, **given)
        resisting = self.ruleset.check(victim.sheet, against)
        problems = [*self._major_problems(witch, spend=spend)]
        if not self.ruleset.has_margins:
            problems.append(Problem("no_margins", _("These rules do not count such states in margins."), "by", "D13"))
        problems += self._effect_problems(victim)
        if by == target:
            problems.append(Problem("itself", _("Nobody does that to themselves."), "target", "D13"))
        if problems:
            raise Refused(*problems)
        sides = [(by, self._hampered(witch, check)), (target, self._hampered(victim, resisting))]
        found = contest(self.ruleset.rolls, sides, draw)
        turns = found.margin if found.winner == by else 0
        fight, cost = self._spent(by, spend=spend)
        fight = fight._with_roll(by, trait)._with_roll(target, against)
        technique = witch.sheet.technique(trait)
        save = technique.saving_throw if technique else None
        effect = Lasting(victim.vitals.free_key("state"), label, turns=turns, save=save, rule="D13") if turns else None
        if effect:
            fight = fight._affected(target, effect)
        told = {"contest": found.facts(), "turns": turns, "effect": effect and effect.key}
        rules = list(dict.fromkeys([*found.side(by).rules, *found.side(target).rules, "D13"]))
        return self._progress(fight, {"by": by, "target": target, "label": label, **told, **cost, "rules": rules})
