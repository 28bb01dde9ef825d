"""Exact odds of an opposed roll of two sides (R9, D1)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.checks import Check
from rules.odds import NONE, ONE, Spread
from rules.rolls import Rolls


@dataclass(frozen=True, slots=True)
class OpposedOdds:
    """The chances of the side named first, each an exact Fraction; together 1. A tie counts as a tie."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def opposed_odds(rolls: Rolls, one: Check, other: Check) -> OpposedOdds:
    """The odds of one check against another, both rolled as opposed ones.

    Where natural ones lose, totals decide only between throws that are none. Cost: a few steps for each value that a
    throw can count, in whole numbers.
    """
    mine, yours = one.opposed, other.opposed
    spread, rival, by = rolls.spread(mine), rolls.spread(yours), mine.bonus - yours.bonus
    ones = rolls.fails_on_one(mine)
    win, level, pairs = _pairs(spread, rival, by, ones=(ones, ones))
    if not rival.explodes:
        return OpposedOdds(Fraction(win, pairs), Fraction(level - win, pairs), Fraction(pairs - level, pairs))
    wins, levels = _with_explosions(spread, rival, by, ones=ones)
    return OpposedOdds(wins, levels - wins, ONE - levels)


def _with_explosions(spread: Spread, rival: Spread, by: int, *, ones: bool) -> tuple[Fraction, Fraction]:
    """The chances to win, and to win or tie, with so much added.

    Where the rival's dice are thrown again, the rest is the same question with less added. Once nothing is, both must
    explode for it to stay open, and it repeats.
    """
    wins = levels = NONE
    weight, is_first = ONE, True
    while True:
        is_last = not is_first and by < 0
        win, level, pairs = _pairs(spread, rival, by, ones=(ones, ones and is_first))
        share = weight / (ONE - spread.again * rival.again) if is_last else weight
        wins, levels = wins + share * Fraction(win, pairs), levels + share * Fraction(level, pairs)
        if is_last:
            return wins, levels
        weight, by, is_first = weight * rival.again, by - rival.top, False


def _pairs(spread: Spread, rival: Spread, by: int, *, ones: tuple[bool, bool]) -> tuple[int, int, int]:
    """Of pairs of all my throws and one of the rival's, so many win with so much added, so many win or tie, of so many
    in all. One of the rival's that explodes is in none of the first two.

    `ones`: whether a natural one of mine loses to all but a one, and whether this throw of the rival's can be one.
    """
    my_ones = spread.ways - spread.at_least[2] if ones[0] else 0
    enough, ways = _enough(spread, range(-by, rival.top + 2 - by), my_ones)
    win = level = 0
    for value, count in rival.counts:
        if value == 1 and ones[1]:
            win += count * (ways - my_ones * ways // spread.ways)
            level += count * ways
        elif not (rival.explodes and value == rival.top):
            win += count * enough[value + 1]
            level += count * enough[value]
    return win, level, ways * rival.ways


def _enough(spread: Spread, needs: range, my_ones: int) -> tuple[list[int], int]:
    """For each need so many throws of how many reach it, on one scale; those that are ones reach none."""
    if not spread.explodes:
        top, ways = spread.top + 1, spread.ways
        return [spread.at_least[max(0, min(each, top))] - (my_ones if each <= 1 else 0) for each in needs], ways
    tails = [spread.tail(each) for each in needs]
    most, again = tails[-1][0], spread.at_least[spread.top]
    scale = spread.ways**most
    spoiled = [my_ones * scale if each <= 1 else 0 for each in needs]
    reached = [many * again**times * scale // spread.ways**times for times, many in tails]
    return [many - ones for many, ones in zip(reached, spoiled, strict=True)], scale * spread.ways
