"""Exact odds of an attack: to hit, to hurt, to bring down, and what it does on the average (C3, C5, R11)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Protocol

from rules.checks import Check
from rules.effect_odds import EffectOdds, Sums
from rules.notation import SCALE_SIDES, Dice, Group

MOST_SHOWN = 100
"""Chances of damage that are given unless more are asked for."""
EXTRA = Group(1, SCALE_SIDES)
"""The die that each degree of a critical adds (R6)."""


class Rolls(Protocol):
    """What the odds of an attack ask of a dice system."""

    def reaches(self, check: Check, degree: int) -> Fraction: ...
    def mean_degrees(self, check: Check) -> Fraction: ...


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """`hits`; `takes`: at least one point is lost; `drops`: the points reach 0; all exact.

    `mean` is that of what passes the absorption, a miss being 0, not cut at the points there are. `passing[n]` is the
    chance that the attack hits and exactly n points pass; with as many of them as there are points, `drops` is the
    rest of the hits.
    """

    hits: Fraction
    takes: Fraction
    drops: Fraction
    mean: Fraction
    passing: tuple[Fraction, ...]

    @property
    def overall(self) -> tuple[Fraction, ...]:
        """The chance that exactly n points pass, n from 0 on; a miss is 0 points."""
        return (self.passing[0] + 1 - self.hits, *self.passing[1:]) if self.passing else ()

    @property
    def given_hit(self) -> tuple[Fraction, ...]:
        """The chance that exactly n points pass if the attack hits, n from 0 on; empty if it cannot hit."""
        return tuple(chance / self.hits for chance in self.passing) if self.hits else ()


def attack_odds(
    rolls: Rolls,
    check: Check,
    damage: Dice,
    *,
    absorption: int,
    points: int,
    explodes: bool,
    up_to: int | None = None,
) -> AttackOdds:
    """The odds of an attack with this check against someone with so much absorption and so many points left.

    `explodes`: damage dice do (R11). `up_to` is the length of `passing`, by default the points or MOST_SHOWN. Raises
    ValueError if the check has no difficulty.

    Degrees are taken one by one, each adding one d6 to sums in whole numbers, until it cannot be reached or its dice
    alone pass every total asked for: a fraction of a millisecond for the usual bonuses and points.
    """
    shown = min(points, MOST_SHOWN) if up_to is None else up_to
    spared = absorption - damage.bonus  # the highest sum of dice that does nothing
    length = max(1, spared + 1, spared + points, spared + shown)
    hits = rolls.reaches(check, 0)
    counts, scale = _mixed(rolls, check, damage, length, explodes=explodes)

    def below(passed: int) -> Fraction:
        return Fraction(sum(counts[: max(0, spared + passed)]) if passed > 0 else 0, scale)

    mean_extra = EffectOdds(Dice((EXTRA,)), explodes).mean
    full = hits * (EffectOdds(damage, explodes).mean - absorption) + rolls.mean_degrees(check) * mean_extra
    wasted = Fraction(sum((spared - total) * counts[total] for total in range(max(0, spared))), scale)
    exact = [counts[total] if total >= 0 else 0 for total in range(spared + 1, spared + shown)]
    passing = (below(1), *(Fraction(count, scale) for count in exact)) if shown > 0 else ()
    return AttackOdds(hits, hits - below(1), hits - below(points), full + wasted, passing)


def _mixed(rolls: Rolls, check: Check, damage: Dice, length: int, *, explodes: bool) -> tuple[list[int], int]:
    """The chance of a hit whose dice, its degrees' included, sum up to n: counts[n] / scale, for n below `length`."""
    counts = [0] * length
    steps = list(_by_degree(rolls, check, damage, length, explodes=explodes))
    if not steps:
        return counts, 1
    scale, ways = steps[-1][1].scale, lcm(*(chance.denominator for chance, _sums in steps))
    for chance, sums in steps:
        share = int(chance * ways) * (scale // sums.scale)
        for total, count in enumerate(sums.counts):
            counts[total] += share * count
    return counts, scale * ways


def _by_degree(
    rolls: Rolls, check: Check, damage: Dice, length: int, *, explodes: bool
) -> Iterator[tuple[Fraction, Sums]]:
    """Each degree's chance with the sums of its dice, while both matter."""
    sums = Sums.nothing(length).plus(damage, explodes=explodes)
    degree, chance = 0, rolls.reaches(check, 0)
    while chance and any(sums.counts):
        degree += 1
        higher = rolls.reaches(check, degree)
        if chance > higher:
            yield chance - higher, sums
        sums, chance = sums.plus_one(EXTRA, explodes=explodes), higher
