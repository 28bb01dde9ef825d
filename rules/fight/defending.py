"""The active defense against a hit from afar, and the damage if it fails (C8)."""

from dataclasses import replace
from typing import Self, Unpack

from rules.attacks import ActiveDefense
from rules.blows import amount_for
from rules.checks import Check
from rules.dice import Draw
from rules.effects import Effect
from rules.fight.pending import Pending
from rules.fight.progress import Progress
from rules.fight.striking import Striking
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given


class Defending(Striking):
    """The answers to hits that wait."""

    __slots__ = ()

    def waiting(self, key: str) -> Pending:
        """The hit that waits under that key. Raises Refused, field "pending", if there is none (any more)."""
        for each in self.pending:
            if each.key == key:
                return each
        raise Refused(Problem("no_hit", _("That hit does not wait for a defense any more."), "pending", "C8"))

    def defense(
        self, key: str, how: ActiveDefense, *, modifier: int = 0, knows_total: bool = True, **given: Unpack[Given]
    ) -> Check:
        """The check that `defend` would throw; without its difficulty if whoever asks may not know the total (S1).

        Raises Refused: fields "pending", "how", "modifier", and those of what is `given`.
        """
        pending = self.waiting(key)
        target, total = self.fighter(pending.target), pending.outcome.total if knows_total else None
        check = self.ruleset.active_defense(target.sheet, how, total=total, modifier=modifier)
        return self._hampered(target, self.ruleset.sway(check, **given))

    def defend(
        self, key: str, how: ActiveDefense | None, draw: Draw, *, modifier: int = 0, **given: Unpack[Given]
    ) -> Progress:
        """The target of a waiting hit dodges or blocks, free, against the attack's total, or waives it (None); damage
        is thrown, and taken, if it does not escape (C8). The attack's degrees stay those of its roll.

        Facts: `pending`, `by`, `target`, `weapon`, `attack` (the outcome of the attack's check), `how`, `outcome` (of
        the defense, None if waived), `escaped`, `damage` (dice as thrown, None if it escaped), what it does as in
        `harm`, `rules`. Raises Refused as `defense`.
        """
        pending = self.waiting(key)
        attack, fight, outcome = pending.outcome, self, None
        if how is not None:
            check = self.defense(key, how, modifier=modifier, **given)
            outcome = self.ruleset.rolls.resolve(check, draw)
            fight = fight._with_roll(pending.target)
        escaped = bool(outcome and outcome.success)
        fight = replace(fight, pending=tuple(each for each in fight.pending if each.key != key))
        damage, amount = None, 0
        if not escaped:
            fight, damage = fight._damage_of(pending, draw)
            amount = amount_for(damage, pending.damage, self.ruleset.rolls.added(attack))
        absorption = self.ruleset.absorption(self.fighter(pending.target).sheet, pending.weapon)
        fight, blow = fight._struck(
            pending.target,
            amount,
            absorption,
            kind=pending.weapon.kind,
            is_lethal=pending.is_lethal,
            share=pending.share,
        )
        rules = ["C8", *(outcome.rules if outcome else ()), *self._reasons(attack if damage else None, damage, blow)]
        facts = {
            "pending": key,
            "by": pending.by,
            "target": pending.target,
            "weapon": pending.weapon.facts(),
            "attack": attack.facts(),
            "how": how and how.value,
            "outcome": outcome and outcome.facts(),
            "escaped": escaped,
            "damage": damage and damage.facts(),
            **blow,
            "rules": list(dict.fromkeys(rules)),
        }
        return self._progress(fight, facts)

    def _damage_of(self, pending: Pending, draw: Draw) -> tuple[Self, Effect]:
        """The damage of a waiting hit: thrown now if no other of the same attack had to take it, and then the same for
        those that still wait, with the most extra dice of all of these (C3)."""
        if pending.thrown:
            return self, pending.thrown
        others = [each for each in self.pending if each.attack == pending.attack]
        damage = self._damage(pending.damage, [each.outcome for each in (pending, *others)], draw)
        waiting = tuple(replace(each, thrown=damage) if each in others else each for each in self.pending)
        return replace(self, pending=waiting), damage
