"""Coming to a fight, leaving it, and its end (T3, T5)."""

from dataclasses import replace

from rules.dice import Draw
from rules.fight.base import filled
from rules.fight.fighter import Fighter
from rules.fight.ordering import Ordering
from rules.fight.progress import Progress
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused

MAX_FIGHTERS = 200
"""Fighters in one fight, those who left it included."""


class Entering(Ordering):
    """The actions of coming and going."""

    __slots__ = ()

    def add(self, *fighters: Fighter) -> Progress:
        """Fighters come, at the end of the order until they roll (T3). Facts: `fighters`, their keys.

        Raises Refused, field "fighter", if one is there already or there are too many.
        """
        keys = [each.key for each in fighters]
        if len(set(keys)) < len(keys) or any(self.find(key) for key in keys):
            raise Refused(Problem("here_already", _("They are in this fight already."), "fighter"))
        absent = tuple(each for each in self.absent if each.key not in keys)
        if len(self.fighters) + len(absent) + len(keys) > MAX_FIGHTERS:
            message = _("A fight has at most %(limit)s fighters.")
            raise Refused(Problem("too_many", message, "fighter", params={"limit": MAX_FIGHTERS}))
        last = max((each.entry for each in self.known.values()), default=0)
        come = tuple(
            replace(filled(self.ruleset, each), entry=entry) for entry, each in enumerate(fighters, start=last + 1)
        )
        fight = replace(self, fighters=(*self.fighters, *come), absent=absent)
        return self._progress(fight, {"fighters": keys})

    def remove(self, key: str, draw: Draw) -> Progress:
        """A fighter leaves; if it had the turn, the next one begins (T1). What lasts in turns leaves it (T2, T5), and
        so do hits that wait for its defense (C8).

        Facts: `fighter`, and how it goes on as in `next_turn`.
        """
        gone = _outside(self.fighter(key))
        rest = tuple(each for each in self.fighters if each.key != key)
        pending = tuple(each for each in self.pending if each.target != key)
        fight = replace(self, fighters=rest, absent=(*self.absent, gone), pending=pending)
        passed = self._as_it_was()
        if key == self.turn:
            fight, passed = fight._passed_on(draw)
        return self._progress(fight, {"fighter": key, **passed})

    def close(self) -> Progress:
        """The fight ends: nobody has the turn, no wound lingers, effects that are counted in turns or last until one
        are over (T5), and the knocked out wake (D8). Facts: `round`; `recovered` and `woken`, keys.
        """
        recovered = [each.key for each in self.fighters if each.vitals.linger]
        fight = replace(self._each(_outside), turn=None, is_closed=True)
        woken = []
        for each in fight.fighters:
            body, condition = self.ruleset.body(each.sheet), self.condition(each)
            if gained := self.ruleset.recovery.after_fight(body, condition):
                fight, _points = fight._with_points(each.key, gained)
                woken.append(each.key)
        return self._progress(fight, {"round": self.round, "recovered": recovered, "woken": woken})


def _outside(fighter: Fighter) -> Fighter:
    """A fighter out of the fight: no wound lingers there, and nothing is counted in turns."""
    lasting = tuple(each for each in fighter.vitals.effects if each.turns is None and each.until is None)
    return fighter.with_vitals(replace(fighter.vitals, linger=0, ignores_pain=0, effects=lasting))
