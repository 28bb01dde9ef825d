"""What one does to the order of an encounter and to the actions of a turn (C1, C2, D6, D7, T3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import LogEntry, Membership, Recorder
from combat.models.combatant import refused
from rules.fight import Progress
from rules.turns import Action


class Ordering:
    """Initiative anew, places in the order, delayed turns, actions spent; the rest of `Encounter` is beside."""

    if TYPE_CHECKING:
        turn: str
        shown_round: int
        known: dict[str, Any]
        acting: Any
        _keep: Any

    def roll_initiative(self, by: Membership, who: str = "", faces: Sequence[int] = (), press: str = "") -> LogEntry:
        """Initiative anew for all, which begins a new round once the fight has begun, or for one and its group (T3);
        `faces` are dice that were thrown at the table."""
        with self.acting(by, press) as (encounter, record):
            fight = encounter.fight
            if not who:
                if not fight.fighters:
                    raise refused("nobody", gettext_noop("There is nobody in this fight."), "who")
                progress = fight.roll_initiative(None, chance.draw)
                return encounter._move_on(record, "initiative", progress, facts={"for_all": True})
            encounter.combatant(who)
            progress = fight.roll_initiative([who], chance.draw, {who: faces} if faces else None)
            about = [roll["fighter"] for roll in progress.facts["rolls"]]
            is_secret = all(encounter.known[key].is_hidden for key in about)
            return encounter._keep(record, "initiative", progress, about=about, is_secret=is_secret)

    def move(self, by: Membership, who: str, *, step: int = 0, before: str = "", press: str = "") -> LogEntry:
        """Another place in the order, so many rows up (−) or down (+), or before somebody; no number changes (C1)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            order = [each.character.key for each in encounter.present]
            others = [key for key in order if key != who]
            if step:
                at = order.index(who) + step
                if not 0 <= at < len(order):
                    raise refused("no_place", gettext_noop("There is no place beyond the end of the order."), "step")
                before = others[at] if at < len(others) else ""
            progress = encounter.fight.move(who, before or None)
            seen = [each for each in order if not encounter.known[each].is_hidden]
            now = [each for each in progress.facts["order"] if not encounter.known[each].is_hidden]
            if progress.facts["order"] == order:
                raise refused("no_change", gettext_noop("They are in that place already."), "before")
            is_secret = row.is_hidden or seen == now
            return encounter._keep(record, "moved", progress, about=[who], is_secret=is_secret)

    def delay(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """The turn that is on is taken later in the round (C1)."""
        with self.acting(by, press) as (encounter, record):
            encounter.combatant(who)
            progress = encounter.fight.delay(who, chance.draw)
            return encounter._move_on(record, "delayed", progress, about=[who])

    def take_up(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """A delayed turn comes as soon as the one that is on ends, or at once where nobody has it (C1)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            fight = encounter.fight
            if fight.turn is None and fight.has_begun:
                return encounter._move_on(record, "turn", fight.next_turn(None, chance.draw, to=who))
            progress = fight.take_up(who)
            return encounter._keep(record, "taken-up", progress, about=[who], is_secret=row.is_hidden)

    def skip(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """A turn of the round falls out (T4)."""
        with self.acting(by, press) as (encounter, record):
            encounter.combatant(who)
            return encounter._move_on(record, "skipped", encounter.fight.skip(who, chance.draw), about=[who])

    def spend(self, by: Membership, who: str, action: Action, name: str = "", press: str = "") -> LogEntry:
        """One action of a turn that no throw counts: a spell, a potion (C2, D6)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            if name and name not in dict(record.campaign.ruleset.turns.named):
                raise refused("no_action", gettext_noop("There is no such action."), "name")
            if not by.leads and encounter.turn != who:
                raise refused("not_the_turn", gettext_noop("It is not their turn."), "who")
            progress = encounter.fight.spend(who, action, name)
            return encounter._keep(record, "spent", progress, about=[who], is_secret=row.is_hidden)

    def give_back(self, by: Membership, who: str, action: Action, press: str = "") -> LogEntry:
        """An action that was counted is not, as the GM calls it (C2)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            progress = encounter.fight.give_back(who, action)
            return encounter._keep(record, "given-back", progress, about=[who], is_secret=row.is_hidden)

    def declare(self, by: Membership, who: str, extra: int = 1, press: str = "") -> LogEntry:
        """Actions beyond those of the initiative, and what they weigh on the rolls of the turn (D7)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            progress = encounter.fight.declare(who, extra)
            return encounter._keep(record, "extra-actions", progress, about=[who], is_secret=row.is_hidden)

    def _move_on(
        self,
        record: Recorder,
        kind: str,
        progress: Progress,
        *,
        about: Sequence[str] = (),
        facts: dict[str, Any] | None = None,
    ) -> LogEntry:
        """Keep what may have begun another turn: the table hears what it can see of it."""
        turn, known = progress.fight.turn, self.known
        mentioned = [*about, *(event["fighter"] for event in progress.facts["events"])]
        mentioned += [roll["fighter"] for roll in progress.facts.get("rolls", ())]
        passed = turn is not None and turn != self.turn
        seen = any(not known[key].is_hidden for key in mentioned) or (passed and not known[turn].is_hidden)
        told = {"shown_new_round": progress.fight.round != self.shown_round, "passed": passed, **(facts or {})}
        named = list(dict.fromkeys([*about, *([turn] if turn else [])]))
        if seen and passed and about and all(known[key].is_hidden for key in about):
            kind = "turn"  # the table hears of the turn that begins as of any other
        return self._keep(record, kind, progress, about=named, is_secret=not seen, facts=told)
