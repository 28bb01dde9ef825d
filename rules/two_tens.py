"""Rolls of 2d10: both dice count, natural twenties are thrown on, and the margin says how well it went (D1–D5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rules.checks import DIFFICULTIES, Check, CheckKind, Outcome, Term
from rules.dice import SIDES, Draw, Pair, throw_two
from rules.messages import gettext_noop as _
from rules.odds import NONE, ONE, Odds, Spread
from rules.options import option, table
from rules.rolls import JUDGED, Added, Mean, curve, need

LOWEST, HIGHEST = 2, 2 * SIDES
"""A natural two and a natural twenty."""
WITHOUT_EXPERIENCE = "without_experience"
"""The key of the modifier that a skill at 0 takes by itself (D3)."""


def _count() -> Spread:
    sums = [sum(faces) for faces in product(range(1, SIDES + 1), repeat=2)]
    at_least = tuple(sum(each >= least for each in sums) for least in range(HIGHEST + 2))
    return Spread(at_least, len(sums), explodes=True)


SUMS = _count()
"""What 2d10 can count (D1, D4)."""


@dataclass(frozen=True, slots=True)
class NamedND:
    """A named ND, the same for every check."""

    key: str
    label: str
    nd: int = option("ND", _("ND"), 15, DIFFICULTIES.start, DIFFICULTIES.stop - 1)

    @property
    def skill(self) -> int:
        return self.nd

    @property
    def attribute(self) -> int:
        return self.nd


@dataclass(frozen=True, slots=True)
class TwoTens:
    """Two d10 added up. Every field is a campaign option."""

    thrown = "2d10"
    rule = "D1"
    named_by = "ND"
    critical_rule = "D4"
    enforces = ("D1", "D2", "D3", "D4", "D9", "D13", "ND", "R2", "R9")
    attribute_counts: bool = option("D1", _("The attribute counts in skill checks"), True)
    great_margin: int = option("D2", _("Successes (margin) of a great benefit, at least"), 9, 1, 100)
    fumble_margin: int = option("D2", _("Failures (margin) of a fumble, at least"), 6, 1, 100)
    inexperience: int = option("D3", _("A skill at 0 adds (0: nothing)"), -5, -20, 0)
    difficulties: tuple[NamedND, ...] = table("ND", _("Difficulties"), least=1)

    def paired(self, attribute: Term, skill: Term) -> tuple[Term, ...]:
        """Both are added, or the skill alone where the attribute does not count (D1)."""
        return (attribute, skill) if self.attribute_counts else (skill,)

    def at_level(self, check: Check, level: int) -> Check:
        """The check as someone with that written skill level makes it: at 0 without experience, once (D3)."""
        counted = any(term.key == WITHOUT_EXPERIENCE for term in check.terms)
        if level > 0 or counted or not self.inexperience:
            return check
        return check.plus(Term(WITHOUT_EXPERIENCE, self.inexperience, "D3"))

    def keep(self, check: Check) -> None:
        """No die is left out."""
        return None

    def fails_on_one(self, kind: CheckKind) -> bool:
        """There is no natural one."""
        return False

    def resolve(self, check: Check, draw: Draw) -> Outcome:
        """Throw for a check, after each natural twenty again (D4), and judge it."""
        throws = [throw_two(draw)]
        while throws[-1].kept == HIGHEST:
            throws.append(throw_two(draw))
        return self.judge(check, tuple(throws))

    def judge(self, check: Check, throws: tuple[Pair, ...]) -> Outcome:
        """What the throws of a check mean (D1, D2, D4); `throws` are the first one and those of natural twenties.

        Initiative succeeds at nothing, yet a natural two fumbles it (D5).
        """
        if check.kind not in JUDGED:
            return _outcome(check, throws, None, "D5", fumble=throws[0].kept == LOWEST)
        if check.difficulty is None:
            return _outcome(check, throws, None)
        margin = _margin(check, throws)
        fumble, great = margin <= -self.fumble_margin, margin >= self.great_margin
        return _outcome(check, throws, margin >= 0, "D2", fumble=fumble, great=great)

    def settle(self, check: Check, throws: tuple[Pair, ...], *, won: bool | None) -> Outcome:
        """What the throws of a side mean once the others' are known, the ND being their best total (D1, R9)."""
        margin = _margin(check, throws)
        fumble, great = not won and margin <= -self.fumble_margin, bool(won) and margin >= self.great_margin
        return _outcome(check, throws, won, "R9", "D2", fumble=fumble, great=great)

    def added(self, outcome: Outcome) -> Added:
        """The éxitos of a success (D8)."""
        return Added(0, max(0, outcome.margin or 0) if outcome.success else 0)

    def spread(self, check: Check, kind: CheckKind | None = None) -> Spread:
        """What the dice of a check can count: the same for every check (D4)."""
        return SUMS

    def faces(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each sum of the first throw, with its exact chance; no difficulty is needed."""
        return SUMS.faces

    def curve(self, check: Check) -> tuple[tuple[int, Fraction], ...]:
        """Each total, from the lowest possible, with the exact chance of reaching it; no difficulty is needed."""
        return curve(SUMS, check.bonus)

    def odds(self, check: Check) -> Odds:
        """The exact odds of a check; its critical is a natural twenty that succeeds, of no degree (D4).

        Raises ValueError without a difficulty, or where none can be met (D5).
        """
        needed = need(check)
        success = self.chance(check)
        return Odds(
            fumble=ONE - SUMS.reach(needed - self.fumble_margin + 1),
            failure=ONE - success,
            success=success,
            critical=SUMS.again * SUMS.reach(needed - HIGHEST),
            degrees=((0, success),),
            great=self.chance(check, self.great_margin),
        )

    def chance(self, check: Check, by: int = 0) -> Fraction:
        """The exact chance of `by` éxitos or more, `by` ≥ 0. Raises ValueError as `odds` does."""
        return SUMS.reach(need(check) + min(by, max(1, by - check.mastery)))

    def reaches(self, check: Check, degree: int) -> Fraction:
        """The exact chance of a success; there are no degrees above 0. Raises ValueError as `odds` does."""
        return NONE if degree else self.chance(check)

    def hits(self, check: Check) -> Iterator[tuple[Fraction, Added]]:
        """The exact chance of each number of éxitos, without end. Raises ValueError as `odds` does."""
        needed = need(check)
        margin = max(0, LOWEST - needed)
        while True:
            if chance := SUMS.exactly(needed + margin):
                yield chance, Added(0, check.mastered(margin))
            margin += 1

    def mean_added(self, check: Check) -> Mean:
        """The exact mean of the éxitos, 0 for a failure. Raises ValueError as `odds` does."""
        first = need(check) + 1
        return Mean(NONE, SUMS.sum_of_reaches(first, 1) + check.mastery * SUMS.reach(first))


def _margin(check: Check, throws: tuple[Pair, ...]) -> int:
    return check.margin(sum(throw.kept for throw in throws)) or 0


def _outcome(
    check: Check,
    throws: tuple[Pair, ...],
    success: bool | None,
    *decided: str,
    fumble: bool = False,
    great: bool = False,
) -> Outcome:
    """`decided` are the ids of the rules that made it what it is."""
    is_natural = throws[0].kept == HIGHEST
    rules = ("D1", *["D4"] * is_natural, *decided)
    return Outcome(check, throws, success, fumble, is_natural and success is not False, 0, rules, great)
