"""What other rules make of the same character: numbers that move, who is hurt, what is wrong now (C0, C10, D16, P1–P5).

Two readings of one character are compared. Nothing here knows what a ruleset changes: it looks at what comes of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.creation import Draft
from rules.gear import Weapon
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem
from rules.ruleset import Ruleset
from rules.sheet import Sheet

Value = int | Fraction | Dice
Numbers = Mapping[str, tuple[str, Value]]
"""Values by key, each with its label."""

SHEET_LABELS: Mapping[str, str] = {
    "level": _("Level"),
    "encumbrance": _("Encumbrance"),
    "shield": _("Shield"),
    "absorption": _("Absorption"),
}
THRESHOLD = _("Wounded at or below")
ATTRIBUTES_LEFT = _("Attribute points left")
SKILLS_LEFT = _("Skill points left")
GENERATION_LEFT = _("Generation points left")


@dataclass(frozen=True, slots=True)
class Reading:
    """A character as one ruleset reads it.

    `weapons` are those it carries that the ruleset knows; `build` is what creation gave it, None for a foe, which is
    checked against nothing (P6); `problems` is all that is wrong with it.
    """

    ruleset: Ruleset
    sheet: Sheet
    weapons: tuple[Weapon, ...] = ()
    build: Draft | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """A number before and after; None where there is no such thing. `label` is a message id or the table's word."""

    key: str
    label: str
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What moves between two readings.

    `budgets` are points of creation that are left, negative if too many are spent; `maxima` and `points` those of the
    pools, at most and now; `damage` is that of each weapon carried. `was` and `now` say how it fares, in one word each
    (`Condition.word`). `appeared` are problems that are new or have other numbers, `resolved` those that are gone.
    """

    budgets: tuple[Moved, ...]
    maxima: tuple[Moved, ...]
    points: tuple[Moved, ...]
    values: tuple[Moved, ...]
    damage: tuple[Moved, ...]
    was: str
    now: str
    appeared: tuple[Problem, ...]
    resolved: tuple[Problem, ...]

    @property
    def numbers(self) -> tuple[Moved, ...]:
        """What moves besides points and budgets."""
        return (*self.values, *self.damage)

    @property
    def is_nothing(self) -> bool:
        """Whether everything is as before."""
        moved = (*self.budgets, *self.maxima, *self.points, *self.numbers, *self.appeared, *self.resolved)
        return not moved and self.was == self.now


def difference(before: Reading, after: Reading) -> Difference:
    """What moves when a character is read by other rules."""
    return Difference(
        budgets=_moved(_budgets(before), _budgets(after)),
        maxima=_moved(_maxima(before), _maxima(after)),
        points=_moved(_points(before), _points(after)),
        values=_moved(_values(before), _values(after)),
        damage=_moved(_damage(before), _damage(after)),
        was=before.ruleset.condition(before.sheet).word,
        now=after.ruleset.condition(after.sheet).word,
        appeared=tuple(each for each in after.problems if each not in before.problems),
        resolved=tuple(_gone(before.problems, after.problems)),
    )


def _gone(before: tuple[Problem, ...], after: tuple[Problem, ...]) -> Iterator[Problem]:
    """Those of which nothing is left, whatever their numbers."""
    left = {(each.code, each.field) for each in after}
    return (each for each in before if (each.code, each.field) not in left)


def _moved(before: Numbers, after: Numbers) -> tuple[Moved, ...]:
    found = []
    for key in {**before, **after}:
        label = {**before, **after}[key][0]
        old, new = (numbers[key][1] if key in numbers else None for numbers in (before, after))
        if old != new:
            found.append(Moved(key, label, old, new))
    return tuple(found)


def _budgets(reading: Reading) -> Numbers:
    if reading.build is None:
        return {}
    left = reading.build.left
    purse = reading.build.creation.generation_points
    generation = {"generation": (GENERATION_LEFT, reading.build.generation_left)} if purse else {}
    return {"attributes": (ATTRIBUTES_LEFT, left.attributes), "skills": (SKILLS_LEFT, left.skills), **generation}


def _maxima(reading: Reading) -> Numbers:
    maxima = reading.ruleset.body(reading.sheet).maxima
    return {each.key: (each.label, maxima[each.key]) for each in reading.ruleset.pools if each.key in maxima}


def _points(reading: Reading) -> Numbers:
    points = reading.ruleset.body(reading.sheet).points
    return {each.key: (each.label, points[each.key]) for each in reading.ruleset.pools if each.key in points}


def _values(reading: Reading) -> Numbers:
    ruleset, sheet = reading.ruleset, reading.sheet
    return {
        **{key: (label, sheet.named(key)) for key, label in SHEET_LABELS.items()},
        "threshold": (THRESHOLD, ruleset.threshold(sheet)),
        **{f"derived.{each.key}": (each.label, ruleset.value(sheet, each.key)) for each in ruleset.derived},
    }


def _damage(reading: Reading) -> Numbers:
    return {each.key: (each.label, reading.ruleset.damage(reading.sheet, each)) for each in reading.weapons}
