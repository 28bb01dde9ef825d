"""What has changed on a character that the table does not see yet: somebody out of sight has the turn (S3, T1).

The end of a turn lets a wound go or an effect run out. If a hidden foe acts next, the table would know it by that.
So it sees the character as it was until the next turn it may see begins; whoever throws for it meets it as it is.
"""

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from rules.ruleset import Ruleset
    from rules.sheet import Sheet

Lasting = tuple[dict[str, Any], dict[str, int]]
"""Vitals, and points by the key of their pool."""


class Withheld:
    """`withheld` is {"vitals": {"was", "is"}, "pools": {key: {"was", "is"}}}. What has changed again since is seen as
    it is, on whatever road it changed."""

    if TYPE_CHECKING:
        withheld: dict[str, Any]
        vitals: dict[str, Any]
        sheet: Sheet
        ruleset: Ruleset
        points_seen: Mapping[str, int]

    def as_seen(self, *, leads: bool) -> Self:
        """This character to look at, as those who lead know it, or as the table does; never to be saved."""
        if leads or not self.withheld:
            return self
        seen = copy(self)
        seen.__dict__.pop("sheet", None)
        seen.withheld = {}
        seen.vitals = _was(self.withheld["vitals"], self.vitals)
        held = self.withheld["pools"].items()
        seen.points_seen = {key: _was(each, self.ruleset.points(self.sheet, key)) for key, each in held}
        return seen

    @property
    def lasting(self) -> Lasting:
        """What the table sees of its vitals and its points now."""
        seen = self.as_seen(leads=False)
        return seen.vitals, {kind.key: self.ruleset.points(seen.sheet, kind.key) for kind in self.ruleset.pools}

    def withhold(self, was: Lasting) -> None:
        """Let the table go on seeing what `lasting` was before a change; to be stored by the caller."""
        vitals, points = was
        now = {key: self.ruleset.points(self.sheet, key) for key in points}
        pools = {key: {"was": number, "is": now[key]} for key, number in points.items() if now[key] != number}
        self.withheld = {"vitals": {"was": vitals, "is": self.vitals}, "pools": pools}
        if not pools and vitals == self.vitals:
            self.withheld = {}


def _was(held: Mapping[str, Any], now: Any) -> Any:
    return held["was"] if now == held["is"] else now
