"""What a dice system answers, whichever it is: the rest of the rules and the site ask `Rolls` and never which one."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from rules.checks import Check, CheckKind, Outcome, Term
from rules.dice import Draw, Keep
from rules.odds import Odds, Spread, is_negligible

JUDGED = frozenset(CheckKind) - {CheckKind.INITIATIVE}
"""Initiative has no success or failure (C1)."""


class NamedDifficulty(Protocol):
    """A row of difficulties (R8, D): its number for skill checks and, if it has one, for attribute checks."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def skill(self) -> int: ...
    @property
    def attribute(self) -> int | None: ...


class Added(NamedTuple):
    """What a success adds to the effect that it has: so many dice of the scale (R6), so many points (D8)."""

    dice: int
    points: int


class Mean(NamedTuple):
    """The exact mean of what is `Added`, a failure adding nothing."""

    dice: Fraction
    points: Fraction


class Hits(NamedTuple):
    """How an attack may hit: the exact chance of it, the mean of what is added, a miss adding nothing, and each way
    with its own chance, what is added never falling from one to the next. Of these there may be no end."""

    chance: Fraction
    mean: Mean
    ways: Iterator[tuple[Fraction, Added]]


class Rolls(Protocol):
    """A dice system: `KeptDie` or `TwoTens`. Its fields are campaign options; `rule` is the id of the rule by which it
    throws, `named_by` of that which names difficulties, `critical_rule` of that by which a critical is one.

    `throws` are those of the system itself, the first one and its explosions. Whatever gives odds raises ValueError
    for a check without a difficulty, or of a kind that meets none (C1), unless it says otherwise.
    """

    @property
    def rule(self) -> str: ...

    @property
    def named_by(self) -> str: ...

    @property
    def critical_rule(self) -> str: ...

    @property
    def thrown(self) -> str:
        """What is thrown, as it is written."""
        ...

    @property
    def difficulties(self) -> tuple[NamedDifficulty, ...]:
        """The named difficulties, easiest first (R8)."""
        ...

    def paired(self, attribute: Term, skill: Term) -> tuple[Term, ...]:
        """What a skill check adds of the two (R2, D1)."""
        ...

    def at_level(self, check: Check, level: int) -> Check:
        """The check as someone with that written level of the skill makes it (R1, D3)."""
        ...

    def keep(self, check: Check) -> Keep | None:
        """Which die counts (R1); None where all do."""
        ...

    def resolve(self, check: Check, draw: Draw) -> Outcome:
        """Throw for a check, explosions included, and judge it."""
        ...

    def judge(self, check: Check, throws: Any) -> Outcome:
        """What these throws mean for the check."""
        ...

    def settle(self, check: Check, throws: Any, *, won: bool | None) -> Outcome:
        """What these throws mean for a side of an opposed roll that won, lost or tied (None) against others (R9, D1).

        The difficulty of the check is the best other total.
        """
        ...

    def added(self, outcome: Outcome) -> Added:
        """What an outcome adds to its effect: nothing unless it is a success."""
        ...

    def fails_on_one(self, kind: CheckKind) -> bool:
        """Whether a kept 1 fails checks of that kind, or loses opposed ones, whatever the total (R4, R9)."""
        ...

    def spread(self, check: Check, kind: CheckKind | None = None) -> Spread:
        """What the dice of a check can count, rolled as one of that `kind`, by default its own; no difficulty is
        needed."""
        ...

    def faces(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each value that the first throw can count, with its exact chance; no difficulty is needed."""
        ...

    def curve(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each total, from the lowest possible, with the exact chance of reaching it; no difficulty is needed.

        Where explosions know no end the list stops once the chance is negligible.
        """
        ...

    def odds(self, check: Check) -> Odds:
        """The exact odds of a check."""
        ...

    def chance(self, check: Check, by: int = 0) -> Fraction:
        """The exact chance of a success with a margin of `by` or more, `by` ≥ 0."""
        ...

    def reaches(self, check: Check, degree: int) -> Fraction:
        """The exact chance of a success of that degree or a higher one; 0 for a success of any (R6)."""
        ...

    def hits(self, check: Check) -> Iterator[tuple[Fraction, Added]]:
        """Each success as its effect sees it, with its exact chance: what is added never falls from one to the next.

        Where explosions know no end neither does this.
        """
        ...

    def mean_added(self, check: Check) -> Mean:
        """The exact mean of what the check adds to its effect."""
        ...


def need(check: Check) -> int:
    """What the dice must count for a success. Raises ValueError without a difficulty, or where none is met (C1)."""
    if check.difficulty is None or check.kind not in JUDGED:
        raise ValueError("Odds need a check with a difficulty.")
    return check.difficulty - check.bonus


def curve(spread: Spread, bonus: int) -> tuple[tuple[int, Fraction], ...]:
    """`Rolls.curve` of dice that count so much."""
    points = []
    value = spread.lowest
    while not is_negligible(chance := spread.reach(value)):
        points.append((bonus + value, chance))
        value += 1
    return tuple(points)
