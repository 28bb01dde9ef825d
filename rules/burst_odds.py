"""Exact odds of a burst: the first projectile with the successes, each further one with its own damage (D11)."""

from fractions import Fraction
from math import lcm

from rules.attack_odds import MOST_SHOWN, AttackOdds
from rules.effect_odds import EffectOdds, Sums
from rules.notation import Dice


def burst_odds(
    first: AttackOdds,
    damage: Dice,
    *,
    further: int,
    absorption: int,
    points: int,
    explodes: bool,
    up_to: int | None = None,
) -> AttackOdds:
    """The odds of an attack when so many `further` projectiles strike with it, armor taken off each of them.

    `first` are those of its first projectile, with as many chances of damage as there are points, and `up_to` if that
    is more; the rest as in `attack_odds`. Each projectile costs one step for each pair of totals that matter.
    """
    shown = min(points, MOST_SHOWN) if up_to is None else up_to
    length = max(1, points, shown)
    one, scale = _passing(damage, absorption, length, explodes=explodes)
    whole = lcm(*(chance.denominator for chance in first.passing))
    counts = [int(chance * whole) for chance in first.passing]
    for _projectile in range(further):
        counts = _together(counts, one)
        whole *= scale
    taken = [Fraction(count, whole) for count in counts]
    mean = first.mean + first.hits * further * _mean(damage, absorption, explodes=explodes)
    below = sum(taken[: max(0, points)], Fraction(0))
    return AttackOdds(first.hits, first.hits - taken[0], first.hits - below, mean, tuple(taken[:shown]))


def _passing(damage: Dice, absorption: int, length: int, *, explodes: bool) -> tuple[list[int], int]:
    """How likely it is that exactly n points of a projectile pass: counts[n] / scale, for n below `length`."""
    spared = absorption - damage.bonus
    sums = Sums.nothing(max(1, spared + length)).plus(damage, explodes=explodes)
    rest = [sums.counts[total] if 0 <= total < len(sums.counts) else 0 for total in range(spared + 1, spared + length)]
    return [sum(sums.counts[: max(0, spared + 1)]), *rest], sums.scale


def _together(one: list[int], other: list[int]) -> list[int]:
    """The sums of two independent totals, as far as they go."""
    return [sum(one[at] * other[total - at] for at in range(total + 1)) for total in range(len(one))]


def _mean(damage: Dice, absorption: int, *, explodes: bool) -> Fraction:
    """The mean of what passes of one projectile."""
    spared = absorption - damage.bonus
    wasted = Fraction(0)
    if spared > 0:
        sums = Sums.nothing(spared).plus(damage, explodes=explodes)
        wasted = Fraction(sum((spared - total) * count for total, count in enumerate(sums.counts)), sums.scale)
    return EffectOdds(damage, explodes).mean - absorption + wasted
