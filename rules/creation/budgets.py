"""What a campaign gives to spend on a new character, and how far each trait may go (P1–P5, W1)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rules.messages import gettext_noop as _
from rules.options import column, option, table
from rules.problems import Problem
from rules.traits import Catalog

TOP = 99
"""The highest level there can be of anything."""


@dataclass(frozen=True, slots=True)
class Tier:
    """One step of a pyramid of skills: how many skills there are at that level (P3)."""

    key: str
    level: int = column(1, 1, TOP)
    count: int = column(1, 0, TOP)

    @property
    def label(self) -> str:
        """Its level is all the name it has."""
        return str(self.level)


@dataclass(frozen=True, slots=True)
class Creation:
    """The budgets of creation and its bounds. Every field is a campaign option.

    PG, the generation points, are the only purse of techniques and masteries where there are any; otherwise techniques
    are paid like skills (P2, P5). The least level of a named skill stands with the skill.
    """

    attribute_points: int = option("P1", _("Attribute points"), 20, 0, 999)
    attribute_base: int = option("P1", _("Value of an attribute that costs nothing"), 0, 0, 20)
    attribute_minimum: int = option("P1", _("Attributes at creation, at least"), 1, 0, 20)
    attribute_maximum: int = option("P1", _("Attributes at creation, at most"), 5, 1, 20)
    skill_points: int = option("P2", _("Skill points"), 50, 0, 999)
    skill_maximum: int = option("P2", _("Skills at creation, at most"), 5, 1, TOP)
    sum_maximum: int | None = option("P3", _("Attribute and skill together, at most"), None, 1, 200)
    pyramid: tuple[Tier, ...] = table("P3", _("Pyramid of skills"))
    prodigy_from: int = option("P3", _("Attributes that the GM must approve, from"), 16, 1, TOP)
    has_specializations: bool = option("P4", _("Specializations"), False)
    specialization_from: int = option("P4", _("Level of a skill from which it can be specialized"), 5, 0, TOP)
    specialization_points: int = option("P4", _("Skill points of a specialization"), 1, 0, TOP)
    generation_points: int = option("P5", _("Generation points for techniques and masteries"), 0, 0, 999)
    weapon_points: int = option("W1", _("Points to make a weapon of"), 6, 0, TOP)

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        switched = {"P4": self.has_specializations, "P5": self.generation_points}
        return "P1", "P2", "P3", "W1", *(rule for rule, is_on in switched.items() if is_on)

    def places(self, level: int) -> int:
        """How many skills the pyramid holds at that level or above (P3)."""
        return sum(tier.count for tier in self.pyramid if tier.level >= level)

    def crowded(self, levels: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The levels, from the top, with more skills at them or above than the pyramid has room for: `(level, skills)`.

        A lower skill may stand in a higher place, so a draft can grow step by step; whoever fills every place has
        exactly the pyramid.
        """
        held = [level for level in levels if level > 0]
        for level in sorted({tier.level for tier in self.pyramid} | set(held), reverse=True):
            standing = sum(each >= level for each in held)
            if standing > self.places(level):
                yield level, standing

    def unapproved(self, path: str, value: int, approved: Collection[str]) -> Iterator[Problem]:
        """What speaks against so high an attribute as long as its path is not among those a GM approved (P3)."""
        if value >= self.prodigy_from and path not in approved:
            yield Problem("prodigy", _("%(value)s is for the GM to approve."), path, "P3", {"value": value})

    def unskilled_specialization(self, path: str, skill: int) -> Iterator[Problem]:
        """What speaks against a specialization with so low a level of its skill (P4)."""
        if skill < self.specialization_from:
            message = _("A skill can be specialized from level %(level)s.")
            yield Problem("too_low", message, path, "P4", {"level": self.specialization_from})

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """Numbers that do not fit together; the field is the path of an option."""
        if self.attribute_minimum > self.attribute_maximum:
            message = _("The least value of an attribute is above its greatest.")
            yield Problem("minimum_over_maximum", message, "creation.attribute_minimum", "P1")
        levels = [tier.level for tier in self.pyramid]
        for tier in self.pyramid:
            if levels.count(tier.level) > 1:
                message = _("The pyramid has level %(level)s more than once.")
                yield Problem("used_twice", message, f"creation.pyramid.{tier.key}", "P3", {"level": tier.level})
        for skill in known.skills:
            if skill.minimum > self.skill_maximum:
                message = _("The least level of “%(key)s” is above what a skill may have at creation.")
                yield Problem("minimum_over_maximum", message, f"skills.{skill.key}", "P3", {"key": skill.key})
