"""Exact odds as Fractions: every throw counted once in whole numbers, explosions in closed form (R7, D4)."""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd


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
    great: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Spread:
    """How much dice count, and how likely: of `ways` throws `at_least[n]` count n or more, n from 0 to top + 1.

    Where they explode, the top is added and the same thrown again, without end.
    """

    at_least: tuple[int, ...]
    ways: int
    explodes: bool = False

    @property
    def top(self) -> int:
        """The most that one throw counts."""
        return len(self.at_least) - 2

    @property
    def again(self) -> Fraction:
        """The chance that a throw is thrown again."""
        return Fraction(self.at_least[self.top] if self.explodes else 0, self.ways)

    @property
    def faces(self) -> tuple[tuple[int, Fraction], ...]:
        """Each value that one throw can count, with its chance."""
        return tuple((value, Fraction(count, self.ways)) for value, count in self.counts)

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Each value that one throw can count, with how many of the throws do."""
        counts = ((value, self.at_least[value] - self.at_least[value + 1]) for value in range(self.top + 1))
        return tuple((value, count) for value, count in counts if count)

    def reach(self, need: int) -> Fraction:
        """The chance that all throws together count `need` or more."""
        if not self.explodes or need <= self.top:
            return Fraction(self.at_least[max(0, min(need, self.top + 1))], self.ways)
        times, rest = divmod(need, self.top)
        return self.again**times * Fraction(self.at_least[rest], self.ways)

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
        once = sum((self.reach(need + step * each) for each in range(rounds)), Fraction(0))
        return sure + once / (1 - self.again ** (rounds * step // self.top))
