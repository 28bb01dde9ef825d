"""Rolls of 1o3d10: which die is kept, what it means, and how likely it is (R1–R8)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from rules.checks import DIFFICULTIES, Check, CheckKind, Factor, Outcome
from rules.dice import SIDES, Draw, Keep, Throw, throw_three
from rules.messages import gettext_noop as _
from rules.odds import KEPT_FACES, THROWS, KeptFaces, Odds
from rules.options import option, table

NEGLIGIBLE = Fraction(1, 10**6)
"""Where endless lists of degrees and totals stop."""
JUDGED = frozenset(CheckKind) - {CheckKind.INITIATIVE}
"""Initiative has no success or failure (C1)."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A named difficulty (R8): its number for skill checks and, if it has one, for attribute checks."""

    key: str
    label: str
    skill: int = option("R8", _("For skills"), 15, DIFFICULTIES.start, DIFFICULTIES.stop - 1)
    attribute: int | None = option("R8", _("For attributes"), None, DIFFICULTIES.start, DIFFICULTIES.stop - 1)


@dataclass(frozen=True, slots=True)
class KeptDie:
    """Three d10, one of them kept. Every field is a campaign option."""

    unskilled_level: int = option("R1", _("A skill is unskilled up to level (−1: never)"), 0, -1, 20)
    adverse_keeps_low: bool = option("R1", _("Any adverse factor keeps the low die"), False)
    natural_one_fails: frozenset[CheckKind] = option("R4", _("A natural one fails"), JUDGED, choices=JUDGED)
    fumble_next: int = option("R5", _("Next die of a fumble, at most"), 5, 1, SIDES)
    any_one_fumbles: bool = option("R5", _("Any kept 1 is a fumble"), False)
    fumble_fails: bool = option("R5", _("A fumble makes a success fail"), False)
    critical_margin: int = option("R6", _("Margin of a critical, and of each degree"), 10, 1, 100)
    natural_critical: bool = option("R6", _("Criticals are natural, not by margin"), False)
    natural_critical_kept: int = option("R6", _("Kept die of a natural critical, at least"), 10, 2, SIDES)
    natural_critical_next: int = option("R6", _("Next die down of a natural critical, at least"), 5, 1, SIDES)
    explodes_in: frozenset[CheckKind] = option("R7", _("A kept 10 explodes in"), frozenset())
    difficulties: tuple[Difficulty, ...] = table("R8", _("Difficulties"))

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return "R1", "R2", "R3", "R4", "R5", "R6", *(("R7",) if self.explodes_in else ()), "R8"

    def keep(self, check: Check) -> Keep:
        """Mid, moved by the sum of the check's factors and then clamped (R1)."""
        shifts = [factor.shift for factor in check.factors]
        if self.adverse_keeps_low and any(shift < 0 for shift in shifts):
            return Keep.LOW
        return Keep.MID.shifted(sum(shifts))

    def at_level(self, check: Check, level: int) -> Check:
        """The check as someone with that written skill level makes it: unskilled keeps lower (R1)."""
        if level > self.unskilled_level:
            return check
        return replace(check, factors=(*check.factors, Factor("unskilled", -1, "R1")))

    def resolve(self, check: Check, draw: Draw) -> Outcome:
        """Throw for a check, each kept 10 again where it explodes (R7), and judge it."""
        keep = self.keep(check)
        throws = [throw_three(keep, draw)]
        while check.kind in self.explodes_in and throws[-1].kept == SIDES:
            throws.append(throw_three(keep, draw))
        return self.judge(check, tuple(throws))

    def judge(self, check: Check, throws: tuple[Throw, ...]) -> Outcome:
        """What the throws of a check mean (R3–R6); `throws` are the first one and its explosions.

        A natural one fails and fumbles even with no difficulty named, save in an opposed check: there R9 decides.
        """
        first = throws[0]
        margin = sum(throw.kept for throw in throws) + check.bonus - (check.difficulty or 0)
        fumbles = first.kept == 1 and self._fumbles(first)
        success = self._succeeds(check, margin, is_one=first.kept == 1, fumbles=fumbles)
        degrees = self._degrees(first, margin) if success else 0
        outcome = Outcome(
            check=check,
            throws=throws,
            success=success,
            fumble=success is False and fumbles,
            critical=degrees > 0,
            degrees=degrees,
            rules=(),
        )
        return replace(outcome, rules=tuple(dict.fromkeys(self._reasons(outcome))))

    def _fumbles(self, throw: Throw) -> bool:
        """Whether the die next to a kept 1 makes a fumble of it, should the check fail (R5)."""
        return self.any_one_fumbles or throw.next_up is None or throw.next_up <= self.fumble_next

    def _succeeds(self, check: Check, margin: int, *, is_one: bool, fumbles: bool) -> bool | None:
        if check.kind not in JUDGED:
            return None
        has_difficulty = check.difficulty is not None
        spoiled = (is_one and check.kind in self.natural_one_fails) or (fumbles and self.fumble_fails)
        if spoiled and (has_difficulty or check.kind is not CheckKind.OPPOSED):
            return False
        return margin >= 0 if has_difficulty else None

    def _degrees(self, first: Throw, margin: int) -> int:
        """The degrees of a success (R6)."""
        if not self.natural_critical:
            return margin // self.critical_margin
        backed = first.next_down is None or first.next_down >= self.natural_critical_next
        return int(first.kept >= self.natural_critical_kept and backed)

    def _reasons(self, outcome: Outcome) -> Iterator[str]:
        """The ids of the rules that decided an outcome."""
        check = outcome.check
        yield "R1"
        yield from (factor.rule for factor in check.factors)
        if len(outcome.throws) > 1:
            yield "R7"
        if check.kind not in JUDGED:
            yield "C1"
        elif outcome.natural_one and outcome.success is False and check.kind in self.natural_one_fails:
            yield "R4"
        elif outcome.success is not None:
            yield "R3"
        if outcome.fumble:
            yield "R5"
        if outcome.critical:
            yield "R6"

    def odds(self, check: Check) -> Odds:
        """The exact odds of a check. Raises ValueError without a difficulty, or where none can be met (C1)."""
        success = self.chance(check)
        if self.natural_critical:
            critical = self._natural_odds(check)
            degrees = tuple((degree, odds) for degree, odds in ((0, success - critical), (1, critical)) if odds)
        else:
            critical = self.chance(check, self.critical_margin)
            degrees = tuple(self._degree_odds(check))
        return Odds(self._fumble_odds(check), 1 - success, success, critical, degrees)

    def chance(self, check: Check, by: int = 0) -> Fraction:
        """The exact chance of a success with a margin of `by` or more, `by` ≥ 0. Raises ValueError as `odds` does."""
        need, faces = self._need(check) + by, KEPT_FACES[self.keep(check)]
        chance = faces.reach(need, explodes=check.kind in self.explodes_in)
        return chance - Fraction(self._spoiled(check, faces), THROWS) if need <= 1 else chance

    def reaches(self, check: Check, degree: int) -> Fraction:
        """The exact chance of a success of that degree or a higher one (R6). Raises ValueError as `odds` does."""
        if not self.natural_critical:
            return self.chance(check, degree * self.critical_margin)
        return (self.chance(check), self._natural_odds(check))[degree] if degree < 2 else Fraction(0)

    def mean_degrees(self, check: Check) -> Fraction:
        """The exact mean of the degrees, 0 for a failure (R6): the sum of all `reaches` from degree 1 on.

        Where kept tens explode that sum is endless; from the difficulty on it repeats, a constant factor smaller.
        """
        if self.natural_critical:
            return self._natural_odds(check)
        need, faces = self._need(check), KEPT_FACES[self.keep(check)]
        total, degree = Fraction(0), 1
        while need + degree * self.critical_margin <= (1 if check.kind in self.explodes_in else SIDES):
            total += self.reaches(check, degree)
            degree += 1
        if check.kind not in self.explodes_in:
            return total
        period = SIDES // gcd(SIDES, self.critical_margin)
        shrinks = Fraction(faces.at_least[SIDES], THROWS) ** (period * self.critical_margin // SIDES)
        once = sum((self.reaches(check, degree + each) for each in range(period)), Fraction(0))
        return total + once / (1 - shrinks)

    def curve(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each total, from the lowest possible, with the exact chance of reaching it; no difficulty is needed.

        Where kept tens explode the list stops once the chance is negligible.
        """
        faces, explodes = KEPT_FACES[self.keep(check)], check.kind in self.explodes_in
        points = []
        kept = 1
        while (chance := faces.reach(kept, explodes=explodes)) > NEGLIGIBLE:
            points.append((check.bonus + kept, chance))
            kept += 1
        return tuple(points)

    def _need(self, check: Check) -> int:
        """What the kept dice must add up to."""
        if check.difficulty is None or check.kind not in JUDGED:
            raise ValueError("Odds need a check with a difficulty.")
        return check.difficulty - check.bonus

    def _spoiled(self, check: Check, faces: KeptFaces) -> int:
        """The throws with a kept 1 that fail whatever the total (R4, R5)."""
        if check.kind in self.natural_one_fails:
            return faces.ones[SIDES]
        return self._fumbling(faces) if self.fumble_fails else 0

    def _fumbling(self, faces: KeptFaces) -> int:
        return faces.ones[SIDES if self.any_one_fumbles else self.fumble_next]

    def _fumble_odds(self, check: Check) -> Fraction:
        faces = KEPT_FACES[self.keep(check)]
        is_failure = self._need(check) > 1 or self._spoiled(check, faces)
        return Fraction(self._fumbling(faces) if is_failure else 0, THROWS)

    def _natural_odds(self, check: Check) -> Fraction:
        """The chance of a natural critical (R6): of the first throw's faces those that serve, if the check succeeds."""
        need, faces = self._need(check), KEPT_FACES[self.keep(check)]
        backed = [faces.backed[kept][self.natural_critical_next] for kept in range(SIDES + 1)]
        plain = Fraction(sum(backed[max(need, self.natural_critical_kept, 0) : SIDES]), THROWS)
        if check.kind in self.explodes_in:
            return plain + Fraction(backed[SIDES], THROWS) * faces.reach(need - SIDES, explodes=True)
        return plain + Fraction(backed[SIDES] if need <= SIDES else 0, THROWS)

    def _degree_odds(self, check: Check) -> Iterator[tuple[int, Fraction]]:
        """The chance of each degree by margin, from the lowest that a success can have."""
        degree = max(0, 1 - self._need(check)) // self.critical_margin
        rest = self.chance(check, degree * self.critical_margin)
        while rest > NEGLIGIBLE:
            more = self.chance(check, (degree + 1) * self.critical_margin)
            if rest > more:
                yield degree, rest - more
            degree, rest = degree + 1, more
