"""Effects that last: how long, who may shake them off, and what they do meanwhile (R10, T1, T2)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.notation import Dice


class Moment(StrEnum):
    """When in a turn something happens (T1)."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Save:
    """A saving throw (R10): an attribute check against a difficulty, at a moment of each turn of the affected one."""

    attribute: str
    difficulty: int
    at: Moment = Moment.START


@dataclass(frozen=True, slots=True)
class Until:
    """The very moment of a named fighter's turn at which an effect ends, in that round of the fight (T2)."""

    fighter: str
    at: Moment
    round: int


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect on somebody. `key` tells it from the others of the same one; `label` is the table's own words.

    It lasts for `turns` own turns that begin after it did (T2; `is_fresh`: it began in the middle of one), or `until`
    a named turn, or for `days` (T7), or, with none of them, until somebody removes it. While it does, each own turn
    (each day, if it lasts for days) begins with harm: so many `points` and what the damage dice `harm` show, less the
    absorption unless it `ignores_absorption`. `modifier` is added to the rolls of the attributes in `hinders`, to all
    if there are none, and `raises` to the maxima of pools. `rule` is the id of the rule that brought it.
    """

    key: str
    label: str
    turns: int | None = None
    until: Until | None = None
    days: int | None = None
    save: Save | None = None
    harm: Dice | None = None
    points: int = 0
    pool: str = ""
    ignores_absorption: bool = False
    modifier: int = 0
    hinders: tuple[str, ...] = ()
    raises: tuple[tuple[str, int], ...] = ()
    is_fresh: bool = False
    rule: str = "R10"

    @property
    def harms(self) -> bool:
        """Whether it hurts while it lasts."""
        return self.harm is not None or self.points > 0

    def ends_at(self, fighter: str, moment: Moment, round: int) -> bool:
        """Whether that moment of that fighter's turn in that round is the one it lasts until (T2)."""
        until = self.until
        return until is not None and (until.fighter, until.at) == (fighter, moment) and until.round <= round

    def after_turn(self) -> Self | None:
        """What is left of it once an own turn ends (T2); None if that was the last one."""
        if self.is_fresh:
            return replace(self, is_fresh=False)
        if self.turns is None:
            return self
        return replace(self, turns=self.turns - 1) if self.turns > 1 else None

    def after_day(self) -> Self | None:
        """What is left of it once a day has passed (T7); None if that was the last one."""
        if self.days is None:
            return self
        return replace(self, days=self.days - 1) if self.days > 1 else None
