"""Pain: hit points and stamina, and what losing them does (D8, D16, D18)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.checks import Check, Term
from rules.endurance import Endurance
from rules.gear import WeaponKind
from rules.injuries import Body, Circumstances, Condition
from rules.messages import gettext_noop as _
from rules.options import option
from rules.problems import Problem
from rules.traits import Catalog
from rules.vitals import Fate, Vitals


@dataclass(frozen=True, slots=True)
class Pain:
    """Injuries of those whom pain slows: they are out at 0 hit points, and dead only well below.

    `pool` and `stamina` are the keys of the points meant; `will` is the attribute that endures pain. Somebody without a
    stamina is never stunned, and a blunt weapon takes its hit points.
    """

    rule = "D16"
    enforces = ("D16", "D18")
    pool: str = "pv"
    stamina: str = "stamina"
    will: str = "willpower"
    pain_below: int = option("D16", _("In pain below so many hit points"), 10, 0, 999)
    stunned_below: int = option("D16", _("Stunned below so much stamina"), 15, 0, 999)
    penalty: int = option("D16", _("Taken off all rolls by pain, and by being stunned"), 5, 0, 20)
    endure_difficulty: int = option("D16", _("Difficulty of enduring pain"), 18, 0, 99)
    out_at: int = option("D18", _("Out of combat at or below"), 0, -99, 0)
    dead_at: int = option("D18", _("Dead at, and never below"), -15, -999, 0)

    @property
    def names(self) -> frozenset[str]:
        """Nothing: pain goes by points alone."""
        return frozenset()

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """Numbers that do not fit together, and an attribute that is not there; the field is the path of an option."""
        yield from known.lost(self.will, "D16")
        if self.dead_at > self.out_at:
            message = _("Nobody dies before being out of combat.")
            yield Problem("dead_before_out", message, "injuries.dead_at", "D18")

    @property
    def hurt(self) -> str:
        """In pain (D16)."""
        return "pain"

    @property
    def endurance(self) -> Endurance:
        """Will (D16)."""
        return Endurance(self.will, self.endure_difficulty)

    def floor(self, pool: str) -> int:
        """Hit points stop where one is dead, stamina at 0 (C0, D18)."""
        return self.dead_at if pool == self.pool else 0

    def threshold(self, body: Body) -> Fraction:
        """The hit points at or below which one is in pain: the highest that are below the limit (D16)."""
        return Fraction(math.ceil(_limit(self.pain_below, body.maxima[self.pool])) - 1)

    def condition(self, body: Body) -> Condition:
        """In pain, stunned, knocked out, out or dead; pain no longer matters to who is out (D8, D16, D18)."""
        points, fate = body.points[self.pool], self._fate(body)
        if fate is not Fate.UP:
            return Condition(wounded=points <= self.threshold(body), lingering=0, out=True, fate=fate, hurt="pain")
        is_knocked_out = body.points.get(self.stamina, 1) <= 0
        return Condition(
            wounded=self._is_in_pain(body),
            lingering=0,
            out=is_knocked_out,
            is_knocked_out=is_knocked_out,
            penalty=sum(-term.value for term in self._hindrances(body)),
            hurt="pain" if self._is_in_pain(body) else "stunned",
        )

    def hinder(self, check: Check, body: Body) -> Check:
        """Pain and stun each take their share, unless they are ignored (D16)."""
        terms = tuple(self._hindrances(body))
        return replace(check, terms=(*check.terms, *terms)) if terms else check

    def spread(self, body: Body, amount: int, kind: WeaponKind | None) -> Mapping[str, int]:
        """A blunt weapon takes stamina first, and hit points when none is left; all else takes hit points (D8)."""
        if kind is not WeaponKind.BLUNT or self.stamina not in body.points:
            return {self.pool: amount}
        tiring = min(amount, body.points[self.stamina])
        return {self.stamina: tiring, self.pool: amount - tiring}

    def left(self, body: Body, kind: WeaponKind | None) -> int:
        """The stamina there is, for a blunt weapon; else the hit points above those at which one is out (D8, D18)."""
        if kind is WeaponKind.BLUNT and body.points.get(self.stamina, 0) > 0:
            return body.points[self.stamina]
        return max(0, body.points[self.pool] - self.out_at)

    def after(self, before: Body, points: Mapping[str, int], how: Circumstances) -> Vitals:
        """Out at 0 hit points, dead far below; healing wakes everybody but the dead (D18)."""
        return replace(before.vitals, fate=self._fate(replace(before, points=points)))

    def after_turn(self, body: Body) -> Vitals:
        """Pain is ignored for one own turn less (D16, T2)."""
        return replace(body.vitals, ignores_pain=max(0, body.vitals.ignores_pain - 1))

    def reasons(self, was: Condition, now: Condition) -> tuple[str, ...]:
        """Pain or stun that was not there (D16), newly knocked out (D8), out or dead (D18)."""
        return (
            *["D16"] * (now.penalty > was.penalty),
            *["D8"] * (now.is_knocked_out and not was.is_knocked_out),
            *["D18"] * (now.fate is not was.fate),
        )

    def _fate(self, body: Body) -> Fate:
        points = body.points[self.pool]
        if points <= self.dead_at or body.vitals.fate is Fate.DEAD:
            return Fate.DEAD
        return Fate.UNCONSCIOUS if points <= self.out_at else Fate.UP

    def _is_in_pain(self, body: Body) -> bool:
        return body.points[self.pool] < _limit(self.pain_below, body.maxima[self.pool])

    def _is_stunned(self, body: Body) -> bool:
        stamina = body.points.get(self.stamina)
        return stamina is not None and stamina < _limit(self.stunned_below, body.maxima[self.stamina])

    def _hindrances(self, body: Body) -> Iterator[Term]:
        if not self.penalty or body.vitals.ignores_pain or self._fate(body) is not Fate.UP:
            return
        for key, holds in (("pain", self._is_in_pain(body)), ("stunned", self._is_stunned(body))):
            if holds:
                yield Term(key, -self.penalty, "D16")


def _limit(limit: int, maximum: int) -> Fraction:
    """The points below which it hurts: those of the rule, or half a maximum that is below them, unrounded (D16)."""
    return Fraction(maximum, 2) if maximum < limit else Fraction(limit)
