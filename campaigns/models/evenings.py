"""What a campaign is made of in time: sessions, adventures, scenes (T7, X5)."""

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.keys import new_key
from campaigns.models.notes import NAME, NOTES, Noted

if TYPE_CHECKING:
    from campaigns.models.campaign import Campaign


class GameSession(models.Model):
    """One evening at the table; the last one without `closed_at` is open (T7)."""

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="sessions", verbose_name=_("campaign")
    )
    number = models.PositiveIntegerField(_("number"))
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_session_a_number"),
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(closed_at=None), name="one_session_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Adventure(Noted):
    """A story with a pool of px that is shared out when it closes (X5). At most one of a campaign is open."""

    texts: ClassVar = NAME | NOTES
    kind_of_row: ClassVar = "adventure"

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="adventures", verbose_name=_("campaign")
    )
    name = models.CharField(_("name"), max_length=80)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("adventure")
        verbose_name_plural = _("adventures")
        ordering: ClassVar = ["-opened_at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(closed_at=None), name="one_adventure_at_a_time"
            ),
        ]

    @property
    def shown_in(self) -> list[str]:
        return ["adventure"]


class Scene(Noted):
    """A part of an adventure, with a note that the table reads; the last one is where the table is."""

    texts: ClassVar = NAME | NOTES
    kind_of_row: ClassVar = "scene"
    path_to_campaign: ClassVar = "adventure__campaign"

    adventure = models.ForeignKey(Adventure, models.CASCADE, related_name="scenes", verbose_name=_("adventure"))
    name = models.CharField(_("name"), max_length=80)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)

    class Meta:
        verbose_name = _("scene")
        verbose_name_plural = _("scenes")
        ordering: ClassVar = ["-opened_at", "-pk"]

    @property
    def campaign(self) -> "Campaign":
        return self.adventure.campaign

    @campaign.setter
    def campaign(self, campaign: "Campaign") -> None:
        self.adventure.campaign = campaign

    @property
    def shown_in(self) -> list[str]:
        return ["adventure"]
