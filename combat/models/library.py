"""What a campaign keeps for its fights: foes as they are before they have a number, and encounters to be met again."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters.models import Gender
from combat.models.choices import ShownPoints
from rules.notation import parse
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset
from rules.sheet import Sheet

KEPT_OF_FOE = ("name", "gender", "traits", "gear", "alias", "shown_points", "is_defense_known", "notes")


@dataclass(frozen=True, slots=True)
class Group:
    """Foes of one kind that come together: what they are, how many, and what the table is told of them (S2, S3).

    `traits` and `gear` are those of a character; with `together` they have one initiative.
    """

    name: str
    traits: Mapping[str, Any]
    count: int = 1
    gear: Mapping[str, Any] = field(default_factory=dict)
    gender: str = Gender.NEUTRAL
    alias: str = ""
    is_hidden: bool = False
    shown_points: str = ShownPoints.WORD
    is_defense_known: bool = False
    together: bool = False
    notes: str = ""

    def plain(self) -> dict[str, Any]:
        """As plain JSON values; `Group(**plain)` is the same again."""
        return asdict(self)


class OnTheShelf(models.QuerySet[Any]):
    def of(self, campaign: Campaign) -> "OnTheShelf":
        """What those who lead a campaign can take from its library."""
        return self.filter(campaign=campaign, archived_at=None)


class Shelved(models.Model):
    """Something in the library of a campaign, for those who lead; what is put away stays, and can be had again."""

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=50)
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)

    objects = OnTheShelf.as_manager()

    class Meta:
        abstract = True
        ordering: ClassVar = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    campaign: models.ForeignKey[Campaign, Campaign]
    log_kind: ClassVar[str]
    region: ClassVar[str] = "library"

    def put_away(self, by: Membership, press: str = "") -> LogEntry:
        """Off the shelf, or back on it."""
        with self.campaign.recording(by, press) as record:
            found = type(self)._default_manager.select_for_update().get(pk=self.pk)
            before = found.archived_at
            found.archived_at = None if before else timezone.now()
            found.save(update_fields=["archived_at"])
            return found._told(record, "restored" if before else "archived", {"is_archived": before is not None})

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None

    @is_archived.setter
    def is_archived(self, value: bool) -> None:
        self.archived_at = timezone.now() if value else None

    @property
    def came(self) -> Change:
        """That it was put on the shelf: taken back, it is put away."""
        return self._changed({"is_archived": True})

    def _changed(self, before: Mapping[str, Any]) -> Change:
        after = {name: getattr(self, name) for name in before}
        return {"what": self.log_kind, "of": f"{self.log_kind}:{self.key}", "before": dict(before), "after": after}

    def _told(self, record: Recorder, what: str, before: Mapping[str, Any]) -> LogEntry:
        """One entry, which those who lead read; `before` are the fields that changed, as they were."""
        return record(
            self.log_kind,
            {"name": self.name, "what": what},
            changes=[self._changed(before)],
            audience=Audience.PRIVATE,
            shared_with=self.campaign.gm,
            regions=[self.region],
        )


class FoeTemplate(Shelved):
    """A foe before it fights: `traits` and `gear` as a character has them (P6), and how it looks to the table."""

    log_kind = "foe-template"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="foe_templates", verbose_name=_("campaign"))
    gender = models.CharField(_("gender of words"), max_length=1, choices=Gender.choices, blank=True, default="")
    traits = models.JSONField(_("traits"), default=dict)
    gear = models.JSONField(_("gear"), default=dict, blank=True)
    alias = models.CharField(_("alias"), max_length=50, blank=True, default="")
    shown_points = models.CharField(
        _("PV for the table"), max_length=8, choices=ShownPoints.choices, default=ShownPoints.WORD
    )
    is_defense_known = models.BooleanField(_("defense known"), default=False)
    notes = models.TextField(_("notes of the GM"), blank=True, default="")

    class Meta(Shelved.Meta):
        verbose_name = _("foe of the library")
        verbose_name_plural = _("foes of the library")

    @classmethod
    def make(cls, campaign: Campaign, by: Membership, press: str = "", **fields: Any) -> LogEntry:
        """A new foe in the library."""
        with campaign.recording(by, press) as record:
            return cls.objects.create(campaign=campaign, **fields)._told(record, "made", {"is_archived": True})

    def change(self, by: Membership, press: str = "", **fields: Any) -> LogEntry:
        """Other values; who came from it before stays as it is. Raises Refused where nothing is another."""
        with self.campaign.recording(by, press) as record:
            found = FoeTemplate.objects.select_for_update().get(pk=self.pk)
            before = {name: getattr(found, name) for name, value in fields.items() if getattr(found, name) != value}
            if not before:
                raise Refused(Problem("no_change", gettext_noop("Nothing has changed."), "name"))
            for name in before:
                setattr(found, name, fields[name])
            found.save(update_fields=list(before))
            return found._told(record, "changed", before)

    def copy(self, by: Membership, name: str, press: str = "") -> LogEntry:
        """The same under another name."""
        fields = {each: getattr(self, each) for each in KEPT_OF_FOE}
        return FoeTemplate.make(self.campaign, by, press, **{**fields, "name": name})

    def group(self, count: int, **looks: Any) -> Group:
        """So many of this kind, looking as they do unless `looks` say otherwise."""
        fields = {each: getattr(self, each) for each in KEPT_OF_FOE}
        return Group(count=count, **{**fields, **looks})

    def sheet(self, ruleset: Ruleset) -> Sheet:
        """As the rules see it, unhurt and without its gear."""
        damage = self.traits.get("damage")
        return Sheet(
            attributes=self.traits.get("attributes", {}),
            skills=self.traits.get("skills", {}),
            pools={},
            fixed=self.traits.get("fixed", {}),
            damage=parse(damage) if damage else None,
        )


class SavedEncounter(Shelved):
    """Who is met in an encounter that can be prepared again: groups of foes, and whether the heroes are there."""

    log_kind = "saved-encounter"

    name = models.CharField(_("name"), max_length=80)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="saved_encounters", verbose_name=_("campaign"))
    groups = models.JSONField(_("foes"), default=list, editable=False)
    has_heroes = models.BooleanField(_("with the heroes"), default=True)

    class Meta(Shelved.Meta):
        verbose_name = _("saved encounter")
        verbose_name_plural = _("saved encounters")

    @property
    def foes(self) -> list[Group]:
        return [Group(**each) for each in self.groups]
