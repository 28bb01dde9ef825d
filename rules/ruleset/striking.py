"""What a sheet brings to an attack, on either side (C3–C9, P6, W2)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rules.attack_odds import AttackOdds, hits_of, odds_of_hits
from rules.attacks import ActiveDefense, Attack, Hand
from rules.burst_odds import burst_odds
from rules.bursts import strikes
from rules.checks import MODIFIERS, Check, CheckKind, Term
from rules.defense_odds import dodged_hits
from rules.dice import Draw
from rules.effect_odds import EffectOdds
from rules.effects import Effect, EffectKind
from rules.gear import Weapon
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Rolling, bad_modifier
from rules.sheet import Sheet
from rules.shooting import Shot


class Striking(Rolling):
    """Attacks of a sheet on another."""

    __slots__ = ()

    def attack(
        self,
        sheet: Sheet,
        weapon: Weapon | None,
        *,
        defense: int,
        modifier: int = 0,
        ranged: bool | None = None,
        terms: Iterable[Term] = (),
    ) -> Check:
        """The check of an attack against a defense (C3); without a weapon unarmed. `terms`: what the moment adds.

        `ranged`: how a weapon that serves both ways is used; by default it is shot or thrown only if it must be.
        A fixed attack (P6) is never unskilled, and weapons add nothing to it. Raises Refused: fields "ranged",
        "modifier".
        """
        weapon = weapon or self.unarmed
        problems = tuple(_attack_problems(weapon, modifier, ranged))
        if problems:
            raise Refused(*problems)
        key = self.attacks.ranged if is_shot(weapon, ranged) else self.attacks.melee
        before, after = Term("weapon", weapon.attack, "W2"), Term("modifier", modifier, "R2")
        extra = tuple(term for term in (before, *terms, after) if term.value)
        check = self._derived_check(sheet, key, CheckKind.SKILL, extra, defense)
        return replace(check, mastery=self.grade(sheet, weapon.key).successes)

    def damage(self, sheet: Sheet, weapon: Weapon | None) -> Dice:
        """The damage dice of someone with a weapon: fixed (P6), or the weapon's, or bare hands' (C3, D8), and what
        mastery adds to them (D10)."""
        if sheet.damage:
            return sheet.damage
        used = self.bare_hands(sheet) if weapon is None or weapon.key == self.attacks.unarmed else weapon
        return replace(used.damage, bonus=used.damage.bonus + self.grade(sheet, used.key).damage)

    def bare_hands(self, sheet: Sheet) -> Weapon:
        """What somebody without a weapon attacks with (C3, D8)."""
        rule = self.attacks.bare_hands
        if rule is None or rule.dice is None:
            return self.unarmed
        return rule.of(self.unarmed, self._named(rule.dice, sheet))

    def absorption(self, sheet: Sheet, weapon: Weapon | None = None) -> int:
        """What is taken off the damage of a hit with that weapon: fixed (P6) or by armor (C3, W2)."""
        if weapon and weapon.ignores_absorption:
            return 0
        return sheet.fixed.get("absorption", sheet.absorption)

    def harm_of(self, effect: Lasting, sheet: Sheet, draw: Draw) -> tuple[Effect | None, int]:
        """What an effect does to somebody each time: its dice as thrown, if it has any, and the points that pass the
        absorption (T1, D12)."""
        thrown = self.effects.throw(EffectKind.DAMAGE, effect.harm, draw) if effect.harm else None
        amount = effect.points + (thrown.total if thrown else 0)
        absorption = 0 if effect.ignores_absorption else max(0, self.absorption(sheet))
        return thrown, max(0, amount - absorption)

    def attack_between(
        self,
        by: Sheet,
        target: Sheet,
        weapon: Weapon | None,
        *,
        modifier: int = 0,
        ranged: bool | None = None,
        shot: Shot | None = None,
        terms: Iterable[Term] = (),
        projectiles: int | None = None,
    ) -> Attack:
        """An attack of one on another, ready to be made or to be asked for its odds; `projectiles`: those of a burst,
        by default all that the weapon has (D11).

        Where the rules tell shots apart these are helped by what they give, and where they have distances a shot has
        to reach what the distance and the target's cover say instead of the defense value (C7). Raises Refused as
        `attack`, and fields "band", "cover".
        """
        shooting, used, difficulty = self.attacks.shooting, weapon or self.unarmed, None
        defense = self.value(target, self.attacks.defense)
        if shooting and is_shot(used, ranged):
            shot = shot or Shot()
            problems = (*_attack_problems(used, modifier, ranged), *shooting.shot_problems(used, shot))
            if problems:
                raise Refused(*problems)
            terms = (*shooting.help(shot), *terms)
            difficulty = shooting.difficulty(used, shot)
            defense = difficulty.total if difficulty else defense
        check = self.attack(by, weapon, defense=defense, modifier=modifier, ranged=ranged, terms=terms)
        absorption = self.absorption(target, weapon)
        points = self.injuries.left(self.body(target), used.kind)
        struck = self.struck(target, used.projectiles if projectiles is None else projectiles)
        return Attack(check, self.damage(by, weapon), absorption, points, difficulty, struck)

    def hands(self, sheet: Sheet, main: Weapon, off: Weapon) -> tuple[Hand, ...]:
        """The attacks of someone with a weapon in each hand, the main hand's first (C4): two, or where the table plays
        it so one, with the weapon of the higher mean damage. Raises Refused, field "off", where nobody can.
        """
        both = self.attacks.two_weapons
        if both is None:
            raise Refused(Problem("one_weapon", _("These rules know no fighting with two weapons."), "off", "C4"))
        if both.is_one_attack:
            weapon = max(main, off, key=lambda each: self._mean(self.damage(sheet, each)))
            return (Hand(weapon, Term("two_weapons", both.bonus, "C4")),)
        return Hand(main, Term("two_weapons", both.main, "C4")), Hand(off, Term("two_weapons", both.off, "C4"))

    def surprise(self, by: Sheet, target: Sheet, *, modifier: int = 0, against: int = 0) -> tuple[Check, Check]:
        """The opposed checks that say whether an attack comes by surprise: the attacker's, the target's (C6, R9).

        `modifier` is the attacker's, `against` the target's. Raises Refused: field "surprise" where the rules have
        none or the campaign lacks the skill, field "modifier".
        """
        rule = self.attacks.surprise
        if rule is None or not self.find_skill(rule.stealth):
            raise Refused(Problem("no_surprise", _("Nobody is taken by surprise here."), "surprise", "C6"))
        stealth = self.check(by, rule.stealth, modifier=modifier)
        return stealth.opposed, self.check(target, rule.perception, modifier=against).opposed

    def active_defenses(self, sheet: Sheet) -> tuple[ActiveDefense, ...]:
        """What someone may still do against a hit from afar: only a shield blocks (C8). In place of the defense value
        everybody can only dodge (D8)."""
        blocks = sheet.shield and not self.attacks.is_dodged
        return (ActiveDefense.DODGE, ActiveDefense.BLOCK) if blocks else (ActiveDefense.DODGE,)

    def active_defense(self, sheet: Sheet, how: ActiveDefense, *, total: int | None, modifier: int = 0) -> Check:
        """The check of an active defense against a shooter's total (C8); None where it is not known yet (S1).

        Raises Refused: fields "how", "modifier".
        """
        problems = []
        if how not in self.active_defenses(sheet):
            problems.append(Problem("no_shield", _("Without a shield nobody blocks."), "how", "C8"))
        if modifier not in MODIFIERS:
            problems.append(bad_modifier())
        if problems:
            raise Refused(*problems)
        shield = Term("shield", sheet.shield if how is ActiveDefense.BLOCK else 0, "C8")
        extra = tuple(term for term in (shield, Term("modifier", modifier, "R2")) if term.value)
        return self._derived_check(sheet, self.attacks.active_defense, CheckKind.SKILL, extra, total)

    def attack_odds(self, attack: Attack, up_to: int | None = None, *, dodge: Check | None = None) -> AttackOdds:
        """The exact odds of an attack; `up_to`: how many chances of damage to give (see `rules.attack_odds`). Of one
        that is opposed by a `dodge` in place of the defense value those over both rolls (D8): a tie hits nobody."""
        explodes, struck = EffectKind.DAMAGE in self.effects.explode, attack.struck
        check = attack.check
        odds = odds_of_hits(
            dodged_hits(self.rolls, check, dodge) if dodge else hits_of(self.rolls, check),
            attack.damage,
            absorption=attack.absorption,
            points=attack.points,
            explodes=explodes,
            up_to=max(1, attack.points, up_to or 0) if struck > 1 else up_to,
        )
        if struck < 2:
            return odds
        return burst_odds(
            odds,
            attack.damage,
            further=struck - 1,
            absorption=attack.absorption,
            points=attack.points,
            explodes=explodes,
            up_to=up_to,
        )

    def struck(self, target: Sheet, projectiles: int) -> int:
        """How many projectiles of a hit strike, by the mastery the target fights with; one where the rules know no
        bursts (D11)."""
        if self.attacks.mastery is None or projectiles < 2:
            return 1
        return strikes(projectiles, self.grade(target).rev)

    def _mean(self, damage: Dice) -> Fraction:
        return EffectOdds(damage, EffectKind.DAMAGE in self.effects.explode).mean


def is_shot(weapon: Weapon, ranged: bool | None) -> bool:
    """Whether an attack is a ranged one: as one says, or else if the weapon is not for close combat."""
    return not weapon.melee if ranged is None else ranged


def _attack_problems(weapon: Weapon, modifier: int, ranged: bool | None) -> Iterator[Problem]:
    if ranged and not weapon.is_ranged:
        yield Problem("not_ranged", _("That weapon is neither shot nor thrown."), "ranged", "C7")
    if ranged is False and not weapon.melee:
        yield Problem("not_melee", _("That weapon is not for close combat."), "ranged", "C3")
    if modifier not in MODIFIERS:
        yield bad_modifier()
