"""Rolls of 1o3d10: which die is kept, what it means, and how likely it is (R1–R9)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from rules.checks import DIFFICULTIES, Check, CheckKind, Factor, Outcome, Term
from rules.dice import SIDES, Draw, Keep, Throw, throw_three
from rules.kept_faces import KEPT_FACES, SHARES, THROWS, KeptFaces
from rules.messages import gettext_noop as _
from rules.odds import NONE, ONE, Odds, Spread, is_negligible
from rules.options import option, table
from rules.rolls import JUDGED, Added, Mean, curve, need

MID = Keep.MID  # a name of its own: Python 3.11 looks a member up in four steps


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

    thrown = "3d10"
    rule = "R1"
    named_by = "R8"
    critical_rule = "R6"
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
    difficulties: tuple[Difficulty, ...] = table("R8", _("Difficulties"), least=1)

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return "R1", "R2", "R3", "R4", "R5", "R6", *(("R7",) if self.explodes_in else ()), "R8", "R9", "C5"

    def keep(self, check: Check) -> Keep:
        """Mid, moved by the sum of the check's factors and then clamped (R1)."""
        if not check.factors:
            return MID
        shifts = [factor.shift for factor in check.factors]
        if self.adverse_keeps_low and any(shift < 0 for shift in shifts):
            return Keep.LOW
        return Keep.MID.shifted(sum(shifts))

    def paired(self, attribute: Term, skill: Term) -> tuple[Term, ...]:
        """Both are added (R2)."""
        return attribute, skill

    def at_level(self, check: Check, level: int) -> Check:
        """The check as someone with that written skill level makes it: unskilled keeps lower (R1)."""
        return check if level > self.unskilled_level else check.kept_by(Factor("unskilled", -1, "R1"))

    def fails_on_one(self, kind: CheckKind) -> bool:
        """Whether a kept 1 fails checks of that kind, or loses opposed ones (R4, R9)."""
        return kind in self.natural_one_fails

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
        margin = _margin(check, throws)
        fumbles = first.kept == 1 and self._fumbles(first)
        success = self._succeeds(check, margin, is_one=first.kept == 1, fumbles=fumbles)
        degrees = self._degrees(first, margin) if success else 0
        outcome = Outcome(
            check,
            throws,
            success,
            success is False and fumbles,
            degrees > 0,
            degrees,
            (),
            explodes=check.kind in self.explodes_in,
        )
        spoiled = outcome.natural_one and success is False and self.fails_on_one(check.kind)
        decided = ["R4" if spoiled else "R3"] if success is not None else []
        return replace(outcome, rules=_reasons(outcome, *(decided if check.kind in JUDGED else ["C1"])))

    def settle(self, check: Check, throws: tuple[Throw, ...], *, won: bool | None) -> Outcome:
        """What the throws of a side mean once the others' are known, the difficulty being their best total (R9).

        The margin of a winner is at least 0; only who did not win can fumble.
        """
        first = throws[0]
        degrees = self._degrees(first, max(0, _margin(check, throws))) if won else 0
        fumble = not won and first.kept == 1 and self._fumbles(first)
        outcome = Outcome(check, throws, won, fumble, degrees > 0, degrees, (), explodes=check.kind in self.explodes_in)
        spoiled = outcome.natural_one and not won and self.fails_on_one(check.kind)
        return replace(outcome, rules=_reasons(outcome, *["R4"] * spoiled, "R9"))

    def _fumbles(self, throw: Throw) -> bool:
        """Whether the die next to a kept 1 makes a fumble of it, should the check fail (R5)."""
        return self.any_one_fumbles or throw.next_up is None or throw.next_up <= self.fumble_next

    def _succeeds(self, check: Check, margin: int, *, is_one: bool, fumbles: bool) -> bool | None:
        if check.kind not in JUDGED:
            return None
        has_difficulty = check.difficulty is not None
        spoiled = (is_one and self.fails_on_one(check.kind)) or (fumbles and self.fumble_fails)
        if spoiled and (has_difficulty or check.kind is not CheckKind.OPPOSED):
            return False
        return margin >= 0 if has_difficulty else None

    def _degrees(self, first: Throw, margin: int) -> int:
        """The degrees of a success (R6)."""
        if not self.natural_critical:
            return margin // self.critical_margin
        backed = first.next_down is None or first.next_down >= self.natural_critical_next
        return int(first.kept >= self.natural_critical_kept and backed)

    def added(self, outcome: Outcome) -> Added:
        """The extra dice of a critical (R6)."""
        return Added(outcome.degrees, 0)

    def spread(self, check: Check, kind: CheckKind | None = None) -> Spread:
        """What the kept dice of a check can count, rolled as one of that kind (R1, R7)."""
        faces = KEPT_FACES[self.keep(check)]
        return faces.exploding if (kind or check.kind) in self.explodes_in else faces.plain

    def faces(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each face of the kept die, with its exact chance; no difficulty is needed."""
        return self.spread(check).faces

    def curve(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each total, from the lowest possible, with the exact chance of reaching it; no difficulty is needed."""
        return curve(self.spread(check), check.bonus)

    def odds(self, check: Check) -> Odds:
        """The exact odds of a check. Raises ValueError without a difficulty, or where none can be met (C1)."""
        asked = self._asked(check)
        success = asked.chance()
        if self.natural_critical:
            critical = self._natural_odds(asked)
            degrees = tuple((degree, odds) for degree, odds in ((0, success - critical), (1, critical)) if odds)
        else:
            critical = asked.chance(self.critical_margin)
            degrees = tuple(self._degree_odds(asked, success))
        return Odds(self._fumble_odds(asked), ONE - success, success, critical, degrees)

    def chance(self, check: Check, by: int = 0) -> Fraction:
        """The exact chance of a success with a margin of `by` or more, `by` ≥ 0. Raises ValueError as `odds` does."""
        needed = need(check) + by
        return self.spread(check).reach(needed) if needed > 1 else self._asked(check).chance(by)

    def reaches(self, check: Check, degree: int) -> Fraction:
        """The exact chance of a success of that degree or a higher one (R6). Raises ValueError as `odds` does."""
        return self._reaches(self._asked(check), degree)

    def hits(self, check: Check) -> Iterator[tuple[Fraction, Added]]:
        """The exact chance of each degree, from 0 on, with its extra dice (R6). Raises ValueError as `odds` does."""
        asked = self._asked(check)
        degree, chance = 0, asked.chance()
        while chance:
            higher = self._reaches(asked, degree + 1)
            if exactly := chance - higher:
                yield exactly, Added(degree, 0)
            degree, chance = degree + 1, higher

    def mean_added(self, check: Check) -> Mean:
        """The exact mean of the degrees, 0 for a failure (R6): the sum of all `reaches` from degree 1 on.

        Raises ValueError as `odds` does.
        """
        asked = self._asked(check)
        if self.natural_critical:
            return Mean(self._natural_odds(asked), NONE)
        step = self.critical_margin
        first = asked.need + step
        spoiled = max(0, (1 - first) // step + 1) * SHARES[asked.spoiled]
        return Mean(asked.spread.sum_of_reaches(first, step) - spoiled, NONE)

    def _asked(self, check: Check) -> "_Asked":
        needed, faces = need(check), KEPT_FACES[self.keep(check)]
        fumbling = faces.ones[SIDES if self.any_one_fumbles else self.fumble_next]
        spoiled = faces.ones[SIDES] if self.fails_on_one(check.kind) else fumbling if self.fumble_fails else 0
        spread = faces.exploding if check.kind in self.explodes_in else faces.plain
        return _Asked(needed, faces, spread, spoiled, fumbling)

    def _fumble_odds(self, asked: "_Asked") -> Fraction:
        return SHARES[asked.fumbling if asked.need > 1 or asked.spoiled else 0]

    def _reaches(self, asked: "_Asked", degree: int) -> Fraction:
        if not self.natural_critical:
            return asked.chance(degree * self.critical_margin)
        return (asked.chance(), self._natural_odds(asked))[degree] if degree < 2 else NONE

    def _natural_odds(self, asked: "_Asked") -> Fraction:
        """The chance of a natural critical (R6): of the first throw's faces those that serve, if the check succeeds."""
        backed = [by_kept[self.natural_critical_next] for by_kept in asked.faces.backed]
        plain = SHARES[sum(backed[max(asked.need, self.natural_critical_kept, 0) : SIDES])]
        if asked.spread.explodes:
            return plain + SHARES[backed[SIDES]] * asked.spread.reach(asked.need - SIDES)
        return plain + SHARES[backed[SIDES] if asked.need <= SIDES else 0]

    def _degree_odds(self, asked: "_Asked", success: Fraction) -> Iterator[tuple[int, Fraction]]:
        """The chance of each degree by margin, from the lowest that a success can have."""
        degree, rest = max(0, 1 - asked.need) // self.critical_margin, success
        while not is_negligible(rest):
            more = asked.chance((degree + 1) * self.critical_margin)
            if exactly := rest - more:
                yield degree, exactly
            degree, rest = degree + 1, more


class _Asked(NamedTuple):
    """A check as its odds see it: what the dice must count, and of the thousand throws, by what they keep, those with
    a kept 1 that fail whatever the total (R4, R5) and those that fumble should they fail."""

    need: int
    faces: KeptFaces
    spread: Spread
    spoiled: int
    fumbling: int

    def chance(self, by: int = 0) -> Fraction:
        """Of a success with that margin or more."""
        needed = self.need + by
        return SHARES[THROWS - self.spoiled] if needed <= 1 else self.spread.reach(needed)


def _margin(check: Check, throws: tuple[Throw, ...]) -> int:
    return sum(throw.kept for throw in throws) + check.bonus - (check.difficulty or 0)


def _reasons(outcome: Outcome, *decided: str) -> tuple[str, ...]:
    """The ids of the rules behind an outcome; `decided` are those that made it a success, a failure or neither."""
    factors = (factor.rule for factor in outcome.check.factors)
    more = (("R5", outcome.fumble), ("R6", outcome.critical))
    again = ["R7"] * (len(outcome.throws) > 1)
    return tuple(dict.fromkeys(("R1", *factors, *again, *decided, *(rule for rule, holds in more if holds))))
