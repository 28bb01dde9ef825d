"""A roll before it is made, as a curve."""

from dataclasses import replace

from django.utils.translation import gettext as _

from rules.checks import Check
from rules.reference import Curve, Figure
from rules.ruleset import Ruleset

EASIEST = 5


def by_difficulty(ruleset: Ruleset, check: Check) -> Figure | None:
    """The exact chance of a success against each difficulty, its own one marked; None where it has none."""
    if check.difficulty is None:
        return None
    first, last = (
        min(EASIEST, check.difficulty),
        max(check.difficulty, *(row.skill for row in ruleset.rolls.difficulties)),
    )
    points = tuple((each, ruleset.rolls.chance(replace(check, difficulty=each))) for each in range(first, last + 1))
    return Figure(_("Success, in percent"), _("difficulty"), (Curve("", points),), at=check.difficulty)
