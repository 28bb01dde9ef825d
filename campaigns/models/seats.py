"""Who sits at a table, who may not come back, and the way back to one seat: a link, or a request that the GM grants."""

from copy import copy
from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import Browser
from accounts.names import folded
from campaigns import wakes
from campaigns.keys import new_key, new_token
from campaigns.models.log import Audience, LogEntry
from campaigns.roles import Role
from rules.problems import Problem, Refused


class MembershipQuerySet(models.QuerySet["Membership"]):
    def sitting(self) -> "MembershipQuerySet":
        """Who is at the table now."""
        return self.filter(left_at=None)

    def of(self, user: Any) -> "MembershipQuerySet":
        """The seats of `user`, with what every page asks of them."""
        if isinstance(user, AnonymousUser):
            return self.none()
        return user.memberships.sitting().select_related("campaign")  # they know their person already


class Membership(models.Model):
    """A seat: a person at a campaign, under the name the table knows."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="memberships", verbose_name=_("campaign")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="memberships", verbose_name=_("person")
    )  # None where the account was deleted: nobody sits there any more
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.PLAYER)
    name = models.CharField(_("name at the table"), max_length=40)
    folded_name = models.CharField(max_length=120, editable=False)
    joined_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    left_at = models.DateTimeField(_("left"), null=True, blank=True, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering: ClassVar = ["joined_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "campaign", "folded_name", condition=models.Q(left_at=None), name="one_name_at_the_table"
            ),
            models.UniqueConstraint("campaign", "user", condition=models.Q(left_at=None), name="one_seat_each"),
            models.UniqueConstraint(
                "campaign", condition=models.Q(left_at=None, role="gm"), name="one_gm_at_the_table"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.folded_name = folded(self.name)
        if (fields := kwargs.get("update_fields")) is not None and "name" in fields:
            kwargs["update_fields"] = [*fields, "folded_name"]
        super().save(*args, **kwargs)

    @property
    def rank(self) -> Role:
        return Role(self.role)

    @property
    def leads(self) -> bool:
        return self.rank.leads

    def as_spectator(self) -> "Membership":
        """A seat that is nobody's and is never saved: it knows what all of the table knows, and nothing private."""
        seat = copy(self)
        seat.pk, seat.role = 0, Role.SPECTATOR
        return seat

    @property
    def can_become_gm(self) -> bool:
        """A GM plays or leads already, and has a login: a cookie may be lost."""
        sits = self.left_at is None and self.user is not None
        return sits and self.rank in {Role.CO_GM, Role.PLAYER} and self.user.has_login

    @property
    def tag(self) -> str:
        """The name under which the streams of this seat are sent away."""
        return f"seat:{self.key}"

    def remove(self, by: "Membership", press: str = "") -> LogEntry:
        """`by` sends this seat away, or leaves; it sees nothing more at once, open streams included."""
        with self.campaign.recording(by, press, even_archived=True) as record:
            seat = self._now()
            if not (by.rank.can_remove(seat.rank) or (by == seat and seat.rank is not Role.GM)):
                raise _refused(gettext_noop("The GM can't leave the table."))
            seat.stand_up()
            facts = {"name": seat.name, "by": by.name, "self": by == seat}
            return record("left", facts, regions=["members", "roster"])

    def ban(self, by: "Membership", press: str = "") -> LogEntry:
        """Send away for good: no invitation lets this person in again, until it is lifted."""
        with self.campaign.recording(by, press, even_archived=True) as record:
            seat = self._now()
            if not by.rank.can_remove(seat.rank):
                raise _refused(gettext_noop("Nobody can ban the GM."))
            seat.stand_up()
            Ban.objects.get_or_create(campaign=self.campaign, user_id=seat.user_id, defaults={"name": seat.name})
            return record("banned", {"name": seat.name, "by": by.name}, regions=["members", "roster"])

    def _now(self) -> "Membership":
        """This seat as it stands, while the campaign is locked. Raises Refused where its person has left."""
        seat = Membership.objects.select_for_update().get(pk=self.pk)
        if seat.left_at is not None:
            raise _refused(gettext_noop("%(name)s has left already."), name=seat.name)
        return seat

    def stand_up(self) -> None:
        """Nobody sits here any more, and its open screens end; part of a recording."""
        self.left_at = timezone.now()
        self.save(update_fields=["left_at"])
        wakes.expel(self.tag)

    def give_role(self, by: "Membership", role: Role, press: str = "") -> LogEntry:
        """The GM makes someone co-GM, player or spectator; what they may see changes at once."""
        with self.campaign.recording(by, press) as record:
            seat = Membership.objects.select_for_update().get(pk=self.pk)
            if role is Role.GM or seat.rank is Role.GM or seat.left_at is not None:
                raise _refused(gettext_noop("That role can't be changed here."))
            before, seat.role = seat.role, role
            seat.save(update_fields=["role"])
            wakes.expel(seat.tag)
            facts = {"name": seat.name, "from": before, "to": role}
            return record("role", facts, regions=["members", "roster"])

    def send_link(self, by: "Membership") -> "SeatLink":
        """A link that gives this seat to whoever opens it first; links sent before it are void."""
        if self.left_at is not None or self.user.has_login:
            raise _refused(gettext_noop("%(name)s has a login: they come back with it."), name=self.name)
        with self.campaign.recording(by) as record:
            self.links.filter(asked_by="", used_at=None).update(refused_at=timezone.now())
            record("linked", {"name": self.name}, audience=Audience.PRIVATE)
            return self.links.create(granted_at=timezone.now())

    def ask_back(self, secret: str) -> "SeatLink":
        """A browser without the cookie asks for this seat; the GM decides. Asking twice waits once."""
        if self.left_at is not None or self.user.has_login:
            raise _refused(gettext_noop("%(name)s has a login: come back with it."), name=self.name)
        with self.campaign.recording(None) as record:
            fresh = timezone.now() - SeatLink.LIFE
            mine = self.links.filter(asked_by=secret, created_at__gt=fresh)
            waiting = mine.filter(used_at=None, refused_at=None).first()
            link = waiting or self.links.create(asked_by=secret)
            record("asked", {"name": self.name}, audience=Audience.PRIVATE, regions=["requests"])
            return link


