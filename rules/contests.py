"""Opposed rolls: two or more sides, the highest total wins, and a tie for the highest waits (R9, D1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from rules.checks import Check, Outcome
from rules.dice import Draw
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.rolls import Rolls


@dataclass(frozen=True, slots=True)
class Side:
    """One side, by key, and what it rolled. The difficulty of its check is the best total of the others."""

    key: str
    outcome: Outcome

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {"side": self.key, "outcome": self.outcome.facts()}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """The side that gave these facts."""
        return cls(facts["side"], Outcome.from_facts(facts["outcome"]))


@dataclass(frozen=True, slots=True)
class Contest:
    """An opposed roll as it stands. `sides` are in the order named, as they rolled last.

    `tied` holds the keys of those who tie for the highest, at least two or none; `out` the sides that had lost before
    the tied ones rolled again. `margin` is the winner's total less the best of the others', at least 0; 0 in a tie.
    `accepted`: the tie stays one.
    """

    sides: tuple[Side, ...]
    winner: str | None
    tied: tuple[str, ...]
    margin: int
    accepted: bool = False
    out: tuple[Side, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether somebody has to choose: accept the tie, or roll again."""
        return bool(self.tied) and not self.accepted

    @property
    def won(self) -> Outcome | None:
        """The winner's outcome, with its critical and degrees (R6, D2, D4)."""
        return next((side.outcome for side in self.sides if side.key == self.winner), None)

    def side(self, key: str) -> Outcome:
        """The last outcome of a side. LookupError if it is none of the contest."""
        for each in (*self.sides, *self.out):
            if each.key == key:
                return each.outcome
        raise LookupError(key)

    def accept(self) -> "Contest":
        """The tie accepted: nobody wins. Raises Refused if there is none to settle (any more)."""
        self._refuse_if_settled()
        return replace(self, accepted=True)

    def roll_again(self, rolls: Rolls, draw: Draw) -> "Contest":
        """The tied sides throw again, in order, with the same modifiers and keep. Raises Refused as `accept` does."""
        self._refuse_if_settled()
        again = [side for side in self.sides if side.key in self.tied]
        lost = tuple(side for side in self.sides if side.key not in self.tied)
        contest = _contest(rolls, [(side.key, side.outcome.check) for side in again], draw)
        return replace(contest, out=(*self.out, *lost))

    def _refuse_if_settled(self) -> None:
        if not self.is_open:
            raise Refused(Problem("no_tie", _("There is no tie to settle."), rule="R9"))

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "sides": [side.facts() for side in self.sides],
            "winner": self.winner,
            "tied": list(self.tied),
            "margin": self.margin,
            "accepted": self.accepted,
            "out": [side.facts() for side in self.out],
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """The contest that gave these facts, as it was judged then."""
        return cls(
            tuple(map(Side.from_facts, facts["sides"])),
            facts["winner"],
            tuple(facts["tied"]),
            facts["margin"],
            facts["accepted"],
            tuple(map(Side.from_facts, facts["out"])),
        )


def contest(rolls: Rolls, sides: Iterable[tuple[str, Check]], draw: Draw) -> Contest:
    """Roll checks against each other, whatever they were before; each side throws in the order named (R9, T6).

    Raises Refused, field "sides", and nothing is thrown, for fewer than two sides or one named twice.
    """
    named = list(sides)
    if len(named) < 2 or len({key for key, _check in named}) < len(named):
        raise Refused(Problem("sides", _("An opposed roll needs two sides or more, each named once."), "sides", "R9"))
    return _contest(rolls, named, draw)


def _contest(rolls: Rolls, named: Sequence[tuple[str, Check]], draw: Draw) -> Contest:
    thrown = [(key, rolls.resolve(check.opposed, draw)) for key, check in named]
    worth = [_worth(rolls, outcome) for _key, outcome in thrown]
    best = [key for (key, _outcome), each in zip(thrown, worth, strict=True) if each == max(worth)]
    winner, tied = (best[0], ()) if len(best) == 1 else (None, tuple(best))
    sides = []
    for key, outcome in thrown:
        rival = max(other.total for each, other in thrown if each != key)
        won = None if key in tied else key == winner
        check = replace(outcome.check, difficulty=rival)
        sides.append(Side(key, rolls.settle(check, outcome.throws, won=won)))
    margin = max((side.outcome.margin or 0 for side in sides if side.key == winner), default=0)
    return Contest(tuple(sides), winner, tied, max(0, margin))


def _worth(rolls: Rolls, outcome: Outcome) -> tuple[bool, int]:
    """What is compared: a natural one is worth less than anything else, and all of them the same (R4, R9)."""
    if outcome.natural_one and rolls.fails_on_one(outcome.check.kind):
        return False, 0
    return True, outcome.total
