"""What burns, poisons or starves: how long it lasts and what it takes (D12)."""

from dataclasses import dataclass

from rules.messages import gettext_noop as _
from rules.options import column, table


@dataclass(frozen=True, slots=True)
class HazardKind:
    """A kind of harm that goes on by itself.

    `daily`: it is counted in days and weighs on the body, not in turns. `clings`: it lasts at least once, save for
    those with adequate protection. `can_be_mild`: it may come in a form that takes stamina. `can_be_dodged`: one may
    resist it by getting away instead (`Hazards.dodging`).
    """

    key: str
    label: str
    daily: bool = column(False)
    clings: bool = column(False)
    can_be_mild: bool = column(False)
    can_be_dodged: bool = column(False)


KINDS = (
    HazardKind("burn", _("Burn"), clings=True, can_be_dodged=True),
    HazardKind("drug", _("Drug"), clings=True, can_be_mild=True),
    HazardKind("poison", _("Poison"), clings=True, can_be_mild=True),
    HazardKind("hunger", _("Hunger"), daily=True),
    HazardKind("thirst", _("Thirst"), daily=True),
    HazardKind("climate", _("Hostile climate"), daily=True),
    HazardKind("disease", _("Disease"), daily=True),
)


@dataclass(frozen=True, slots=True)
class Hazards:
    """How hazards are resisted: by the key of a skill and of the attributes that go with it; `physical` are those
    whose rolls a daily hazard weighs on."""

    kinds: tuple[HazardKind, ...] = table("D12", _("Hazards"), KINDS)
    skill: str = "resistance"
    attribute: str = "constitution"
    dodging: str = "dexterity"
    physical: frozenset[str] = frozenset({"strength", "constitution", "dexterity", "agility"})
    base_difficulty: int = 15

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that these rules name (P1)."""
        return self.physical | {self.attribute, self.dodging}

    def find(self, key: str) -> HazardKind | None:
        return next((row for row in self.kinds if row.key == key), None)

    def difficulty(self, level: int, attack: int = 0) -> int:
        """The difficulty of resisting a hazard of that level; `attack`: the successes of the animal that brought it."""
        return self.base_difficulty + level + max(0, attack)

    def duration(self, kind: HazardKind, margin: int, *, is_protected: bool = False) -> int:
        """How many turns, or days, it lasts for someone who resisted by that margin, support included (D9)."""
        failures = max(0, -margin)
        return max(1, failures) if kind.clings and not is_protected else failures

    def penalty(self, kind: HazardKind, level: int, attribute: str) -> int:
        """What it adds to a roll with that attribute while it lasts: 0 or less."""
        return -level if kind.daily and attribute in self.physical else 0
