"""Pain: hit points and stamina, what losing them does, and how they come back (D8, D16–D18)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules.checks import Check, Term
from rules.formula import Formula
from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Suffering:
    """How a character fares: `in_pain` by hit points, `stunned` and `knocked_out` by stamina, `out` and `dead`.

    `enduring`: pain and stun are there, but ignored for now.
    """

    in_pain: bool = False
    stunned: bool = False
    knocked_out: bool = False
    out: bool = False
    dead: bool = False
    enduring: bool = False

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "in_pain": self.in_pain,
            "stunned": self.stunned,
            "knocked_out": self.knocked_out,
            "out": self.out,
            "dead": self.dead,
            "enduring": self.enduring,
        }


@dataclass(frozen=True, slots=True)
class Pain:
    """Injuries of those whom pain slows. `pool` and `stamina` are the keys of the points meant; `will` is the attribute
    that endures pain, `medicine` the skill that treats wounds."""

    pool: str = "pv"
    stamina: str = "stamina"
    will: str = "willpower"
    medicine: str = "medicine"
    pain_below: int = option("D16", _("In pain below so many hit points"), 10, 0, 999)
    stunned_below: int = option("D16", _("Stunned below so much stamina"), 15, 0, 999)
    penalty: int = option("D16", _("Taken off all rolls by pain, and by being stunned"), 5, 0, 20)
    endure_difficulty: int = option("D16", _("Difficulty of enduring pain"), 18, 0, 99)
    sleeps_on: bool = option("D8", _("The knocked out wake only after the fight"), False)
    day: Formula = option("D17", _("Hit points of a day of care and rest"), Formula.parse("constitution // 2"))  # noqa: RUF009 (a formula is frozen)
    breath: Formula = option("D17", _("Stamina of an idle turn"), Formula.parse("constitution"))  # noqa: RUF009 (a formula is frozen)
    medicine_difficulty: int = option("D17", _("Difficulty of treating a wound"), 18, 0, 99)
    out_at: int = option("D18", _("Out of combat at or below"), 0, -99, 0)
    dead_at: int = option("D18", _("Dead at, and never below"), -15, -999, 0)

    def problems(self) -> Iterator[Problem]:
        """Numbers that do not fit together; the field is the path of an option."""
        if self.dead_at > self.out_at:
            message = _("Nobody dies before being out of combat.")
            yield Problem("dead_before_out", message, "injuries.dead_at", "D18")

    def floor(self, pool: str) -> int:
        """The least that a pool can hold (C0, D18)."""
        return self.dead_at if pool == self.pool else 0

    def state(self, points: Mapping[str, int], maxima: Mapping[str, int], *, enduring: bool = False) -> Suffering:
        """How someone fares with these points, by pool; without a stamina there is none to lose (D8, D16, D18).

        Out of combat pain no longer matters, and dead one is out too.
        """
        hit_points = points[self.pool]
        if hit_points <= self.out_at:
            return Suffering(out=True, dead=hit_points <= self.dead_at)
        stamina = points.get(self.stamina)
        return Suffering(
            in_pain=hit_points < threshold(self.pain_below, maxima[self.pool]),
            stunned=stamina is not None and stamina < threshold(self.stunned_below, maxima[self.stamina]),
            knocked_out=stamina is not None and stamina <= 0,
            enduring=enduring,
        )

    def hinder(self, check: Check, state: Suffering) -> Check:
        """The check as someone in that state makes it: pain and stun each take their share, unless endured (D16)."""
        reasons = () if state.enduring else (("pain", state.in_pain), ("stunned", state.stunned))
        terms = tuple(Term(key, -self.penalty) for key, holds in reasons if holds and self.penalty)
        return replace(check, terms=(*check.terms, *terms)) if terms else check

    def endured(self, margin: int) -> int:
        """For how many turns pain and stun are ignored after a check of will: one for each success (D16)."""
        return max(0, margin)

    def taken(self, damage: int, points: Mapping[str, int], *, tires: bool) -> dict[str, int]:
        """What so much damage changes, by pool, as differences (D8, D18); `tires`: stamina goes first.

        Hit points stop at the floor, and what it cuts off is lost.
        """
        spent = min(damage, max(0, points.get(self.stamina, 0))) if tires else 0
        lost = min(damage - spent, points[self.pool] - self.dead_at)
        return {pool: -by for pool, by in ((self.stamina, spent), (self.pool, lost)) if by}

    def day_of_rest(self, values: Mapping[str, int]) -> int:
        """The hit points that a day of care and rest gives back (D17)."""
        return max(0, self.day.evaluate(values))

    def idle_turn(self, values: Mapping[str, int], state: Suffering) -> int:
        """The stamina that an idle turn in a fight gives back (D17); to the knocked out too, unless they sleep on."""
        is_asleep = state.knocked_out and self.sleeps_on
        return 0 if state.out or is_asleep else max(0, self.breath.evaluate(values))

    def treated(self, margin: int) -> int:
        """The hit points that treating one wound gives back: one for each success (D17)."""
        return max(0, margin)


def threshold(limit: int, maximum: int) -> Fraction:
    """The points below which it hurts: the limit, or half a maximum that does not reach it, unrounded (D16)."""
    return Fraction(maximum, 2) if maximum < limit else Fraction(limit)
