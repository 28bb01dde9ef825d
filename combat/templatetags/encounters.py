"""The way to the fight that is on, from every page of a campaign."""

from django import template

from campaigns.models import Membership
from combat.models import Encounter, Status

register = template.Library()


@register.simple_tag
def running_fight(seat: Membership | None) -> str:
    """The address of the campaign's running encounter, "" if there is none; asked once a page."""
    if seat is None:
        return ""
    if not hasattr(seat, "running_fight_url"):
        fight = Encounter.objects.filter(campaign=seat.campaign_id, status=Status.RUNNING).first()
        seat.running_fight_url = fight.get_absolute_url() if fight else ""
    return seat.running_fight_url
