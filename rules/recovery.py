"""Points that come back by resting: the breather after a fight and the night (C13, C15)."""

from dataclasses import dataclass

from rules.messages import gettext_noop as _
from rules.notation import Dice, parse
from rules.options import option


@dataclass(frozen=True, slots=True)
class Recovery:
    """What rest gives back. Every field is a campaign option."""

    breather: Dice = option("C13", _("Dice of a breather"), parse("2d6"))  # noqa: RUF009 (dice are frozen)
    night: int = option("C15", _("Points of a night's rest"), 1, 0, 99)

    def breather_cap(self, lost: int, regained: int) -> int:
        """The most that a breather gives: what was lost in the encounter and not yet regained in it (C13)."""
        return max(0, lost - regained)
