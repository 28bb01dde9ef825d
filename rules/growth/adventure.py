"""The pool of an adventure: what anyone earns, each member gets at the end (X5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from rules.growth.ledger import Movement, MovementKind, awarded
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused


@dataclass(frozen=True, slots=True)
class Adventure:
    """An adventure and the awards made while it is open."""

    key: str
    awards: tuple[Movement, ...] = ()
    is_open: bool = True

    @property
    def pool(self) -> int:
        """The px that each member will get."""
        return sum(each.px for each in self.awards)

    def award(
        self, key: str, px: int, *, earned_by: str, reason: str = "", by: str = "", reverses: str = ""
    ) -> Movement:
        """An award to the pool, of the adventure and nobody's own; `adding` it makes it count.

        Raises Refused as `awarded` does, where the adventure is closed, or where more is taken back than there is.
        """
        if not self.is_open:
            raise Refused(_closed())
        movement = awarded(key, px, reason=reason, by=by, adventure=self.key, earned_by=earned_by, reverses=reverses)
        if self.pool + px < 0:
            message = _("There are only %(pool)s px in the pool.")
            raise Refused(Problem("not_enough", message, "px", "X5", {"pool": self.pool}))
        return movement

    def adding(self, movement: Movement) -> Self:
        """The adventure with one award more."""
        return replace(self, awards=(*self.awards, movement))

    def close(self, keys: Mapping[str, str], *, by: str = "") -> tuple[Self, dict[str, Movement]]:
        """The adventure closed, and for each member a share of the whole pool.

        `keys`: for each member the key that its movement shall have. Raises Refused where it is closed already, so
        that closing twice writes nothing.
        """
        if not self.is_open:
            raise Refused(_closed())
        shares = {
            member: Movement(key, MovementKind.SHARE, self.pool, adventure=self.key, by=by)
            for member, key in keys.items()
        }
        return replace(self, is_open=False), shares


def _closed() -> Problem:
    return Problem("closed", _("This adventure is closed."), "adventure", "X5")
