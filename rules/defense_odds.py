"""Exact odds of active defenses: over both rolls, or against an attack that was rolled already (C8, D8, D10)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from rules.checks import Check
from rules.odds import NONE, ONE, Spread
from rules.opposed_odds import OpposedOdds
from rules.rolls import Added, Hits, Mean, Rolls


def not_escaped(rolls: Rolls, attack: Check, defense: Check) -> Fraction:
    """The chance that an attack reaches its own difficulty and the defense does not reach the attack's total (C8).

    The totals are gone through one by one, until both rolls need as much as makes the rest repeat, smaller each time by
    the chance that both explode once more. Raises ValueError if the attack has no difficulty.
    """
    chance, spread, rival = rolls.chance(attack), rolls.spread(attack), rolls.spread(defense)
    attack, difficulty = replace(attack, mastery=0), attack.difficulty or 0

    def escaped(over: int) -> Fraction:
        """The chance that the attack passes its difficulty by exactly that, and the defense reaches its total."""
        exactly = rolls.chance(attack, over) - rolls.chance(attack, over + 1)
        return exactly * rolls.chance(replace(defense, difficulty=difficulty + over)) if exactly else NONE

    plain = max(0, 2 - (difficulty - attack.bonus), 2 - (difficulty - defense.bonus))
    once = sum(map(escaped, range(plain, plain + spread.top)), NONE)
    return chance - sum(map(escaped, range(plain)), NONE) - once / (ONE - spread.again * rival.again)


def against_total(rolls: Rolls, dodge: Check, total: int) -> OpposedOdds:
    """The odds of a dodge opposed to an attack of that total (D8): to escape, to tie, to be hit."""
    spread, need = rolls.spread(dodge.opposed), total - dodge.bonus
    level, more = spread.reach(need), spread.reach(need + 1)
    return OpposedOdds(more, level - more, ONE - level)


def through_odds(rolls: Rolls, dodge: Check, total: int, enemies: int) -> tuple[Fraction, ...]:
    """How likely it is that exactly n of so many enemies get through one dodge, n from 0 on, if that is the total of
    the strongest attack (D10)."""
    spread, need = rolls.spread(dodge.opposed), total - dodge.bonus
    at_least = [ONE, *(ONE - spread.reach(need - number + 1) for number in range(1, enemies + 1)), NONE]
    return tuple(many - more for many, more in pairwise(at_least))


def dodged_hits(rolls: Rolls, attack: Check, dodge: Check) -> Hits:
    """How an attack hits in spite of a dodge rolled in place of the defense value: what its total has over the dodge's
    are its éxitos (D8), to which mastery adds (D10)."""
    over = Difference(rolls.spread(attack.opposed), rolls.spread(dodge.opposed), attack.bonus - dodge.bonus)
    before = [(by, over.exactly(by)) for by in range(1, over.repeats_from)]
    lap = [(by, over.exactly(by)) for by in range(over.repeats_from, over.repeats_from + over.period)]
    often, once = ONE / (ONE - over.again), sum((chance for _by, chance in lap), NONE)
    hits = sum((chance for _by, chance in before), NONE) + once * often
    points = sum((by * chance for by, chance in before), NONE)
    points += sum((by * chance for by, chance in lap), NONE) * often + once * over.period * over.again * often**2
    ways = _each_way([*before, *lap], over, attack)
    return Hits(hits, Mean(NONE, points + attack.mastery * hits), ways)


@dataclass(frozen=True, slots=True)
class Difference:
    """What the total of one roll has over another's: their dice, and `shift`, what is added to the difference.

    From `repeats_from` on the chances repeat after each `period`, smaller by the explosion of `one`: `again`.
    """

    one: Spread
    other: Spread
    shift: int

    @property
    def period(self) -> int:
        """The top of dice that explode, or all values of others, 0 included."""
        return self.one.top + (not self.one.explodes)

    @property
    def again(self) -> Fraction:
        return self.one.again

    @property
    def repeats_from(self) -> int:
        return max(1, self.shift)

    def exactly(self, by: int) -> Fraction:
        """The chance to have exactly that over the other: both count so much and one so much more, for all values of
        one period; after it both explode once more."""
        need = by - self.shift
        start = max(0, -need)
        values = range(start, start + self.period)
        once = sum((self.other.exactly(value) * self.one.exactly(value + need) for value in values), NONE)
        return once / (ONE - self.one.again * self.other.again)


def _each_way(
    known: Sequence[tuple[int, Fraction]], over: Difference, attack: Check
) -> Iterator[tuple[Fraction, Added]]:
    """Each number of éxitos from 1 on with its chance: those `known`, and after them the last period over and over."""
    while any(chance for _by, chance in known):
        for by, chance in known:
            if chance:
                yield chance, Added(0, attack.mastered(by))
        known = [(by + over.period, chance * over.again) for by, chance in known[-over.period :]]
