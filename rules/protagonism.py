"""Protagonism: points that a player spends before the dice, one a roll, each worth a modifier (D3)."""

from dataclasses import dataclass

from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem, Refused

PROTAGONISM = "protagonism"
"""The key of its modifier in the table, and of its points."""


@dataclass(frozen=True, slots=True)
class Protagonism:
    """How many points there are to begin with; 0 where a table plays without. The GM may give more."""

    initial: int = option("D3", _("Points of protagonism, each adventure"), 0, 0, 20)

    def spend(self, held: int) -> int:
        """The points left after one is spent. Raises Refused, field "protagonism", without one."""
        if held < 1:
            message = _("There is no point of protagonism to spend.")
            raise Refused(Problem("no_protagonism", message, PROTAGONISM, "D3"))
        return held - 1
