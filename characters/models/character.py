"""Characters: heroes with their players, and foes. The site loads and stores them; all arithmetic is in `rules`."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.prepared import Prepared
from campaigns.keys import new_key
from campaigns.models import Campaign, Membership, Recorder
from characters.models.approving import Approving
from characters.models.building import Building, unfinished
from characters.models.choices import Gender, Sharing
from characters.models.conditions import Afflicted
from characters.models.growing import Growing
from characters.models.inventing import Inventing
from characters.models.ledger import LedgerEntry
from characters.models.lives import RESTORABLE, Living
from characters.models.opposing import Opposing
from characters.models.points import Pool, Pooled
from characters.models.portrait import Pictured
from characters.models.purse import Pursed
from characters.models.rolling import Rolling
from characters.models.sharing import Shared
from characters.models.wielding import Wielding
from characters.models.withheld import Withheld
from characters.models.writing import Writing
from rules.codec import from_plain
from rules.creation import Build
from rules.gear import Armor, Shield, Weapon, equipped
from rules.injuries import Condition
from rules.notation import parse
from rules.problems import Refused
from rules.ruleset import Ruleset
from rules.sheet import Sheet
from rules.traits import Chapter
from rules.vitals import Vitals


class CharacterQuerySet(models.QuerySet["Character"]):
    def heroes(self) -> "CharacterQuerySet":
        """Players' characters, who are at the table now."""
        return self.filter(is_foe=False, is_finished=True, archived_at=None)

    def foes(self) -> "CharacterQuerySet":
        return self.filter(is_foe=True, archived_at=None)

    def drafts(self) -> "CharacterQuerySet":
        """Heroes in the making, known to their player and to those who lead."""
        return self.filter(is_foe=False, is_finished=False, archived_at=None)

    def archived(self) -> "CharacterQuerySet":
        """Those that were put away and can still be brought back."""
        return self.filter(archived_at__gt=timezone.now() - RESTORABLE)

    def archived_of(self, campaign: Campaign, seat: int, *, leads: bool) -> "CharacterQuerySet":
        """The same, as far as a seat may bring them back: its own ones, or all where it leads."""
        found = self.archived().filter(campaign=campaign).order_by("-archived_at", "pk")
        return found if leads else found.filter(owner=seat, is_foe=False)

    def known_to(self, seat: Membership) -> "CharacterQuerySet":
        """Those whose existence `seat` may know: foes are the GM's secret, a draft is its player's and the GM's."""
        found = self.filter(campaign=seat.campaign_id, archived_at=None)
        return found if seat.leads else found.filter(models.Q(is_finished=True) | models.Q(owner=seat), is_foe=False)

    def called(self, key: str) -> "Character | None":
        """The one with that key, and its pools: what every press on a sheet reads."""
        found = BY_KEY(key)
        for character in found:
            character.hold(POOLS(character.pk))
        return found[0] if found else None

    def with_pools(self) -> "CharacterQuerySet":
        """With all that a row of a list shows of them: points, player, and where the portrait is."""
        return self.with_player().prefetch_related("pools")

    def with_player(self) -> "CharacterQuerySet":
        """With its player and where its portrait is, in one query."""
        return self.select_related("owner").annotate(picture=models.F("portrait__key"))

    def with_ledger(self) -> "CharacterQuerySet":
        """With every movement of px of its own, in their order."""
        return self.prefetch_related(models.Prefetch("ledger", LedgerEntry.objects.as_movements().order_by("number")))


