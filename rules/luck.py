"""Dice that fell against the exact law: how often each face should show, and how likely so great a difference is.

The test is Pearson's chi-square. Its law has a closed form for whole degrees of freedom, a few lines with `math`; a
library for it would be the only one that rules need.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, erfc, exp, gamma, sqrt

from rules.dice import Keep
from rules.kept_faces import KEPT_FACES
from rules.two_tens import SUMS

Law = tuple[tuple[int, Fraction], ...]
"""Each face that can show, with its chance."""

SUM = "sum"
"""What 2d10 come to (D1)."""
RARE = Fraction(1, 20)
"""Faces at the ends that are rarer are read together with their neighbours."""
ENOUGH = 5
"""How often each should have shown before anything is said."""


def law_of(die: str) -> Law:
    """The law of a die: "d6" and its like, the kept one of three by its rank ("low", "mid", "high": R1), or "sum".

    Raises ValueError for anything else.
    """
    if die == SUM:
        return SUMS.faces
    if die in {keep.label for keep in Keep}:
        return KEPT_FACES[Keep.labelled(die)].plain.faces
    sides = int(die.removeprefix("d"))
    return tuple((face, Fraction(1, sides)) for face in range(1, sides + 1))


@dataclass(frozen=True, slots=True)
class Bar:
    """A face: how often it showed, and how often it should have."""

    face: int
    count: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Fit:
    """How dice that fell fit their law. `counts` by face; faces that the law has not are left out."""

    law: Law
    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.get(face, 0) for face, _chance in self.law)

    @property
    def bars(self) -> tuple[Bar, ...]:
        return tuple(Bar(face, self.counts.get(face, 0), self.total * chance) for face, chance in self.law)

    @property
    def mean(self) -> Fraction | None:
        """The mean of what fell; None before anything did."""
        return Fraction(sum(bar.face * bar.count for bar in self.bars), self.total) if self.total else None

    @property
    def lawful_mean(self) -> Fraction:
        return sum((face * chance for face, chance in self.law), Fraction(0))

    @property
    def needed(self) -> int:
        """How many throws it takes before anything can be said."""
        return max(ceil(ENOUGH / chance) for _faces, chance in self._classes)

    @property
    def is_enough(self) -> bool:
        return self.total >= self.needed

    @property
    def distance(self) -> Fraction:
        """Pearson's sum of squares: 0 where everything fell exactly as often as it should."""
        found = Fraction(0)
        for faces, chance in self._classes:
            expected = self.total * chance
            found += (sum(self.counts.get(face, 0) for face in faces) - expected) ** 2 / expected
        return found

    @property
    def chance(self) -> float | None:
        """The chance that fair dice are as far from the law, or further; None where there are too few throws."""
        if not self.is_enough:
            return None
        return survival(float(self.distance), len(self._classes) - 1)

    @property
    def _classes(self) -> list[tuple[tuple[int, ...], Fraction]]:
        """The faces, the rare ones at both ends put together."""
        return _folded(_folded([((face,), chance) for face, chance in self.law])[::-1])


def _folded(classes: list[tuple[tuple[int, ...], Fraction]]) -> list[tuple[tuple[int, ...], Fraction]]:
    """With the first ones put together until they are no longer rare."""
    while len(classes) > 2 and classes[0][1] < RARE:
        (faces, chance), (others, more), *rest = classes
        classes = [((*faces, *others), chance + more), *rest]
    return classes


def survival(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom, at least 1, is that great or greater."""
    half = value / 2
    if freedom % 2 == 0:
        found, term, step = 0.0, exp(-half), 1.0
    else:
        found, term, step = erfc(sqrt(half)), exp(-half) * sqrt(half) / gamma(1.5), 1.5
    for _each in range(freedom // 2):
        found += term
        term *= half / step
        step += 1
    return min(1.0, found)
