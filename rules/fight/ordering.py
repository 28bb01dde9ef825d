"""What the GM or a player does to the order beside passing turns on (C1, C2, T3, T4)."""

from dataclasses import replace

from rules.dice import Draw
from rules.fight.progress import Progress
from rules.fight.turning import Turning
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.turns import Action
from rules.vitals import Fate


class Ordering(Turning):
    """The actions on turns that are delayed or fall out, and on actions that the GM calls otherwise."""

    __slots__ = ()

    def take_up(self, key: str) -> Progress:
        """Who has delayed its turn takes it as soon as the one that is on ends (C1); `next_turn` goes there.

        Facts: `fighter`. Raises Refused, field "fighter", if it has delayed nothing, or asked already.
        """
        fighter = self.fighter(key)
        if not fighter.has_delayed or fighter.is_next:
            raise Refused(Problem("no_delay", _("They have not delayed their turn."), "fighter", "C1"))
        return self._progress(self._with(replace(fighter, is_next=True)), {"fighter": key, "rules": ["C1"]})

    def skip(self, key: str, draw: Draw) -> Progress:
        """A turn of the round falls out, as the GM says: the one that is on, or one still to come; it counts for what
        lasts in turns all the same (T4).

        Facts: `fighter`, and how it goes on as in `next_turn`. Raises Refused, field "fighter", if it has no turn to
        come, or its check at 0 waits (C11).
        """
        fighter = self.fighter(key)
        if self.condition(fighter).fate is Fate.FALLING:
            raise Refused(Problem("check_waits", _("The check at 0 is still to be thrown."), "fighter", "C11"))
        if key == self.turn:
            fight, events = self._done(key, draw)
            fight, passed = fight._passed_on(draw)
            return self._progress(fight, {"fighter": key, **passed, "events": [*events, *passed["events"]]})
        if not self.has_begun or not fighter.initiative or (fighter.has_acted and not fighter.has_delayed):
            raise Refused(Problem("no_turn", _("They have no turn left in this round."), "fighter", "T4"))
        if fighter.has_delayed:
            fight, events = self._with(replace(fighter, has_delayed=False, is_next=False))._done(key, draw)
        else:
            fight, events = self._missed(key)
        return self._progress(fight, {"fighter": key, **self._as_it_was(), "events": [*events]})

    def give_back(self, key: str, action: Action) -> Progress:
        """An action that was counted is not, as the GM says (C2): never more than the turn had.

        Facts: `fighter`, `action`; `majors`, `minors` (those left now). Raises Refused, field "action".
        """
        fighter = self.fighter(key)
        full, deeds, is_major = self._refreshed(fighter).deeds, fighter.deeds, action is Action.MAJOR
        if (deeds.majors >= full.majors + deeds.extra) if is_major else (deeds.minors >= full.minors):
            raise Refused(Problem("all_there", _("They have all of those left."), "action", "C2"))
        if is_major:
            deeds = replace(deeds, majors=deeds.majors + 1)
        else:
            deeds = replace(deeds, minors=deeds.minors + 1, named=deeds.named[:-1])
        facts = {"fighter": key, "action": action.value, "majors": deeds.majors, "minors": deeds.minors}
        return self._progress(self._with(fighter.with_deeds(deeds)), facts)
