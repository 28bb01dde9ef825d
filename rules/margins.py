"""Margins that come from more than one roll (D9, D10, D13)."""

from collections.abc import Iterable


def joined(main: int, supports: Iterable[int] = (), *, mastery: int = 0) -> int:
    """The final margin of a main roll: with those of its support rolls, then the successes of mastery (D9, D10).

    It succeeds from 0 on; mastery counts only with at least one success of its own.
    """
    margin = main + sum(supports)
    return margin + mastery if margin >= 1 else margin


def turns_of_state(attacker: int, target: int) -> int:
    """How many turns a supernatural state lasts by the totals of both: one for each success of the attacker (D13)."""
    return max(0, attacker - target)
