"""Creation: points shared out among attributes and skills, and when a character is finished (P1–P3)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Creation:
    """The budgets of creation, and how far each trait may go. Every field is a campaign option."""

    enforces = ("P1", "P2", "P3")
    attribute_points: int = option("P1", _("Attribute points"), 20, 0, 999)
    attribute_base: int = option("P1", _("Value of an attribute that costs nothing"), 0, 0, 20)
    attribute_minimum: int = option("P1", _("Attributes at creation, at least"), 1, 0, 20)
    attribute_maximum: int = option("P1", _("Attributes at creation, at most"), 5, 1, 20)
    skill_points: int = option("P2", _("Skill points"), 50, 0, 999)
    skill_maximum: int = option("P2", _("Skills at creation, at most"), 5, 1, 99)

    def problems(self) -> Iterator[Problem]:
        """Numbers that do not fit together; the field is the path of an option."""
        if self.attribute_minimum > self.attribute_maximum:
            message = _("The least value of an attribute is above its greatest.")
            yield Problem("minimum_over_maximum", message, "creation.attribute_minimum", "P1")


class Left(NamedTuple):
    """Points still to be spent; negative if more are spent than there are."""

    attributes: int
    skills: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A character being built under the rules of creation.

    `attributes` and `skills` are what is written; an attribute that is not written counts as the least there may be,
    and as missing when it comes to finishing. The keys are those that the ruleset knows.
    """

    creation: Creation
    attribute_keys: Collection[str]
    skill_keys: Collection[str]
    attributes: Mapping[str, int]
    skills: Mapping[str, int]

    @property
    def left(self) -> Left:
        """The points that are left (P1, P2): an attribute costs its value less the base, a skill its level.

        What the ruleset does not know costs nothing: it is a Problem anyway.
        """
        least, base = self.creation.attribute_minimum, self.creation.attribute_base
        attributes = sum(self.attributes.get(key, least) - base for key in self.attribute_keys)
        skills = sum(self.skills.get(key, 0) for key in self.skill_keys)
        return Left(self.creation.attribute_points - attributes, self.creation.skill_points - skills)

    def problems(self) -> tuple[Problem, ...]:
        """All that even a draft may not have (P1–P3), at once: traits out of bounds or unknown, budgets overspent.

        The field is "attributes.<key>" or "skills.<key>"; for a budget "attributes" or "skills".
        """
        rules = self.creation
        low, high = rules.attribute_minimum, rules.attribute_maximum
        return (
            *_out_of_bounds("attributes", self.attributes, self.attribute_keys, low, high, "P1"),
            *_out_of_bounds("skills", self.skills, self.skill_keys, 0, rules.skill_maximum, "P2"),
            *_over_budget("attributes", self.left.attributes, _("%(over)s attribute points too many."), "P1"),
            *_over_budget("skills", self.left.skills, _("%(over)s skill points too many."), "P2"),
        )

    def finishing_problems(self) -> tuple[Problem, ...]:
        """All that stands in the way of finishing: the problems of the draft, and attribute points left (P3)."""
        return (*self.problems(), *self._unfinished())

    def to_confirm(self) -> tuple[Problem, ...]:
        """What is lost by finishing now, for the player to confirm: unspent skill points (P3)."""
        left = self.left.skills
        if left <= 0:
            return ()
        message = _("%(left)s skill points are not spent and would be lost.")
        return (Problem("unspent", message, "skills", "P3", {"left": left}),)

    def _unfinished(self) -> Iterator[Problem]:
        for key in self.attribute_keys:
            if key not in self.attributes:
                yield Problem("missing", _("This attribute has no value yet."), f"attributes.{key}", "P3")
        if self.left.attributes > 0:
            message = _("%(left)s attribute points are still to be spent.")
            yield Problem("unspent", message, "attributes", "P3", {"left": self.left.attributes})


def _out_of_bounds(
    chapter: str, values: Mapping[str, int], keys: Collection[str], low: int, high: int, rule: str
) -> Iterator[Problem]:
    for key, value in values.items():
        field = f"{chapter}.{key}"
        if key not in keys:
            yield Problem("unknown_trait", _("There is no “%(key)s” here."), field, rule, {"key": key})
        elif value > high:
            message = _("%(value)s is over the maximum of %(maximum)s.")
            yield Problem("over", message, field, rule, {"value": value, "maximum": high})
        elif value < low:
            message = _("%(value)s is under the minimum of %(minimum)s.")
            yield Problem("under", message, field, rule, {"value": value, "minimum": low})


def _over_budget(chapter: str, left: int, message: str, rule: str) -> Iterator[Problem]:
    if left < 0:
        yield Problem("over_budget", message, chapter, rule, {"over": -left})
