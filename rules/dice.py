"""Dice as thrown: the source of chance is an argument, and a throw remembers every face (R1, D1)."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

SIDES = 10
"""Sides of each die of 1o3d10 and of 2d10."""


class Draw(Protocol):
    """A source of chance: asked for a die of so many sides, it answers a face from 1 to `sides`."""

    def __call__(self, sides: int, /) -> int: ...


class Keep(IntEnum):
    """The rank of the kept die among the three sorted ones (R1)."""

    LOW = 0
    MID = 1
    HIGH = 2

    @property
    def label(self) -> str:
        """The rank in lower case, as facts store it: "low", "mid", "high"."""
        return self.name.lower()

    @classmethod
    def labelled(cls, label: str) -> "Keep":
        """The rank of a `label`; KeyError if there is none."""
        return cls[label.upper()]

    def shifted(self, ranks: int) -> "Keep":
        """So many ranks up (or down, if negative), clamped to low…high once at the end (R1)."""
        return Keep(max(Keep.LOW, min(Keep.HIGH, self + ranks)))


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of 1o3d10: the three faces in the order drawn, and which of them is kept once sorted (R1)."""

    faces: tuple[int, ...]
    keep: Keep

    @property
    def sorted(self) -> tuple[int, ...]:
        """The faces from lowest to highest."""
        return tuple(sorted(self.faces))

    @property
    def kept(self) -> int:
        """The face of the kept die."""
        return self.sorted[self.keep]

    def at(self, keep: Keep) -> int:
        """The face of the die of that rank."""
        return self.sorted[keep]

    @property
    def next_up(self) -> int | None:
        """The face of the next die up in sorted order (R5); None with the high die kept."""
        return None if self.keep is Keep.HIGH else self.sorted[self.keep + 1]

    @property
    def next_down(self) -> int | None:
        """The face of the next die down in sorted order (R6); None with the low die kept."""
        return None if self.keep is Keep.LOW else self.sorted[self.keep - 1]


def throw_three(keep: Keep, draw: Draw) -> Throw:
    """Throw 3d10 and keep the die of that rank (R1)."""
    return Throw((draw(SIDES), draw(SIDES), draw(SIDES)), keep)


@dataclass(frozen=True, slots=True)
class Pair:
    """One throw of 2d10: both faces in the order drawn, and both count (D1)."""

    faces: tuple[int, ...]

    @property
    def keep(self) -> None:
        """No rank: no die is left out."""
        return None

    @property
    def kept(self) -> int:
        """What counts: the sum of both, from 2 to 20."""
        return sum(self.faces)

    def at(self, keep: Keep) -> int:
        """What counts, whatever the rank."""
        return self.kept


def throw_two(draw: Draw) -> Pair:
    """Throw 2d10 (D1)."""
    return Pair((draw(SIDES), draw(SIDES)))


class OutOfFaces(LookupError):
    """More dice were asked for than faces were scripted."""


class Scripted:
    """A draw that answers given faces in order: for physical dice typed in, and for tests."""

    def __init__(self, *faces: int) -> None:
        self.left: tuple[int, ...] = faces
        """The faces not drawn yet."""

    def __call__(self, sides: int, /) -> int:
        """The next face. Raises OutOfFaces if none is left, ValueError if it is not on a die of `sides`."""
        if not self.left:
            raise OutOfFaces(f"A d{sides} was asked for and no face is left.")
        face, *left = self.left
        if not 1 <= face <= sides:
            raise ValueError(f"A d{sides} has no face {face}.")
        self.left = tuple(left)
        return face


def scripted(*faces: int) -> Scripted:
    """A draw that answers these faces in order, then raises OutOfFaces."""
    return Scripted(*faces)
