"""Initiative and actions: who comes first, and how much one may do in a turn (C1, C2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.dice import Draw

LOTS = 1_000
"""Lots in the bag; those of one tie are all different."""


class Action(StrEnum):
    """What a turn is made of (C2)."""

    MAJOR = "major"
    MINOR = "minor"


@dataclass(frozen=True, slots=True)
class Initiative:
    """What someone rolled for initiative (C1). `fixed` is the formula without its die; `faces` are as drawn.

    `lot` orders those with equal numbers, the highest first; 0 where none was needed yet.
    """

    total: int
    fixed: int
    lot: int = 0
    faces: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int]:
        """What puts fighters in order: the highest comes first."""
        return self.total, self.fixed, self.lot


@dataclass(frozen=True, slots=True)
class Turns:
    """How initiative gives actions. `initiative` is the key of the derived value that is rolled."""

    initiative: str = "initiative"
    minors: int = 1
    tens: int = 10

    def majors(self, total: int) -> int:
        """Major actions in a turn with that initiative: one, and one for each full ten after the first (C2)."""
        return 1 + max(0, total // self.tens - 1)


def with_lots(rolled: Sequence[Initiative], draw: Draw) -> tuple[Initiative, ...]:
    """The same initiatives, in their order, with a lot for each that ties and has none; one once drawn is kept (C1).

    Lots are drawn in that order from those not taken in the tie: as likely each way, and never the same.
    """
    result = list(rolled)
    for place, mine in enumerate(rolled):
        tied = [each for at, each in enumerate(result) if at != place and _ties(each, mine)]
        if tied and not mine.lot:
            result[place] = replace(mine, lot=_draw_lot({each.lot for each in tied}, draw))
    return tuple(result)


def _ties(one: Initiative, other: Initiative) -> bool:
    return (one.total, one.fixed) == (other.total, other.fixed)


def _draw_lot(taken: Iterable[int], draw: Draw) -> int:
    free = sorted(set(range(1, LOTS + 1)) - set(taken))
    return free[draw(len(free)) - 1]