class Character(
    Building,
    Inventing,
    Approving,
    Growing,
    Rolling,
    Wielding,
    Opposing,
    Pooled,
    Withheld,
    Pursed,
    Writing,
    Afflicted,
    Shared,
    Pictured,
    Living,
    models.Model,
):
    """`traits` holds what points are spent on, a `Build` as plain JSON ("attributes": numbers by the key of the
    ruleset's trait; "skills", "techniques", "specializations", "masteries"), and of foes what overrides formulas
    ("fixed", "damage": P6). `created` is the build as it was finished, all that creation gave (X1); `approved` holds
    the attributes that a GM lets be a prodigy's, by path, with who and when (P3); `px_spent` is what the ledger says
    (X4). `versions` counts the changes of each text, so that two who write the same one are told.

    `gear` holds {"weapons": [keys], "armor": key, "shield": key, "wielded": [keys]} of the ruleset's tables (the last:
    see `Wielding`): like the traits it is read whole with every sheet, and one key at a time is changed while the
    campaign is locked. Pools are rows, since two hands change them at once.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters", verbose_name=_("campaign"))
    owner = models.ForeignKey(
        Membership, models.SET_NULL, null=True, blank=True, related_name="characters", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=60)
    concept = models.CharField(_("in a few words"), max_length=80, blank=True, default="")
    gender = models.CharField(_("gender of words"), max_length=1, choices=Gender.choices, blank=True, default="")
    traits = models.JSONField(_("traits"), default=dict)
    gear = models.JSONField(_("gear"), default=dict, blank=True)
    vitals = models.JSONField(default=dict, editable=False)  # what lasts beyond its points (`rules.vitals`)
    withheld = models.JSONField(default=dict, editable=False)  # what of it the table does not see yet
    created = models.JSONField(default=dict, editable=False)
    approved = models.JSONField(default=dict, editable=False)
    px_spent = models.PositiveIntegerField(default=0, editable=False)
    tokens = models.PositiveIntegerField(_("tokens"), null=True, blank=True)  # None: as many as one begins with (R13)
    forced = models.PositiveIntegerField(default=0, editable=False)  # tokens given back and not yet felt (R13)
    protagonism = models.PositiveIntegerField(_("protagonism"), null=True, blank=True)  # None: likewise (D3)
    notes = models.TextField(_("notes"), blank=True, default="")
    gm_notes = models.TextField(_("notes of the GM"), blank=True, default="")
    versions = models.JSONField(default=dict, editable=False)
    conditions = models.JSONField(default=list, editable=False)
    sharing = models.CharField(_("what the others see"), max_length=8, choices=Sharing.choices, default=Sharing.STATE)
    successor_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="successors")
    is_foe = models.BooleanField(_("foe"), default=False)
    is_finished = models.BooleanField(_("finished"), default=False)
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)

    points_seen: ClassVar[Mapping[str, int]] = {}
    read_at: int | None = None  # the version of the campaign that was read before this

    objects = CharacterQuerySet.as_manager()

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering: ClassVar = ["is_foe", "created_at", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The sheet, or where it is made."""
        return reverse("characters:build" if self.is_draft else "characters:sheet", args=[self.key])

    @property
    def is_draft(self) -> bool:
        """Still being made; a foe is checked against nothing and never is (P6)."""
        return not self.is_finished and not self.is_foe

    @property
    def topic(self) -> str:
        """The topic of log entries about this character."""
        return f"c:{self.key}"

    @property
    def ruleset(self) -> Ruleset:
        return self.campaign.ruleset

    @cached_property
    def sheet(self) -> Sheet:
        """This character as the rules see it. (Read the pools before: one query for many characters.)"""
        sheet = Sheet(
            attributes=self._attributes,
            skills=self.traits.get("skills", {}),
            fixed=self.traits.get("fixed", {}),
            level=self.level,
            masteries=self.traits.get("masteries", {}),
            techniques=self.build.techniques,
            specializations=self.build.specializations,
            pools={**{pool.key: pool.current for pool in self.pools.all()}, **self.points_seen},
            vitals=Vitals.from_plain(self.vitals),
            damage=parse(self.traits["damage"]) if "damage" in self.traits else None,
            forced=self.forced,
        )
        return equipped(sheet, armor=self.armor, shield=self.shield, wielded=self.wielded)

    @property
    def _attributes(self) -> dict[str, int]:
        """Those written; a hero has, at 0, what a campaign added since. A quick foe lacks them (P6)."""
        written = self.traits.get("attributes", {})
        added = () if self.is_foe or not written else (each.key for each in self.ruleset.attributes)
        return {**dict.fromkeys(added, 0), **written}

    @property
    def build(self) -> Build:
        """What its points are spent on, as it stands."""
        return build_of(self.traits)

    @property
    def first_build(self) -> Build:
        """What creation gave (X1)."""
        return build_of(self.created)

    @property
    def written(self) -> dict[str, Any]:
        """The build as plain JSON: `traits` without what overrides formulas."""
        return _written(self.traits)

    @property
    def level(self) -> int:
        """What the px it has spent come to (X4)."""
        return self.ruleset.growth.level(self.px_spent)

    @property
    def weapons(self) -> list[Weapon]:
        """What it carries, in the order it was taken up, as far as the campaign knows such weapons."""
        found = (self.ruleset.find_weapon(key) for key in self.gear.get("weapons", ()))
        return [weapon for weapon in found if weapon]

    @property
    def armor(self) -> Armor | None:
        return self.ruleset.find_armor(self.gear.get("armor", ""))

    @property
    def shield(self) -> Shield | None:
        return self.ruleset.find_shield(self.gear.get("shield", ""))

    @property
    def condition(self) -> Condition:
        """Kept as long as the sheet is the same: a page asks many times for each fighter."""
        sheet, kept = self.sheet, self.__dict__.get("_condition")
        if kept is None or kept[0] is not sheet:
            kept = self.__dict__["_condition"] = (sheet, self.ruleset.condition(sheet))
        return kept[1]

    def is_known_to(self, seat: Membership) -> bool:
        """The same as `known_to`, for a character at hand."""
        return seat.leads or (not self.is_foe and (self.is_finished or self.owner_id == seat.pk))

    def can_be_played_by(self, seat: Membership) -> bool:
        """Sees the sheet and acts for it: its player, and those who lead."""
        return seat.leads or (seat.rank.plays and self.owner_id == seat.pk)

    def _at_the_table(self, record: Recorder) -> "Character":
        """This character as it stands now, while nobody else changes the campaign. Raises Refused for a draft.

        It is this very object, once, where it was read with its pools after the version of the campaign (`read_at`),
        and nothing has been recorded since.
        """
        is_current, self.read_at = self.read_at == record.campaign.version, None
        character = self if is_current else Character.objects.called(self.key)
        if character is None:
            raise Character.DoesNotExist
        character.campaign = record.campaign
        if character.is_draft:
            raise Refused(unfinished(character.name))
        return character

    @property
    def regions_of_pools(self) -> list[str]:
        """What shows the points of this character."""
        return [f"pools-{self.key}", f"tray-{self.key}", f"look-{self.key}", self.list_region]

    @property
    def list_region(self) -> str:
        """Where it stands among others. The roster is the players'; foes are on the GM's list."""
        return "foes" if self.is_foe else "roster"


def build_of(traits: dict[str, Any]) -> Build:
    """The build in plain JSON as the rules know it."""
    build: Build = from_plain(Build, {"attributes": {}, "skills": {}, **_written(traits)})
    return build


def _written(traits: dict[str, Any]) -> dict[str, Any]:
    return {chapter.value: traits[chapter] for chapter in Chapter if chapter in traits}


BY_KEY: Final = Prepared(lambda key: Character.objects.filter(key=key), str)
POOLS: Final = Prepared(lambda character: Pool.objects.filter(character=character), int)
