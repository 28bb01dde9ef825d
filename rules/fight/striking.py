"""Attacks: on one or several, with one weapon or two, and hits that wait for a defense (C3–C9, P6)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, Unpack

from rules.attacks import Attack
from rules.checks import Outcome, Term
from rules.dice import Draw
from rules.effects import Effect, EffectKind
from rules.fight.aiming import Aim, Aiming, Grip, Swing, aimed, unspent
from rules.fight.landing import Hitting, Landing
from rules.fight.pending import Pending
from rules.fight.progress import Progress
from rules.gear import Weapon
from rules.mastery import let_through
from rules.notation import Dice
from rules.problems import Refused
from rules.ruleset.rolling import Given

Blows = list[dict[str, Any]]
"""What an attack comes to for each target."""


class Striking(Aiming, Hitting):
    """The actions of attack."""

    __slots__ = ()

    def attack(
        self,
        by: str,
        target: str | Aim | Sequence[Aim],
        weapon: Weapon | None,
        draw: Draw,
        *,
        modifier: int = 0,
        terms: Iterable[Term] = (),
        ranged: bool | None = None,
        spend: bool = True,
        is_lethal: bool | None = None,
        sweeps: bool = False,
        projectiles: int | None = None,
        **given: Unpack[Given],
    ) -> Progress:
        """One attack, with one throw, and its damage, thrown once, on those it hits (C3, C5, P6); unarmed without a
        weapon. A shot that hits somebody who may still defend does no damage yet (C8): `defend`.

        `is_lethal`: it is meant to kill; by default the blows of those who are not heroic are (C11). `spend`: it takes
        the attacker's turn and a major action (C2), once the fight has begun. `terms` are added to the check. `sweeps`:
        it is one roll against all these enemies, whom the attacker faces at once (D10); each failure lets one of them
        slip it. `projectiles`: how many a burst has, by default all that the weapon has; each that strikes does damage,
        the successes count for the first (D11).

        Facts: `by`, `weapon`, `damage` (dice as thrown, None if none were), `burst` (those of further projectiles, a
        list), `spent`, `majors` (left), `rules`; for one target what it comes to, for a sequence of them `blows`, a
        list of that: `target`, `outcome` (of the check), `defense` (what it had to reach; None while a dodge waits,
        D8), `hit` (so too), `shot` (why that, of a shot), `pending` (the key under which the hit waits), and what it
        does as in `harm`, 0 for a miss and while it waits. Raises Refused as `plan`, field "target" without targets or
        with one named twice, field "by" if the attacker cannot act now.
        """
        several = not isinstance(target, str | Aim)
        aims = [aimed(target)] if isinstance(target, str | Aim) else list(target)
        swing = self._swing(
            by, aims, weapon, ranged, is_lethal, modifier, tuple(terms), given, sweeps=sweeps, projectiles=projectiles
        )
        fight, cost = self._ready(by, spend=spend)
        fight, blows, thrown = fight._swung(swing, draw)
        rules = list(dict.fromkeys(rule for blow in blows for rule in blow.pop("rules")))
        told: Mapping[str, Any] = {"blows": blows} if several else blows[0]
        facts = {"by": by, "weapon": swing.weapon.facts(), **damage_facts(thrown), **told, **cost}
        return self._progress(fight, {**facts, "rules": rules})

    def attack_with_both(
        self,
        by: str,
        main: Grip,
        off: Grip,
        draw: Draw,
        *,
        modifier: int = 0,
        terms: Iterable[Term] = (),
        spend: bool = True,
        is_lethal: bool | None = None,
        **given: Unpack[Given],
    ) -> Progress:
        """A weapon in each hand, with what each is aimed at: both attacks in one major action, the main hand's first,
        or one attack where the table plays it so (C4). A surprise is the first one's (C6).

        Facts: `by`, `attacks`, each with `weapon` and the facts of an attack on one target; `spent`, `majors`, `rules`.
        Raises Refused as `attack`, and field "off".
        """
        extra = tuple(terms)
        swing, *_later = self._swings(by, main, off, is_lethal, modifier, extra, given)
        fight, cost = self._ready(by, spend=spend)
        attacks, rules = Blows(), list[str]()
        for hand, aim in self._hands(by, main, off):
            if attacks:  # the first one may have changed what the second is made against
                more = (*extra, hand.term)
                swing = fight._swing(by, [aim], hand.weapon, None, is_lethal, modifier, more, unspent(given))
            fight, blows, thrown = fight._swung(swing, draw)
            rules += blows[0].pop("rules")
            attacks.append({"weapon": swing.weapon.facts(), **damage_facts(thrown), **blows[0]})
        return self._progress(fight, {"by": by, "attacks": attacks, **cost, "rules": list(dict.fromkeys(rules))})

    def _ready(self, by: str, *, spend: bool) -> tuple[Self, dict[str, Any]]:
        """The major action of an attack spent. Raises Refused, field "by"."""
        problems = tuple(self._major_problems(self.fighter(by, "by"), spend=spend))
        if problems:
            raise Refused(*problems)
        return self._spent(by, spend=spend)

    def _swung(self, swing: Swing, draw: Draw) -> tuple[Self, Blows, list[Effect]]:
        """An attack thrown, judged against each target, its damage thrown if anybody has to take it now."""
        fight, outcomes = self._opened(swing), tuple(self._outcomes(swing, draw))
        lands = self._lands(swing, outcomes)
        waits = [
            self._is_dodged(aim) or (land and self._may_defend(aim.target, attack))
            for aim, attack, land in zip(swing.aims, swing.attacks, lands, strict=True)
        ]
        struck = [
            attack.struck if land and not wait else 0
            for attack, land, wait in zip(swing.attacks, lands, waits, strict=True)
        ]
        thrown = list[Effect]()
        if any(struck):
            hits = [outcome for outcome, land in zip(outcomes, lands, strict=True) if land]
            damage = swing.attacks[0].damage
            thrown = [self._damage(damage, hits, draw), *self._further(damage, max(struck), draw)]
        blows, group = Blows(), ""
        for at, (aim, attack, outcome) in enumerate(zip(swing.aims, swing.attacks, outcomes, strict=True)):
            pending = None
            if waits[at]:
                fight, pending = fight._waiting_hit(swing, aim, attack, outcome, thrown[0] if thrown else None, group)
                group = pending.attack
            hit = Landing(
                target=aim.target,
                weapon=swing.weapon,
                damage=attack.damage,
                absorption=attack.absorption,
                is_lethal=swing.is_lethal,
                share=aim.share,
                struck=struck[at],
                added=self.ruleset.rolls.added(outcome),
                margin=outcome.margin or 0,
                called=aim.called,
                leaves=swing.leaves,
            )
            fight, blow = fight._landed(hit, thrown, draw)
            facts = {
                "target": aim.target,
                "outcome": outcome.facts(),
                "defense": outcome.check.difficulty,
                "hit": None if outcome.check.difficulty is None else lands[at],
                "shot": attack.shot and attack.shot.facts(),
                "pending": pending and pending.key,
                **blow,
            }
            took = thrown[0] if struck[at] else None
            rules = [*self._reasons(outcome, took, blow), *["C7"] * bool(attack.shot), *_waiting_rules(pending)]
            blows.append({**facts, "rules": [*rules, *["D10"] * swing.sweeps]})
        return fight, blows, thrown

    def _outcomes(self, swing: Swing, draw: Draw) -> Iterator[Outcome]:
        """One throw, and what it means against each target (C3); nothing yet where a dodge was called for (D8)."""
        first = self.ruleset.rolls.resolve(swing.attacks[0].check, draw)
        for aim, attack in zip(swing.aims, swing.attacks, strict=True):
            check = replace(attack.check, difficulty=None) if self._is_dodged(aim) else attack.check
            yield self.ruleset.rolls.judge(check, first.throws)

    def _lands(self, swing: Swing, outcomes: Sequence[Outcome]) -> tuple[bool, ...]:
        """Whom an attack hits. Of several who are faced at once each failure lets one slip it, the first named first
        (D10)."""
        if not swing.sweeps:
            return tuple(bool(outcome.success) for outcome in outcomes)
        slipping = let_through(outcomes[0].margin or 0, len(outcomes))
        return tuple(at >= slipping for at in range(len(outcomes)))

    def _damage(self, damage: Dice, hits: Iterable[Outcome], draw: Draw) -> Effect:
        """The damage of an attack, with the most extra dice that any of its hits has (C3, R6)."""
        most = max(self.ruleset.rolls.added(outcome).dice for outcome in hits)
        return self.ruleset.effects.throw(EffectKind.DAMAGE, damage.with_extra(most), draw)

    def _may_defend(self, key: str, attack: Attack) -> bool:
        """Whether a target may still escape a hit: that of a shot which had not to reach its defense value, if it could
        act, surprised or not (C8)."""
        return attack.shot is not None and not self.condition(self.fighter(key)).out

    def _waiting_hit(
        self, swing: Swing, aim: Aim, attack: Attack, outcome: Outcome, damage: Effect | None, group: str
    ) -> tuple[Self, Pending]:
        """A hit that waits for its target's defense; `group`: the key that those of the same attack share, if any."""
        target = self.fighter(aim.target)
        key = f"{target.key}-{target.shots + 1}"
        pending = Pending(
            key=key,
            attack=group or key,
            by=swing.by,
            target=target.key,
            weapon=swing.weapon,
            damage=attack.damage,
            rolled=outcome.facts(),
            is_lethal=swing.is_lethal,
            share=aim.share,
            thrown=damage,
            defense=attack.check.difficulty if self._is_dodged(aim) else None,
            struck=attack.struck,
            called=aim.called,
            leaves=swing.leaves,
        )
        fight = self._with(replace(target, shots=target.shots + 1))
        return replace(fight, pending=(*self.pending, pending)), pending


def damage_facts(thrown: Sequence[Effect]) -> dict[str, Any]:
    """The damage of an attack as thrown, and that of the further projectiles of a burst (D11)."""
    damage = [each.facts() for each in thrown]
    return {"damage": damage[0] if damage else None, "burst": damage[1:]}


def _waiting_rules(pending: Pending | None) -> tuple[str, ...]:
    """The rule by which an attack waits for a defense."""
    if pending is None:
        return ()
    return ("C8",) if pending.defense is None else ("D8",)
