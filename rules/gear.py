"""Weapons, armor and shields, and what wearing them does to a sheet (W)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.messages import gettext_noop as _
from rules.notation import Dice, step
from rules.options import column
from rules.problems import Problem
from rules.sheet import Sheet

MAX_RANGE = 100_000
"""Meters of the longest range."""


class WeaponKind(StrEnum):
    """How a weapon hurts (W2)."""

    EDGED = "edged"
    BLUNT = "blunt"
    PROJECTILE = "projectile"


class Range(StrEnum):
    """The ranges that a weapon may have (W2)."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon (W2). `short`, `medium` and `long` are the upper limits of its ranges in meters, None where it has none.

    The bonuses are for whoever wields it; that to damage is in `damage` already (R12: `raised`). `melee` and ranges at
    once: a weapon for close combat that can be thrown.
    """

    key: str
    label: str
    damage: Dice = column(step(0))  # noqa: RUF009 (dice are frozen)
    kind: WeaponKind = column(WeaponKind.EDGED)  # noqa: RUF009 (so are kinds)
    melee: bool = column(True)
    short: int | None = column(None, 1, MAX_RANGE)
    medium: int | None = column(None, 1, MAX_RANGE)
    long: int | None = column(None, 1, MAX_RANGE)
    attack: int = column(0, -20, 20)
    defense: int = column(0, -20, 20)
    initiative: int = column(0, -20, 20)
    absorption: int = column(0, -20, 20)
    ignores_absorption: bool = column(False)
    projectiles: int = column(1, 1, 1_000)

    @property
    def is_ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return self.long is not None

    @property
    def ranges(self) -> dict[Range, int]:
        """The upper limit of each range that it has, in meters."""
        limits = {Range.SHORT: self.short, Range.MEDIUM: self.medium, Range.LONG: self.long}
        return {each: limit for each, limit in limits.items() if limit is not None}

    def problems(self) -> Iterator[Problem]:
        """What does not fit together, under the field "weapons.<key>"."""
        field = f"weapons.{self.key}"
        limits = list(self.ranges.values())
        if len(limits) not in (0, 3) or limits != sorted(limits):
            message = _("A weapon has three ranges, each no shorter than the one before, or none.")
            yield Problem("ranges", message, field, "W")
        if not self.melee and not limits:
            yield Problem("useless", _("A weapon is for close combat, has ranges, or both."), field, "W")

    def facts(self) -> dict[str, Any]:
        """What the log keeps of it: plain JSON values."""
        return {"key": self.key, "label": self.label, "kind": self.kind.value}


@dataclass(frozen=True, slots=True)
class Armor:
    """What takes points off each hit and gets in the way (W)."""

    key: str
    label: str
    absorption: int = column(0, 0, 100)
    encumbrance: int = column(0, 0, 100)


@dataclass(frozen=True, slots=True)
class Shield:
    """What makes one harder to hit and gets in the way (W)."""

    key: str
    label: str
    defense: int = column(0, 0, 100)
    encumbrance: int = column(0, 0, 100)


def equipped(
    sheet: Sheet, *, armor: Armor | None = None, shield: Shield | None = None, wielded: Iterable[Weapon] = ()
) -> Sheet:
    """The sheet of someone who wears and wields these, in place of any gear it had (W, W2).

    Bonuses of a weapon to its own attacks are not among them: they come with the attack.
    """
    weapons = tuple(wielded)
    return replace(
        sheet,
        encumbrance=(armor.encumbrance if armor else 0) + (shield.encumbrance if shield else 0),
        shield=shield.defense if shield else 0,
        absorption=(armor.absorption if armor else 0) + sum(each.absorption for each in weapons),
        bonuses={
            "defense": sum(each.defense for each in weapons),
            "initiative": sum(each.initiative for each in weapons),
        },
    )
