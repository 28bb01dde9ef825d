"""Initiative and actions: who comes first, and how much one may do in a turn (C1, C2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.deeds import Deeds
from rules.dice import Draw
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused

LOTS = 1_000
"""Lots in the bag; those of one tie are all different."""


class Action(StrEnum):
    """What a turn is made of (C2)."""

    MAJOR = "major"
    MINOR = "minor"


@dataclass(frozen=True, slots=True)
class Initiative:
    """What someone rolled for initiative (C1). `fixed` is the formula without its die; `faces` are as drawn.

    `lot` orders those with equal numbers, the highest first; 0 where none was needed yet. `is_last`: it was fumbled,
    and comes after all that were not (D5).
    """

    total: int
    fixed: int
    lot: int = 0
    faces: tuple[int, ...] = ()
    is_last: bool = False

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What puts fighters in order: the highest comes first."""
        return not self.is_last, self.total, self.fixed, self.lot


@dataclass(frozen=True, slots=True)
class Turns:
    """How initiative gives actions. `initiative` is the key of the derived value that is rolled."""

    rule = "C2"
    enforces = ("C1", "C2", "T1", "T3", "T4", "T6")
    named = (
        ("move", _("move")),
        ("drop", _("drop a weapon")),
        ("drink", _("drink a potion")),
        ("hand", _("hand over an item")),
    )
    takes_extra = False
    initiative: str = "initiative"
    minors: int = 1
    tens: int = 10

    def majors(self, total: int) -> int:
        """Major actions in a turn with that initiative: one, and one for each full ten after the first (C2)."""
        return 1 + max(0, total // self.tens - 1)

    def begin(self, total: int, *, is_last: bool = False) -> Deeds:
        """The major actions of that initiative, and the minor one (C2)."""
        return Deeds(self.majors(total), self.minors)

    def major(self, deeds: Deeds, *, meters: int = 0, is_talk: bool = False) -> Deeds:
        """A major action (C2). Raises Refused, field "action", if none is left."""
        left, strains = _one_less(deeds.majors), deeds.has_strained or not is_talk
        return replace(deeds, majors=left, meters=deeds.meters + meters, has_strained=strains)

    def minor(self, deeds: Deeds, name: str = "", *, meters: int = 0) -> Deeds:
        """A minor action (C2). Raises Refused, field "action", if none is left."""
        named = (*deeds.named, name) if name else deeds.named
        return replace(deeds, minors=_one_less(deeds.minors), named=named, meters=deeds.meters + meters)

    def declare(self, deeds: Deeds, extra: int = 1) -> Deeds:
        """Nobody acts more often than initiative lets them. Raises Refused, field "extra"."""
        raise Refused(Problem("no_extra", _("These rules know no extra actions."), "extra", "C2"))

    def penalty(self, deeds: Deeds) -> int:
        """None, as there are no extra actions."""
        return 0


def _one_less(left: int) -> int:
    if left < 1:
        raise Refused(Problem("no_action", _("There is no such action left this turn."), "action", "C2"))
    return left - 1


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
    return one.rank[:-1] == other.rank[:-1]


def _draw_lot(taken: Iterable[int], draw: Draw) -> int:
    free = sorted(set(range(1, LOTS + 1)) - set(taken))
    return free[draw(len(free)) - 1]
