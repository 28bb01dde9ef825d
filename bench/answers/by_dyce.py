"""The library dyce. Explosions end after so many throws that what is left out is under one in a million."""

from fractions import Fraction

from dyce import H, P, expand, explode_n


def _kept():
    return (3 @ P(10)).at(1)


def _six():
    return explode_n(H(6), n=9)


def _chance(histogram, holds):
    return Fraction(sum(count for outcome, count in histogram.items() if holds(outcome)), histogram.total)


def _fumbles():
    counts = [count for (_low, kept, high), count in (3 @ P(10)).rolls_with_counts() if kept == 1 and high <= 5]
    return Fraction(sum(counts), 1000)


def check_with_degrees():
    degree = _kept().apply(lambda kept: -1 if kept == 1 else max(-1, (kept + 14 - 12) // 10))
    exactly = [_chance(degree, lambda each, wanted=wanted: each == wanted) for wanted in (0, 1)]
    return _fumbles(), _chance(degree, lambda each: each >= 0), _chance(degree, lambda each: each >= 1), *exactly


def exploding_check():
    return _fumbles(), _chance(explode_n(_kept(), n=5), lambda total: total >= 20)


def opposed():
    mine, yours = (_kept().apply(lambda kept, bonus=bonus: -1 if kept == 1 else kept + bonus) for bonus in (9, 7))
    ahead = mine - yours
    return tuple(_chance(ahead, holds) for holds in (lambda by: by > 0, lambda by: by == 0, lambda by: by < 0))


def exploding_damage():
    return (_chance(2 @ _six() + 2, lambda total: total >= 13),)


def attack_then_damage():
    """A miss is −1, so that it is told from a hit that does nothing."""
    six = _six()
    degree = _kept().apply(lambda kept: -1 if kept == 1 else max(-1, (kept + 16 - 15) // 10))
    passed = expand(
        lambda rolled: (
            H({-1: 1}) if rolled.outcome < 0 else ((2 + rolled.outcome) @ six - 2).apply(lambda by: max(0, by))
        ),
        degree,
    )
    return tuple(_chance(passed, lambda each, least=least: each >= least) for least in (0, 1, 10))


def saving_throws():
    success = _kept().apply(lambda kept: int(kept > 1 and kept + 4 >= 12))
    return (_chance(3 @ success, lambda times: times >= 1),)
