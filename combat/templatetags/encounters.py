"""The way to the fight that is on, from every page of a campaign, and what tokens did to a throw in it."""

from collections.abc import Iterator

from django import template

from campaigns.models import Membership
from characters.log.why import Reason, reasons_to_keep
from combat.models import Encounter, Status
from rules.checks import Outcome

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


@register.filter
def felt_tokens(outcome: Outcome) -> Iterator[Reason]:
    """Why another die stayed, as far as tokens are the reason (R13): those are no secret."""
    return reasons_to_keep(tuple(each for each in outcome.check.factors if each.rule == "R13"), "")
