"""What is done in a fight besides attacks: first aid, effects, hazards, support… (C14, D9, D12–D17, R10, T2)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from campaigns.models import LogEntry, Membership
from characters.models import Character
from characters.models.rolling import Occasion
from combat.models.choices import Status
from combat.models.combatant import Combatant, refused
from combat.models.manner import NOTHING, Spent
from rules.fight import Fight, Progress
from rules.ruleset.rolling import Given


@dataclass(frozen=True, slots=True)
class Doing:
    """One act: the kind of its entry, what the rules do of it, who acts ("" and None: nobody in particular), who else
    it is about, and whether it is a major action."""

    kind: str
    do: Callable[[Fight, Given, bool], Progress]
    actor: str | None
    about: tuple[str, ...]
    spends: bool = False


class Acts:
    """The one road of such acts; the rest of `Encounter` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        topic: str
        status: str
        regions: list[str]
        combatant: Callable[[str], Combatant]

    def thrower(self, key: str) -> tuple[Character, Occasion]:
        """One who rolls, and the fight of which the roll is a part: it is taken back in order with all the rest (T8).
        Raises Refused where nobody fights."""
        if self.status != Status.RUNNING:
            raise refused("not_running", gettext_noop("Nobody is fighting now."), "status")
        in_order = {"what": "fight", "of": f"fight:{self.key}", "before": {}, "after": {}}
        return self.combatant(key).character, Occasion(self.topic, tuple(self.regions), (in_order,))

    def act(self, by: Membership, doing: Doing, press: str = "", *, spent: Spent = NOTHING) -> LogEntry:
        """Do it, on the turn of whoever acts where it is a major action (whoever leads also beyond it), and log it.

        Raises Refused as the rules do, and for those whom the seat may not know.
        """
        with self.acting(by, press) as (encounter, record):
            rows = [encounter.in_reach(by, key) for key in doing.about]
            actor = encounter.combatant(doing.actor) if doing.actor else None
            spend = doing.spends and actor is not None and encounter.counts(by, actor)
            given = spent.given if actor else Given()
            paid = list(spent.paid(actor.character)) if actor else []
            progress = doing.do(encounter.fight, given, spend)
            others = [row for row in rows if row is not actor] or rows
            return encounter._keep(
                record,
                doing.kind,
                progress,
                about=doing.about,
                is_secret=all(row.is_hidden for row in others),
                paid=paid,
            )
