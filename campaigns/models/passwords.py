"""A new password without e-mail: a link that a GM or the host makes for somebody who forgot theirs."""

from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.keys import new_token
from campaigns.models.log import Audience
from campaigns.models.seats import Membership
from campaigns.roles import Role
from rules.problems import Problem, Refused


def may_reset(by: Any, person: Any) -> bool:
    """Whether `by` may make a link that opens the account of `person`: whoever does could use it themselves.

    Hence a GM only for who sits at no other tables than theirs, never for staff; staff who may change people for
    whoever is not staff; a superuser for all who are not.
    """
    if by is None or by == person or not by.is_active or not person.has_login or person.is_superuser:
        return False
    if by.is_superuser or (by.has_perm("accounts.change_user") and not person.is_staff):
        return True
    seats = Membership.objects.sitting().filter(user=person)
    led = Membership.objects.sitting().filter(user=by, role=Role.GM).values("campaign")
    return not person.is_staff and seats.exists() and not seats.exclude(campaign__in=led).exists()


class PasswordLinkManager(models.Manager["PasswordLink"]):
    def make(self, by: Any, person: Any, seat: Membership | None = None) -> "PasswordLink":
        """`by` makes a link for `person`, told at the table of `seat`; links made before it are void."""
        if not may_reset(by, person):
            raise Refused(Problem("password", gettext_noop("You can't make a password link for this person.")))
        with transaction.atomic():
            self.filter(person=person, used_at=None, ended_at=None).update(ended_at=timezone.now())
            link = self.create(person=person, by=by, by_name=by.name, seat=seat)
            link.tell_the_table("password-link")
            return link


class PasswordLink(models.Model):
    """Good once, for a day, and only while whoever made it still may."""

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="password_links", verbose_name=_("person")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(_("who"), max_length=60)
    seat = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(_("since"), default=timezone.now)
    used_at = models.DateTimeField(_("used"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    told_at = models.DateTimeField(null=True)

    LIFE: ClassVar = timedelta(hours=24)
    SHOWN: ClassVar = timedelta(days=30)

    objects = PasswordLinkManager()

    class Meta:
        verbose_name = _("password link")
        verbose_name_plural = _("password links")
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.person}"

    def get_absolute_url(self) -> str:
        return reverse("campaigns:new-password", args=[self.token])

    @property
    def is_open(self) -> bool:
        fresh = timezone.now() - self.created_at < self.LIFE
        return fresh and self.used_at is None and self.ended_at is None and may_reset(self.by, self.person)

    def take(self, password: str) -> None:
        """Use the link up: all browsers of that person are out, and the new password lets them in."""
        with transaction.atomic():
            link = PasswordLink.objects.select_for_update().get(pk=self.pk)
            if not link.is_open:
                raise Refused(Problem("password", gettext_noop("This link was used already, or is too old.")))
            link.used_at, link.told_at = timezone.now(), None
            link.save(update_fields=["used_at", "told_at"])
            link.person.set_password(password)
            link.person.save(update_fields=["password"])
            link.tell_the_table("new-password")

    def tell_the_table(self, kind: str) -> None:
        """An entry that those who lead read, and the person whose account it is."""
        if self.seat is None:
            return
        by = Membership.objects.of(self.by).filter(campaign=self.seat.campaign).first()
        with self.seat.campaign.recording(by, even_archived=True) as record:
            facts = {"name": self.seat.name, "by": self.by_name}
            record(kind, facts, audience=Audience.PRIVATE, shared_with=self.seat)
