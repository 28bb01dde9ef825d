"""The library icepool. Explosions end after so many throws that what is left out is under one in a million."""

from icepool import d


def _kept():
    return d(10).middle(3)


def _six():
    return d(6).explode(depth=9)


def _judged(low, kept, high, bonus, difficulty):
    """The degree of a success, −1 for a failure, −2 for a fumble."""
    if kept == 1:
        return -2 if high <= 5 else -1
    return max(-1, (kept + bonus - difficulty) // 10)


def check_with_degrees():
    judged = d(10).pool(3).expand().map(lambda dice: _judged(*dice, 14, 12), star=False)
    exactly = [judged.probability("==", degree) for degree in (0, 1)]
    return judged.probability("==", -2), judged.probability(">=", 0), judged.probability(">=", 1), *exactly


def exploding_check():
    fumble = d(10).pool(3).expand().map(lambda dice: dice[1] == 1 and dice[2] <= 5, star=False)
    return fumble.probability("==", True), _kept().explode(depth=5).probability(">=", 20)


def opposed():
    mine, yours = (_kept().map(lambda kept, bonus=bonus: -1 if kept == 1 else kept + bonus) for bonus in (9, 7))
    ahead = (mine - yours).sign()
    return tuple(ahead.probability("==", who) for who in (1, 0, -1))


def exploding_damage():
    return ((2 @ _six() + 2).probability(">=", 13),)


def attack_then_damage():
    """A miss is −1, so that it is told from a hit that does nothing."""
    six = _six()
    degree = _kept().map(lambda kept: -1 if kept == 1 else max(-1, (kept + 16 - 15) // 10))
    passed = degree.map(lambda degree: -1 if degree < 0 else ((2 + degree) @ six - 2).map(lambda by: max(0, by)))
    return tuple(passed.probability(">=", least) for least in (0, 1, 10))


def saving_throws():
    success = _kept().map(lambda kept: kept > 1 and kept + 4 >= 12)
    return ((3 @ success).probability(">=", 1),)
