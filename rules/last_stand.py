"""The last stand of the heroic: the check that keeps one up at 0 points, and the tally of the fallen (C11, C12)."""

from dataclasses import dataclass, replace

from rules.messages import gettext_noop as _
from rules.options import option
from rules.vitals import Fate, Vitals

INSTEAD = "physique"
"""The attribute of the check at 0 where the one it names is switched off (C11)."""
TALLY_SIDES = 10
"""The die of the tally (C12)."""
BACK = 10
"""The face that brings back at once (C12)."""
OUT = 1
"""The face that puts out at once (C12)."""


@dataclass(frozen=True, slots=True)
class LastStand:
    """What the check at 0 asks, what it gives, and how the tally counts. Every field is a campaign option."""

    enforces = ("C11", "C12")
    difficulty: int = option("C11", _("Difficulty of the check at 0"), 15, 1, 99)
    attribute: str = option("C11", _("Attribute of the check at 0"), "willpower", instead=INSTEAD)
    wounded_lowers: bool = option("C11", _("Being wounded lowers the check at 0"), True)
    points_from: int = option("C11", _("Attribute above which the check at 0 gives more points"), 10, 0, 99)
    points_each: int = option("C11", _("Attribute points for each point more"), 2, 1, 20)
    success_from: int = option("C12", _("Die of the tally that is a success, from"), 5, 2, 10)
    successes: int = option("C12", _("Successes until stable"), 3, 1, 9)
    failures: int = option("C12", _("Failures until out"), 3, 1, 9)

    def stayed(self, vitals: Vitals, attribute: int, *, success: bool) -> tuple[Vitals, int]:
        """The vitals after the check at 0, and the points one fights on with (C11).

        1, and 1 more for each full two of the attribute above ten; 0 if the check failed, and one is down.
        """
        if not success:
            return replace(vitals, fate=Fate.DOWN, successes=0, failures=0), 0
        points = 1 + max(0, attribute - self.points_from) // self.points_each
        return replace(vitals, fate=Fate.UP, is_lethal=False), points

    def tallied(self, vitals: Vitals, face: int) -> tuple[Vitals, int]:
        """The vitals after one plain d10 of the tally, and the points one is back with: 1 on a 10, else 0 (C12).

        A 1 puts out at once, whatever the counts.
        """
        if face == BACK:
            return replace(vitals, fate=Fate.UP, successes=0, failures=0, is_lethal=False), 1
        if face == OUT:
            return self.settled(replace(vitals, failures=self.failures)), 0
        if face >= self.success_from:
            return self.settled(replace(vitals, successes=vitals.successes + 1)), 0
        return self.settled(replace(vitals, failures=vitals.failures + 1)), 0

    def settled(self, vitals: Vitals) -> Vitals:
        """With what the counts of somebody who is down come to: stable, or out, dead if the blow was lethal (C12)."""
        if vitals.fate is not Fate.DOWN:
            return vitals
        if vitals.failures >= self.failures:
            return replace(vitals, fate=Fate.DEAD if vitals.is_lethal else Fate.UNCONSCIOUS)
        return replace(vitals, fate=Fate.STABLE) if vitals.successes >= self.successes else vitals
