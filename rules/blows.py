"""What a damage throw does to each of those it hits (C3, C5)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.effects import Effect
from rules.notation import Dice
from rules.rolls import Added


class Share(StrEnum):
    """How much of what passed the absorption a target takes, as the GM says (C3)."""

    NONE = "none"
    HALF = "half"
    WHOLE = "whole"
    DOUBLE = "double"

    def of(self, points: int) -> int:
        """That share of so many points, half rounded down."""
        return {Share.NONE: 0, Share.HALF: points // 2, Share.WHOLE: points, Share.DOUBLE: 2 * points}[self]


@dataclass(frozen=True, slots=True)
class Blow:
    """So many points of harm on their way to a target: its absorption is taken off, then it takes its share.

    `more` is the harm of each further projectile of a burst, from which the absorption is taken off too (D11).
    """

    amount: int
    absorption: int = 0
    share: Share = Share.WHOLE
    more: tuple[int, ...] = ()

    @property
    def whole(self) -> int:
        """The points before the absorption."""
        return self.amount + sum(self.more)

    @property
    def absorbed(self) -> int:
        """The points that the absorption stops."""
        return sum(min(each, max(0, self.absorption)) for each in (self.amount, *self.more))

    @property
    def passed(self) -> int:
        """The points that pass it, at least 0."""
        return self.whole - self.absorbed

    @property
    def taken(self) -> int:
        """The points to be lost."""
        return self.share.of(self.passed)

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "amount": self.whole,
            "absorption": self.absorption,
            "absorbed": self.absorbed,
            "passed": self.passed,
            "share": self.share.value,
            "taken": self.taken,
        }


def amount_for(thrown: Effect, damage: Dice, added: Added) -> int:
    """The points of one damage throw for a target, at least 0 (C3, D8).

    The throw is of `damage` and, last, of the most extra dice that any target was hit with; each counts as many of
    these, from the first, as its own success `added`.
    """
    counted = thrown.thrown[: sum(group.values for group in damage.groups) + added.dice]
    return max(0, sum(each.value for each in counted) + damage.bonus + added.points)
