"""Attacks, harm without an attack, and healing (C0, C3, C5, C10, R11)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from rules.attack_odds import AttackOdds
from rules.attacks import Attack
from rules.checks import Outcome
from rules.dice import Draw
from rules.effects import Effect, EffectKind
from rules.fight.base import Standing
from rules.fight.fighter import Fighter
from rules.fight.progress import Progress
from rules.gear import Weapon, WeaponKind
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused
from rules.vitals import Fate

MAX_AMOUNT = 9_999
"""Points of one harm or healing whose amount is named."""


class Striking(Standing):
    """The actions that change points."""

    __slots__ = ()

    def plan(
        self, by: str, target: str, weapon: Weapon | None = None, *, modifier: int = 0, ranged: bool | None = None
    ) -> Attack:
        """The attack that `attack` would make. Raises Refused: fields "by", "target", "modifier"."""
        attacker, victim = self.fighter(by, "by"), self.fighter(target, "target")
        return self.ruleset.attack_between(attacker.sheet, victim.sheet, weapon, modifier=modifier, ranged=ranged)

    def attack_odds(
        self, by: str, target: str, weapon: Weapon | None = None, *, modifier: int = 0, ranged: bool | None = None
    ) -> AttackOdds:
        """The exact odds of an attack. Raises Refused as `plan`."""
        return self.ruleset.attack_odds(self.plan(by, target, weapon, modifier=modifier, ranged=ranged))

    def attack(
        self,
        by: str,
        target: str,
        weapon: Weapon | None,
        draw: Draw,
        *,
        modifier: int = 0,
        ranged: bool | None = None,
        spend: bool = True,
        is_lethal: bool | None = None,
    ) -> Progress:
        """One attack against the target's defense, and its damage if it hits (C3, C5, P6); unarmed without a weapon.

        `is_lethal`: it is meant to kill; by default the blows of those who are not heroic are (C11). `spend`: it takes
        the attacker's turn and a major action (C2), once the fight has begun. Facts: `by`, `target`, `weapon`,
        `outcome` (of the check), `defense`, `hit`; `damage` (dice as thrown) and what they do as in `harm`,
        None and 0 for a miss; `spent`, `majors` (left), `rules`. Raises Refused: fields "by", "target", "modifier".
        """
        attack = self.plan(by, target, weapon, modifier=modifier, ranged=ranged)
        attacker, is_counted = self.fighter(by, "by"), spend and self.has_begun
        problems = tuple(self._attack_problems(attacker, is_counted=is_counted))
        if problems:
            raise Refused(*problems)
        outcome = self.ruleset.rolls.resolve(attack.check, draw)
        fight, damage = self, None
        if is_counted:
            fight = fight._with(replace(attacker, majors=attacker.majors - 1))
        if outcome.success:
            dice = attack.damage.with_extra(outcome.degrees)
            damage = self.ruleset.effects.throw(EffectKind.DAMAGE, dice, draw)
        lethal = not attacker.is_heroic if is_lethal is None else is_lethal
        kind = (weapon or self.ruleset.unarmed).kind
        amount = damage.total if damage else 0
        fight, blow = fight._struck(target, amount, attack.absorption, kind=kind, is_lethal=lethal)
        facts = {
            "by": by,
            "target": target,
            "weapon": (weapon or self.ruleset.unarmed).facts(),
            "outcome": outcome.facts(),
            "defense": attack.check.difficulty,
            "hit": outcome.success,
            "damage": damage and damage.facts(),
            **blow,
            "spent": is_counted,
            "majors": fight.fighter(by).majors,
            "rules": list(dict.fromkeys(self._reasons(outcome, damage, blow))),
        }
        return self._progress(fight, facts)

    def harm(
        self,
        target: str,
        amount: int | Dice,
        draw: Draw,
        *,
        ignores_absorption: bool = False,
        kind: WeaponKind | None = None,
        is_lethal: bool | None = None,
    ) -> Progress:
        """Hurt a fighter without an attack, by so many points or by damage dice, less its absorption (C3, R11).

        `is_lethal`: it is meant to kill; by default what hurts the heroic is, as their foes' blows are (C11).
        Facts: `target`; `damage` (dice as thrown, None for an amount); `amount` (points of the harm), `absorption`,
        `absorbed`, `passed` (what the absorption lets through), `is_lethal`, `points` (see `_with_points`), `rules`.
        Raises Refused: fields "target", "amount".
        """
        victim = self.fighter(target, "target")
        damage = self._thrown(EffectKind.DAMAGE, amount, draw)
        absorption = 0 if ignores_absorption else self.ruleset.absorption(victim.sheet)
        points = damage.total if damage else _amount(amount)
        lethal = victim.is_heroic if is_lethal is None else is_lethal
        fight, blow = self._struck(target, points, absorption, kind=kind, is_lethal=lethal)
        rules = list(dict.fromkeys(self._reasons(None, damage, blow)))
        return self._progress(fight, {"target": target, "damage": damage and damage.facts(), **blow, "rules": rules})

    def heal(self, target: str, amount: int | Dice, draw: Draw) -> Progress:
        """Give points back, so many or by healing dice, up to the maximum (C0).

        Facts: `target`, `healing` (dice as thrown, None for an amount), `amount`, `points` as in `harm`, `rules`.
        Raises Refused: fields "target", "amount".
        """
        if self.fighter(target, "target").vitals.fate is Fate.DEAD:
            raise Refused(Problem("dead", _("The dead do not heal."), "target", "C12"))
        healing = self._thrown(EffectKind.HEALING, amount, draw)
        gained = max(0, healing.total) if healing else _amount(amount)
        fight, points = self._with_points(target, {self.ruleset.injuries.pool: gained})
        rules = ["C0", *["R11"] * bool(healing and healing.has_exploded), *["T5"] * bool(points["is"]["lingering"])]
        facts = {"target": target, "healing": healing and healing.facts(), "amount": gained, "points": points}
        return self._progress(fight, {**facts, "rules": rules})

    def _attack_problems(self, attacker: Fighter, *, is_counted: bool) -> Iterator[Problem]:
        if self.condition(attacker).out:
            yield Problem("out", _("Who is out of combat does not attack."), "by", "C11")
        if is_counted and attacker.key != self.turn:
            yield Problem("not_the_turn", _("It is not their turn."), "by", "T1")
        elif is_counted and not attacker.majors:
            yield Problem("no_action", _("There is no major action left this turn."), "by", "C2")

    def _thrown(self, kind: EffectKind, amount: int | Dice, draw: Draw) -> Effect | None:
        return self.ruleset.effects.throw(kind, amount, draw) if isinstance(amount, Dice) else None

    def _struck(
        self, key: str, amount: int, absorption: int, *, kind: WeaponKind | None = None, is_lethal: bool
    ) -> tuple[Self, dict[str, Any]]:
        """Points of harm less absorption, at least 0, taken from a fighter (C3), from the pools that it hurts (D8)."""
        harm = max(0, amount)
        passed = harm - min(harm, max(0, absorption))
        shares = self.ruleset.injuries.spread(self.ruleset.body(self.fighter(key).sheet), passed, kind)
        changes = {pool: -points for pool, points in shares.items()}
        fight, points = self._with_points(key, changes, is_harm=passed > 0, is_lethal=is_lethal)
        facts = {"amount": harm, "absorption": absorption, "absorbed": harm - passed, "passed": passed}
        return fight, {**facts, "is_lethal": is_lethal, "points": points}

    def _reasons(self, outcome: Outcome | None, damage: Effect | None, blow: Mapping[str, Any]) -> Iterator[str]:
        """The ids of the rules that decided a blow."""
        if outcome:
            yield from outcome.rules
        yield "C3"
        if outcome and damage and outcome.degrees:
            yield "C5"
        if damage and damage.has_exploded:
            yield "R11"
        yield from self._became(blow["points"])


def _amount(amount: int | Dice) -> int:
    """A number of points as entered. Raises Refused, field "amount"."""
    if isinstance(amount, Dice) or not 0 <= amount <= MAX_AMOUNT:
        message = _("This is a number of points from 0 to %(most)s.")
        raise Refused(Problem("amount", message, "amount", "C3", {"most": MAX_AMOUNT}))
    return amount
