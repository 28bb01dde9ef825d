"""Someone in a fight: a sheet, and what only the fight knows of it (C1, C2, T5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from rules.sheet import Sheet
from rules.turns import Initiative


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter, of no side. `key` names it in facts and changes, and its pools: "pool:<key>:pv".

    `entry` counts who came first (T6; the fight sets it). `majors` and `minors` are the actions left in this round;
    `has_acted`: its turn of the round has begun, or passed by without it (T3, T4). Its lingering wound is the sheet's.
    """

    key: str
    sheet: Sheet
    is_hero: bool = False
    entry: int = 0
    initiative: Initiative | None = None
    majors: int = 0
    minors: int = 0
    has_acted: bool = False

    def state(self) -> dict[str, Any]:
        """What the fight knows beyond sheet and pools, as plain JSON values to keep."""
        return {
            "entry": self.entry,
            "initiative": self.initiative and self.initiative.state(),
            "majors": self.majors,
            "minors": self.minors,
            "has_acted": self.has_acted,
            "linger": self.sheet.linger,
        }

    def with_state(self, state: Mapping[str, Any]) -> Self:
        """The fighter with what `state` says; what it does not say stays."""
        now = {**self.state(), **state}
        return replace(
            self,
            sheet=replace(self.sheet, linger=now["linger"]),
            entry=now["entry"],
            initiative=now["initiative"] and Initiative.from_state(now["initiative"]),
            majors=now["majors"],
            minors=now["minors"],
            has_acted=now["has_acted"],
        )

    def with_points(self, pool: str, points: int, linger: int) -> Self:
        """The fighter with so many points in a pool, and its wound lingering so long."""
        return replace(self, sheet=replace(self.sheet, pools={**self.sheet.pools, pool: points}, linger=linger))
