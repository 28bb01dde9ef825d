"""Initiative, order and turns (C1, C2, T1, T3–T6)."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from rules.checks import Outcome
from rules.deeds import Deeds
from rules.dice import Draw
from rules.fight.fighter import Fighter
from rules.fight.progress import Progress
from rules.fight.timing import Events, Timing
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.turns import Action, Initiative, with_lots
from rules.typed import at_the_table
from rules.vitals import Fate

Faces = Mapping[str, Sequence[int]]
"""Faces of dice thrown at the table, by the key of the fighter."""


class Turning(Timing):
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
        fight, passed = fight._sorted()._new_round()._passed_on(draw)
        return self._progress(fight, {"rolls": rolls, "order": fight.state()["order"], **passed})

    def roll_initiative(self, keys: Iterable[str] | None, draw: Draw, typed: Faces | None = None) -> Progress:
        """Initiative, rolled anew for all (None) or for some, with those of their groups; in order of entry, lots last
        (C1, T6).

        For all it ends the turn and starts a new round once the fight has begun; for some only they move, the turn
        stays, and whoever has acted does not act again in this round (T3). Facts: `rolls`, each with `fighter`,
        `outcome`, `total`, `fixed`, `lot`, `last` (it was fumbled, D5), `majors`, `typed`, `group` (whose one throw it
        is); `order`; and how it goes on as in `next_turn`. Raises Refused: fields "fighter", "typed.<key>".
        """
        if keys is None:
            fight, events = self._ended(draw)
            fight, rolls = fight._rolled([each.key for each in self.fighters], draw, typed or {})
            fight = fight._sorted()
            passed = {"ended": self.turn, **self._as_it_was(), "events": [*events]}
            if self.has_begun:
                fight, passed_on = fight._new_round()._passed_on(draw)
                passed |= {**passed_on, "new_round": True, "events": [*events, *passed_on["events"]]}
        else:
            wanted = self._with_their_groups(self.fighter(key) for key in keys)
            fight, rolls = self._rolled(wanted, draw, typed or {})
            fight = fight._placed(wanted)
            passed = {"ended": None, **self._as_it_was()}
        return self._progress(fight, {"rolls": rolls, "order": fight.state()["order"], **passed})

    def next_turn(self, ends: str | None, draw: Draw, *, to: str | None = None) -> Progress:
        """End the turn of `ends` (None: the round stood) and begin the next: of `to`, who has delayed its own, or
        of who takes up its own now (C1), or else of the first in order who has had none this round.

        Turns of the fallen and the knocked out begin and pass by themselves, those of others who are out are skipped
        (T1, T3, T4). With nobody left to act the round stands.

        Facts: `ended`, `turn` (None: nobody left), `round`, `new_round`, `skipped` (keys), `events` (see `timing`),
        `rules`. Raises Refused, field "ends", if it is not that one's turn (any more), if its check at 0 is still to be
        thrown (C11), if the fight has not begun or nobody has turns; field "to" if that one has delayed nothing.
        """
        problems = tuple(self._passing_problems(ends, to))
        if problems:
            raise Refused(*problems)
        fight, events = self._ended(draw)
        coming = to or fight._taken_up(ends)
        fight, passed = fight._resumed(coming) if coming else fight._passed_on(draw)
        told = [*events, *passed["events"]]
        rules = ["T1", *(rule for event in told for rule in event["rules"])]
        rules += ["T4"] * bool(passed["skipped"] or fight.turn is None)
        facts = {"ended": ends, **passed, "events": told, "rules": list(dict.fromkeys(rules))}
        return self._progress(fight, facts)

    @property
    def coming(self) -> Fighter | None:
        """Whoever would act next if the turn ended now and nothing happened by itself."""
        if taken_up := self._taken_up(self.turn):
            return self.fighter(taken_up)
        able = [each for each in self.fighters if self.can_act(each)]
        waiting = [each for each in able if not each.has_acted]
        return next(iter(waiting or able), None)

    def delay(self, key: str, draw: Draw) -> Progress:
        """Whoever has the turn will take it later in the round, at its unchanged initiative (C1); the next one begins.

        It ends with the round if it has not been taken by then. Facts: `fighter`, and how it goes on as in `next_turn`.
        Raises Refused, field "fighter", if it is not that one's turn, or it cannot act.
        """
        fighter = self.fighter(key)
        if key != self.turn or not self.can_act(fighter):
            raise Refused(Problem("not_the_turn", _("It is not their turn."), "fighter", "C1"))
        fight = self._with(replace(fighter, has_delayed=True))
        fight, passed = fight._passed_on(draw)
        return self._progress(fight, {"fighter": key, **passed})

    def move(self, key: str, before: str | None) -> Progress:
        """The GM puts a fighter before another in the order, last if None; no number changes, the turn stays (C1).

        Facts: `fighter`, `before`, `order`. Raises Refused: fields "fighter", "before".
        """
        moved = self.fighter(key)
        others = [each for each in self.fighters if each.key != key]
        if before == key:
            raise Refused(Problem("itself", _("Nobody comes before themselves."), "before", "C1"))
        at = len(others) if before is None else others.index(self.fighter(before, "before"))
        fight = replace(self, fighters=(*others[:at], moved, *others[at:]))
        return self._progress(fight, {"fighter": key, "before": before, "order": fight.state()["order"]})

    def spend(self, key: str, action: Action, name: str = "", *, meters: int = 0, is_talk: bool = False) -> Progress:
        """Count one action of a fighter (C2, D6); a minor one by its name where it matters, a move by its meters.

        `is_talk`: a major that goes to trading words with an enemy is no effort (D17). Facts: `fighter`, `action`,
        `name`, `meters`; `majors`, `minors` (those left). Raises Refused: fields "action", "meters".
        """
        fighter, turns = self.fighter(key), self.ruleset.turns
        if action is Action.MAJOR:
            deeds = turns.major(fighter.deeds, meters=meters, is_talk=is_talk)
        else:
            deeds = turns.minor(fighter.deeds, name, meters=meters)
        facts = {"fighter": key, "action": action.value, "name": name, "meters": meters}
        left = {"majors": deeds.majors, "minors": deeds.minors}
        return self._progress(self._with(fighter.with_deeds(deeds)), {**facts, **left})

    def declare(self, key: str, extra: int = 1) -> Progress:
        """A fighter takes on actions beyond those of its initiative: each weighs on all its rolls of the turn that are
        still to come (D7). Facts: `fighter`, `extra` (now in all), `penalty`, `majors` (left), `is_late` (a check of
        the turn was thrown already: for the GM to know), `rules`. Raises Refused: field "fighter" if it is not its
        turn, field "extra".
        """
        fighter = self.fighter(key)
        if key != self.turn:
            raise Refused(Problem("not_the_turn", _("It is not their turn."), "fighter", "D7"))
        deeds = self.ruleset.turns.declare(fighter.deeds, extra)
        facts = {
            "fighter": key,
            "extra": deeds.extra,
            "penalty": self.ruleset.turns.penalty(deeds),
            "majors": deeds.majors,
            "is_late": deeds.has_rolled,
            "rules": ["D7"],
        }
        return self._progress(self._with(fighter.with_deeds(deeds)), facts)

    def _rolled(self, keys: Iterable[str], draw: Draw, typed: Faces) -> tuple[Self, list[dict[str, Any]]]:
        """Initiative rolled for these, in order of entry, then the lots of all who tie (T6); order and turn stay.

        A group throws once, where its first one would, and has one lot."""
        by_entry = sorted(self.fighters, key=lambda each: each.entry)
        wanted = set(keys)
        rolling = [each for each in by_entry if each.key in wanted]
        firsts: dict[str, Fighter] = {}
        for each in rolling:
            firsts.setdefault(_unit(each), each)
        thrown = self._initiatives(firsts.values(), draw, typed)
        rolled: dict[str, Initiative] = {}
        for each in by_entry:
            if _unit(each) in thrown:
                rolled[_unit(each)] = _initiative(thrown[_unit(each)])
            elif each.initiative:
                rolled.setdefault(_unit(each), each.initiative)
        lots = dict(zip(rolled, with_lots(tuple(rolled.values()), draw), strict=True))
        final = {each.key: lots[_unit(each)] for each in by_entry if each.initiative or each.key in wanted}
        outcomes = {each.key: thrown[_unit(each)] for each in rolling}
        threw = {each.key for each in firsts.values()}
        fight = self._each(
            lambda each: replace(each.unforced if each.key in threw else each, initiative=final.get(each.key))
        )
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
                "last": final[each.key].is_last,
                "majors": self._begin(final[each.key]).majors,
                "typed": any(key in typed for key in self._with_their_groups([each])),
                "group": each.group,
            }
            for each in rolling
        ]
        return fight, facts

    def _initiatives(self, rolling: Iterable[Fighter], draw: Draw, typed: Faces) -> dict[str, Outcome]:
        """The outcome of each one's roll, by its key or that of its group. Raises Refused with a Problem for each whose
        typed faces do not fit."""
        outcomes, problems = dict[str, Outcome](), list[Problem]()
        for each in rolling:
            rolls, check = self.ruleset.rolls, self.ruleset.initiative(each.sheet)
            written = next((key for key in self._with_their_groups([each]) if key in typed), None)
            if written is None:
                outcomes[_unit(each)] = rolls.resolve(check, draw)
                continue
            try:
                outcomes[_unit(each)] = at_the_table(rolls, check, typed[written], f"typed.{written}")
            except Refused as refused:
                problems += refused.problems
        if problems:
            raise Refused(*problems)
        return outcomes

    def _with_their_groups(self, fighters: Iterable[Fighter]) -> list[str]:
        """The keys of these and of all who have one initiative with them."""
        units = {_unit(each) for each in fighters}
        return [each.key for each in self.fighters if _unit(each) in units]

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
        deeds = self._begin(fighter.initiative) if fighter.initiative else Deeds()
        return replace(fighter.with_deeds(deeds), has_acted=False, has_delayed=False, is_next=False)

    def _begin(self, initiative: Initiative) -> Deeds:
        return self.ruleset.turns.begin(initiative.total, is_last=initiative.is_last)

    def _new_round(self) -> Self:
        """Everyone has a turn to come, and nobody has been shot at (C9)."""
        return replace(self._each(lambda each: replace(self._refreshed(each), shot_from={})), round=self.round + 1)

    def _passing_problems(self, ends: str | None, to: str | None) -> Iterator[Problem]:
        if not self.has_begun or self.is_closed:
            yield Problem("not_begun", _("The fight has not begun yet, or it is over."), "ends", "T1")
        elif ends != self.turn:
            yield Problem("turn_over", _("That turn is over already."), "ends", "T1")
        elif ends is None and not any(map(self.has_turns, self.fighters)):
            yield Problem("nobody_left", _("There is nobody left who can act."), "ends", "T4")
        elif self.acting and self.condition(self.acting).fate is Fate.FALLING:
            yield Problem("check_waits", _("The check at 0 is still to be thrown."), "ends", "C11")
        if to is not None and not self.fighter(to, "to").has_delayed:
            yield Problem("no_delay", _("They have not delayed their turn."), "to", "C1")

    def _ended(self, draw: Draw) -> tuple[Self, Events]:
        """The turn of whoever has it ends (T1)."""
        return self._done(self.turn, draw) if self.turn else (self, ())

    def _taken_up(self, ends: str | None) -> str | None:
        """The key of the first in order who has delayed and is to come next, once the turn of `ends` is over (C1)."""
        ready = (each.key for each in self.fighters if each.is_next and each.has_delayed and self.can_act(each))
        return next((key for key in ready if key != ends), None)

    def _resumed(self, key: str) -> tuple[Self, dict[str, Any]]:
        """A delayed turn goes on (C1): it had begun already."""
        fight = replace(self._with(replace(self.fighter(key), has_delayed=False, is_next=False)), turn=key)
        return fight, {**fight._as_it_was(), "turn": key}

    def _passed_on(self, draw: Draw) -> tuple[Self, dict[str, Any]]:
        """The turn of whoever is next begins, in a new round if everybody has had one; turns that pass by themselves
        on the way begin and end. Where nobody can act each of those is given once, and the round stands (T4)."""
        fight, before = replace(self, turn=None), self.round
        skipped, events = list[str](), list[Mapping[str, Any]]()
        has_begun = False
        while fight.turn is None:
            waiting = fight._waiting()
            coming = next((each.key for each in waiting if fight.has_turns(each)), None)
            if coming is None and not fight._goes_on(before, has_begun=has_begun):
                break
            for key in _before(coming, waiting):
                fight, more = fight._missed(key)
                skipped.append(key)
                events += more
            if coming is None:
                fight, more = fight._next_round(draw)
            else:
                fight, more = fight._taken(coming, draw)
                has_begun = True
            events += more
        names = list(dict.fromkeys(skipped))
        how = {"round": fight.round, "turn": fight.turn, "new_round": fight.round > before}
        return fight, {**how, "skipped": names, "events": events}

    def _goes_on(self, before: int, *, has_begun: bool) -> bool:
        """Whether another round begins now: one at the most, and with nobody able to act only if no turn has begun."""
        if self.round > before:
            return False
        return any(map(self.can_act, self.fighters)) or (not has_begun and any(map(self.has_turns, self.fighters)))

    def _taken(self, key: str, draw: Draw) -> tuple[Self, Events]:
        """The turn of a fighter begins, and passes by itself if it brings nobody to act; one whose check at 0 waits
        keeps it (C11)."""
        fight, events = self._begun(key, draw)
        fighter = fight.fighter(key)
        if fight.can_act(fighter) or fight.condition(fighter).fate is Fate.FALLING:
            return replace(fight, turn=key), events
        fight, more = fight._done(key, draw)
        return fight, events + more

    def _next_round(self, draw: Draw) -> tuple[Self, Events]:
        """A new round: turns that were delayed and never taken end with the old one (C1), and what lasted until a
        moment of it that never came is over (T2)."""
        fight, events = self, Events()
        for each in self.fighters:
            if each.has_delayed:
                fight, more = fight._done(each.key, draw)
                events += more
        fight = fight._new_round()
        fight, more = fight._without(lambda each: each.until is not None and each.until.round < fight.round, "round")
        return fight, events + more

    def _as_it_was(self) -> dict[str, Any]:
        """The facts of a turn that did not move."""
        return {"round": self.round, "turn": self.turn, "new_round": False, "skipped": [], "events": []}

    def _waiting(self) -> list[Fighter]:
        """Those whose turn of this round has not come, in order."""
        return [each for each in self.fighters if each.initiative and not each.has_acted]


def _unit(fighter: Fighter) -> str:
    """Who has one initiative together: the key of a group, or of one alone."""
    return f"group:{fighter.group}" if fighter.group else fighter.key


def _initiative(outcome: Outcome) -> Initiative:
    faces = tuple(face for throw in outcome.throws for face in throw.faces)
    return Initiative(outcome.total, outcome.check.bonus, faces=faces, is_last=outcome.fumble)


def _before(key: str | None, fighters: Iterable[Fighter]) -> Iterator[str]:
    """The keys of those who come before that one."""
    return itertools.takewhile(lambda other: other != key, (each.key for each in fighters))


def _place(fighter: Fighter) -> tuple[int, ...]:
    """What sorts fighters: the highest initiative first, those without one last."""
    return (0, *(-number for number in fighter.initiative.rank)) if fighter.initiative else (1,)
