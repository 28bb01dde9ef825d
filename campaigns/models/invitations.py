"""The way in for anyone who has the link."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.names import folded
from campaigns.keys import new_token
from campaigns.models.log import Audience, LogEntry
from campaigns.models.seats import Ban, Membership
from campaigns.roles import Role
from rules.problems import Problem, Refused


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> "InvitationQuerySet":
        """Those that still let somebody in."""
        in_time = models.Q(expires_at=None) | models.Q(expires_at__gt=timezone.now())
        has_room = models.Q(uses=None) | models.Q(used__lt=models.F("uses"))
        return self.filter(in_time, has_room, revoked_at=None)

    def managed_by(self, seat: Membership) -> "InvitationQuerySet":
        """Those that `seat` may read and end: what makes a co-GM is the GM's alone."""
        invitations = self.filter(campaign=seat.campaign).select_related("campaign")
        return invitations if seat.rank.hands_out_roles else invitations.exclude(role=Role.CO_GM)


def in_thirty_days() -> datetime:
    return timezone.now() + timedelta(days=30)


class Invitation(models.Model):
    """A link that lets anyone who has it take a seat: until it ends, and as often as it says."""

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="invitations", verbose_name=_("campaign")
    )
    by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+", verbose_name=_("who"))
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.PLAYER)
    created_at = models.DateTimeField(_("since"), default=timezone.now)
    expires_at = models.DateTimeField(_("until"), default=in_thirty_days, null=True)  # None: it does not end by itself
    uses = models.PositiveSmallIntegerField(_("lets in"), null=True)  # how many it lets in; None: any number
    used = models.PositiveIntegerField(_("has let in"), default=0)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.rank.label} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("campaigns:join", args=[self.token])

    @property
    def rank(self) -> Role:
        return Role(self.role)

    @property
    def lasts(self) -> timedelta | None:
        """For how long it was made."""
        return self.expires_at and self.expires_at - self.created_at

    def admit(self, user: Any, name: str) -> Membership:
        """`user`, or a new guest where it is None, takes a seat under `name`, which must be free at this table.

        Who sits there already keeps that seat. Raises `NameTaken`, and `Refused` where the link was revoked or used up
        meanwhile, or who asks was banned.
        """
        with self.campaign.recording(None) as record:
            if not Invitation.objects.open().filter(pk=self.pk).exists():
                raise _refused(gettext_noop("This invitation is no longer valid: ask the GM for a new link."))
            if user and (seat := Membership.objects.of(user).filter(campaign=self.campaign).first()):
                return seat
            if self.is_banned(user):
                raise _refused(gettext_noop("Those who lead this table have decided that you don't come back to it."))
            if Membership.objects.sitting().filter(campaign=self.campaign, folded_name=folded(name)).exists():
                raise NameTaken(name)
            user = user or get_user_model().objects.create_guest(name)
            seat = Membership.objects.create(campaign=self.campaign, user=user, role=self.role, name=name)
            Invitation.objects.filter(pk=self.pk).update(used=models.F("used") + 1)
            record("joined", {"name": name, "role": self.role}, regions=["members", "roster"])
            return seat

    def is_banned(self, user: Any) -> bool:
        return user is not None and Ban.objects.filter(campaign=self.campaign_id, user=user).exists()

    def revoke(self, by: Membership | None, press: str = "") -> LogEntry:
        """It lets nobody in any more; who came by it stays."""
        with self.campaign.recording(by, press, even_archived=True) as record:
            if not Invitation.objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=timezone.now()):
                raise _refused(gettext_noop("This invitation has ended already."))
            return record("uninvited", {"role": self.role}, audience=Audience.PRIVATE)


class NameTaken(Exception):
    """Someone at the table has that name."""


def _refused(message: str) -> Refused:
    return Refused(Problem("invitation", message))
