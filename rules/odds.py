"""Exact odds as Fractions: every throw counted once in whole numbers, explosions in closed form (R7, D4)."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from operator import sub

ONE, NONE = Fraction(1), Fraction(0)
"""Certainty, and what cannot be. Between fractions sums are quicker than with whole numbers."""


def is_negligible(chance: Fraction) -> bool:
    """Whether it is under one in a million: where endless lists of degrees and totals stop."""
    return chance.numerator * 1_000_000 < chance.denominator


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a check with a difficulty, each an exact Fraction.

    `failure` includes the fumbles, `success` the criticals, and these two add up to 1. `degrees` pairs a degree with
    the chance of a success of exactly that degree (R6), from the lowest possible one; degree 0 is no critical by
    margin. Where explosions know no end the list does: it stops once the rest is under one in a million. `great` is
    the chance of the great benefit (D2).
    """

    fumble: Fraction
    failure: Fraction
    success: Fraction
    critical: Fraction
    degrees: tuple[tuple[int, Fraction], ...]
    great: Fraction = NONE


@dataclass(frozen=True, slots=True)
class Spread:
    """How much dice count, and how likely: of `ways` throws `at_least[n]` count n or more, n from 0 to top + 1.

    Where they explode, the top is added and the same thrown again, without end. The rest follows: `weights[n]` throws
    count n, n from 0 to the top; `chances` are those of `at_least`, `again` is that of a further throw. They are made
    once, as a fraction takes longer to make than to look up.
    """

    at_least: tuple[int, ...]
    ways: int
    explodes: bool = False
    top: int = field(init=False, compare=False)
    weights: tuple[int, ...] = field(init=False, compare=False, repr=False)
    chances: tuple[Fraction, ...] = field(init=False, compare=False, repr=False)
    again: Fraction = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        top = len(self.at_least) - 2
        object.__setattr__(self, "top", top)
        object.__setattr__(self, "weights", tuple(map(sub, self.at_least, self.at_least[1:])))
        object.__setattr__(self, "chances", tuple(Fraction(count, self.ways) for count in self.at_least))
        object.__setattr__(self, "again", self.chances[top] if self.explodes else NONE)

    @property
    def faces(self) -> tuple[tuple[int, Fraction], ...]:
        """Each value that one throw can count, with its chance."""
        return tuple((value, Fraction(count, self.ways)) for value, count in enumerate(self.weights) if count)

    @property
    def lowest(self) -> int:
        """The least that a throw can count."""
        return self.at_least.count(self.ways) - 1

    def reaching(self, most: int) -> tuple[tuple[int, ...], int]:
        """Of dice that explode: how many of so many throws count n or more in the end, for n from 0 to `most` or so."""
        top, ways = self.top, self.ways
        again, rounds = self.at_least[top], max(0, most // top)
        shares = [again**times * ways ** (rounds - times) for times in range(rounds + 1)]
        return tuple(count * share for share in shares for count in self.at_least[:top]), ways ** (rounds + 1)

    def reach(self, need: int) -> Fraction:
        """The chance that all throws together count `need` or more."""
        if need <= self.top:
            return self.chances[max(0, need)]
        if not self.explodes:
            return NONE
        times, rest = divmod(need, self.top)
        return self.again**times * self.chances[rest]

    def exactly(self, value: int) -> Fraction:
        """The chance that all throws together count that."""
        return self.reach(value) - self.reach(value + 1)

    def sum_of_reaches(self, need: int, step: int) -> Fraction:
        """The sum of `reach` at `need`, `need` + `step`, and so on without end; `step` is at least 1.

        Once the need is above 0 it repeats, smaller each time by the chance of the explosions that one round takes.
        """
        sure = max(0, -((need - 1) // step))
        need += sure * step
        rounds = self.top // gcd(self.top, step)
        once = sum((self.reach(need + step * each) for each in range(rounds)), NONE)
        return sure + once / (1 - self.again ** (rounds * step // self.top))
