"""What a major action costs whoever takes it (C2, T1)."""

from collections.abc import Iterator
from typing import Any, Self

from rules.fight.base import Standing
from rules.fight.fighter import Fighter
from rules.messages import gettext_noop as _
from rules.problems import Problem


class Spending(Standing):
    """Major actions, counted once the fight has begun."""

    __slots__ = ()

    def _major_problems(self, fighter: Fighter, *, spend: bool) -> Iterator[Problem]:
        """Why a fighter cannot take a major action now; `spend`: it takes its turn. Field "by"."""
        is_counted = spend and self.has_begun
        if self.condition(fighter).out:
            yield Problem("out", _("Who is out of combat does not act."), "by", "C11")
        if is_counted and fighter.key != self.turn:
            yield Problem("not_the_turn", _("It is not their turn."), "by", "T1")
        elif is_counted and not fighter.majors:
            yield Problem("no_action", _("There is no major action left this turn."), "by", "C2")

    def _spent(self, key: str, *, spend: bool) -> tuple[Self, dict[str, Any]]:
        """A major action taken, with a roll in it. Facts: `spent`, `majors` (left)."""
        fight, fighter, is_counted = self, self.fighter(key), spend and self.has_begun
        if is_counted:
            fight = fight._with(fighter.with_deeds(self.ruleset.turns.major(fighter.deeds)))
        fight = fight._with_roll(key)
        return fight, {"spent": is_counted, "majors": fight.fighter(key).majors}
