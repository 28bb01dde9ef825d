"""Exact odds of saving throws: one check a turn until the effect ends (R10)."""

from fractions import Fraction

from rules.checks import Check
from rules.rolls import Rolls


def ended_within(rolls: Rolls, check: Check, turns: int) -> Fraction:
    """The exact chance that an effect has ended by a saving throw within so many own turns of the affected one.

    Nothing else changes meanwhile. `turns` ≥ 0. Raises ValueError for a check without a difficulty.
    """
    success, ways = rolls.chance(check).as_integer_ratio()
    all_ways = ways**turns
    return Fraction(all_ways - (ways - success) ** turns, all_ways)
