"""Attacks: what is rolled with a weapon, what it does, and what stops it (C3, C5)."""

from dataclasses import dataclass

from rules.checks import Check
from rules.notation import Dice


@dataclass(frozen=True, slots=True)
class Attacks:
    """Which derived values attacks and defenses are, by key; `unarmed` is the key of the weapon of who has none."""

    enforces = ("C3", "C5")
    melee: str = "melee_attack"
    ranged: str = "ranged_attack"
    defense: str = "defense"
    unarmed: str = "unarmed"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack about to be made: its check against a defense, its damage dice, what absorbs them, and the points that
    the target has left. Enough for the exact odds of it, and for making it."""

    check: Check
    damage: Dice
    absorption: int
    points: int
