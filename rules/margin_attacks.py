"""Attacks whose margin is damage (D8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.formula import Formula
from rules.gear import Weapon, WeaponKind
from rules.messages import gettext_noop as _
from rules.notation import MAX_DICE, Dice
from rules.options import option


@dataclass(frozen=True, slots=True)
class MarginAttacks:
    """Which derived values attacks and defenses are, by key; `unarmed` is the key of the weapon of who has none."""

    melee: str = "melee_attack"
    ranged: str = "ranged_attack"
    defense: str = "defense"
    active_defense: str = "active_defense"
    unarmed: str = "unarmed"
    unarmed_dice: Formula | None = option("D8", _("Dice of unarmed damage (nothing: its weapon's)"), None)  # noqa: RUF009 (a formula is frozen)

    def bare_handed(self, weapon: Weapon, values: Mapping[str, int]) -> Weapon:
        """The unarmed attack of someone with these values: its row, or as many dice as the formula says, at least 1."""
        if self.unarmed_dice is None:
            return weapon
        count = max(1, min(MAX_DICE, self.unarmed_dice.evaluate(values)))
        return replace(weapon, damage=Dice.of(count))

    def tires(self, kind: WeaponKind) -> bool:
        """Whether a weapon of that kind takes stamina before hit points."""
        return kind is WeaponKind.BLUNT


def damage(margin: int, weapon: int, armor: int, *, mastery: int = 0) -> int:
    """The points that a hit comes to: its final margin (D9, D10), weapon and mastery damage, less armor, at least 0."""
    return max(0, margin + weapon + mastery - armor)
