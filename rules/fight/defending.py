"""Active defenses: against a hit from afar (C8), or in place of the defense value (D8), and the damage if they fail."""

from dataclasses import dataclass, replace
from typing import Self, Unpack

from rules.attacks import ActiveDefense
from rules.checks import Check, Outcome
from rules.dice import Draw
from rules.effects import Effect
from rules.fight.landing import Landing
from rules.fight.pending import Pending
from rules.fight.progress import Progress
from rules.fight.striking import Striking, damage_facts
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given


@dataclass(frozen=True, slots=True)
class Answer:
    """How an attack that waited came out: its own outcome, that of the defense (None if waived), whether the target
    escaped, or both totals were the same."""

    attack: Outcome
    defense: Outcome | None
    escaped: bool
    is_tied: bool = False


class Defending(Striking):
    """The answers to attacks that wait."""

    __slots__ = ()

    def waiting(self, key: str) -> Pending:
        """The attack that waits under that key. Raises Refused, field "pending", if there is none (any more)."""
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
        return self._hampered(target, self.ruleset.sway(check, target.sheet, **given))

    def defend(
        self, key: str, how: ActiveDefense | None, draw: Draw, *, modifier: int = 0, **given: Unpack[Given]
    ) -> Progress:
        """The target of a waiting attack dodges or blocks, free, or waives it (None); damage is thrown, and taken, if
        it does not escape.

        Against a hit from afar the defense has to reach the attack's total, and the attack's degrees stay those of its
        roll (C8). A dodge called for in place of the defense value is opposed to the attack; waived, the value counts
        (D8). Where both have the same total the attack goes on waiting: waive to accept the tie, in which nobody is
        hit, or dodge again, both throwing anew (R9).

        Facts: `pending`, `by`, `target`, `weapon`, `attack` (the outcome of the attack's check), `how`, `outcome` (of
        the defense, None if waived), `escaped`, `tied`, `damage` and `burst` as in `attack`, None if it escaped, what
        it does as in `attack`, `rules`. Raises Refused as `defense`.
        """
        pending = self.waiting(key)
        check = self.defense(key, how, modifier=modifier, **given) if how else None
        contested = pending.defense is not None
        answer = self._contested(pending, check, draw) if contested else self._escape(pending, check, draw)
        fight = self._with_roll(pending.target, check.trait) if check else self
        left = [each for each in fight.pending if each.key != key]
        if answer.is_tied:
            left.append(replace(pending, is_tied=True, rolled=answer.attack.facts()))
        fight = replace(fight, pending=tuple(left))
        thrown, struck = list[Effect](), 0
        if not answer.escaped and not answer.is_tied:
            fight, damage = fight._damage_of(pending, answer.attack, draw)
            struck = pending.struck
            thrown = [damage, *fight._further(pending.damage, struck, draw)]
        hit = Landing(
            target=pending.target,
            weapon=pending.weapon,
            damage=pending.damage,
            absorption=self.ruleset.absorption(self.fighter(pending.target).sheet, pending.weapon),
            is_lethal=pending.is_lethal,
            share=pending.share,
            struck=struck,
            added=self.ruleset.rolls.added(answer.attack),
            margin=answer.attack.margin or 0,
            called=pending.called,
            leaves=pending.leaves,
        )
        fight, blow = fight._landed(hit, thrown, draw)
        took = thrown[0] if thrown else None
        rules = ["D8" if contested else "C8", *(answer.defense.rules if answer.defense else ())]
        rules += self._reasons(answer.attack if took else None, took, blow)
        facts = {
            "pending": key,
            "by": pending.by,
            "target": pending.target,
            "weapon": pending.weapon.facts(),
            "attack": answer.attack.facts(),
            "how": how and how.value,
            "outcome": answer.defense and answer.defense.facts(),
            "escaped": answer.escaped,
            "tied": answer.is_tied,
            **damage_facts(thrown),
            **blow,
            "rules": list(dict.fromkeys(rules)),
        }
        return self._progress(fight, facts)

    def _escape(self, pending: Pending, check: Check | None, draw: Draw) -> Answer:
        """A defense against a hit from afar (C8)."""
        outcome = self.ruleset.rolls.resolve(check, draw) if check else None
        return Answer(pending.outcome, outcome, bool(outcome and outcome.success))

    def _contested(self, pending: Pending, check: Check | None, draw: Draw) -> Answer:
        """A dodge opposed to the attack, or the defense value in its place (D8, R9)."""
        rolls, attack = self.ruleset.rolls, pending.outcome
        if check is None:
            if pending.is_tied:
                return Answer(attack, None, escaped=True)
            judged = rolls.judge(replace(attack.check, difficulty=pending.defense), attack.throws)
            return Answer(judged, None, escaped=not judged.success)
        if pending.is_tied:
            attack = rolls.resolve(replace(attack.check, difficulty=None), draw)
        dodge = rolls.resolve(check.opposed, draw)
        won = None if attack.total == dodge.total else attack.total > dodge.total
        lost = None if won is None else not won
        return Answer(
            rolls.settle(replace(attack.check, difficulty=dodge.total), attack.throws, won=won),
            rolls.settle(replace(dodge.check, difficulty=attack.total), dodge.throws, won=lost),
            escaped=won is False,
            is_tied=won is None,
        )

    def _damage_of(self, pending: Pending, outcome: Outcome, draw: Draw) -> tuple[Self, Effect]:
        """The damage of a waiting attack: thrown now if no other of the same attack had to take it, and then the same
        for those that still wait, with the most extra dice of all of these (C3)."""
        if pending.thrown:
            return self, pending.thrown
        others = [each for each in self.pending if each.attack == pending.attack]
        damage = self._damage(pending.damage, [outcome, *(each.outcome for each in others)], draw)
        waiting = tuple(replace(each, thrown=damage) if each in others else each for each in self.pending)
        return replace(self, pending=waiting), damage
