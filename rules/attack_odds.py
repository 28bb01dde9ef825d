"""Exact odds of an attack: to hit, to hurt, to bring down, and what it does on the average (C3, C5, D8, R11)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from rules.checks import Check
from rules.effect_odds import EffectOdds, Sums
from rules.notation import SCALE_SIDES, Dice, Group
from rules.rolls import Hits, Rolls

MOST_SHOWN = 100
"""Chances of damage that are given unless more are asked for."""
WHOLE, UNSEEN = 50, 10**30
"""Beyond sums of so much, what one hit in so many adds is no longer looked into: where kept dice explode, each degree
is forty times as rare as the last, and 400 points would ask for sixty of them in numbers of ten thousand digits."""
EXTRA = Group(1, SCALE_SIDES)
"""Each die that a success adds (R6)."""


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
    """The odds of an attack with this check; the rest as in `odds_of_hits`. Raises ValueError if the check has no
    difficulty."""
    hits = hits_of(rolls, check)
    return odds_of_hits(hits, damage, absorption=absorption, points=points, explodes=explodes, up_to=up_to)


def hits_of(rolls: Rolls, check: Check) -> Hits:
    """How an attack with this check hits. Raises ValueError if it has no difficulty."""
    return Hits(rolls.chance(check), rolls.mean_added(check), rolls.hits(check))


def odds_of_hits(
    hits: Hits,
    damage: Dice,
    *,
    absorption: int,
    points: int,
    explodes: bool,
    up_to: int | None = None,
) -> AttackOdds:
    """The odds of an attack that hits so, on someone with so much absorption and so many points left.

    `explodes`: damage dice do (R11). `up_to` is the length of `passing`, by default the points or MOST_SHOWN.

    Ways to hit are taken one by one, what each adds being put to sums in whole numbers, until none is left, what it
    adds passes every total asked for, or for many points only one hit in UNSEEN adds so much (what is left counts as
    passing them all): a fraction of a millisecond for the usual bonuses and points.
    """
    shown = min(points, MOST_SHOWN) if up_to is None else up_to
    spared = absorption - damage.bonus  # the highest sum of dice that does nothing
    length = max(1, spared + 1, spared + points, spared + shown)
    counts, scale = _mixed(hits, damage, length, explodes=explodes)

    def below(passed: int) -> Fraction:
        return Fraction(sum(counts[: max(0, spared + passed)]) if passed > 0 else 0, scale)

    mean_extra = hits.mean.dice * EffectOdds(Dice((EXTRA,)), explodes).mean + hits.mean.points
    full = hits.chance * (EffectOdds(damage, explodes).mean - absorption) + mean_extra
    wasted = Fraction(sum((spared - total) * counts[total] for total in range(max(0, spared))), scale)
    exact = [counts[total] if total >= 0 else 0 for total in range(spared + 1, spared + shown)]
    passing = (below(1), *(Fraction(count, scale) for count in exact)) if shown > 0 else ()
    chance = hits.chance
    return AttackOdds(chance, chance - below(1), chance - below(points), full + wasted, passing)


def _mixed(hits: Hits, damage: Dice, length: int, *, explodes: bool) -> tuple[list[int], int]:
    """The chance of a hit whose dice and extra points sum up to n: counts[n] / scale, for n below `length`."""
    counts = [0] * length
    ways = list(_each_way(hits, damage, length, explodes=explodes))
    if not ways:
        return counts, 1
    scale, shares = ways[-1][1].scale, lcm(*(chance.denominator for chance, _sums, _points in ways))
    for chance, sums, points in ways:
        share = int(chance * shares) * (scale // sums.scale)
        for total in range(points, length):
            counts[total] += share * sums.counts[total - points]
    return counts, scale * shares


def _each_way(hits: Hits, damage: Dice, length: int, *, explodes: bool) -> Iterator[tuple[Fraction, Sums, int]]:
    """Each way to hit: its chance, the sums of its dice and the points added to them, while these matter."""
    sums, dice = Sums.nothing(length).plus(damage, explodes=explodes), 0
    for chance, added in hits.ways:
        for _die in range(added.dice - dice):
            sums = sums.plus_one(EXTRA, explodes=explodes)
        dice = added.dice
        if not any(sums.counts[: max(0, length - added.points)]):
            return
        if length > WHOLE and chance * UNSEEN < hits.chance:
            return
        yield chance, sums, added.points
