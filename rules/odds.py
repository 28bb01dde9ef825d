"""Exact odds of 1o3d10 as Fractions: integers counted once over the thousand throws, explosions in closed form."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from rules.dice import SIDES, Keep, Throw

THROWS = SIDES**3
"""How many throws of 3d10 there are; all are as likely."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a check with a difficulty, each an exact Fraction.

    `failure` includes the fumbles, `success` the criticals, and these two add up to 1. `degrees` pairs a degree with
    the chance of a success of exactly that degree (R6), from the lowest possible one; degree 0 is no critical.
    Where explosions know no end the list does: it stops once the rest is under one in a million.
    """

    fumble: Fraction
    failure: Fraction
    success: Fraction
    critical: Fraction
    degrees: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class KeptFaces:
    """How many of the thousand throws keep what, for one keep; every number is a count.

    `at_least[n]`: the kept die is n or more, n from 0 to 11.
    `ones[n]`: the kept die is 1 and the next die up is n or less (R5; with the high die kept none is asked for).
    `backed[k][n]`: the kept die is k and the next die down is n or more (R6; with the low one kept none is asked for).
    """

    at_least: tuple[int, ...]
    ones: tuple[int, ...]
    backed: tuple[tuple[int, ...], ...]

    def reach(self, need: int, *, explodes: bool) -> Fraction:
        """The chance that the kept dice add up to `need` or more, with each kept 10 thrown on if it explodes (R7)."""
        if not explodes or need <= SIDES:
            return Fraction(self.at_least[max(0, min(need, SIDES + 1))], THROWS)
        tens, rest = divmod(need, SIDES)
        return Fraction(self.at_least[SIDES], THROWS) ** tens * Fraction(self.at_least[rest], THROWS)


def _count(keep: Keep) -> KeptFaces:
    at_least = [0] * (SIDES + 2)
    ones = [0] * (SIDES + 1)
    backed = [[0] * (SIDES + 1) for _ in range(SIDES + 1)]
    for faces in combinations_with_replacement(range(1, SIDES + 1), 3):
        throw = Throw(faces, keep)
        orders = (1, 3, 6)[len(set(faces)) - 1]
        for least in range(throw.kept + 1):
            at_least[least] += orders
        if throw.kept == 1:
            for most in range(throw.next_up or 0, SIDES + 1):
                ones[most] += orders
        for least in range((SIDES if throw.next_down is None else throw.next_down) + 1):
            backed[throw.kept][least] += orders
    return KeptFaces(tuple(at_least), tuple(ones), tuple(map(tuple, backed)))


KEPT_FACES: Mapping[Keep, KeptFaces] = {keep: _count(keep) for keep in Keep}
"""The counts of each keep."""
