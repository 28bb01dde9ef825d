"""What the odds beside a rule are drawn with: the shapes, and the checks whose chances they show."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.checks import Check, CheckKind, Factor, Term
from rules.messages import gettext_noop as _
from rules.reference.words import Translate
from rules.ruleset import Ruleset
from rules.saving_odds import ended_within

Points = tuple[tuple[int, Fraction], ...]

KEEPS = ((-1, _("low die kept")), (0, _("middle die kept")), (1, _("high die kept")))
"""The factors of a throw, added up, and what they come to where one die is kept (R1)."""
HANDS = (5, 8, 10)
"""What those who roll add to the dice, from a poor to a good hand."""
BONUSES = range(16)
AT_LEAST, ADDED = _("at least"), _("added to the dice")


@dataclass(frozen=True, slots=True)
class Curve:
    """An exact chance for each number, in their order. No label where there is only one."""

    label: str
    points: Points


@dataclass(frozen=True, slots=True)
class Figure:
    """Curves over the same numbers: `caption` says of what chance, `head` what the numbers are, `at` which is asked."""

    caption: str
    head: str
    curves: tuple[Curve, ...]
    at: int | None = None

    @property
    def numbers(self) -> list[int]:
        """Every number that a curve has, in their order."""
        return sorted({number for curve in self.curves for number, _chance in curve.points})


@dataclass(frozen=True, slots=True)
class Shares:
    """Chances side by side, each with its label."""

    caption: str
    rows: tuple[tuple[str, Fraction], ...]


class Drawing:
    """Draws for one ruleset, in one language. Checks have no trait: what they add is said."""

    def __init__(self, ruleset: Ruleset, translate: Translate) -> None:
        self.ruleset, self.rolls = ruleset, ruleset.rolls
        self.translate = translate

    def figure(self, caption: str, head: str, curves: Iterable[Curve]) -> Figure:
        return Figure(self.translate(caption), self.translate(head), tuple(curves))

    def shares(self, caption: str, chances: Iterable[Fraction]) -> Shares:
        """One chance for each die that may be kept."""
        labels = (self.translate(label) for _shift, label in KEEPS)
        return Shares(self.translate(caption), tuple(zip(labels, chances, strict=True)))

    def by_hands(self, caption: str, head: str, numbers: Iterable[int], base: int = 0) -> Figure:
        """Chances against each number, for those with a poor, a fair and a good hand."""
        numbers = tuple(numbers)
        curves = [
            Curve(
                self.translate(_("with %(bonus)s")) % {"bonus": hand},
                tuple((number, self.success(hand, base + number)) for number in numbers),
            )
            for hand in HANDS
        ]
        return self.figure(caption, head, curves)

    def against(self, difficulty: int) -> Figure:
        caption = self.translate(_("Chance of a success against %(number)s")) % {"number": difficulty}
        curve = Curve("", tuple((bonus, self.success(bonus, difficulty)) for bonus in BONUSES))
        return Figure(caption, self.translate(ADDED), (curve,))

    def first_face(self, face: int) -> Iterator[Fraction]:
        """The chance that the kept die shows that face, for each die that may be kept."""
        return (dict(self.rolls.faces(self.kept(shift))).get(face, Fraction(0)) for shift, _label in KEEPS)

    def plain(self, bonus: int, difficulty: int | None, kind: CheckKind = CheckKind.SKILL) -> Check:
        return Check(kind, "", (Term("", bonus),) if bonus else (), (), difficulty)

    def kept(self, shift: int, bonus: int = 0, difficulty: int | None = None) -> Check:
        """The check of somebody with so much for or against them."""
        made = self.plain(bonus, difficulty)
        return made.kept_by(Factor("", shift, "R1")) if shift else made

    def success(self, bonus: int, difficulty: int) -> Fraction:
        return self.chance(self.plain(bonus, difficulty))

    def chance(self, made: Check) -> Fraction:
        return self.rolls.chance(made)

    def reaches(self, bonus: int, total: int) -> Fraction:
        """The chance that initiative comes to that total."""
        return self.rolls.spread(self.plain(0, None, CheckKind.INITIATIVE)).reach(total - bonus)

    def ended(self, value: int, difficulty: int, turns: int) -> Fraction:
        return ended_within(self.rolls, self.plain(value, difficulty, CheckKind.ATTRIBUTE), turns)

    @property
    def normal(self) -> int:
        """The second of the named difficulties, the normal one of every table; 15 where there are fewer."""
        return _second([row.skill for row in self.rolls.difficulties], 15)

    @property
    def normal_of_attributes(self) -> int:
        return _second([row.attribute for row in self.rolls.difficulties if row.attribute is not None], 12)


def _second(numbers: list[int], otherwise: int) -> int:
    found = sorted(numbers)
    return found[1] if len(found) > 1 else otherwise
