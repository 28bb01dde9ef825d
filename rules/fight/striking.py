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
from rules.gear import Weapon
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused

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
    ) -> Progress:
        """One attack against the target's defense, and its damage if it hits (C3, C5, P6); unarmed without a weapon.

        `spend`: it takes the attacker's turn and a major action (C2), once the fight has begun. Facts: `by`, `target`,
        `weapon`, `outcome` (of the check), `defense`, `hit`; `damage` (dice as thrown) and what they do as in `harm`,
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
        fight, blow = fight._struck(target, damage.total if damage else 0, attack.absorption)
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
            "rules": list(dict.fromkeys(_reasons(outcome, damage, blow))),
        }
        return self._progress(fight, facts)

    def harm(self, target: str, amount: int | Dice, draw: Draw, *, ignores_absorption: bool = False) -> Progress:
        """Hurt a fighter without an attack, by so many points or by damage dice, less its absorption (C3, R11).

        Facts: `target`; `damage` (dice as thrown, None for an amount); `amount` (points of the harm), `absorption`,
        `absorbed`, `passed` (what the absorption lets through), `points` (see `_changed_points`), `rules`. Raises
        Refused: fields "target", "amount".
        """
        victim = self.fighter(target, "target")
        damage = self._thrown(EffectKind.DAMAGE, amount, draw)
        absorption = 0 if ignores_absorption else self.ruleset.absorption(victim.sheet)
        fight, blow = self._struck(target, damage.total if damage else _amount(amount), absorption)
        rules = list(dict.fromkeys(_reasons(None, damage, blow)))
        return self._progress(fight, {"target": target, "damage": damage and damage.facts(), **blow, "rules": rules})

    def heal(self, target: str, amount: int | Dice, draw: Draw) -> Progress:
        """Give points back, so many or by healing dice, up to the maximum (C0).

        Facts: `target`, `healing` (dice as thrown, None for an amount), `amount`, `points` as in `harm`, `rules`.
        Raises Refused: fields "target", "amount".
        """
        self.fighter(target, "target")
        healing = self._thrown(EffectKind.HEALING, amount, draw)
        gained = max(0, healing.total) if healing else _amount(amount)
        fight, points = self._changed_points(target, gained)
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

    def _struck(self, key: str, amount: int, absorption: int) -> tuple[Self, dict[str, Any]]:
        """Points of harm less absorption, at least 0, taken from a fighter (C3)."""
        harm = max(0, amount)
        absorbed = min(harm, max(0, absorption))
        fight, points = self._changed_points(key, absorbed - harm)
        facts = {"amount": harm, "absorption": absorption, "absorbed": absorbed, "passed": harm - absorbed}
        return fight, {**facts, "points": points}

    def _changed_points(self, key: str, by: int) -> tuple[Self, dict[str, Any]]:
        """The points that wounds take changed, between 0 and the maximum, and with them the lingering wound (C0, T5).

        Facts: `pool`, `by` (what really changed), `before`, `after`, `maximum`; `was` and `is`, the condition before
        and after: {wounded, lingering, out}.
        """
        fighter, pool = self.fighter(key), self.ruleset.injuries.pool
        before = self.ruleset.points(fighter.sheet, pool)
        change = self.ruleset.change_pool(fighter.sheet, pool, by)
        linger = self.ruleset.linger_after(fighter.sheet, before + change, in_encounter=True, own_turn=key == self.turn)
        now = fighter.with_points(pool, before + change, linger)
        facts = {
            "pool": pool,
            "by": change,
            "before": before,
            "after": before + change,
            "maximum": self.ruleset.maximum(fighter.sheet, pool),
            "was": self.condition(fighter).facts(),
            "is": self.condition(now).facts(),
        }
        return (self if now == fighter else self._with(now)), facts


def _amount(amount: int | Dice) -> int:
    """A number of points as entered. Raises Refused, field "amount"."""
    if isinstance(amount, Dice) or not 0 <= amount <= MAX_AMOUNT:
        message = _("This is a number of points from 0 to %(most)s.")
        raise Refused(Problem("amount", message, "amount", "C3", {"most": MAX_AMOUNT}))
    return amount


def _reasons(outcome: Outcome | None, damage: Effect | None, blow: Mapping[str, Any]) -> Iterator[str]:
    """The ids of the rules that decided a blow."""
    if outcome:
        yield from outcome.rules
    yield "C3"
    if outcome and damage and outcome.degrees:
        yield "C5"
    if damage and damage.has_exploded:
        yield "R11"
    was, now = blow["points"]["was"], blow["points"]["is"]
    if now["wounded"] and not was["wounded"]:
        yield "C10"
    if now["out"] and not was["out"]:
        yield "C11"
