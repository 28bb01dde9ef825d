"""The breather after an encounter (C13)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Campaign, LogEntry, Membership
from combat.models.choices import Status
from combat.models.combatant import Combatant, refused
from rules.recovery import breather_cap
from rules.vitals import Fate


class Resting:
    """What comes after an encounter; the rest of `Encounter` is in the files beside."""

    if TYPE_CHECKING:
        status: str
        campaign: Campaign
        present: list[Combatant]
        acting: Any

    @property
    def can_rest(self) -> list[tuple[Combatant, int]]:
        """The heroes to whom a breather can still give something back, each with the most that it does (C13)."""
        if self.status != Status.ENDED or self.campaign.ruleset.recovery.breather is None:
            return []
        waiting = [(row, row.fighter) for row in self.present if row.is_hero]
        return [
            (row, most)
            for row, fighter in waiting
            if not fighter.has_rested
            and row.character.condition.fate is not Fate.DEAD
            and (most := breather_cap(fighter.lost, fighter.regained))
        ]

    def breathe(self, by: Membership, who: Iterable[str], press: str = "") -> LogEntry:
        """Each of these heroes throws for it and regains at most what it lost here and has not regained, once (C13)."""
        with self.acting(by, press, while_paused=True, when_over=True) as (encounter, record):
            rows = [encounter.combatant(key) for key in dict.fromkeys(who)]
            if not rows:
                raise refused("nobody", gettext_noop("Tick who takes the breather."), "who")
            if not all(row.is_hero for row in rows):
                raise refused("foe", gettext_noop("A breather is for heroes."), "who")
            encounter._claim(row.character for row in rows)
            progress = encounter.fight.breathe([row.character.key for row in rows], chance.draw)
            about = [rest["fighter"] for rest in progress.facts["rests"]]
            return encounter._keep(record, "breather", progress, about=about)
