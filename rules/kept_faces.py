"""How many of the thousand throws of 3d10 keep what: counted once for each keep (R1, R5, R6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from rules.dice import SIDES, Keep, Throw
from rules.odds import Spread

THROWS = SIDES**3
"""How many throws of 3d10 there are; all are as likely."""
SHARES = tuple(Fraction(count, THROWS) for count in range(THROWS + 1))
"""The chance of so many throws; looked up, as a fraction takes longer to make."""


@dataclass(frozen=True, slots=True)
class KeptFaces:
    """The counts of one keep.

    `plain` and `exploding`: what the kept die shows, without and with a kept 10 thrown again (R7).
    `ones[n]`: the kept die is 1 and the next die up is n or less (R5; with the high die kept none is asked for).
    `backed[k][n]`: the kept die is k and the next die down is n or more (R6; with the low one kept none is asked for).
    """

    plain: Spread
    exploding: Spread
    ones: tuple[int, ...]
    backed: tuple[tuple[int, ...], ...]


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
    plain, exploding = (Spread(tuple(at_least), THROWS, explodes) for explodes in (False, True))
    return KeptFaces(plain, exploding, tuple(ones), tuple(map(tuple, backed)))


KEPT_FACES: Mapping[Keep, KeptFaces] = {keep: _count(keep) for keep in Keep}
"""The counts of each keep."""
