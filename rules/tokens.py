"""Tokens: spent before a check to keep one die higher, handed back by the GM to keep one lower (R13)."""

from dataclasses import dataclass, replace
from typing import Self

from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem, Refused


@dataclass(frozen=True, slots=True)
class Purse:
    """The tokens that a character's player holds and those of the GM; neither has a maximum.

    `forced`: so many tokens were given back, and the character's next throw of 1o3d10, whatever it is for, keeps a
    rank lower for each.
    """

    held: int
    gm: int
    forced: int = 0

    def spend(self) -> Self:
        """One token goes to the GM, before the dice. Raises Refused, field "token", without one."""
        if self.held < 1:
            raise Refused(Problem("no_token", _("There is no token to spend."), "token", "R13"))
        return replace(self, held=self.held - 1, gm=self.gm + 1)

    def give_back(self) -> Self:
        """The GM returns one, which the next throw feels. Raises Refused, field "token", if the GM holds none."""
        if self.gm < 1:
            raise Refused(Problem("no_token", _("The GM holds no token."), "token", "R13"))
        return replace(self, held=self.held + 1, gm=self.gm - 1, forced=self.forced + 1)

    def thrown(self) -> Self:
        """After a throw of 1o3d10: what was forced has been felt."""
        return replace(self, forced=0)


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens there are to begin with; 0 where a table plays without."""

    initial: int = option("R13", _("Tokens of each player's character, each session"), 0, 0, 20)

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return ("R13",) if self.initial else ()

    def start(self) -> Purse:
        """What a session begins with, whatever was left of the last one."""
        return Purse(self.initial, 0)
