"""What burns, poisons, starves or lets fall: how it is resisted, how long it lasts, what it takes (D12, D14)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.falls import Falls
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.options import column, table
from rules.problems import Problem
from rules.traits import Catalog


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
class Hazard:
    """A hazard as somebody meets it. `is_mild`: it takes stamina; `attack`: the successes of the animal that brought
    it; `is_protected`: whoever meets it has adequate protection."""

    kind: HazardKind
    level: int
    is_mild: bool = False
    attack: int = 0
    is_protected: bool = False


@dataclass(frozen=True, slots=True)
class Hazards:
    """How hazards are resisted: by the key of a skill and of the attributes that go with it.

    `stamina` is the key of the points that mild ones take, `physical` are the attributes whose rolls a daily one weighs
    on.
    """

    enforces = ("D12",)
    kinds: tuple[HazardKind, ...] = table("D12", _("Hazards"), KINDS)
    falls: Falls = Falls()  # noqa: RUF009 (frozen)
    skill: str = "resistance"
    attribute: str = "constitution"
    dodging: str = "dexterity"
    stamina: str = "stamina"
    physical: frozenset[str] = frozenset({"strength", "constitution", "dexterity", "agility"})
    base_difficulty: int = 15

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """Attributes that these rules name and that are not there (P1)."""
        for name in sorted(self.physical | {self.attribute, self.dodging}):
            yield from known.lost(name, "D12")

    def find(self, key: str) -> HazardKind | None:
        return next((row for row in self.kinds if row.key == key), None)

    def difficulty(self, hazard: Hazard) -> int:
        """The difficulty of resisting it."""
        return self.base_difficulty + hazard.level + max(0, hazard.attack)

    def duration(self, hazard: Hazard, margin: int) -> int:
        """How many turns, or days, it lasts for someone who resisted it by that margin, support included (D9)."""
        failures = max(0, -margin)
        return max(1, failures) if hazard.kind.clings and not hazard.is_protected else failures

    def lasting(self, hazard: Hazard, key: str, duration: int) -> Lasting:
        """The effect of a hazard on whoever could not resist it.

        It takes as many points as its level, which no armor stops, at the start of each own turn, or each day; for
        those days the level weighs on rolls of the body as well.
        """
        kind, level = hazard.kind, hazard.level
        return Lasting(
            key,
            kind.label,
            turns=None if kind.daily else duration,
            days=duration if kind.daily else None,
            points=level,
            pool=self.stamina if hazard.is_mild else "",
            ignores_absorption=True,
            modifier=-level if kind.daily else 0,
            hinders=tuple(sorted(self.physical)) if kind.daily else (),
            rule="D12",
        )
