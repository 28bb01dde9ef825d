"""Wounds: from how few points on a character is wounded, and how long a wound lingers (C10, T5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules.checks import Check, Factor
from rules.formula import Formula
from rules.messages import gettext_noop as _
from rules.options import option


@dataclass(frozen=True, slots=True)
class Condition:
    """How a character fares. `wounded` holds while a wound lingers too; `lingering` is then how many ends of own turns
    are still to come, and 0 otherwise. `out`: no points left."""

    wounded: bool
    lingering: int
    out: bool

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {"wounded": self.wounded, "lingering": self.lingering, "out": self.out}


@dataclass(frozen=True, slots=True)
class Falling:
    """Injuries of those who fall at 0 points: wounded from a threshold on. `pool` is the key of the points meant."""

    enforces = ("C10", "C11", "T5")
    pool: str = "pv"
    threshold_formula: Formula = option("C10", _("Wounded at or below"), Formula.parse("5"))  # noqa: RUF009 (a formula is frozen)
    half_when_small: bool = option("C10", _("Half a maximum that is no higher than the threshold"), True)
    linger_turns: int = option("C10", _("Own turns that a wound lingers"), 2, 0, 20)

    def threshold(self, values: Mapping[str, int], maximum: int) -> Fraction:
        """The points at or below which one is wounded (C10), unrounded.

        `values` are those the formula may name; without one it names, a quarter of the maximum rounded down (P6).
        """
        if not self.threshold_formula.names <= values.keys():
            return Fraction(maximum // 4)
        threshold = self.threshold_formula.evaluate(values)
        return Fraction(maximum, 2) if self.half_when_small and maximum <= threshold else Fraction(threshold)

    def state(self, points: int, threshold: Fraction, linger: int) -> Condition:
        """The condition of someone with so many points, a wound of before still lingering `linger` ends of turns."""
        lingering = 0 if points <= threshold else linger
        return Condition(wounded=points <= threshold or lingering > 0, lingering=lingering, out=points <= 0)

    def hinder(self, check: Check, condition: Condition) -> Check:
        """The check as someone in that condition makes it: the wounded keep one rank lower (C10)."""
        if not condition.wounded:
            return check
        return replace(check, factors=(*check.factors, Factor("wounded", -1, "C10")))

    def after_change(
        self, before: int, after: int, threshold: Fraction, linger: int, *, in_encounter: bool, own_turn: bool = False
    ) -> int:
        """The counter of a lingering wound once the points went from `before` to `after` (T5).

        Rising above the threshold sets it, falling to it clears it, and out of an encounter it is always 0 (so call
        this with in_encounter=False when one ends). It counts ends of own turns: the end of a turn that had already
        begun (`own_turn`) is one more, as only turns that begin afterwards are the wound's.
        """
        if not in_encounter or after <= threshold or not self.linger_turns:
            return 0
        return self.linger_turns + own_turn if before <= threshold else linger

    def end_turn(self, linger: int) -> int:
        """The counter once an own turn ended (T1); at 0 the wound lets go."""
        return max(0, linger - 1)
