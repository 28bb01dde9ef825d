"""Mastery of one kind of weapon: what each grade gives, and fighting several enemies (D10, D11)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.messages import gettext_noop as _
from rules.options import column, option, table
from rules.problems import Problem

MASTERY = "mastery"
"""What a formula calls the defense that mastery gives with the weapon in hand (D8, D10)."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade of mastery, and what it gives with its kind of weapon (D10).

    `successes` are added to a margin of at least 1, `damage` to each hit, `defense` to the defense value; so many
    `enemies` are faced without penalty; `rev` divides the projectiles of a burst (D11).
    """

    key: str
    label: str
    grade: int = column(0, 0, 99)
    successes: int = column(0, 0, 99)
    damage: int = column(0, 0, 99)
    enemies: int = column(1, 1, 99)
    defense: int = column(0, 0, 99)
    rev: int = column(1, 1, 99)


LABELS = (
    _("Grade 0"),
    _("Grade 1"),
    _("Grade 2"),
    _("Grade 3"),
    _("Grade 4"),
    _("Grade 5"),
    _("Grade 6"),
    _("Grade 7"),
    _("Grade 8"),
    _("Grade 9"),
    _("Grade 10"),
)
GRADES = tuple(Grade(f"grade_{n}", label, n, n, n, n + 1, n, n + 1) for n, label in enumerate(LABELS))
"""The grades where a campaign has no table of its own."""
NONE = Grade("none", LABELS[0])
"""What somebody without any mastery has."""


@dataclass(frozen=True, slots=True)
class Mastery:
    """What mastery gives, and what it takes. `crowd_penalty` is what each enemy too many takes off all rolls (D10).

    `counts` is the one switch of a campaign that plays with mastery: without it nobody has any, whether in a fight, at
    creation or for px.
    """

    counts: bool = option("D10", _("Masteries"), True)
    points: int = option("D10", _("Generation points of a grade of mastery, times the grade"), 3, 0, 99)
    lead: int = option("D10", _("Levels that the skill must be above the grade of a mastery"), 2, 0, 99)
    rev: int = option("D11", _("Evasion range (REV) of everyone where mastery does not count"), 3, 1, 99)
    grades: tuple[Grade, ...] = table("D10", _("Grades of mastery"), GRADES)
    crowd_penalty: int = 3

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return ("D10", "D11") if self.counts else ("D11",)

    def cost(self, grade: int) -> int:
        """The PG of a mastery of that grade: each grade costs by itself, so two cost 3 + 6 (D10, P5)."""
        return self.points * max(0, grade) * (grade + 1) // 2

    def unskilled(self, path: str, grade: int, skill: int) -> Iterator[Problem]:
        """What speaks against a mastery of that grade with so low a level of the skill it is fought with (D10)."""
        if skill < grade + self.lead:
            message = _("Grade %(grade)s of a mastery needs the skill at level %(level)s.")
            params = {"grade": grade, "level": grade + self.lead}
            yield Problem("unskilled_mastery", message, path, "D10", params)

    def at(self, grade: int) -> Grade:
        """What that grade gives: the row of the highest grade up to it."""
        rows = [row for row in self.grades if row.grade <= grade]
        return max(rows, key=lambda row: row.grade, default=NONE)

    @property
    def without(self) -> Grade:
        """What everybody has where a campaign plays without mastery (D11)."""
        return replace(NONE, rev=self.rev)

    def penalty(self, grade: Grade, enemies: int) -> int:
        """What facing so many enemies at once adds to all rolls: 0 or less (D10)."""
        return -self.crowd_penalty * max(0, enemies - grade.enemies)


def let_through(margin: int, enemies: int) -> int:
    """How many of the enemies faced with one roll get through: one for each failure, at most all (D10)."""
    return min(enemies, max(0, -margin))