@receiver(post_delete, sender=Browser)
def end_streams(instance: Browser, **_rest: object) -> None:
    """Whoever logs out, here or elsewhere, is sent away once the session is gone: before, they would be back."""
    if instance.person_id is not None:
        wakes.expel(instance.tag)


@receiver(post_delete, sender=Membership)
def send_away(instance: Membership, **_rest: object) -> None:
    """A seat that the admin deletes, by itself or with its person or campaign, sees nothing more at once."""
    wakes.expel(instance.tag)


class Ban(models.Model):
    """Someone who may not sit down at a table again: that account, or that guest as long as the browser is the same."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="bans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["campaign", "user"], name="one_ban_each")]

    def __str__(self) -> str:
        return self.name

    def lift(self, by: Membership, press: str = "") -> LogEntry:
        with self.campaign.recording(by, press, even_archived=True) as record:
            if not Ban.objects.filter(pk=self.pk).delete()[0]:
                raise _refused(gettext_noop("%(name)s may come back already."), name=self.name)
            return record("unbanned", {"name": self.name}, audience=Audience.PRIVATE)


class SeatLink(models.Model):
    """A way back to one seat, good once: the GM sends it, or grants it to somebody who asks.

    With `asked_by` it is a request that waits for the GM: only the browser that asked, which holds that secret in its
    session, can use it, and only once it is granted.
    """

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    seat = models.ForeignKey(Membership, models.CASCADE, related_name="links")
    asked_by = models.CharField(max_length=40, blank=True, default="")
    granted_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    LIFE: ClassVar = timedelta(hours=24)

    class Meta:
        verbose_name = _("link to a seat")
        verbose_name_plural = _("links to seats")

    def __str__(self) -> str:
        return f"{self.seat}"

    def get_absolute_url(self) -> str:
        return reverse("campaigns:seat", args=[self.token])

    @property
    def is_open(self) -> bool:
        """Can still be used, once granted."""
        fresh = timezone.now() - self.created_at < self.LIFE
        return fresh and self.used_at is None and self.refused_at is None and self.seat.left_at is None

    def answer(self, by: Membership, granted: bool, press: str = "") -> LogEntry:
        """The GM lets the one who asks back in, or not; the first answer counts."""
        with self.seat.campaign.recording(by, press) as record:
            link = SeatLink.objects.select_for_update(of=("self", "seat")).select_related("seat").get(pk=self.pk)
            if not link.is_open or link.granted_at is not None:
                raise _refused(gettext_noop("That request was answered already."))
            if granted:
                link.granted_at = timezone.now()
            else:
                link.refused_at = timezone.now()
            link.save(update_fields=["granted_at", "refused_at"])
            facts = {"name": link.seat.name, "granted": granted}
            return record("answered", facts, audience=Audience.PRIVATE, regions=["requests"])

    def take(self) -> Any:
        """Use the link up: the seat moves to a new guest, the person to log in as.

        Never the guest who had it: whoever opened the link would sit with them at every table they go to.
        """
        people = get_user_model().objects
        with self.seat.campaign.recording(None) as record:
            link = SeatLink.objects.select_for_update(of=("self", "seat")).select_related("seat__user").get(pk=self.pk)
            seat = link.seat
            if not link.is_open or link.granted_at is None or seat.user is None or seat.user.has_login:
                raise _refused(gettext_noop("This link was used already, or is too old: ask the GM for another."))
            link.used_at = timezone.now()
            link.save(update_fields=["used_at"])
            before, seat.user = seat.user, people.create_guest(seat.name)
            seat.save(update_fields=["user"])
            wakes.expel(seat.tag)
            if not before.memberships.exists():
                before.delete()
            record("returned", {"name": seat.name}, regions=["members", "requests"])
            return seat.user


def _refused(message: str, **params: object) -> Refused:
    return Refused(Problem("seat", message, params=params))
