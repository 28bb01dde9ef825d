"""Initiative, order and turns (C1, C2, T1, T3–T6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from rules.checks import Outcome
from rules.dice import Draw, OutOfFaces, scripted
from rules.fight.base import Standing
from rules.fight.fighter import Fighter
from rules.fight.progress import Progress
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.turns import Action, Initiative, with_lots

Faces = Mapping[str, Sequence[int]]
"""Faces of dice thrown at the table, by the key of the fighter."""


class Turning(Standing):
    """The actions that move turns."""

    __slots__ = ()

    def start(self, draw: Draw, typed: Faces | None = None) -> Progress:
        """Round 1: whoever has not rolled for initiative does, and the first one's turn begins (C1, T1).

        Facts: `rolls` as in `roll_initiative`, `order`, and how it goes on as in `next_turn`. Raises Refused if it has
        begun, nobody is there, or typed faces do not fit.
        """
        if self.has_begun:
            raise Refused(Problem("begun", _("The fight has already begun."), rule="T1"))
        if not self.fighters:
            raise Refused(Problem("nobody", _("There is nobody in this fight."), rule="T1"))
        waiting = [each.key for each in self.fighters if each.initiative is None]
        fight, rolls = self._rolled(waiting, draw, typed or {})
        fight, passed = fight._sorted()._new_round()._passed_on()
        return self._progress(fight, {"rolls": rolls, "order": fight.state()["order"], **passed})

    def roll_initiative(self, keys: Iterable[str] | None, draw: Draw, typed: Faces | None = None) -> Progress:
        """Initiative, rolled anew for all (None) or for some; in order of entry, lots last (C1, T6).

        For all it ends the turn and starts a new round once the fight has begun; for some only they move, the turn
        stays, and whoever has acted does not act again in this round (T3). Facts: `rolls`, each with `fighter`,
        `outcome`, `total`, `fixed`, `lot`, `majors`, `typed`; `order`; and how it goes on as in `next_turn`. Raises
        Refused: fields "fighter", "typed.<key>".
        """
        if keys is None:
            fight, linger = self._ended()
            fight, rolls = fight._rolled([each.key for each in self.fighters], draw, typed or {})
            fight = fight._sorted()
            passed = {"ended": self.turn, "linger": linger, **self._as_it_was()}
            if self.has_begun:
                fight, passed_on = fight._new_round()._passed_on()
                passed |= {**passed_on, "new_round": True}
        else:
            wanted = [self.fighter(key).key for key in keys]
            fight, rolls = self._rolled(wanted, draw, typed or {})
            fight = fight._placed(wanted)
            passed = {"ended": None, "linger": None, **self._as_it_was()}
        return self._progress(fight, {"rolls": rolls, "order": fight.state()["order"], **passed})

    def next_turn(self, ends: str | None) -> Progress:
        """End the turn of `ends` (None: the round stood) and begin the next: of the first in order who has had none
        this round and can act; the others are skipped (T1, T3, T4). With nobody left to act the round stands.

        Facts: `ended`, `linger` ({before, after, recovered}, the wound of whose turn ended; None if there was none),
        `turn` (None: nobody left), `round`, `new_round`, `skipped` (keys), `rules`. Raises Refused, field "ends", if
        it is not that one's turn (any more), and if the fight has not begun or nobody can act.
        """
        if not self.has_begun:
            raise Refused(Problem("not_begun", _("The fight has not begun yet."), "ends", "T1"))
        if ends != self.turn:
            raise Refused(Problem("turn_over", _("That turn is over already."), "ends", "T1"))
        if ends is None and not any(map(self.can_act, self.fighters)):
            raise Refused(Problem("nobody_left", _("There is nobody left who can act."), "ends", "T4"))
        fight, linger = self._ended()
        fight, passed = fight._passed_on()
        rules = ["T1", *["T5"] * bool(linger), *["T4"] * bool(passed["skipped"] or fight.turn is None)]
        return self._progress(fight, {"ended": ends, "linger": linger, **passed, "rules": rules})

    def spend(self, key: str, action: Action) -> Progress:
        """Count one action of a fighter (C2). Facts: `fighter`, `action`, `majors`, `minors` (those left).

        Raises Refused, field "action", if none is left.
        """
        fighter = self.fighter(key)
        left = {
            "majors": fighter.majors - (action == Action.MAJOR),
            "minors": fighter.minors - (action == Action.MINOR),
        }
        if min(left.values()) < 0:
            raise Refused(Problem("no_action", _("There is no such action left this turn."), "action", "C2"))
        fight = self._with(fighter.with_state(left))
        return self._progress(fight, {"fighter": key, "action": action.value, **left})

    def _rolled(self, keys: Iterable[str], draw: Draw, typed: Faces) -> tuple[Self, list[dict[str, Any]]]:
        """Initiative rolled for these, in order of entry, then the lots of all who tie (T6); order and turn stay."""
        by_entry = sorted(self.fighters, key=lambda each: each.entry)
        rolling = [each for each in by_entry if each.key in set(keys)]
        outcomes = self._initiatives(rolling, draw, typed)
        rolled: dict[str, Initiative] = {}
        for each in by_entry:
            if each.key in outcomes:
                rolled[each.key] = _initiative(outcomes[each.key])
            elif each.initiative:
                rolled[each.key] = each.initiative
        final = dict(zip(rolled, with_lots(tuple(rolled.values()), draw), strict=True))
        fight = self._each(lambda each: replace(each, initiative=final.get(each.key)))
        for each in rolling:
            if not each.has_acted:
                fight = fight._with(fight._refreshed(fight.fighter(each.key)))
        facts = [
            {
                "fighter": each.key,
                "outcome": outcomes[each.key].facts(),
                "total": final[each.key].total,
                "fixed": final[each.key].fixed,
                "lot": final[each.key].lot,
                "majors": self.ruleset.turns.majors(final[each.key].total),
                "typed": each.key in typed,
            }
            for each in rolling
        ]
        return fight, facts

    def _initiatives(self, rolling: Sequence[Fighter], draw: Draw, typed: Faces) -> dict[str, Outcome]:
        """The outcome of each one's roll. Raises Refused with a Problem for each whose typed faces do not fit."""
        outcomes, problems = {}, []
        for each in rolling:
            check = self.ruleset.initiative(each.sheet)
            faces = scripted(*typed.get(each.key, ()))
            try:
                outcomes[each.key] = self.ruleset.rolls.resolve(check, faces if each.key in typed else draw)
            except (OutOfFaces, ValueError):
                problems.append(_bad_faces(each.key))
                continue
            if faces.left:
                problems.append(_bad_faces(each.key))
        if problems:
            raise Refused(*problems)
        return outcomes

    def _sorted(self) -> Self:
        """Everyone by initiative, those without one last, in their order."""
        return replace(self, fighters=tuple(sorted(self.fighters, key=_place)))

    def _placed(self, keys: Iterable[str]) -> Self:
        """Only these moved to where their initiative puts them: before the first who comes later."""
        moving = sorted((each for each in self.fighters if each.key in set(keys)), key=_place)
        order = [each for each in self.fighters if each not in moving]
        for each in moving:
            later = (at for at, other in enumerate(order) if _place(other) > _place(each))
            order.insert(next(later, len(order)), each)
        return replace(self, fighters=tuple(order))

    def _refreshed(self, fighter: Fighter) -> Fighter:
        """With all the actions of a turn, its turn still to come (C2)."""
        majors = self.ruleset.turns.majors(fighter.initiative.total) if fighter.initiative else 0
        minors = self.ruleset.turns.minors if fighter.initiative else 0
        return replace(fighter, majors=majors, minors=minors, has_acted=False)

    def _new_round(self) -> Self:
        return replace(self._each(self._refreshed), round=self.round + 1)

    def _ended(self) -> tuple[Self, dict[str, Any] | None]:
        """The end of the turn: its fighter's wound lingers one turn less (T1, T5)."""
        fighter = self.acting
        if fighter is None or not fighter.sheet.linger:
            return self, None
        before = fighter.sheet.linger
        after = self.ruleset.injuries.end_turn(before)
        linger = {"before": before, "after": after, "recovered": after == 0}
        return self._with(fighter.with_state({"linger": after})), linger

    def _passed_on(self) -> tuple[Self, dict[str, Any]]:
        """The turn of whoever is next begins, in a new round if everybody has had one."""
        fight, skipped, is_new = self, [], False
        if any(map(self.can_act, self.fighters)):
            waiting = self._waiting()
            if not any(map(self.can_act, waiting)):
                skipped += waiting
                fight, is_new = fight._new_round(), True
                waiting = fight._waiting()
            at = next(at for at, each in enumerate(waiting) if self.can_act(each))
            skipped += waiting[:at]
            for each in waiting[: at + 1]:
                fight = fight._with(replace(each, has_acted=True))
            fight = replace(fight, turn=waiting[at].key)
        else:
            fight = replace(fight, turn=None)
        names = list(dict.fromkeys(each.key for each in skipped))
        return fight, {"round": fight.round, "turn": fight.turn, "new_round": is_new, "skipped": names}

    def _as_it_was(self) -> dict[str, Any]:
        """The facts of a turn that did not move."""
        return {"round": self.round, "turn": self.turn, "new_round": False, "skipped": []}

    def _waiting(self) -> list[Fighter]:
        """Those whose turn of this round has not come, in order."""
        return [each for each in self.fighters if each.initiative and not each.has_acted]


def _initiative(outcome: Outcome) -> Initiative:
    faces = tuple(face for throw in outcome.throws for face in throw.faces)
    return Initiative(outcome.total, outcome.check.bonus, faces=faces)


def _place(fighter: Fighter) -> tuple[int, ...]:
    """What sorts fighters: the highest initiative first, those without one last."""
    return (0, *(-number for number in fighter.initiative.rank)) if fighter.initiative else (1,)


def _bad_faces(key: str) -> Problem:
    return Problem("faces", _("Write the three dice as they fell, such as 2 7 9."), f"typed.{key}", "R1")
