"""Exact odds of saving throws: one check a turn until the effect ends (R10)."""

from fractions import Fraction

from rules.checks import Check
from rules.rolls import Rolls


def ended_within(rolls: Rolls, check: Check, turns: int) -> Fraction:
    """The exact chance that an effect has ended by a saving throw within so many own turns of the affected one.

    Nothing else changes meanwhile. `turns` ≥ 0. Raises ValueError for a check without a difficulty.
    """
    chance = rolls.chance(check)
    ways, failures = chance.denominator**turns, (chance.denominator - chance.numerator) ** turns
    return Fraction(ways - failures, ways)
