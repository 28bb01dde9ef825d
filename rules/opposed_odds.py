"""Exact odds of an opposed roll of two sides, counted in whole numbers (R9, D1)."""

from fractions import Fraction
from operator import mul
from typing import NamedTuple

from rules.checks import Check, CheckKind
from rules.odds import Spread
from rules.rolls import Rolls

OPPOSED = CheckKind.OPPOSED


class OpposedOdds(NamedTuple):
    """The chances of the side named first, each an exact Fraction; together 1. A tie counts as a tie."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def opposed_odds(rolls: Rolls, one: Check, other: Check) -> OpposedOdds:
    """The odds of one check against another, both rolled as opposed ones.

    Where natural ones lose, totals decide only between throws that are none. Cost: a multiplication for each value that
    a throw can count.
    """
    spread, rival = rolls.spread(one, OPPOSED), rolls.spread(other, OPPOSED)
    counted = _played if rival.explodes else _thrown
    win, level, pairs = counted(spread, rival, one.bonus - other.bonus, rolls.fails_on_one(OPPOSED))
    return OpposedOdds(Fraction(win, pairs), Fraction(level - win, pairs), Fraction(pairs - level, pairs))


def _played(spread: Spread, rival: Spread, by: int, ones: bool, is_first: bool = True) -> tuple[int, int, int]:
    """Of all pairs of throws that explode, so many win with so much added, so many win or tie, of so many.

    `ones`: a natural one of mine loses to all but a one. Where the rival's dice are thrown again, the rest is the same
    question with less added. Once nothing is, both must explode for it to stay open, and it repeats.
    """
    win, level, pairs = _thrown(spread, rival, by, ones, is_first)
    again, ways = rival.at_least[rival.top], rival.ways
    if by < 0 and not is_first:
        both, once = spread.at_least[spread.top] * again, spread.ways * ways
        return win * once, level * once, pairs * (once - both)
    later_win, later_level, later = _played(spread, rival, by - rival.top, ones, is_first=False)
    whole, share = later * ways, pairs * again
    return win * whole + later_win * share, level * whole + later_level * share, pairs * whole


def _thrown(spread: Spread, rival: Spread, by: int, ones: bool, is_first: bool = True) -> tuple[int, int, int]:
    """As `_played`, of all my throws, explosions included, against one of the rival's: one that explodes is no pair
    that wins or ties.

    Only a first throw of the rival's can be a natural one.
    """
    at_least, scale = spread.reaching(rival.top + 1 - by) if spread.explodes else (spread.at_least, spread.ways)
    lowest = 2 if ones else 0  # what throws of mine that are no ones count at least
    first = 2 if ones and is_first else 0  # from which count of the rival's on totals decide
    most, begin = at_least[lowest], first - by
    passing = (most,) * (lowest - begin) + at_least[max(lowest, begin) :]  # how many of mine reach `first`, and so on
    weights = rival.weights[first : rival.top] if rival.explodes else rival.weights[first:]
    win, level = sum(map(mul, weights, passing[1:])), sum(map(mul, weights, passing))
    if first:
        win, level = win + rival.weights[1] * most, level + rival.weights[1] * scale
    return win, level, scale * rival.ways
