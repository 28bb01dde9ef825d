"""What growth costs and what it brings: prices, pace and levels (X2–X5)."""

from dataclasses import dataclass

from rules.creation.budgets import TOP
from rules.growth.adventure import Adventure
from rules.messages import gettext_noop as _
from rules.options import option
from rules.traits import Chapter


@dataclass(frozen=True, slots=True)
class Growth:
    """The numbers of growth. Every field is a campaign option; costs are in px, and a level costs by itself."""

    attribute_cost: int = option("X2", _("Px of a level of an attribute, times the level"), 5, 0, TOP)
    skill_cost: int = option("X2", _("Px of a level of a skill, times the level"), 1, 0, TOP)
    new_skill_cost: int = option("X2", _("Px of a new skill"), 2, 0, TOP)
    power_cost: int = option("X2", _("Px of a new power of a technique"), 2, 0, TOP)
    mastery_cost: int = option("X2", _("Px of a grade of mastery, times the grade"), 3, 0, TOP)
    raises_attributes: bool = option("X2", _("Px raise attributes"), True)
    attribute_maximum: int = option("P3", _("Attributes in play, at most"), 20, 1, TOP)
    skill_maximum: int | None = option("P2", _("Skills in play, at most"), None, 1, TOP)
    levels_per_award: int = option("X3", _("Levels that a skill rises in one award"), 1, 1, TOP)
    new_skill_levels: int = option("X3", _("Levels that a new skill rises in one award"), 3, 1, TOP)
    has_levels: bool = option("X4", _("Levels"), True)
    px_per_level: int = option("X4", _("Px spent for each level"), 20, 1, 999)
    has_pool: bool = option("X5", _("Px of an adventure are shared out"), True)

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return "X1", "X2", "X3", *(("X4",) if self.has_levels else ()), *(("X5",) if self.has_pool else ())

    def cost(self, chapter: Chapter, before: int, after: int) -> int:
        """The px of all levels from one to the other (X2); 0 for what the GM prices: techniques, specializations."""
        factors = {
            Chapter.ATTRIBUTES: self.attribute_cost,
            Chapter.SKILLS: self.skill_cost,
            Chapter.MASTERIES: self.mastery_cost,
        }
        if chapter not in factors:
            return 0
        cost = factors[chapter] * (after * (after + 1) - before * (before + 1)) // 2
        is_new_skill = chapter is Chapter.SKILLS and before < 1 <= after
        return cost + self.new_skill_cost - self.skill_cost if is_new_skill else cost

    def level(self, spent: int) -> int:
        """The level of whoever has spent so many px (X4); always 0 where there are no levels."""
        return spent // self.px_per_level if self.has_levels else 0

    def toward_next(self, spent: int) -> int:
        """How many of the px spent already count toward the next level (X4)."""
        return spent % self.px_per_level if self.has_levels else 0

    def is_pooling(self, adventure: Adventure | None) -> bool:
        """Whether awards now go to the adventure, and nobody may spend (X5)."""
        return self.has_pool and adventure is not None and adventure.is_open
