"""What a sheet brings to an attack, on either side (C3, P6, W2)."""

from rules.attack_odds import AttackOdds, attack_odds
from rules.attacks import Attack
from rules.checks import MODIFIERS, Check, CheckKind, Term
from rules.effects import EffectKind
from rules.gear import Weapon
from rules.notation import Dice
from rules.problems import Refused
from rules.ruleset.rolling import Rolling, bad_modifier
from rules.sheet import Sheet


class Striking(Rolling):
    """Attacks of a sheet on another."""

    __slots__ = ()

    def attack(
        self, sheet: Sheet, weapon: Weapon | None, *, defense: int, modifier: int = 0, ranged: bool | None = None
    ) -> Check:
        """The check of an attack against a defense (C3); without a weapon unarmed.

        `ranged`: how a weapon that serves both ways is used; by default it is shot or thrown only if it must be.
        A fixed attack (P6) is never unskilled, and weapons add nothing to it. Raises Refused: field "modifier".
        """
        if modifier not in MODIFIERS:
            raise Refused(bad_modifier())
        weapon = weapon or self.unarmed
        is_shot = not weapon.melee if ranged is None else ranged
        extra = [Term(key, value) for key, value in (("weapon", weapon.attack), ("modifier", modifier)) if value]
        key = self.attacks.ranged if is_shot else self.attacks.melee
        return self._derived_check(sheet, key, CheckKind.SKILL, tuple(extra), defense)

    def damage(self, sheet: Sheet, weapon: Weapon | None) -> Dice:
        """The damage dice of someone with a weapon: fixed (P6), the weapon's, or unarmed (C3)."""
        return sheet.damage or (weapon or self.unarmed).damage

    def absorption(self, sheet: Sheet, weapon: Weapon | None = None) -> int:
        """What is taken off the damage of a hit with that weapon: fixed (P6) or by armor (C3, W2)."""
        if weapon and weapon.ignores_absorption:
            return 0
        return sheet.fixed.get("absorption", sheet.absorption)

    def attack_between(
        self, by: Sheet, target: Sheet, weapon: Weapon | None, *, modifier: int = 0, ranged: bool | None = None
    ) -> Attack:
        """An attack of one on another, ready to be made or to be asked for its odds. Raises Refused as `attack`."""
        defense = self.value(target, self.attacks.defense)
        check = self.attack(by, weapon, defense=defense, modifier=modifier, ranged=ranged)
        absorption = self.absorption(target, weapon)
        return Attack(check, self.damage(by, weapon), absorption, self.points(target, self.injuries.pool))

    def attack_odds(self, attack: Attack, up_to: int | None = None) -> AttackOdds:
        """The exact odds of an attack; `up_to`: how many chances of damage to give (see `rules.attack_odds`)."""
        return attack_odds(
            self.rolls,
            attack.check,
            attack.damage,
            absorption=attack.absorption,
            points=attack.points,
            explodes=EffectKind.DAMAGE in self.effects.explode,
            up_to=up_to,
        )
