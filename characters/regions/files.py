"""What becomes of characters as wholes: the archive of a table, and the page of one's files."""

from django.template.loader import render_to_string

from campaigns import table
from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, page, region
from characters.models import Character
from characters.regions.sheet import rules_url
from rules.vitals import Fate

table.PLAYER_REGIONS.append("archive")
table.LEADER_REGIONS.append("archive")


@page("files")
def files(seat: Membership, about: str) -> list[str] | None:
    """Open to its player and to those who lead."""
    character = Character.objects.known_to(seat).filter(key=about).first()
    if character is None or not character.can_be_played_by(seat):
        return None
    return [f"after-{about}"]


@region("archive", personal=True)
def archive(campaign: Campaign, about: str, audience: Audience) -> str:
    """What this seat may bring back: its own ones, or all."""
    rows = Character.objects.archived_of(campaign, audience.seat, leads=audience.role.leads).select_related("owner")
    context = {"campaign": campaign, "rows": list(rows), "leads": audience.role.leads}
    return render_to_string("characters/_archive.html", context)


@region("after")
def after(campaign: Campaign, about: str, audience: Audience) -> str:
    """The way on from a hero who is dead."""
    character = Character.objects.with_pools().get(campaign=campaign, key=about)
    character.campaign = campaign
    is_dead = not character.is_foe and not character.is_draft and character.condition.fate is Fate.DEAD
    context = {"character": character, "is_dead": is_dead, "rules_url": rules_url(campaign)}
    return render_to_string("characters/files.html#after", context)
