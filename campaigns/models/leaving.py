"""Who deletes their account leaves every table; characters and log stay there, under nobody's name."""

from typing import Any

from django.conf import settings
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models.campaign import Campaign
from campaigns.models.seats import Membership, SeatLink
from campaigns.roles import Role


def tables_to_hand_over(person: Any) -> list[Campaign]:
    """Those that would lose their GM: others sit there."""
    led = Membership.objects.sitting().filter(user=person, role=Role.GM).values("campaign")
    others = Membership.objects.sitting().filter(campaign__in=led).exclude(user=person)
    return list(Campaign.objects.filter(pk__in=others.values("campaign"), archived_at=None))


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL)
def leave_every_table(instance: Any, **_rest: object) -> None:
    """Also where the host deletes a person. A campaign in which nobody is left is archived."""
    for seat in Membership.objects.filter(user=instance).select_related("campaign").order_by("campaign"):
        with seat.campaign.recording(None, even_archived=True) as record:
            if seat.left_at is None:
                seat.stand_up()
                facts = {"name": seat.name, "by": seat.name, "self": True}
                record("left", facts, regions=["*"])
            seat.name = _("former player")
            seat.save(update_fields=["name"])
            SeatLink.objects.filter(seat=seat).delete()
            alone = not seat.campaign.memberships.sitting().exists()
            if alone and seat.campaign.archived_at is None:
                Campaign.objects.filter(pk=seat.campaign_id).update(archived_at=timezone.now())
