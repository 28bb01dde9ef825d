"""Effects: damage, healing, turns… thrown with d6 or other dice that may explode (R11, T6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.dice import Draw
from rules.notation import MAX_EXPLOSIONS, Dice, Group


class EffectKind(StrEnum):
    """What dice are thrown for, where a rule tells kinds apart (R11)."""

    DAMAGE = "damage"
    HEALING = "healing"
    TURNS = "turns"
    BREATHER = "breather"


@dataclass(frozen=True, slots=True)
class Thrown:
    """One value of an effect: the faces drawn for it, explosions in their place, and what they come to.

    `die` says what was thrown, such as "1d6" or "1b2d6"; of the latter both faces are there for each throw.
    """

    die: str
    faces: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Effect:
    """Dice as they fell, in the order drawn (T6)."""

    dice: Dice
    thrown: tuple[Thrown, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order drawn."""
        return tuple(face for each in self.thrown for face in each.faces)

    @property
    def total(self) -> int:
        """The values and the bonus, in points."""
        return sum(each.value for each in self.thrown) + self.dice.bonus

    @property
    def has_exploded(self) -> bool:
        """Whether any die was thrown again."""
        return len(self.faces) > sum(group.count for group in self.dice.groups)

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "dice": str(self.dice),
            "thrown": [{"die": each.die, "faces": list(each.faces), "value": each.value} for each in self.thrown],
            "bonus": self.dice.bonus,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Effects:
    """Which effects explode, the dice that a critical adds to them included (R11)."""

    enforces = ("R11", "R12")
    explode: frozenset[EffectKind] = frozenset()

    def throw(self, kind: EffectKind, dice: Dice, draw: Draw) -> Effect:
        """Throw for an effect of that kind."""
        return effect(dice, draw, explodes=kind in self.explode)


def effect(dice: Dice, draw: Draw, *, explodes: bool = False) -> Effect:
    """Throw dice in the order written, each with its explosions before the next (R11, T6).

    `explodes`: a die on its highest face is thrown again and added, without limit; otherwise only dice marked as
    exploding in their notation do, at most MAX_EXPLOSIONS times each.
    """
    return Effect(dice, tuple(_throw(dice, draw, explodes=explodes)))


def _throw(dice: Dice, draw: Draw, *, explodes: bool) -> Iterator[Thrown]:
    for group in dice.groups:
        for _value in range(group.values):
            yield _throw_one(group.one, draw, explodes=explodes)


def _throw_one(group: Group, draw: Draw, *, explodes: bool) -> Thrown:
    faces: list[int] = []
    value = times = 0
    while True:
        now = [draw(group.sides) for _die in range(group.together)]
        faces += now
        value += min(now)
        is_thrown_again = explodes or (group.explodes and times < MAX_EXPLOSIONS)
        if min(now) < group.sides or not is_thrown_again:
            return Thrown(str(group), tuple(faces), value)
        times += 1
