"""What fighters do to each other, and what the GM does to their points (C3–C11)."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import LogEntry, Membership
from combat.models.choices import HERE, Place
from combat.models.combatant import refused
from rules.attacks import ActiveDefense
from rules.fight import Aim

if TYPE_CHECKING:
    pass


class Acting:
    """What hurts and heals; the rest of `Encounter` is in the files beside."""

    def attack(
        self,
        by: Membership,
        attacker: str,
        weapon: str,
        target: str,
        *,
        modifier: int = 0,
        place: Place = HERE,
        press: str = "",
    ) -> LogEntry:
        """One attack with a weapon against the target's defense (C3), or a shot from some place (C7), which waits for
        the target's own defense if it hits (C8). Whoever leads attacks out of turn too."""
        with self.acting(by, press) as (encounter, record):
            hand, victim = encounter.combatant(attacker), encounter.combatant(target)
            fight = encounter.fight
            counts = fight.turn == hand.character.key and (not by.leads or hand.fighter.majors > 0)
            if fight.has_begun and not counts and not by.leads:
                counts = True  # let the rules say why not
            if not fight.has_begun:
                raise refused("not_begun", gettext_noop("The fight has not started yet."), "status")
            if not by.leads and victim.is_hidden:
                raise refused("not_here", gettext_noop("That one is not in the fight any more."), "target")
            aim = Aim(target, band=place.band, cover=place.cover, is_prone=place.is_prone)
            progress = fight.attack(attacker, aim, hand.weapon(weapon), chance.draw, modifier=modifier, spend=counts)
            facts = {"known": victim.known, "attacker_known": hand.known}
            return encounter._keep(
                record, "attack", progress, about=[attacker, target], is_secret=victim.is_hidden, facts=facts
            )

    def defend(self, by: Membership, pending: str, how: str, press: str = "") -> LogEntry:
        """The target of a hit that waits dodges or blocks it, or takes it ("") (C8): its player, or whoever leads."""
        with self.acting(by, press) as (encounter, record):
            fight = encounter.fight
            hit = fight.waiting(pending)
            if how not in {"", *(each.value for each in ActiveDefense)}:
                raise refused("no_defense", gettext_noop("There is no such defense."), "answer")
            progress = fight.defend(pending, ActiveDefense(how) if how else None, chance.draw)
            shooter, victim = encounter.known[hit.by], encounter.known[hit.target]
            facts = {"known": victim.known, "attacker_known": shooter.known}
            about = [hit.by, hit.target]
            return encounter._keep(record, "defense", progress, about=about, is_secret=victim.is_hidden, facts=facts)

    def harm(self, by: Membership, target: str, amount: int, press: str = "") -> LogEntry:
        """Points taken without an attack and without absorption, as the GM says."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(target)
            progress = encounter.fight.harm(target, amount, chance.draw, ignores_absorption=True)
            if not progress.changes:
                raise refused(
                    "no_change", gettext_noop("%(name)s has none to lose."), "amount", name=row.character.name
                )
            return encounter._keep(
                record, "harm", progress, about=[target], is_secret=row.is_hidden, facts={"known": row.known}
            )

    def heal(self, by: Membership, target: str, amount: int, press: str = "") -> LogEntry:
        """Points given back without a roll, up to the maximum (C0)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(target)
            progress = encounter.fight.heal(target, amount, chance.draw)
            if not progress.changes:
                raise refused("no_change", gettext_noop("%(name)s has them all."), "amount", name=row.character.name)
            return encounter._keep(
                record, "heal", progress, about=[target], is_secret=row.is_hidden, facts={"known": row.known}
            )
