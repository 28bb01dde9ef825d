"""What a player asks before a roll and after it: why this die, what each number is, what a token would change.

Where each number comes from stands in the check itself: its terms and factors name their rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.checks import Check, Outcome, Term
from rules.dice import SIDES, Keep
from rules.odds import Odds
from rules.problems import Refused
from rules.ruleset import Ruleset
from rules.ruleset.rolling import Given

BETTER = 2
"""The bonus whose worth is shown (+2)."""


@dataclass(frozen=True, slots=True)
class Before:
    """A roll about to be made. `keep`: which die counts, None where all do; why, say the factors of the check.

    `faces` pairs each value that the first throw can count with its chance. Odds are exact; None without a difficulty.
    `with_token`, `with_protagonism` and `with_bonus` are those with one token, one point, or two more: None too where
    one cannot be spent.
    """

    check: Check
    keep: Keep | None
    faces: tuple[tuple[int, Fraction], ...]
    odds: Odds | None
    with_token: Odds | None
    with_protagonism: Odds | None
    with_bonus: Odds | None


@dataclass(frozen=True, slots=True)
class Instead:
    """What the first throw alone would have come to with another die kept; `margin` is None without a difficulty.

    `is_least`: that die would have been thrown again, and so come to more (R7).
    """

    keep: Keep
    face: int
    total: int
    margin: int | None
    is_least: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """A roll that was made. `keep` and `face`: which die counted first, None and the sum where all do; `again`: what
    each explosion added. Why, say the factors of the outcome's check; `others` are those that did not count."""

    outcome: Outcome
    keep: Keep | None
    face: int
    again: tuple[int, ...]
    others: tuple[Instead, ...]


def before(ruleset: Ruleset, check: Check, *, tokens: int = 0, protagonism: int = 0) -> Before:
    """What there is to know of a check before its dice fall, by someone who holds so many tokens and points."""
    rolls = ruleset.rolls
    odds = _odds(ruleset, check)
    return Before(
        check=check,
        keep=rolls.keep(check),
        faces=rolls.faces(check),
        odds=odds,
        with_token=_odds_given(ruleset, check, {"token": True}) if tokens and odds else None,
        with_protagonism=_odds_given(ruleset, check, {"protagonism": True}) if protagonism and odds else None,
        with_bonus=odds and _odds(ruleset, check.plus(Term("modifier", BETTER, "R2"))),
    )


def after(outcome: Outcome) -> After:
    """What there is to say of a roll, by the rules of its moment."""
    first, *more = outcome.throws
    return After(outcome, outcome.keep, first.kept, tuple(throw.kept for throw in more), tuple(_others(outcome)))


def _odds(ruleset: Ruleset, check: Check) -> Odds | None:
    try:
        return ruleset.rolls.odds(check)
    except ValueError:  # nothing to meet: somebody else's roll decides, or it is initiative
        return None


def _odds_given(ruleset: Ruleset, check: Check, given: Given) -> Odds | None:
    try:
        return _odds(ruleset, ruleset.sway(check, **given))
    except Refused:
        return None


def _others(outcome: Outcome) -> Iterator[Instead]:
    """The dice that were not kept, from low to high; none where all count."""
    first, check = outcome.throws[0], outcome.check
    for keep in Keep if outcome.keep is not None else ():
        if keep is not outcome.keep:
            face, total = first.at(keep), outcome.total_if(keep)
            margin = None if check.difficulty is None else total - check.difficulty
            yield Instead(keep, face, total, margin, is_least=outcome.explodes and face == SIDES)
