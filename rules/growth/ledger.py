"""The px ledger of one character: movements that are never edited, and what they come to (X1, X3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused

MAX_PX = 9_999
"""The most px of one movement."""


class MovementKind(StrEnum):
    """What moves px or points (X1)."""

    AWARD = "award"
    SHARE = "share"
    SPEND = "spend"
    REFUND = "refund"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement of px, or of a trait by correction (X1). `px` is what it adds, negative if it takes away.

    `trait` is a path such as "skills.dodge", moved from `before` to `after`. `award`: the key of the award that a spend
    falls into (X3). `adventure`: the one that a share closes, or that an award was earned in; such an award, which
    names who earned it, counts in no balance (X5). `reverses`: the spend that a refund takes back, or the award that a
    negative one does. Who did it is `by`; when is for whoever stores it.
    """

    key: str
    kind: MovementKind
    px: int = 0
    trait: str = ""
    before: int = 0
    after: int = 0
    reason: str = ""
    award: str = ""
    adventure: str = ""
    earned_by: str = ""
    reverses: str = ""
    by: str = ""

    @property
    def points(self) -> int:
        """By how much it moves its trait."""
        return self.after - self.before

    @property
    def is_pooled(self) -> bool:
        """Whether its px are an adventure's and not yet anybody's (X5)."""
        return self.kind is MovementKind.AWARD and bool(self.adventure)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The movements of one character, in their order."""

    movements: tuple[Movement, ...] = ()

    @property
    def balance(self) -> int:
        """The px there are to spend: the sum of all movements but those of an adventure's pool (X1, X5)."""
        return sum(each.px for each in self.movements if not each.is_pooled)

    @property
    def spent(self) -> int:
        """The px that count for the level: spends less refunds (X4)."""
        paid = (MovementKind.SPEND, MovementKind.REFUND)
        return -sum(each.px for each in self.movements if each.kind in paid)

    @property
    def spends(self) -> tuple[Movement, ...]:
        """The spends that no refund took back."""
        refunded = {each.reverses for each in self.movements if each.kind is MovementKind.REFUND}
        spends = (each for each in self.movements if each.kind is MovementKind.SPEND)
        return tuple(each for each in spends if each.key not in refunded)

    @property
    def award(self) -> str:
        """The key of the award that a purchase falls into now: the last share, or the last award of one's own (X3).

        An award that was taken back whole is none. "" before the first.
        """
        taken: Counter[str] = Counter()
        for each in self.movements:
            taken[each.reverses] -= each.px
        given = (MovementKind.AWARD, MovementKind.SHARE)
        own = [each for each in self.movements if each.kind in given and each.px >= 0 and not each.is_pooled]
        found = [each.key for each in own if each.key not in taken or each.px > taken[each.key]]
        return found[-1] if found else ""

    def find(self, key: str) -> Movement | None:
        return next((each for each in self.movements if each.key == key), None)

    def adding(self, movement: Movement) -> Self:
        """The ledger with one movement more."""
        return replace(self, movements=(*self.movements, movement))


def awarded(
    key: str,
    px: int,
    *,
    reason: str = "",
    by: str = "",
    adventure: str = "",
    earned_by: str = "",
    reverses: str = "",
) -> Movement:
    """An award; a negative one takes a wrong one back and says why (X1). Raises Refused: fields "px", "reason"."""
    problems = tuple(_award_problems(px, reason))
    if problems:
        raise Refused(*problems)
    return Movement(
        key,
        MovementKind.AWARD,
        px,
        reason=reason.strip(),
        adventure=adventure,
        earned_by=earned_by,
        reverses=reverses,
        by=by,
    )


def _award_problems(px: int, reason: str) -> Iterator[Problem]:
    if px == 0:
        yield Problem("nothing", _("An award has px."), "px", "X1")
    if abs(px) > MAX_PX:
        message = _("An award has at most %(maximum)s px.")
        yield Problem("out_of_bounds", message, "px", "X1", {"maximum": MAX_PX})
    if px < 0 and not reason.strip():
        yield no_reason()


def no_reason() -> Problem:
    return Problem("no_reason", _("What takes something back says why."), "reason", "X1")
