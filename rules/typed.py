"""What somebody typed: free rolls, which no rule judges, and dice that were thrown at the table (R1, R11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from rules.checks import Check, Outcome
from rules.dice import SIDES, Draw, Keep, OutOfFaces, Throw, scripted, throw_three
from rules.effect_odds import EffectOdds
from rules.effects import Effect, effect
from rules.kept_faces import KEPT_FACES
from rules.messages import gettext_noop as _
from rules.notation import MAX_EXPLOSIONS, Dice, KeptDice, parse, parse_typed
from rules.odds import Spread
from rules.problems import Problem, Refused
from rules.rolls import Rolls, curve

SAMPLE = (9, 4, 2)
"""Faces to show how dice are written down; no system throws more at once."""

TOO_FEW = _("Dice are missing: write all of them as they fell, those thrown again too.")


def at_the_table(rolls: Rolls, check: Check, faces: Sequence[int], field: str) -> Outcome:
    """The outcome of a check whose dice were thrown at the table: as many faces as it asks for, explosions included.

    Raises Refused, with that field, if there are more, fewer, or others than the dice have.
    """
    dice = scripted(*faces)
    try:
        outcome = rolls.resolve(check, dice)
    except OutOfFaces:
        raise Refused(Problem("faces", TOO_FEW, field)) from None
    except ValueError:
        outcome = None
    if outcome is None or dice.left:
        count = sum(group.count for group in parse(rolls.thrown).groups)
        sample = " ".join(map(str, sorted(SAMPLE[:count])))
        message = _("Write the dice as they fell, such as %(dice)s.")
        raise Refused(Problem("faces", message, field, params={"dice": sample}))
    return outcome


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

    @property
    def mean(self) -> Fraction:
        """The exact mean of the dice, before a kept 10 is thrown again."""
        if isinstance(self.dice, Dice):
            return EffectOdds(self.dice).mean
        return self.dice.bonus + sum((face * chance for face, chance in self._spread.faces), Fraction(0))

    def curve(self) -> tuple[tuple[int, Fraction], ...]:
        """Each total with the exact chance of reaching it; see `EffectOdds.curve` for what it costs."""
        if isinstance(self.dice, Dice):
            return EffectOdds(self.dice).curve()
        return curve(self._spread, self.dice.bonus)

    @property
    def _spread(self) -> Spread:
        faces = KEPT_FACES[self.dice.keep]  # type: ignore[union-attr]
        return faces.exploding if self.dice.explodes else faces.plain  # type: ignore[union-attr]

    def __str__(self) -> str:
        return str(self.dice)
