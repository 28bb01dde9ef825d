"""Exact odds of an opposed roll of two sides (R9, D1)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.checks import Check
from rules.odds import Spread
from rules.rolls import Rolls


@dataclass(frozen=True, slots=True)
class OpposedOdds:
    """The chances of the side named first, each an exact Fraction; together 1. A tie counts as a tie."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def opposed_odds(rolls: Rolls, one: Check, other: Check) -> OpposedOdds:
    """The odds of one check against another, both rolled as opposed ones.

    Where natural ones lose, totals decide only between throws that are none: those with one are taken out of what
    totals alone would give, and put back as R9 has them.
    """
    mine, yours = one.opposed, other.opposed
    spread, rival, ahead = rolls.spread(mine), rolls.spread(yours), mine.bonus - yours.bonus
    win = _beats(spread, rival, ahead)
    tie = _beats(spread, rival, ahead + 1) - win
    if rolls.fails_on_one(mine):
        my_one, your_one = spread.exactly(1), rival.exactly(1)
        both = my_one * your_one
        win -= my_one * (1 - rival.reach(1 + ahead)) + your_one * spread.reach(2 - ahead) - both * (ahead > 0)
        win += your_one * (1 - my_one)
        tie -= my_one * rival.exactly(1 + ahead) + your_one * spread.exactly(1 - ahead) - both * (ahead == 0)
        tie += both
    return OpposedOdds(win, tie, 1 - win - tie)


def _beats(spread: Spread, rival: Spread, ahead: int) -> Fraction:
    """The chance to count more than the rival with so much added.

    Where the rival's dice are thrown again, the rest is the same question with less added. Once nothing is, both must
    explode for it to stay open, and it repeats.
    """
    total, weight = Fraction(0), Fraction(1)
    while ahead > 1 and weight:
        total += weight * _beats_one_throw(spread, rival, ahead)
        weight, ahead = weight * rival.again, ahead - rival.top
    return total + weight * _beats_one_throw(spread, rival, ahead) / (1 - spread.again * rival.again)


def _beats_one_throw(spread: Spread, rival: Spread, ahead: int) -> Fraction:
    """The same, the rival throwing once: a throw that explodes is left out."""
    values = [each for each in rival.counts if not (rival.explodes and each[0] == rival.top)]
    return sum((spread.reach(value + 1 - ahead) * count for value, count in values), Fraction(0)) / rival.ways
