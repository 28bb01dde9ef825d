"""What a character is made of: the traits that points are spent on (P1–P5)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.techniques import Specialization, Technique
from rules.traits import Chapter


@dataclass(frozen=True, slots=True)
class Build:
    """The traits of one character as they are written; keys are those of its ruleset.

    `masteries` holds the grade by the key of a weapon, the one for bare hands too (D10).
    """

    attributes: Mapping[str, int]
    skills: Mapping[str, int]
    techniques: tuple[Technique, ...] = ()
    specializations: tuple[Specialization, ...] = ()
    masteries: Mapping[str, int] = field(default_factory=dict)

    @property
    def levels(self) -> dict[str, int]:
        """Every number that points are spent on, by path: "skills.dodge"; of specializations, how many a skill has."""
        return {
            **{Chapter.ATTRIBUTES.path(key): value for key, value in self.attributes.items()},
            **{Chapter.SKILLS.path(key): value for key, value in self.skills.items()},
            **{Chapter.TECHNIQUES.path(each.key): each.level for each in self.techniques},
            **{Chapter.MASTERIES.path(key): grade for key, grade in self.masteries.items()},
            **Counter(Chapter.SPECIALIZATIONS.path(each.skill) for each in self.specializations),
        }
