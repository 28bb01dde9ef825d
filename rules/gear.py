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


MAX_BONUS = 3
"""The most of each bonus that points buy (W1)."""


def weapon_costs(weapon: Weapon) -> dict[str, int]:
    """What it costs to make such a weapon, in points, by what they are spent on (W1).

    "reach": 1 if it is ranged and 2 if it is for close combat too; "damage": 1 for each step above 1d6; each bonus by
    its name, 1 a point. Dice off the scale (R12) have no price.
    """
    reach = weapon.is_ranged + (weapon.is_ranged and weapon.melee)
    bonuses = {name: max(0, bonus) for name, bonus in _bonuses(weapon).items()}
    return {"reach": reach, "damage": max(0, weapon.damage.step or 0), **bonuses}


def weapon_points(weapon: Weapon) -> int:
    """All that it costs, in points (W1)."""
    return sum(weapon_costs(weapon).values())


def weapon_problems(weapon: Weapon, budget: int) -> Iterator[Problem]:
    """Why such a weapon cannot be made of so many points (W1); the field is "weapons.<key>", or a column of it."""
    field = f"weapons.{weapon.key}"
    if weapon.damage.step is None:
        message = _("“%(dice)s” is not on the damage scale.")
        yield Problem("off_scale", message, f"{field}.damage", "W1", {"dice": str(weapon.damage)})
    for name, bonus in _bonuses(weapon).items():
        if bonus > MAX_BONUS:
            message = _("%(value)s is over the maximum of %(maximum)s.")
            yield Problem("over", message, f"{field}.{name}", "W1", {"value": bonus, "maximum": MAX_BONUS})
    points = weapon_points(weapon)
    if points > budget:
        message = _("It takes %(points)s points, and there are %(budget)s.")
        yield Problem("over_budget", message, field, "W1", {"points": points, "budget": budget})


def _bonuses(weapon: Weapon) -> dict[str, int]:
    return {
        "defense": weapon.defense,
        "initiative": weapon.initiative,
        "attack": weapon.attack,
        "absorption": weapon.absorption,
    }


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
        wielded=tuple(each.key for each in weapons),
    )
