"""The numbers of one character, frozen: all that the rules need to know of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.notation import Dice
from rules.vitals import SOUND, Vitals

if TYPE_CHECKING:
    from rules.techniques import Specialization, Technique

SHEET_NAMES = ("level", "encumbrance", "shield", "absorption")
"""What a formula may name besides attributes and skills."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One character as the rules see it; keys are those of its ruleset.

    `pools` holds current points (a pool not written is full), `fixed` the values that override a formula, by the key
    of the pool or derived value, or "attack" and "absorption" (P6); `damage` likewise goes before any weapon's.
    `bonuses` is what weapons add to derived values (W2), `wielded` the keys of those in hand; `masteries` holds grades
    by the key of a weapon (D10), `techniques` and `specializations` are of its own making (P2, P4), `vitals` is what
    lasts on it beyond its points. `forced`: so many tokens were given back, and no throw has felt them yet (R13).
    """

    attributes: Mapping[str, int]
    skills: Mapping[str, int]
    pools: Mapping[str, int]
    fixed: Mapping[str, int] = field(default_factory=dict)
    level: int = 0
    encumbrance: int = 0
    shield: int = 0
    absorption: int = 0
    vitals: Vitals = SOUND
    damage: Dice | None = None
    bonuses: Mapping[str, int] = field(default_factory=dict)
    wielded: tuple[str, ...] = ()
    masteries: Mapping[str, int] = field(default_factory=dict)
    techniques: tuple["Technique", ...] = ()
    specializations: tuple["Specialization", ...] = ()
    forced: int = 0

    def attribute(self, key: str) -> int:
        """The value of an attribute, 0 if the sheet lacks it."""
        return self.attributes.get(key, 0)

    def skill(self, key: str) -> int:
        """The written level of a skill, 0 if the sheet lacks it."""
        return self.skills.get(key, 0)

    def technique(self, key: str) -> "Technique | None":
        """The technique of that key, if the sheet has it (P2)."""
        return next((each for each in self.techniques if each.key == key), None)

    def named(self, name: str) -> int:
        """What a name in a formula is worth here: an attribute, a skill, or one of SHEET_NAMES; else 0."""
        if name in SHEET_NAMES:
            return int(getattr(self, name))
        return self.attributes.get(name, self.skill(name))
