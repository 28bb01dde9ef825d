"""The way to one's own sheet, from every page of a campaign."""

from functools import lru_cache

from django import template

from campaigns.models import Membership
from characters.models import Character

register = template.Library()


@register.simple_tag
def own_sheet(seat: Membership | None) -> str:
    """The address of the first hero that `seat` plays, else of its draft, "" if it has none."""
    return _own_sheet(seat.key, seat.campaign.version) if seat is not None and seat.rank.plays else ""


@lru_cache(maxsize=1024)
def _own_sheet(seat: str, version: int) -> str:
    """Asked once for each version of the campaign, which every change raises."""
    own = Character.objects.filter(owner__key=seat, is_foe=False, archived_at=None)
    hero = own.only("key", "is_finished", "is_foe").order_by("-is_finished", "created_at", "pk").first()
    return hero.get_absolute_url() if hero else ""
