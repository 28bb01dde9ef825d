"""Encounters: rows that are loaded into a `rules.fight.Fight`, asked, and stored from what it says changed.

All arithmetic and every rule of turns is in `rules`; here is who may, what is kept, and what the table may know. A
fighter is known by its character's key, and its points are the character's: tracker and sheet show one number.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import IN_ORDER, Campaign, Change, Membership, Recorder
from characters.models import Character
from combat.models.acting import Acting
from combat.models.choices import Status
from combat.models.combatant import Combatant, refused
from combat.models.defending import Defending
from combat.models.doing import Acts
from combat.models.keeping import Keeping
from combat.models.ordering import Ordering
from combat.models.preparing import Preparing
from combat.models.resting import Resting
from combat.models.turning import Turning
from rules.fight import Fight
from rules.problems import Problem, Refused

ELSEWHERE = gettext_noop("%(name)s is fighting in “%(other)s”: pause that one first.")


class EncounterQuerySet(models.QuerySet["Encounter"]):
    def seen_by(self, seat: Membership) -> "EncounterQuerySet":
        """Those of the seat's campaign; what is only being prepared is known to those who lead."""
        found = self.filter(campaign=seat.campaign_id)
        return found if seat.leads else found.exclude(status=Status.PREPARING)


class Encounter(Preparing, Turning, Ordering, Acting, Defending, Acts, Resting, Keeping, models.Model):
    """`turn` is whose turn it is; `shown_turn` and `shown_round` are what the table sees of it: while a hidden foe
    acts, the last visible one. For `patience`, `foes_dodge` and `asked` see `Defending`."""

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="encounters", verbose_name=_("campaign"))
    name = models.CharField(_("name"), max_length=80)
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.PREPARING)
    round = models.PositiveIntegerField(_("round"), default=0)
    turn = models.CharField(max_length=16, blank=True, default="", editable=False)
    state = models.JSONField(default=dict, editable=False)  # what else the rules keep of the fight
    shown_round = models.PositiveIntegerField(default=0, editable=False)
    shown_turn = models.CharField(max_length=16, blank=True, default="", editable=False)
    patience = models.PositiveSmallIntegerField(_("seconds to answer an attack"), default=60)
    foes_dodge = models.BooleanField(_("foes dodge"), default=False)
    asked = models.JSONField(default=dict, editable=False)  # since when attacks wait for an answer
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
        return f"{IN_ORDER}{self.key}"

    @property
    def regions(self) -> list[str]:
        """What shows this encounter."""
        return [f"{name}-{self.key}" for name in ("turn", "ladder", "yours", "rest", "answers", "wall")]

    @property
    def in_order(self) -> Change:
        """What makes an entry, of whatever it is, one of those of this encounter that are taken back in order (T8)."""
        return {"what": "fight", "of": f"fight:{self.key}", "before": {}, "after": {}}

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

    @property
    def has_both_sides(self) -> bool:
        """Whether heroes and foes are in it, so that it can well begin."""
        return {row.is_hero for row in self.present} == {True, False}

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

    @cached_property
    def fight_as_read(self) -> Fight:
        """The encounter as a value, made once: for pages, which change nothing."""
        return self.fight

    @property
    def fight(self) -> Fight:
        """The encounter as a value, as its rows stand now."""
        order = [row.character.key for row in self.present]
        state = {**self.state, "round": self.round, "turn": self.turn or None, "order": order}
        fighters = [row.fighter for row in self.known.values()]
        return Fight.from_state(self.campaign.ruleset, fighters, state)

    def as_seen(self, *, leads: bool) -> "Encounter":
        """This encounter to look at, as those who lead know it, or as the table does while somebody hidden acts."""
        if leads or "untold" not in self.state:
            return self
        stand_in = copy(self)
        stand_in.__dict__.pop("fight_as_read", None)
        stand_in.known = {}
        for key, row in self.known.items():
            seen = stand_in.known[key] = copy(row)
            seen.character = row.character.as_seen(leads=False)
        return stand_in

    def with_hands(self, row: Combatant, keys: list[str]) -> "Encounter":
        """The same, to ask the rules, as if that one had these weapons in hand; nothing is stored."""
        if keys == [weapon.key for weapon in row.character.wielded]:
            return self
        stand_in, its_row, character = copy(self), copy(row), copy(row.character)
        character.gear = {**character.gear, "wielded": keys}
        character.__dict__.pop("sheet", None)
        its_row.character = character
        stand_in.known = {**self.known, character.key: its_row}
        return stand_in

    def _claim(self, characters: Iterable[Character]) -> None:
        """Raises Refused where one of them is in another encounter that runs: nobody fights in two at once."""
        elsewhere = Combatant.objects.filter(
            character__in=[each.pk for each in characters], is_present=True, encounter__status=Status.RUNNING
        ).exclude(encounter=self.pk)
        problems = [
            Problem("elsewhere", ELSEWHERE, "who", params={"name": row.character.name, "other": row.encounter.name})
            for row in elsewhere.select_related("character", "encounter").order_by("pk")
        ]
        if problems:
            raise Refused(*problems)

    # --- what one does ----------------------------------------------------------------------------------------------

    @contextmanager
    def acting(
        self, by: Membership, press: str = "", *, while_paused: bool = False, when_over: bool = False
    ) -> Iterator[tuple["Encounter", Recorder]]:
        """This encounter as it stands, while nobody else changes the campaign; see `Campaign.recording`."""
        with self.campaign.recording(by, press) as record:
            encounter = Encounter.objects.get(pk=self.pk)
            encounter.campaign = record.campaign
            if encounter.status == Status.ENDED and not when_over:
                raise refused("over", gettext_noop("This encounter is over."), "status")
            if encounter.status == Status.PAUSED and not while_paused:
                raise refused("paused", gettext_noop("This encounter is paused: take it up again first."), "status")
            yield encounter, record
