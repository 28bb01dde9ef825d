"""What the page of house rules shows of now: what differs from the preset, and the history; pushed like anything."""

from django.template.loader import render_to_string

from campaigns.house.words import NAMED, differences, told
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import Audience, page, region

SHOWN = 50  # amendments of the history


@page("house")
def house(seat: Membership, about: str) -> list[str]:
    return ["housenow", "houselog"]


@region("housenow")
def differing(campaign: Campaign, about: str, audience: Audience) -> str:
    found = differences(campaign.preset_ruleset, campaign.ruleset)
    return render_to_string("campaigns/house.html#housenow", {"campaign": campaign, "differences": found})


@region("inforce")
def in_short(campaign: Campaign, about: str, audience: Audience) -> str:
    """One line for the campaign's page."""
    found = differences(campaign.preset_ruleset, campaign.ruleset)
    context = {"campaign": campaign, "count": len(found), "named": found[:NAMED]}
    return render_to_string("campaigns/table.html#inforce", context)


@region("houselog")
def history(campaign: Campaign, about: str, audience: Audience) -> str:
    entries = LogEntry.objects.filter(campaign=campaign, kind="rules").select_related("by")[:SHOWN]
    rows = [{"entry": each, "differences": told(campaign.ruleset, each.facts["differences"])} for each in entries]
    context = {"campaign": campaign, "rows": rows, "leads": audience.role.leads}
    return render_to_string("campaigns/house.html#houselog", context)
