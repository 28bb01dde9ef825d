"""What the table reads of its adventure: the scene it is in, and the pool with who earned it (X5)."""

from django.template.loader import render_to_string

from campaigns import table
from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, page, region
from characters.evenings import session_of
from characters.regions.sheet import rules_url
from characters.waiting import running_at

table.TABLE_REGIONS += ["adventure", "experience"]


@page("evening")
def evening(seat: Membership, about: str) -> list[str] | None:
    """Where those who lead open and close what the table plays."""
    return ["adventure", "experience"] if seat.leads else None


@region("adventure")
def adventure(campaign: Campaign, about: str, audience: Audience) -> str:
    """The scene they are in, with its notes; what is secret in it only for those who lead."""
    now, leads = running_at(campaign), audience.role.leads
    scene = now.row.scenes.first() if now.row else None
    context = {
        "campaign": campaign,
        "adventure": now.row.as_known(leads) if now.row else None,
        "scene": scene.as_known(leads) if scene else None,
        "number": now.row.scenes.count() if now.row else 0,
        "secrets": [row.gm_notes for row in (now.row, scene) if row and row.gm_notes] if leads else [],
        "session": session_of(campaign),
        "leads": leads,
    }
    return render_to_string("characters/_adventure.html#adventure", context)


@region("experience", follows=["adventure"])
def experience(campaign: Campaign, about: str, audience: Audience) -> str:
    """The pool of the open adventure, with who earned what for what (X5)."""
    now = running_at(campaign)
    context = {
        "campaign": campaign,
        "is_shown": bool(now.row and (campaign.ruleset.growth.has_pool or now.awards)),
        "awards": now.awards,
        "pool": now.value.pool if now.value else 0,
        "leads": audience.role.leads,
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/_adventure.html#experience", context)
