"""What someone has done in a turn, and what is left of it (C2, D6, D7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Deeds:
    """One turn of one fighter, as far as it has come.

    `granted` are the actions that initiative gives, `extra` those taken on beyond them, `spent` those of either that
    are used up. `minors` names the minor actions in their order; `meters` is how far it has moved; `has_rolled`: a
    check of this turn has been thrown already.
    """

    granted: int
    extra: int = 0
    spent: int = 0
    minors: tuple[str, ...] = ()
    meters: int = 0
    has_rolled: bool = False

    @property
    def left(self) -> int:
        """The actions not used yet."""
        return self.granted + self.extra - self.spent

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been done that keeps one from catching breath: no action, no roll (D17)."""
        return not self.spent and not self.has_rolled

    def state(self) -> dict[str, Any]:
        """Plain JSON values to keep."""
        return {
            "granted": self.granted,
            "extra": self.extra,
            "spent": self.spent,
            "minors": list(self.minors),
            "meters": self.meters,
            "has_rolled": self.has_rolled,
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """The deeds that gave this state."""
        return cls(**{**state, "minors": tuple(state["minors"])})
