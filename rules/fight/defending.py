"""Active defenses: from a hit from afar (C8), in place of the defense value (D8), from several at once (D10)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self, Unpack

from rules.attacks import ActiveDefense
from rules.checks import Check, Outcome, Term
from rules.defense_odds import against_total, not_escaped, through_odds
from rules.dice import Draw
from rules.effects import Effect
from rules.fight.aiming import Aim, aimed
from rules.fight.landing import Landing
from rules.fight.pending import Pending
from rules.fight.progress import Progress
from rules.fight.striking import Striking, damage_facts
from rules.gear import Weapon
from rules.mastery import let_through
from rules.messages import gettext_noop as _
from rules.odds import NONE, ONE
from rules.opposed_odds import OpposedOdds, opposed_odds
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
        fight, facts = fight._answered(pending, answer, draw)
        why = ["D8" if contested else "C8", *(answer.defense.rules if answer.defense else ()), *facts.pop("rules")]
        told = {"how": how and how.value, "outcome": answer.defense and answer.defense.facts()}
        return self._progress(fight, {**facts, **told, "rules": list(dict.fromkeys(why))})

    def defense_odds(self, key: str, how: ActiveDefense, *, modifier: int = 0, **given: Unpack[Given]) -> OpposedOdds:
        """The exact odds of the defense that `defend` would throw, the attack's total being known: to escape, to tie
        (D8 alone: to reach a shooter's total is enough, C8), to be hit. Raises Refused as `defense`."""
        pending = self.waiting(key)
        check = self.defense(key, how, modifier=modifier, **given)
        if pending.defense is not None:
            return against_total(self.ruleset.rolls, check, pending.outcome.total)
        escapes = self.ruleset.rolls.chance(check)
        return OpposedOdds(escapes, NONE, ONE - escapes)

    def defended_odds(
        self,
        by: str,
        target: str | Aim,
        weapon: Weapon | None = None,
        how: ActiveDefense = ActiveDefense.DODGE,
        *,
        modifier: int = 0,
        against: int = 0,
        ranged: bool | None = None,
        terms: Iterable[Term] = (),
        projectiles: int | None = None,
        **given: Unpack[Given],
    ) -> OpposedOdds:
        """The exact odds that an attack hits its target, ties, or misses, over its own roll and that of the active
        defense which the target has against it: from a shot (C8), or where a dodge was called for (D8). `modifier` is
        the attacker's, `against` the target's. Raises Refused as `plan` and `defend`, and field "how" where the target
        has none."""
        aim, rolls = aimed(target), self.ruleset.rolls
        attack = self.plan(
            by, aim, weapon, modifier=modifier, ranged=ranged, terms=terms, projectiles=projectiles, **given
        )
        is_dodged = self.ruleset.attacks.is_dodged and self._is_dodged(aim)
        if not (is_dodged or self._may_defend(aim.target, attack)):
            raise Refused(Problem("no_defense", _("They can only rely on their defense value."), "how", "C8"))
        defense = self._defense_of(aim.target, how, against)
        if is_dodged:
            return opposed_odds(rolls, attack.check, defense)
        hits = not_escaped(rolls, attack.check, defense)
        return OpposedOdds(hits, NONE, ONE - hits)

    def dodge_check(
        self,
        target: str,
        keys: Collection[str] | None = None,
        *,
        modifier: int = 0,
        knows_total: bool = True,
        **given: Unpack[Given],
    ) -> Check:
        """The check that `dodge_all` would throw; without its difficulty if whoever asks may not know the total (S1).
        Raises Refused as it does."""
        faced = self._faced(target, keys)
        total = _strongest(faced).outcome.total if knows_total else None
        fighter = self.fighter(target, "target")
        check = self.ruleset.active_defense(fighter.sheet, ActiveDefense.DODGE, total=total, modifier=modifier)
        return self._hampered(fighter, self.ruleset.sway(check, fighter.sheet, **given), len(faced))

    def dodge_all(
        self,
        target: str,
        draw: Draw,
        keys: Collection[str] | None = None,
        *,
        modifier: int = 0,
        **given: Unpack[Given],
    ) -> Progress:
        """One dodge from several enemies whose attacks wait for it, by default from all, each with the first of its
        own: rolled against the strongest, that of the highest total (D10).

        Each failure lets one of them through, the strongest first, at most all; equal is enough to escape. Who gets
        through adds to its damage what its own total has over the dodge's, if anything (D8).

        Facts: `target`, `how`, `outcome` (of the dodge), `strongest` (the key of that attack), `faced` (how many),
        `through` (how many get through), `blows`, in the order in which they waited, each as of `defend`, `rules`.
        Raises Refused: fields "target", "pending", "modifier", and those of what is `given`.
        """
        check = self.dodge_check(target, keys, modifier=modifier, **given)
        faced = self._faced(target, keys)
        strongest, rolls = _strongest(faced), self.ruleset.rolls
        thrown = rolls.resolve(check.opposed, draw)
        by = thrown.total - strongest.outcome.total
        dodge = rolls.settle(replace(thrown.check, difficulty=strongest.outcome.total), thrown.throws, won=by >= 0)
        through = sorted(faced, key=lambda each: -each.outcome.total)[: let_through(by, len(faced))]
        fight, blows, rules = self._with_roll(target, check.trait), list[dict[str, Any]](), ["D10", *dodge.rules]
        for each in faced:
            attack, over = each.outcome, each.outcome.total - thrown.total
            rolled = replace(attack.check, difficulty=thrown.total)
            settled = rolls.settle(rolled, attack.throws, won=over > 0 if over else None)
            fight, blow = fight._answered(each, Answer(settled, dodge, escaped=each not in through), draw)
            rules += blow.pop("rules")
            blows.append(blow)
        facts = {
            "target": target,
            "how": ActiveDefense.DODGE.value,
            "outcome": dodge.facts(),
            "strongest": strongest.key,
            "faced": len(faced),
            "through": len(through),
            "blows": blows,
        }
        return self._progress(fight, {**facts, "rules": list(dict.fromkeys(rules))})

    def dodge_odds(
        self, target: str, keys: Collection[str] | None = None, *, modifier: int = 0, **given: Unpack[Given]
    ) -> tuple[Fraction, ...]:
        """How likely it is that exactly n of the enemies get through `dodge_all`, n from 0 on, once their totals are
        known. Raises Refused as it does."""
        check, faced = self.dodge_check(target, keys, modifier=modifier, **given), self._faced(target, keys)
        return through_odds(self.ruleset.rolls, check, _strongest(faced).outcome.total, len(faced))

    def _faced(self, target: str, keys: Collection[str] | None) -> tuple[Pending, ...]:
        """The attacks on a fighter that one dodge answers: of those named, or of all, the first of each attacker that
        waits for a dodge and is not tied. Raises Refused, field "pending"."""
        if self.ruleset.attacks.mastery is None:
            message = _("These rules know no dodge from all who are faced.")
            raise Refused(Problem("no_sweep", message, "pending", "D10"))
        waiting = [
            each
            for each in self.pending
            if each.target == target and each.defense is not None and not each.is_tied
            if keys is None or each.key in keys
        ]
        first = {each.by: each for each in reversed(waiting)}
        faced = tuple(each for each in waiting if first[each.by] is each)
        if len(faced) < max(2, len(keys or ())):
            message = _("One dodge answers two enemies or more, one attack of each that waits for it.")
            raise Refused(Problem("no_crowd", message, "pending", "D10"))
        return faced

    def _answered(self, pending: Pending, answer: Answer, draw: Draw) -> tuple[Self, dict[str, Any]]:
        """An attack that waits no more, unless it is tied: its damage thrown, and taken, if the target did not escape.

        Facts: `pending`, `by`, `target`, `weapon`, `attack`, `escaped`, `tied`, `damage`, `burst`, what it does as in
        `attack`, `rules`.
        """
        left = [each for each in self.pending if each.key != pending.key]
        if answer.is_tied:
            left.append(replace(pending, is_tied=True, rolled=answer.attack.facts()))
        fight = replace(self, pending=tuple(left))
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
        facts = {
            "pending": pending.key,
            "by": pending.by,
            "target": pending.target,
            "weapon": pending.weapon.facts(),
            "attack": answer.attack.facts(),
            "escaped": answer.escaped,
            "tied": answer.is_tied,
            **damage_facts(thrown),
            **blow,
        }
        return fight, {**facts, "rules": list(self._reasons(answer.attack if took else None, took, blow))}

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


def _strongest(attacks: Sequence[Pending]) -> Pending:
    """The attack of the highest total, the first of those that have it (D10)."""
    return max(attacks, key=lambda each: each.outcome.total)
