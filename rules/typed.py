"""Free rolls: whatever somebody typed is thrown as it stands, and no rule judges it (R1, R11)."""

from dataclasses import dataclass
from typing import Any, Self

from rules.dice import SIDES, Draw, Keep, Throw, throw_three
from rules.effects import Effect, effect
from rules.notation import MAX_EXPLOSIONS, Dice, KeptDice, parse_typed


@dataclass(frozen=True, slots=True)
class KeptRoll:
    """A typed kept die as it fell: the first throw, then its explosions, all at one keep."""

    dice: KeptDice
    throws: tuple[Throw, ...]

    @property
    def keep(self) -> Keep:
        """The rank that was kept."""
        return self.dice.keep

    @property
    def kept(self) -> int:
        """The sum of the kept dice, explosions included."""
        return sum(throw.kept for throw in self.throws)

    @property
    def total(self) -> int:
        """Kept dice and bonus."""
        return self.kept + self.dice.bonus

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "dice": str(self.dice),
            "keep": self.keep.label,
            "throws": [list(throw.faces) for throw in self.throws],
            "kept": self.kept,
            "bonus": self.dice.bonus,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class TypedRoll:
    """A roll that somebody typed: "2d6!+3", "2d10+5", "1o3d10b+7". `str()` is its one canonical form."""

    dice: Dice | KeptDice

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what was typed. Raises `rules.notation.NotationError` with the first problem and its character."""
        return cls(parse_typed(text))

    def roll(self, draw: Draw) -> Effect | KeptRoll:
        """Throw it, in the order written; both answers have a `total` and `facts()`.

        Only what is marked with ! explodes (R11), each die at most MAX_EXPLOSIONS times.
        """
        if isinstance(self.dice, Dice):
            return effect(self.dice, draw)
        throws = [throw_three(self.dice.keep, draw)]
        while self.dice.explodes and throws[-1].kept == SIDES and len(throws) <= MAX_EXPLOSIONS:
            throws.append(throw_three(self.dice.keep, draw))
        return KeptRoll(self.dice, tuple(throws))

    def __str__(self) -> str:
        return str(self.dice)
