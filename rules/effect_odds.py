"""Exact odds of effect dice, explosions included, by adding one die after the other in whole numbers (R11)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from rules.notation import Dice, Group
from rules.odds import is_negligible

TAIL = 30
"""How far beyond twice the mean a curve of sums goes at most."""


@dataclass(frozen=True, slots=True)
class Sums:
    """How likely each sum of dice is: sum n has the chance counts[n] / scale, for n below len(counts).

    `scale` is chosen so that every count is a whole number: an explosion divides by the faces of its die once more, and
    below the length only so many fit in. Adding a die costs one step for each sum, whatever the number of its faces
    (those of which the lowest counts: one for each face).
    """

    counts: tuple[int, ...]
    scale: int

    @classmethod
    def nothing(cls, length: int) -> Self:
        """No dice yet: the sum is 0. `length` is at least 1."""
        return cls((1, *[0] * (length - 1)), 1)

    def plus(self, dice: Dice, *, explodes: bool) -> Self:
        """With these dice, their bonus left out."""
        sums = self
        for group in dice.groups:
            for _value in range(group.values):
                sums = sums.plus_one(group, explodes=explodes)
        return sums

    def plus_one(self, group: Group, *, explodes: bool) -> Self:
        """With one value of the group: new[n] = Σ weight(face) · old[n − face], and where the highest face explodes
        the rest of that die's throws repeats the whole, so that new[n − highest] stands in for old[n − highest]."""
        again = explodes or group.explodes
        length, sides, ways = len(self.counts), group.sides, group.sides**group.together
        factor = ways ** (1 + (length - 1) // sides if again else 1)
        old = [count * (factor // ways) for count in self.counts]
        plain = min(sides - again, length - 1)
        new = (_lowest if group.lowest else _each)(old, plain, group)
        if again:
            for total in range(sides, length):
                new[total] += new[total - sides] // ways
        return type(self)(tuple(new), self.scale * factor)

    def below(self, total: int) -> Fraction:
        """The chance of a sum less than that, which is at most the length."""
        return Fraction(sum(self.counts[: max(0, total)]), self.scale)


def _each(old: list[int], plain: int, group: Group) -> list[int]:
    """All faces up to `plain` weigh the same: a window slides over the old counts."""
    new, window = [], 0
    for total in range(len(old)):
        new.append(window)
        window += old[total] - (old[total - plain] if total >= plain else 0)
    return new


def _lowest(old: list[int], plain: int, group: Group) -> list[int]:
    weights = [
        (group.sides - face + 1) ** group.count - (group.sides - face) ** group.count for face in range(1, plain + 1)
    ]
    return [
        sum(weight * old[total - face] for face, weight in enumerate(weights, start=1) if face <= total)
        for total in range(len(old))
    ]


@dataclass(frozen=True, slots=True)
class EffectOdds:
    """The odds of an effect: `explodes` as in `effects.effect`.

    The limit of typed explosions is left out of account: it takes a hundred highest faces in a row.
    """

    dice: Dice
    explodes: bool = False

    @property
    def mean(self) -> Fraction:
        """The exact mean, in points."""
        return sum((group.values * self._mean_of(group) for group in self.dice.groups), Fraction(self.dice.bonus))

    def _mean_of(self, group: Group) -> Fraction:
        """Σ P(lowest ≥ face); an explosion repeats it, with the chance of the highest face."""
        ways = group.sides**group.together
        mean = Fraction(sum(number**group.together for number in range(1, group.sides + 1)), ways)
        return mean * Fraction(ways, ways - 1) if self.explodes or group.explodes else mean

    def curve(self) -> tuple[tuple[int, Fraction], ...]:
        """Each sum, from 1 or the bonus on, with the exact chance of reaching it, as long as it is not negligible or
        far beyond the mean. Cost: about a microsecond for each die and point up to twice the mean."""
        bonus = self.dice.bonus
        length = int(2 * (self.mean - bonus)) + TAIL
        sums = Sums.nothing(length).plus(self.dice, explodes=self.explodes)
        total = max(1, bonus)
        left = sums.scale - sum(sums.counts[: total - bonus])
        points = []
        while total - bonus < length and not is_negligible(chance := Fraction(left, sums.scale)):
            points.append((total, chance))
            left -= sums.counts[total - bonus]
            total += 1
        return tuple(points)

    def at_least(self, total: int) -> Fraction:
        """The exact chance of that total or more. Cost: about a microsecond for each die and point below it."""
        need = total - self.dice.bonus
        if need <= 0:
            return Fraction(1)
        return 1 - Sums.nothing(need).plus(self.dice, explodes=self.explodes).below(need)
