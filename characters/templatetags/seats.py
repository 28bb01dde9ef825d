"""The way to one's own sheet, from every page of a campaign."""

from django import template

from campaigns.models import Membership
from characters.models import Character

register = template.Library()


@register.simple_tag
def own_sheet(seat: Membership | None) -> str:
    """The address of the first hero that `seat` plays, else of its draft, "" if it has none; asked once a page."""
    if seat is None:
        return ""
    if not hasattr(seat, "own_sheet_url"):
        own = Character.objects.filter(owner=seat, is_foe=False, archived_at=None)
        hero = own.order_by("-is_finished", "created_at", "pk").first() if seat.rank.plays else None
        seat.own_sheet_url = hero.get_absolute_url() if hero else ""
    return seat.own_sheet_url
