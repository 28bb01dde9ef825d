"""Notes in Markdown: those that the table reads, and those that only who leads knows; and what players write."""

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from campaigns.keys import new_key
from campaigns.models.log import Audience, Recorder
from campaigns.models.seats import Membership
from campaigns.models.writing import Text, Told, Written

if TYPE_CHECKING:
    from campaigns.models.campaign import Campaign

NAME: Final = {"name": Text("name", gettext_noop("Name"), 80, is_required=True)}
NOTES: Final = {
    "notes": Text("notes", gettext_noop("Note for the table"), 20_000, is_long=True),
    "gm_notes": Text("gm_notes", gettext_noop("Secret note"), 20_000, is_long=True, is_secret=True),
}
ENTRY: Final = {
    "name": Text("name", gettext_noop("Title"), 80),
    "notes": Text(
        "notes",
        gettext_noop("What you write"),
        20_000,
        is_required=True,
        is_long=True,
        needed=gettext_noop("Write something first."),
    ),
}


class Page(Written, models.Model):
    """A row of texts that has a page of its own."""

    kind_of_row: ClassVar[str]
    path_to_campaign: ClassVar[str] = "campaign"

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    notes = models.TextField(_("note"), blank=True, default="")
    versions = models.JSONField(default=dict, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaigns:notes", args=[self.campaign.key, self.place])

    def address_of(self, field: str) -> str:
        return reverse("campaigns:write", args=[self.campaign.key, self.place, field])

    @classmethod
    def of(cls, campaign: "Campaign") -> "models.QuerySet[Any]":
        """All of a campaign."""
        return cls._default_manager.filter(**{cls.path_to_campaign: campaign})

    @property
    def place(self) -> str:
        """What names it in addresses and regions."""
        return f"{self.kind_of_row}-{self.key}"

    @property
    def topic(self) -> str:
        """The topic of log entries about it."""
        return f"{self.kind_of_row[0]}:{self.key}"

    @property
    def shown_in(self) -> list[str]:
        """The regions that show it, besides its own page."""
        raise NotImplementedError

    def can_be_written_by(self, seat: Membership) -> bool:
        raise NotImplementedError

    def _as_it_stands(self, record: Recorder) -> "Page":
        row: Page = type(self).of(record.campaign).get(pk=self.pk)
        row.campaign = record.campaign
        return row

    def _called(self) -> dict[str, Any]:
        return {"place": self.place, "name": self.name}

    def _telling(self, text: Text) -> Told:
        audience = Audience.GM if text.is_secret else Audience.TABLE
        return Told("noted", audience, regions=[f"note-{self.place}", *self.shown_in])


class Noted(Page):
    """What those who lead write: a note for the table, and one that only they know."""

    gm_notes = models.TextField(_("secret note"), blank=True, default="")

    class Meta:
        abstract = True

    def can_be_written_by(self, seat: Membership) -> bool:
        return seat.leads

    def as_known(self, leads: bool) -> Self:
        """What a page may hold of it: to those who do not lead there is no secret note."""
        if leads:
            return self
        known = copy(self)
        known.gm_notes = ""
        return known


class Notebook(Noted):
    """The notes of a campaign as a whole; there is one from the first word that somebody writes."""

    texts: ClassVar = NOTES
    kind_of_row: ClassVar = "campaign"

    campaign = models.OneToOneField("campaigns.Campaign", models.CASCADE, related_name="notebook")

    class Meta:
        verbose_name = _("notes of a campaign")
        verbose_name_plural = _("notes of campaigns")

    place: ClassVar = kind_of_row
    topic: ClassVar = "notebook"
    shown_in: ClassVar = ["notebook"]

    @property
    def name(self) -> str:
        return gettext("Notes of the campaign")

    def _as_it_stands(self, record: Recorder) -> "Page":
        found, _is_new = Notebook.objects.get_or_create(campaign=record.campaign)
        return found

    def _called(self) -> dict[str, Any]:
        return {"place": self.place}


class JournalEntry(Page):
    """What somebody who plays writes of the story; its author changes it, and those who lead may remove it."""

    texts: ClassVar = ENTRY
    kind_of_row: ClassVar = "journal"

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="journal")
    author = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="journal")
    by_name = models.CharField(max_length=40, editable=False)  # the author's, should the seat be gone
    name = models.CharField(_("title"), max_length=80, blank=True, default="")
    written_at = models.DateTimeField(_("written"), default=timezone.now)

    class Meta:
        verbose_name = _("entry of the journal")
        verbose_name_plural = _("journal")
        ordering: ClassVar = ["written_at", "pk"]

    @property
    def shown_in(self) -> list[str]:
        return ["journal"]

    def can_be_written_by(self, seat: Membership) -> bool:
        return seat.rank.plays and self.author_id == seat.pk
