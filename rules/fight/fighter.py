"""Someone in a fight: a sheet, and what only the fight knows of it (C1, C2, C6, C8, C9, C11, C13, C14, T5)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from rules.codec import from_plain, hints_of, to_plain
from rules.deeds import Deeds
from rules.lasting import Lasting
from rules.sheet import Sheet
from rules.turns import Initiative
from rules.vitals import Vitals


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter, of no side. `key` names it in facts and changes, and its pools: "pool:<key>:pv".

    `is_heroic`: it may hold on at 0 points and come back (C11). `entry` counts who came first (T6; the fight sets it).
    Those of one `group` ("": of none) have one initiative, thrown for the first of them who came.
    `majors` and `minors` are the actions left in this round, and with `extra`, `named`, `meters`, `has_strained` and
    `has_rolled` its `deeds` (C2, D6, D7); `has_endured`: it has braved its pain since its turn began (D16).
    `has_acted`: its turn of the round has begun, or passed by without it (T3, T4); `has_delayed`: it began, and is to
    be taken later in the round (C1), `is_next`: as soon as the turn that is on ends. `falls` counts those to 0 points
    (C11), `lost` and `regained` the points of wounds, in this encounter; `has_rested`: it had its breather (C13);
    `is_tended`: it has gained from first aid (C14). `surprises` holds whom it tried to surprise, by key, and whether
    its next attack still gains by it (C6); `shot_from` the place of each who shot at it since the round began (C9);
    `shots` counts the hits it could defend itself against (C8); `facing` says how many enemies are at it at once
    (D10). What lasts on it, such as a lingering wound, is the sheet's.
    """

    key: str
    sheet: Sheet
    is_heroic: bool = False
    entry: int = 0
    group: str = ""
    initiative: Initiative | None = None
    majors: int = 0
    minors: int = 0
    extra: int = 0
    named: tuple[str, ...] = ()
    meters: int = 0
    has_strained: bool = False
    has_rolled: bool = False
    has_endured: bool = False
    has_acted: bool = False
    has_delayed: bool = False
    is_next: bool = False
    has_rested: bool = False
    falls: int = 0
    lost: int = 0
    regained: int = 0
    is_tended: bool = False
    surprises: Mapping[str, bool] = field(default_factory=dict)
    shot_from: Mapping[str, int] = field(default_factory=dict)
    shots: int = 0
    facing: int = 1

    @property
    def vitals(self) -> Vitals:
        """What lasts on it beyond its points."""
        return self.sheet.vitals

    @property
    def deeds(self) -> Deeds:
        """What it has done of its turn, and what is left of it (C2, D6, D7)."""
        return Deeds(**{name: getattr(self, name) for name in DEEDS})

    def with_deeds(self, deeds: Deeds) -> Self:
        """The fighter with these deeds."""
        return replace(self, **{name: getattr(deeds, name) for name in DEEDS})

    def state(self) -> dict[str, Any]:
        """What the fight knows beyond sheet and pools, and the sheet's "vitals", as plain JSON values to keep."""
        return {name: to_plain(getattr(self, name)) for name in KEPT} | {"vitals": self.vitals.plain()}

    def with_state(self, state: Mapping[str, Any]) -> Self:
        """The fighter with what `state` says; what it does not say stays."""
        hints = hints_of(Fighter)
        changed = {name: from_plain(hints[name], value) for name, value in state.items() if name != "vitals"}
        if "vitals" in state:
            changed["sheet"] = replace(self.sheet, vitals=Vitals.from_plain(state["vitals"]))
        return replace(self, **changed)

    def with_vitals(self, vitals: Vitals) -> Self:
        """The fighter with these vitals."""
        return replace(self, sheet=replace(self.sheet, vitals=vitals))

    @property
    def unforced(self) -> Self:
        """The fighter once a throw has felt the tokens given back to it (R13)."""
        return replace(self, sheet=replace(self.sheet, forced=0)) if self.sheet.forced else self

    def with_effects(self, effects: Iterable[Lasting]) -> Self:
        """The fighter with these effects and no others."""
        return self.with_vitals(replace(self.vitals, effects=tuple(effects)))


DEEDS = tuple(each.name for each in fields(Deeds))
"""The fields that are its deeds."""
KEPT = tuple(each.name for each in fields(Fighter) if each.name not in {"key", "sheet", "is_heroic"})
"""The fields that `state` keeps besides the vitals."""
