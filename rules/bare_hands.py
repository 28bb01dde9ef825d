"""Bare hands that hit as hard as somebody is strong (D8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.formula import Formula
from rules.gear import Weapon
from rules.messages import gettext_noop as _
from rules.notation import MAX_DICE, Dice
from rules.options import option


@dataclass(frozen=True, slots=True)
class BareHands:
    """How many six-sided dice bare hands throw; without a formula those of their row in the table of weapons."""

    enforces = ("D8",)
    dice: Formula | None = option("D8", _("Dice of unarmed damage (nothing: those of its weapon)"), None)  # noqa: RUF009 (a formula is frozen)

    def of(self, weapon: Weapon, values: Mapping[str, int]) -> Weapon:
        """The unarmed attack of someone with these values: at least one die."""
        if self.dice is None:
            return weapon
        return replace(weapon, damage=Dice.of(max(1, min(MAX_DICE, self.dice.evaluate(values)))))
