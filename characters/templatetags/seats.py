"""The way to one's own sheet, from every page of a campaign."""

from functools import lru_cache
from typing import Final

from django import template

from accounts.prepared import Prepared
from campaigns.models import Membership
from characters.models import Character

register = template.Library()


@register.simple_tag
def own_sheet(seat: Membership | None) -> str:
    """The address of the first hero that `seat` plays, else of its draft, "" if it has none."""
    return _own_sheet(seat.key, seat.campaign.version, seat.pk) if seat is not None and seat.rank.plays else ""


@lru_cache(maxsize=1024)
def _own_sheet(_key: str, _version: int, seat: int) -> str:
    """Asked once for each version of the campaign, which every change raises."""
    return next((hero.get_absolute_url() for hero in FIRST_OF(seat)), "")


FIRST_OF: Final = Prepared(
    lambda seat: Character.objects.filter(owner=seat, is_foe=False, archived_at=None).order_by(
        "-is_finished", "created_at", "pk"
    )[:1],
    int,
)
