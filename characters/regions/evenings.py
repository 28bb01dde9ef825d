"""What the table reads of its adventure: the scene it is in, and the pool with who earned it (X5)."""

from django.template.loader import render_to_string

from campaigns import table
from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, page, region
from characters.evenings import session_of
from characters.models.growing import running
from characters.regions.sheet import rules_url

table.TABLE_REGIONS.append("adventure")


@page("evening")
def evening(seat: Membership, about: str) -> list[str] | None:
    """Where those who lead open and close what the table plays."""
    return ["adventure"] if seat.leads else None


@region("adventure")
def adventure(campaign: Campaign, about: str, audience: Audience) -> str:
    now = running(campaign)
    context = {
        "campaign": campaign,
        "adventure": now.row,
        "scene": now.row.scenes.first() if now.row else None,
        "awards": now.awards,
        "pool": now.value.pool if now.value else 0,
        "session": session_of(campaign),
        "has_pool": campaign.ruleset.growth.has_pool,
        "leads": audience.role.leads,
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/_adventure.html", context)
