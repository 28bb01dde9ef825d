"""What a character has in hand, and the values that follow from all it wears and wields (C0, W2)."""

from django.template.loader import render_to_string

from campaigns.models import Campaign
from campaigns.regions import Audience, region
from characters.models import Character
from characters.models.asked import rolled_values
from characters.regions.build import derived_rows
from characters.regions.sheet import rules_url


@region("hands")
def hands(campaign: Campaign, about: str, audience: Audience) -> str:
    """The derived values that nobody rolls, and what may be taken in hand."""
    character = Character.objects.with_pools().get(campaign=campaign, key=about)
    character.campaign = campaign
    character = character.as_seen(leads=audience.role.leads)
    rolled = rolled_values(character)
    rows = [row for row in derived_rows(character) if "is_bonus" in row and row.get("key") not in rolled]
    context = {"character": character, "campaign": campaign, "derived": rows, "rules_url": rules_url(campaign)}
    return render_to_string("characters/_hands.html#values", context)
