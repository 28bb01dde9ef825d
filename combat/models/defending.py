"""Attacks that wait for a defense: how they are answered, and for how long they are waited for (C8, D8, D10, S1)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Campaign, LogEntry, Membership, Recorder
from combat.models.choices import PATIENCE, Status
from combat.models.combatant import Combatant, refused
from combat.models.manner import NOTHING, Spent
from rules.attacks import ActiveDefense
from rules.fight import Pending

A_MOMENT = timedelta(seconds=1)
"""What a clock that is read twice may differ."""


class Defending:
    """What answers an attack that waits, and what does where nobody answers; the rest of `Encounter` is beside.

    `patience` is how many seconds a player has (0: as many as wanted), `asked` since when each attack waits, by its
    question; `foes_dodge`: the GM calls for a dodge against what players attack with (D8).
    """

    if TYPE_CHECKING:
        campaign: Campaign
        topic: str
        regions: list[str]
        status: str
        state: dict[str, Any]
        patience: int
        foes_dodge: bool
        asked: dict[str, str]
        known: dict[str, Combatant]
        acting: Any
        combatant: Any
        kept: Any
        fight: Any
        _keep: Any
        _record: Any

    # --- the clock --------------------------------------------------------------------------------------------------

    def ask(self, now: datetime) -> bool:
        """Since when each attack waits: a new question, or one that comes back, begins now. Whether that changed.

        It is no part of what undo puts back: who is asked again has all the time again."""
        pending = self.state.get("pending", ())
        asked = {name: self.asked.get(name, now.isoformat()) for name in map(_question, pending)}
        changed, self.asked = asked != self.asked, asked
        return changed

    def since(self, pending: Pending) -> datetime | None:
        """Since when somebody is asked for it; None for those that waited before anybody counted."""
        found = self.asked.get(_question({"key": pending.key, "is_tied": pending.is_tied}))
        return datetime.fromisoformat(found) if found else None

    def until(self, pending: Pending) -> datetime | None:
        """When the time of a player to answer is up; None where nobody counts it: there is no limit, it stands still,
        or the one who answers leads."""
        target, since = self.known[pending.target], self.since(pending)
        is_players = target.is_hero and target.character.owner is not None and not target.character.owner.leads
        if not (since and self.patience and self.status == Status.RUNNING and is_players):
            return None
        return since + timedelta(seconds=self.patience)

    def whose_answer(self, pending: str) -> Combatant:
        """Who is, or was, asked for that attack. Raises Refused where nobody ever was."""
        key, _dash, number = pending.rpartition("-")
        row = self.known.get(key)
        if row is None or number not in map(str, range(1, row.fighter.shots + 1)):
            raise refused("no_hit", gettext_noop("That hit does not wait for a defense any more."), "answer")
        return row

    def time_up(self, pending: str, now: datetime) -> LogEntry | None:
        """Nobody answered in time: the attack takes its course, as the GM has set it, once; None where somebody did.

        Whoever's page sees it asks for it. Raises Refused, field "answer", before the time.
        """
        with self.acting(self.campaign.gm) as (encounter, record):
            hit = next((each for each in encounter.fight.pending if each.key == pending), None)
            if hit is None:
                return None
            until = encounter.until(hit)
            if until is None or now + A_MOMENT < until:
                raise refused("in_time", gettext_noop("There is still time to answer."), "answer")
            entry: LogEntry = encounter._defend(record, hit, None, NOTHING, {"is_late": True})
            return entry

    def give_time(self, by: Membership, pending: str, press: str = "") -> LogEntry:
        """The GM gives all the time again. Raises Refused where nothing waits, or no time runs."""
        with self.acting(by, press) as (encounter, record):
            hit = encounter.fight.waiting(pending)
            if encounter.until(hit) is None:
                raise refused("no_limit", gettext_noop("No time runs there."), "answer")
            name = _question({"key": hit.key, "is_tied": hit.is_tied})
            encounter.asked = {**encounter.asked, name: timezone.now().isoformat()}
            encounter.save(update_fields=["asked"])
            target = encounter.known[hit.target].character
            facts = {"name": target.name, "seconds": encounter.patience}
            entry: LogEntry = record("more-time", facts, topic=encounter.topic, regions=encounter.regions)
            return entry

    def set_defenses(
        self, by: Membership, *, patience: int | None = None, foes_dodge: bool | None = None, press: str = ""
    ) -> LogEntry:
        """How long players may take to answer, and whether foes dodge what they attack with; None: as it is.

        Raises Refused for a time that is not offered, a dodge that the rules do not know, and where nothing changes.
        """
        with self.acting(by, press, while_paused=True) as (encounter, record):
            before = encounter.kept()
            wanted = {"patience": patience, "foes_dodge": foes_dodge}
            changed = {
                name: value for name, value in wanted.items() if value is not None and value != getattr(encounter, name)
            }
            if patience is not None and patience not in PATIENCE:
                raise refused("patience", gettext_noop("Choose one of the times offered."), "patience")
            if foes_dodge and not encounter.campaign.ruleset.attacks.is_dodged:
                raise refused("no_dodge", gettext_noop("No dodge can be called for here."), "foes_dodge")
            if not changed:
                raise refused("no_change", gettext_noop("It is so already."), "patience")
            for name, value in changed.items():
                setattr(encounter, name, value)
            facts = {"people": {}, "about": [], **changed}
            entry: LogEntry = encounter._record(record, "defenses", facts, before, is_secret=True)
            return entry

    # --- the answers ------------------------------------------------------------------------------------------------

    def defend(self, by: Membership, pending: str, how: str, press: str = "", *, spent: Spent = NOTHING) -> LogEntry:
        """The target of a hit that waits dodges or blocks it, or takes it ("") (C8, D8): its player, or whoever
        leads."""
        with self.acting(by, press) as (encounter, record):
            hit = encounter.fight.waiting(pending)
            if how not in {"", *(each.value for each in ActiveDefense)}:
                raise refused("no_defense", gettext_noop("There is no such defense."), "answer")
            entry: LogEntry = encounter._defend(record, hit, ActiveDefense(how) if how else None, spent)
            return entry

    def _defend(
        self,
        record: Recorder,
        hit: Pending,
        answer: ActiveDefense | None,
        spent: Spent,
        facts: Mapping[str, Any] | None = None,
    ) -> LogEntry:
        shooter, victim = self.known[hit.by], self.known[hit.target]
        paid = list(spent.paid(victim.character)) if answer else []
        progress = self.fight.defend(hit.key, answer, chance.draw, **(spent.given if answer else {}))
        told = {
            "known": victim.known,
            "attacker_known": shooter.known,
            "contested": hit.defense is not None,
            "others_wait": any(each.attack == hit.attack for each in progress.fight.pending),
            **(facts or {}),
        }
        about = [hit.by, hit.target]
        entry: LogEntry = self._keep(
            record, "defense", progress, about=about, is_secret=victim.is_hidden, facts=told, paid=paid
        )
        return entry

    def dodge_all(self, by: Membership, target: str, press: str = "", *, spent: Spent = NOTHING) -> LogEntry:
        """One dodge from all whose attacks wait for one (D10): its player, or whoever leads."""
        with self.acting(by, press) as (encounter, record):
            victim = encounter.combatant(target)
            paid = list(spent.paid(victim.character))
            progress = encounter.fight.dodge_all(target, chance.draw, **spent.given)
            attackers = [blow["by"] for blow in progress.facts["blows"]]
            entry: LogEntry = encounter._keep(
                record,
                "dodge-all",
                progress,
                about=dict.fromkeys([target, *attackers]),
                is_secret=victim.is_hidden,
                paid=paid,
            )
            return entry


def _question(pending: Mapping[str, Any]) -> str:
    """What names one question: the key of an attack, and whether it is about a tie (R9)."""
    return f"{pending['key']}{'=' * bool(pending.get('is_tied'))}"
