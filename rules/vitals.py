"""What lasts on a character beyond its points: wounds that linger, how it fell, effects (C10–C12, D16, D18, T2, T5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.codec import from_plain, to_plain
from rules.lasting import Lasting


class Fate(StrEnum):
    """How far somebody is from acting.

    FALLING: at 0, the check that may keep one up is still to be thrown (C11). DOWN: the tally is thrown (C12). STABLE,
    UNCONSCIOUS (any other who is out of combat) and DEAD have no turns any more (T4).
    """

    UP = "up"
    FALLING = "falling"
    DOWN = "down"
    STABLE = "stable"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"

    @property
    def has_turns(self) -> bool:
        """Whether turns of it begin at all (T4)."""
        return self in (Fate.UP, Fate.FALLING, Fate.DOWN)


@dataclass(frozen=True, slots=True)
class Vitals:
    """`linger` counts the ends of own turns after which a wound lets go (T5); `successes` and `failures` are the tally
    (C12); `is_lethal`: the last blow that brought it to 0 was (C11); `ignores_pain` counts the own turns for which pain
    does not hinder (D16); `effects` are in the order they began."""

    linger: int = 0
    fate: Fate = Fate.UP
    successes: int = 0
    failures: int = 0
    is_lethal: bool = False
    ignores_pain: int = 0
    effects: tuple[Lasting, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Plain JSON values to keep: only what is not as it is with somebody sound."""
        return {name: value for name, value in to_plain(self).items() if value != _SOUND[name]}

    @classmethod
    def from_plain(cls, kept: Mapping[str, Any]) -> "Vitals":
        """The vitals that gave these."""
        found: Vitals = from_plain(cls, kept)
        return found


SOUND = Vitals()
"""Those of somebody whom nothing ails."""
_SOUND: Mapping[str, Any] = to_plain(SOUND)
