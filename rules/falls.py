"""Falls, and how far a blow shoves (D14)."""

from dataclasses import dataclass

from rules.messages import gettext_noop as _
from rules.options import option


@dataclass(frozen=True, slots=True)
class Falls:
    """What falling does. `shove` is the damage, before armor, that pushes one meter."""

    enforces = ("D14",)
    shove: int = 5
    near_meters: int = option("D14", _("Meters of a fall that do the lesser damage"), 10, 0, 1_000)
    near_damage: int = option("D14", _("Damage of each of the first meters of a fall"), 3, 0, 99)
    far_damage: int = option("D14", _("Damage of each meter of a fall beyond them"), 6, 0, 99)
    base_difficulty: int = option("D14", _("Difficulty of softening a fall, without its meters"), 15, 0, 99)

    def shoved(self, damage: int) -> int:
        """Meters that someone is shoved by so much damage before armor."""
        return max(0, damage) // self.shove

    def damage(self, meters: int) -> int:
        """The damage of a fall of so many meters, one hit, before armor."""
        near = min(meters, self.near_meters)
        return self.near_damage * near + self.far_damage * (meters - near)

    def difficulty(self, meters: int) -> int:
        """The difficulty of softening a fall of so many meters; it is rolled as hazards are (D12)."""
        return self.base_difficulty + meters
