"""What lasts on a character beyond its points: wounds that linger, how it fell, effects (C10–C12, D16, D18, T2, T5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.codec import from_plain, to_plain
from rules.lasting import Lasting
from rules.support import Support


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
    does not hinder (D16); `effects` are in the order they began; `is_tended`: it has gained from first aid today, out
    of an encounter (C14); `treated` are its wounds that medicine has treated today, by their keys (D17); `supports`
    wait for the rolls they help (D9)."""

    linger: int = 0
    fate: Fate = Fate.UP
    successes: int = 0
    failures: int = 0
    is_lethal: bool = False
    ignores_pain: int = 0
    effects: tuple[Lasting, ...] = ()
    is_tended: bool = False
    treated: tuple[str, ...] = ()
    supports: tuple[Support, ...] = ()

    def free_key(self, stem: str) -> str:
        """A key that no effect has yet: the stem with the first free number."""
        taken = {each.key for each in self.effects}
        return next(key for key in (f"{stem}-{n}" for n in range(1, len(taken) + 2)) if key not in taken)

    def without_support(self, trait: str) -> "Vitals":
        """The vitals once that trait has been rolled: what waited for it is used up (D9)."""
        left = tuple(each for each in self.supports if each.trait != trait)
        return self if left == self.supports else replace(self, supports=left)

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
