"""Encounters: rows that are loaded into a `rules.fight.Fight`, asked, and stored from what it says changed.

All arithmetic and every rule of turns is in `rules`; here is who may, what is kept, and what the table may know. A
fighter is known by its character's key, and its points are the character's: tracker and sheet show one number.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters.models import Character, Gender
from combat.models.choices import HERE, Place, ShownPoints, Status
from combat.models.combatant import Combatant, refused
from combat.models.keeping import Keeping
from combat.names import lettered, numbered
from rules.attacks import ActiveDefense
from rules.fight import Aim, Fight
from rules.notation import Dice

MOST_AT_ONCE = 20


class EncounterQuerySet(models.QuerySet["Encounter"]):
    def seen_by(self, seat: Membership) -> "EncounterQuerySet":
        """Those of the seat's campaign; what is only being prepared is known to those who lead."""
        found = self.filter(campaign=seat.campaign_id)
        return found if seat.leads else found.exclude(status=Status.PREPARING)


class Encounter(Keeping, models.Model):
    """`turn` is whose turn it is; `shown_turn` and `shown_round` are what the table sees of it: while a hidden foe
    acts, the last visible one."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="encounters", verbose_name=_("campaign"))
    name = models.CharField(_("name"), max_length=80)
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.PREPARING)
    round = models.PositiveIntegerField(_("round"), default=0)
    turn = models.CharField(max_length=16, blank=True, default="", editable=False)
    state = models.JSONField(default=dict, editable=False)  # what else the rules keep of the fight
    shown_round = models.PositiveIntegerField(default=0, editable=False)
    shown_turn = models.CharField(max_length=16, blank=True, default="", editable=False)
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    objects = EncounterQuerySet.as_manager()

    class Meta:
        verbose_name = _("encounter")
        verbose_name_plural = _("encounters")
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("combat:encounter", args=[self.key])

    def is_seen_by(self, seat: Membership) -> bool:
        """The same as `seen_by`, for an encounter at hand."""
        return seat.leads or self.status != Status.PREPARING

    @property
    def topic(self) -> str:
        """The topic of log entries about this encounter."""
        return f"e:{self.key}"

    @property
    def regions(self) -> list[str]:
        """What shows this encounter."""
        return [f"turn-{self.key}", f"ladder-{self.key}", f"yours-{self.key}"]

    # --- as the rules see it ----------------------------------------------------------------------------------------

    @cached_property
    def known(self) -> dict[str, Combatant]:
        """Everyone who ever was in it, by key, in order: two queries whatever their number."""
        rows = self.combatants.select_related("character__owner").prefetch_related("character__pools")
        found = {}
        for row in rows.annotate(picture=models.F("character__portrait__key")).order_by("position", "pk"):
            row.encounter = self
            row.character.campaign = self.campaign
            row.character.picture = row.picture
            found[row.character.key] = row
        return found

    @property
    def present(self) -> list[Combatant]:
        """Who is in it now, in order."""
        return [row for row in self.known.values() if row.is_present]

    def combatant(self, key: str) -> Combatant:
        """One who is in it. Raises Refused where there is none (any more)."""
        row = self.known.get(key)
        if row is None or not row.is_present:
            raise refused("not_here", gettext_noop("That one is not in the fight any more."), "who")
        return row

    def foe(self, key: str) -> Combatant:
        """The same, for what is done to foes only: the table sees its heroes."""
        row = self.combatant(key)
        if row.is_hero:
            raise refused("hero", gettext_noop("The table always sees its heroes."), "who")
        return row

    @property
    def fight(self) -> Fight:
        """The encounter as a value."""
        order = [row.character.key for row in self.present]
        state = {**self.state, "round": self.round, "turn": self.turn or None, "order": order}
        fighters = [row.fighter for row in self.known.values()]
        return Fight.from_state(self.campaign.ruleset, fighters, state)

    @classmethod
    def prepare(cls, campaign: Campaign, by: Membership, name: str, press: str = "") -> "Encounter":
        """A new encounter, which the table does not see until it starts."""
        with campaign.recording(by, press) as record:
            encounter = cls.objects.create(campaign=campaign, name=name)
            record("prepared", {"name": name}, audience=Audience.PRIVATE, regions=["encounters"])
            return encounter

    # --- what one does ----------------------------------------------------------------------------------------------

    @contextmanager
    def acting(self, by: Membership, press: str = "") -> Iterator[tuple["Encounter", Recorder]]:
        """This encounter as it stands, while nobody else changes the campaign; see `Campaign.recording`."""
        with self.campaign.recording(by, press) as record:
            encounter = Encounter.objects.get(pk=self.pk)
            encounter.campaign = record.campaign
            if encounter.status == Status.ENDED:
                raise refused("over", gettext_noop("This encounter is over."), "status")
            yield encounter, record

    def add(self, by: Membership, characters: Iterable[Character], press: str = "") -> LogEntry:
        """Heroes or foes at hand come into the fight; those who are there already stay as they are."""
        with self.acting(by, press) as (encounter, record):
            there = {row.character.key for row in encounter.present}
            coming = [character for character in characters if character.key not in there]
            if not coming:
                raise refused("here_already", gettext_noop("They are all in the fight already."), "who")
            return encounter._enter(record, coming)

    def add_foes(
        self,
        by: Membership,
        name: str,
        *,
        count: int,
        fixed: Mapping[str, int],
        damage: Dice,
        is_hidden: bool = False,
        alias: str = "",
        press: str = "",
    ) -> LogEntry:
        """Quick foes with fixed values (P6), numbered where they come in a group."""
        with self.acting(by, press) as (encounter, record):
            taken = [row.character.name for row in encounter.known.values()]
            names = lettered(name, count, taken) if is_hidden else numbered(name, count, taken)
            aliases = [alias] * count
            if alias and not is_hidden:
                aliases = numbered(alias, count, encounter.aliases_seen)
            foes = [
                Character.objects.create(
                    campaign=record.campaign,
                    name=each,
                    gender=Gender.NEUTRAL,
                    is_foe=True,
                    is_finished=True,
                    traits={"fixed": dict(fixed), "damage": str(damage)},
                )
                for each in names
            ]
            looks = {
                foe.key: {
                    "is_hidden": is_hidden,
                    "alias": each,
                    "unnumbered": name if foe.name != name and is_hidden else "",
                }
                for foe, each in zip(foes, aliases, strict=True)
            }
            return encounter._enter(record, foes, looks)

    def _enter(
        self, record: Recorder, characters: list[Character], looks: Mapping[str, Mapping[str, Any]] | None = None
    ) -> LogEntry:
        new = [character for character in characters if character.key not in self.known]
        last = max((row.position for row in self.known.values()), default=0)
        rows = [
            Combatant(
                encounter=self,
                character=character,
                position=position,
                is_present=False,
                **(looks or {}).get(character.key, {}),
            )
            for position, character in enumerate(new, start=last + 1)
        ]
        for row in Combatant.objects.bulk_create(rows):
            row.character.campaign = record.campaign
            self.known[row.character.key] = row
        keys = [character.key for character in characters]
        progress = self.fight.add(*(self.known[key].fighter for key in keys))
        if self.status == Status.RUNNING:  # late entry: they roll at once, and only they move (T3)
            progress = progress.fight.roll_initiative(keys, chance.draw)
        return self._keep(record, "joined-fight", progress, about=keys)

    @property
    def aliases_seen(self) -> list[str]:
        """The aliases under which the table knows somebody."""
        return [row.alias for row in self.known.values() if not row.is_hidden]

    def start(self, by: Membership, press: str = "") -> LogEntry:
        """Initiative for whoever has none, and the first turn (C1)."""
        with self.acting(by, press) as (encounter, record):
            progress = encounter.fight.start(chance.draw)
            return encounter._keep(record, "started", progress, about=[], status=Status.RUNNING)

    def next_turn(self, by: Membership, ends: str, press: str = "") -> LogEntry:
        """End the turn of `ends` and begin the next; refused where that turn is over already."""
        with self.acting(by, press) as (encounter, record):
            return encounter._pass_on(record, ends)

    def _pass_on(self, record: Recorder, ends: str) -> LogEntry:
        progress = self.fight.next_turn(ends or None, chance.draw)
        turn = progress.fight.turn
        told = any(not self.known[event["fighter"]].is_hidden for event in progress.facts["events"])
        seen = turn is None or told or not self.known[turn].is_hidden
        facts = {"shown_new_round": progress.fight.round != self.shown_round}
        return self._keep(record, "turn", progress, about=[turn] if turn else [], is_secret=not seen, facts=facts)

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

    def stay_up(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """The check of one who fell to 0: fight on, or be down (C11). Its player throws it, or whoever leads."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(who)
            progress = encounter.fight.stay_up(who, chance.draw)
            return encounter._keep(
                record, "at-zero", progress, about=[who], is_secret=row.is_hidden, facts={"known": row.known}
            )

    def remove(self, by: Membership, target: str, press: str = "") -> LogEntry:
        """Someone leaves the fight; whoever has the turn keeps it (T1)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(target)
            if row.is_hidden and encounter.turn == target:
                encounter._pass_on(record, target)  # an entry of its own: the table hears whose turn it is now
            progress = encounter.fight.remove(target, chance.draw)
            return encounter._keep(record, "left-fight", progress, about=[target], is_secret=row.is_hidden)

    def hide_or_reveal(self, by: Membership, target: str, press: str = "") -> LogEntry:
        """The table sees a foe from now on, or no longer."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.foe(target)
            before = encounter.kept()
            names = encounter.names([target])
            row.is_hidden = not row.is_hidden
            if not row.is_hidden:
                encounter._number(row)
                names = encounter.names([target])
                if encounter.turn == target:
                    encounter.shown_turn, encounter.shown_round = encounter.turn, encounter.round
                    for each in encounter.known.values():
                        each.state = {name: value for name, value in each.state.items() if name != "seen"}
            elif encounter.shown_turn == target:
                encounter.shown_turn = ""
            facts = {"people": names, "about": [target], "revealed": not row.is_hidden}
            return encounter._record(record, "revealed", facts, before, is_secret=False)

    def _number(self, row: Combatant) -> None:
        """Who comes into sight gets the next number of its kind, or of its alias."""
        others = [each for each in self.known.values() if each is not row]
        if row.unnumbered:
            (row.character.name,) = numbered(row.unnumbered, 1, [each.character.name for each in others])
            row.unnumbered = ""
        if row.alias:
            (row.alias,) = numbered(row.alias, 1, [each.alias for each in others if not each.is_hidden])

    def show(
        self,
        by: Membership,
        target: str,
        *,
        alias: str,
        shown_points: ShownPoints,
        is_defense_known: bool,
        press: str = "",
    ) -> LogEntry:
        """What the table is told of a foe: its name, how its PV look, whether it knows its defense (S2, S3)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.foe(target)
            before = encounter.kept()
            row.alias, row.shown_points, row.is_defense_known = alias, shown_points, is_defense_known
            facts = {"people": encounter.names([target]), "about": [target]}
            return encounter._record(record, "shown", facts, before, is_secret=row.is_hidden)

    def end(self, by: Membership, press: str = "") -> LogEntry:
        """The encounter is over: nobody has the turn, no wound lingers (T5)."""
        with self.acting(by, press) as (encounter, record):
            return encounter._keep(record, "ended", encounter.fight.close(), about=[], status=Status.ENDED)
