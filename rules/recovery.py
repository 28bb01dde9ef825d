"""Points that come back: by a breather, a turn without effort, a day of rest, and medicine (C13, C15, D8, D17)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.formula import Formula
from rules.injuries import Body, Condition
from rules.messages import gettext_noop as _
from rules.notation import Dice, parse
from rules.options import option
from rules.problems import Problem
from rules.traits import Catalog
from rules.vitals import Fate


def breather_cap(lost: int, regained: int) -> int:
    """The most that a breather gives: what was lost in the encounter and not yet regained in it (C13)."""
    return max(0, lost - regained)


@dataclass(frozen=True, slots=True)
class Treatment:
    """How a wound is treated, once a day: the skill rolled, with which attribute, against what (D17)."""

    skill: str
    attribute: str
    difficulty: int


class Recovering(Protocol):
    """What a kind of recovery answers; points by pool."""

    @property
    def names(self) -> frozenset[str]:
        """The attributes and other values that it asks for (`Body.values`)."""

    @property
    def breather(self) -> Dice | None:
        """The dice of a breather after a fight (C13); None where there is none."""

    @property
    def treatment(self) -> Treatment | None:
        """How wounds are treated (D17); None where they are not."""

    def day(self, body: Body) -> Mapping[str, int]:
        """What a day that passes gives back (T7)."""

    def idle_turn(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """What a turn of a fight without any effort gives back at its end."""

    def after_fight(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """What the end of a fight gives back."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """Recovery of the one pool whose loss wounds, by a breather and nights. Other fields are campaign options."""

    enforces = ("C13", "C15")
    pool: str = "pv"
    breather: Dice = option("C13", _("Dice of a breather"), parse("2d6"))  # noqa: RUF009 (dice are frozen)
    night: int = option("C15", _("Points of a night's rest"), 1, 0, 99)

    @property
    def names(self) -> frozenset[str]:
        """Nothing: these are numbers."""
        return frozenset()

    @property
    def treatment(self) -> None:
        """Healing is first aid (C14)."""
        return None

    def day(self, body: Body) -> Mapping[str, int]:
        """A night's rest (C15)."""
        return {self.pool: self.night}

    def idle_turn(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """Nothing."""
        return {}

    def after_fight(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """Nothing by itself: there is the breather."""
        return {}


@dataclass(frozen=True, slots=True)
class Care:
    """Recovery of two pools: by days of care and rest, turns without effort, and medicine (D17). `pool` and `stamina`
    are the keys of the points meant, `skill` and `attribute` those that treat wounds."""

    enforces = ("D17",)
    pool: str = "pv"
    stamina: str = "stamina"
    skill: str = "medicine"
    attribute: str = "intelligence"
    rest: Formula = option("D17", _("Hit points of a day of care and rest"), Formula.parse("constitution // 2"))  # noqa: RUF009 (a formula is frozen)
    breath: Formula = option("D17", _("Stamina of an idle turn"), Formula.parse("constitution"))  # noqa: RUF009 (a formula is frozen)
    difficulty: int = option("D17", _("Difficulty of treating a wound"), 18, 0, 99)
    sleeps_on: bool = option("D8", _("The knocked out wake only after the fight"), False)

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """The attribute that treats wounds, if it is not there (P1)."""
        yield from known.lost(self.attribute, "D17")

    @property
    def names(self) -> frozenset[str]:
        """What its formulas name."""
        return self.rest.names | self.breath.names

    @property
    def breather(self) -> None:
        """None: stamina comes back in the fight."""
        return None

    @property
    def treatment(self) -> Treatment:
        """Medicine (D17)."""
        return Treatment(self.skill, self.attribute, self.difficulty)

    def day(self, body: Body) -> Mapping[str, int]:
        """A day of care and rest (D17)."""
        return {self.pool: max(0, self.rest.evaluate(body.values))}

    def idle_turn(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """Stamina, by the formula, for the knocked out too unless they sleep on (D8, D17)."""
        is_asleep = condition.is_knocked_out and self.sleeps_on
        return {} if is_asleep or condition.fate is not Fate.UP else self._breath(body)

    def after_fight(self, body: Body, condition: Condition) -> Mapping[str, int]:
        """The knocked out wake with the stamina of an idle turn (D8)."""
        return self._breath(body) if condition.is_knocked_out else {}

    def _breath(self, body: Body) -> Mapping[str, int]:
        if self.stamina not in body.points:
            return {}
        return {self.stamina: max(0, self.breath.evaluate(body.values))}
