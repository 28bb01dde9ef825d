"""An attack before its dice: whom it is aimed at, what it has to reach and what helps it (C3, C4, C6, C7, C9)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self, Unpack

from rules.attack_odds import AttackOdds
from rules.attacks import ActiveDefense, Attack, Hand
from rules.blows import Share
from rules.checks import Check, Term
from rules.contests import contest
from rules.dice import Draw
from rules.fight.fighter import Fighter
from rules.fight.progress import Progress
from rules.fight.spending import Spending
from rules.gear import Weapon
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.opposed_odds import OpposedOdds, opposed_odds
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given
from rules.ruleset.striking import is_shot
from rules.shooting import Shot, place_of


@dataclass(frozen=True, slots=True)
class Aim:
    """One target of an attack, by key. `share`: how much of what passes its absorption it takes, as the GM says (C3).

    Of a shot also the key of its distance, of what the target is behind ("": nothing), whether it lies down (C7), and
    of an earlier shooter `beside` whom the attacker stands, as the GM says (C9). A weapon that serves both ways is shot
    or thrown if there is a distance.

    `called` is the key of a part of the body that it is aimed at (D15); `is_dodged`: the GM calls for a dodge in place
    of the defense value (D8).
    """

    target: str
    share: Share = Share.WHOLE
    band: str = ""
    cover: str = ""
    is_prone: bool = False
    beside: str | None = None
    called: str = ""
    is_dodged: bool = False


@dataclass(frozen=True, slots=True)
class Swing:
    """An attack about to be made: with what, meant to kill or not, at whom, and with what against each.

    `sweeps`: it is one roll against several enemies that are faced (D10). `leaves`: what begins on whom it hits (P2).
    """

    by: str
    weapon: Weapon
    is_lethal: bool
    aims: tuple[Aim, ...]
    attacks: tuple[Attack, ...]
    is_shot: bool
    sweeps: bool = False
    leaves: Lasting | None = None


Grip = tuple[Weapon, str | Aim]
"""A weapon in one of two hands, and what it is aimed at."""


class Aiming(Spending):
    """What can be known of attacks before they are made, and the surprise that opens one."""

    __slots__ = ()

    def plan(
        self,
        by: str,
        target: str | Aim,
        weapon: Weapon | None = None,
        *,
        modifier: int = 0,
        ranged: bool | None = None,
        terms: Iterable[Term] = (),
        enemies: int = 1,
        projectiles: int | None = None,
        **given: Unpack[Given],
    ) -> Attack:
        """The attack that `attack` would make on that target, one of so many `enemies` faced with one roll (D10), with
        so many `projectiles`, by default all of the weapon's (D11).

        Raises Refused: fields "by", "target", "modifier", "ranged", "band", "cover", "beside", "called", and those of
        what is `given`."""
        attacker, aim = self.fighter(by, "by"), aimed(target)
        victim, used = self.fighter(aim.target, "target"), weapon or self.ruleset.unarmed
        shot = None
        if ranged is None and aim.band:
            ranged = used.is_ranged
        if is_shot(used, ranged):
            shot = Shot(aim.band, aim.cover, aim.is_prone, place_of(victim.shot_from, by, aim.beside))
        terms = (*self._surprise(attacker, aim.target), *self._called(aim), *terms)
        attack = self.ruleset.attack_between(
            attacker.sheet,
            victim.sheet,
            weapon,
            modifier=modifier,
            ranged=ranged,
            shot=shot,
            terms=terms,
            projectiles=projectiles,
        )
        check = self.ruleset.sway(attack.check, attacker.sheet, **given)
        return replace(attack, check=self._hampered(attacker, check, enemies))

    def plan_both(
        self, by: str, main: Grip, off: Grip, *, modifier: int = 0, terms: Iterable[Term] = (), **given: Unpack[Given]
    ) -> tuple[Attack, ...]:
        """The attacks that `attack_with_both` would make. Raises Refused as `plan`, and field "off"."""
        swings = self._swings(by, main, off, None, modifier, tuple(terms), given)
        return tuple(attack for swing in swings for attack in swing.attacks)

    def attack_odds(
        self,
        by: str,
        target: str | Aim,
        weapon: Weapon | None = None,
        *,
        modifier: int = 0,
        ranged: bool | None = None,
        terms: Iterable[Term] = (),
        enemies: int = 1,
        projectiles: int | None = None,
        **given: Unpack[Given],
    ) -> AttackOdds:
        """The exact odds of an attack on one target, against its own defense value and before any active defense; where
        a dodge takes the place of that value, over both rolls (D8). Raises Refused as `plan`, and field "dodged"."""
        attack = self.plan(
            by,
            target,
            weapon,
            modifier=modifier,
            ranged=ranged,
            terms=terms,
            enemies=enemies,
            projectiles=projectiles,
            **given,
        )
        aim = aimed(target)
        if aim.is_dodged and not self.ruleset.attacks.is_dodged:
            raise Refused(no_dodge())
        return self.ruleset.attack_odds(attack, dodge=self._defense_of(aim.target) if self._is_dodged(aim) else None)

    def surprise(self, by: str, target: str, draw: Draw, *, modifier: int = 0, against: int = 0) -> Progress:
        """Stealth opposed by perception, once, before the attack: if the attacker wins, the next attack it makes gains
        by it against this target (C6). A tie is no surprise. `modifier` is the attacker's, `against` the target's.

        Facts: `by`, `target`, `contest`, `surprised`, `rules`. Raises Refused: field "by" for who is out of combat,
        field "target" if it was tried before in this encounter or is the attacker, field "surprise" where nobody can,
        field "modifier".
        """
        attacker = self.fighter(by, "by")
        stealth, perception = self.surprise_checks(by, target, modifier=modifier, against=against)
        problems = [*self._major_problems(attacker, spend=False)]
        if target in attacker.surprises or target == by:
            problems.append(Problem("tried", _("That was tried already, or cannot be."), "target", "C6"))
        if problems:
            raise Refused(*problems)
        found = contest(self.ruleset.rolls, [(by, stealth), (target, perception)], draw)
        surprised = found.winner == by
        now = replace(attacker, surprises={**attacker.surprises, target: surprised})
        fight = self._with(now)._with_roll(by)._with_roll(target)
        rules = list(dict.fromkeys(["C6", *found.side(by).rules, *found.side(target).rules]))
        facts = {"by": by, "target": target, "contest": found.facts(), "surprised": surprised}
        return self._progress(fight, {**facts, "rules": rules})

    def surprise_checks(self, by: str, target: str, *, modifier: int = 0, against: int = 0) -> tuple[Check, Check]:
        """The checks that `surprise` would throw: the attacker's and the target's. Raises Refused: fields "by",
        "target", "surprise" where nobody can, "modifier"."""
        attacker, victim = self.fighter(by, "by"), self.fighter(target, "target")
        stealth, perception = self.ruleset.surprise(attacker.sheet, victim.sheet, modifier=modifier, against=against)
        return self._hampered(attacker, stealth), self._hampered(victim, perception)

    def surprise_odds(self, by: str, target: str, *, modifier: int = 0, against: int = 0) -> OpposedOdds:
        """The exact odds to surprise, to tie, which is none, and to be noticed. Raises Refused as `surprise_checks`."""
        checks = self.surprise_checks(by, target, modifier=modifier, against=against)
        return opposed_odds(self.ruleset.rolls, *checks)

    def _swing(
        self,
        by: str,
        aims: Sequence[Aim],
        weapon: Weapon | None,
        ranged: bool | None,
        is_lethal: bool | None,
        modifier: int,
        terms: Sequence[Term],
        given: Given,
        *,
        sweeps: bool = False,
        projectiles: int | None = None,
    ) -> Swing:
        """The attack on all of these, with one throw. Raises Refused with every Problem of any of them."""
        attacker, used = self.fighter(by, "by"), weapon or self.ruleset.unarmed
        fired, enemies = used.projectiles if projectiles is None else projectiles, len(aims) if sweeps else 1
        attacks, problems = list[Attack](), list(self._manner_problems(aims, used, fired, sweeps=sweeps))
        if not aims or len({aim.target for aim in aims}) < len(aims):
            problems.append(Problem("targets", _("An attack needs targets, each named once."), "target", "C3"))
        if ranged is None and any(aim.band for aim in aims):
            ranged = used.is_ranged
        for aim in aims:
            try:
                attacks.append(
                    self.plan(
                        by,
                        aim,
                        weapon,
                        modifier=modifier,
                        ranged=ranged,
                        terms=terms,
                        enemies=enemies,
                        projectiles=projectiles,
                        **given,
                    )
                )
            except Refused as refused:
                problems += refused.problems
        if problems:
            raise Refused(*dict.fromkeys(problems))
        lethal = not attacker.is_heroic if is_lethal is None else is_lethal
        if sweeps:
            attacks = _against_the_strongest(attacks)
        return Swing(by, used, lethal, tuple(aims), tuple(attacks), is_shot(used, ranged), sweeps)

    def _swings(
        self,
        by: str,
        main: Grip,
        off: Grip,
        is_lethal: bool | None,
        modifier: int,
        terms: Sequence[Term],
        given: Given,
    ) -> tuple[Swing, ...]:
        """The attacks with two weapons; one attack is aimed where the main hand's is (C4). What is spent on a throw,
        a surprise, and what is forced on the next throw are the first attack's."""
        fight, swings = self, list[Swing]()
        for hand, aim in self._hands(by, main, off):
            more = (*terms, hand.term)
            swings.append(fight._swing(by, [aim], hand.weapon, None, is_lethal, modifier, more, given))
            fight, given = fight._opened(swings[-1]), unspent(given)
        return tuple(swings)

    def _hands(self, by: str, main: Grip, off: Grip) -> tuple[tuple[Hand, Aim], ...]:
        """Each hand with what it is aimed at (C4). Raises Refused, field "off"."""
        hands = self.ruleset.hands(self.fighter(by, "by").sheet, main[0], off[0])
        return tuple(zip(hands, (aimed(main[1]), aimed(off[1])), strict=False))

    def _surprise(self, attacker: Fighter, target: str) -> Iterator[Term]:
        """What an attack gains by surprise (C6)."""
        rule = self.ruleset.attacks.surprise
        if rule and attacker.surprises.get(target):
            yield Term("surprise", rule.bonus, "C6")

    def _called(self, aim: Aim) -> Iterator[Term]:
        """What aiming at a part of the body takes off (D15). Raises Refused, field "called"."""
        rules = self.ruleset.locations
        if not aim.called:
            return
        called = rules.find_called_shot(aim.called) if rules.counts else None
        if called is None:
            raise Refused(Problem("no_called_shot", _("Nobody aims at that here."), "called", "D15"))
        yield Term(called.key, called.modifier, "D15")

    def _is_dodged(self, aim: Aim) -> bool:
        """Whether a dodge takes the place of a target's defense value: the GM called for one, and it can act (D8)."""
        return aim.is_dodged and not self.condition(self.fighter(aim.target)).out

    def _defense_of(self, key: str, how: ActiveDefense = ActiveDefense.DODGE, modifier: int = 0) -> Check:
        """The active defense of a fighter against an attack that has not been rolled (C8, D8). Raises Refused, fields
        "how", "modifier"."""
        target = self.fighter(key)
        check = self.ruleset.active_defense(target.sheet, how, total=None, modifier=modifier)
        return self._hampered(target, check)

    def _manner_problems(
        self, aims: Sequence[Aim], weapon: Weapon, projectiles: int, *, sweeps: bool
    ) -> Iterator[Problem]:
        """Why an attack cannot be made in that manner: fields "dodged", "target", "projectiles" (D8, D10, D11)."""
        rules = self.ruleset.attacks
        if any(aim.is_dodged for aim in aims) and (sweeps or not rules.is_dodged):
            yield no_dodge()
        if sweeps and rules.mastery is None:
            yield Problem("no_sweep", _("These rules know no attack on all who are faced."), "target", "D10")
        if not 1 <= projectiles <= weapon.projectiles:
            message = _("That weapon shoots from 1 to %(most)s.")
            yield Problem("projectiles", message, "projectiles", "D11", {"most": weapon.projectiles})

    def _opened(self, swing: Swing) -> Self:
        """Once an attack is made: no surprise and no support is left to its attacker (C6, D9), and places of shots are
        known (C9)."""
        fight = self._with_roll(swing.by, swing.attacks[0].check.trait)
        attacker = fight.fighter(swing.by)
        fight = fight._with(replace(attacker, surprises=dict.fromkeys(attacker.surprises, False)))
        for aim in swing.aims if swing.is_shot else ():
            victim = fight.fighter(aim.target)
            place = place_of(victim.shot_from, swing.by, aim.beside)
            fight = fight._with(replace(victim, shot_from={**victim.shot_from, swing.by: place}))
        return fight


def _against_the_strongest(attacks: Sequence[Attack]) -> list[Attack]:
    """The same attacks, all of them against the highest of what they have to reach (D10)."""
    strongest = max(attack.check.difficulty or 0 for attack in attacks)
    return [replace(attack, check=replace(attack.check, difficulty=strongest)) for attack in attacks]


def unspent(given: Given) -> Given:
    """What is given for another throw of the same action: what was spent is gone (R13, D3)."""
    return {**given, "token": False, "protagonism": False}


def no_dodge() -> Problem:
    """That a dodge cannot take the place of the defense value (D8)."""
    return Problem("no_dodge", _("No dodge can be called for here."), "dodged", "D8")


def aimed(target: str | Aim) -> Aim:
    """The aim at a target named by its key alone."""
    return Aim(target) if isinstance(target, str) else target
