"""The course of an encounter: its start, its turns, its end (C1, T1–T4)."""

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import LogEntry, Membership, Recorder
from combat.models.choices import Status
from combat.models.combatant import refused


class Turning:
    """What passes the turn on; the rest of `Encounter` is in the files beside."""

    def start(self, by: Membership, press: str = "") -> LogEntry:
        """Initiative for whoever has none, and the first turn (C1)."""
        with self.acting(by, press) as (encounter, record):
            encounter._claim(row.character for row in encounter.present)
            progress = encounter.fight.start(chance.draw)
            return encounter._keep(record, "started", progress, about=[], status=Status.RUNNING)

    def next_turn(self, by: Membership, ends: str, press: str = "") -> LogEntry:
        """End the turn of `ends` and begin the next; refused where that turn is over already."""
        with self.acting(by, press) as (encounter, record):
            return encounter._pass_on(record, ends)

    def _pass_on(self, record: Recorder, ends: str) -> LogEntry:
        progress = self.fight.next_turn(ends or None, chance.draw)
        turn = progress.fight.turn
        hidden = turn is not None and self.known[turn].is_hidden
        facts = {"shown_new_round": progress.fight.round != self.shown_round}
        about = [turn] if turn else []
        return self._keep(record, "turn", progress, about=about, is_secret=hidden, withholds=hidden, facts=facts)

    def stay_up(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """The check of one who fell to 0: fight on, or be down (C11). Its player throws it, or whoever leads."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            progress = encounter.fight.stay_up(who, chance.draw)
            return encounter._keep(
                record, "at-zero", progress, about=[who], is_secret=row.is_hidden, facts={"known": row.known}
            )

    def end(self, by: Membership, press: str = "") -> LogEntry:
        """The encounter is over: nobody has the turn, no wound lingers (T5)."""
        with self.acting(by, press, while_paused=True) as (encounter, record):
            return encounter._keep(record, "ended", encounter.fight.close(), about=[], status=Status.ENDED)

    def pause(self, by: Membership, press: str = "") -> LogEntry:
        """It stands still, exactly as it is, until it is taken up again; those in it may fight elsewhere (B20)."""
        with self.acting(by, press) as (encounter, record):
            if encounter.status != Status.RUNNING:
                raise refused("not_begun", gettext_noop("The fight has not started yet."), "status")
            return encounter._put(record, "paused", Status.PAUSED)

    def resume(self, by: Membership, press: str = "") -> LogEntry:
        """It goes on in the round and the turn in which it was paused."""
        with self.acting(by, press, while_paused=True) as (encounter, record):
            if encounter.status != Status.PAUSED:
                raise refused("not_paused", gettext_noop("This encounter is not paused."), "status")
            encounter._claim(row.character for row in encounter.present)
            return encounter._put(record, "resumed", Status.RUNNING)

    def _put(self, record: Recorder, kind: str, status: Status) -> LogEntry:
        """Another status, and nothing else."""
        before = self.kept()
        self.status = status
        facts = {
            "people": {},
            "about": [],
            "encounter": self.name,
            "round": self.round,
            "shown": self.shown_round,
        }
        return self._record(record, kind, facts, before, is_secret=False)
