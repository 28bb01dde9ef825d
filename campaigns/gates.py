"""The first line of every view: who may come in."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from accounts.prepared import Prepared
from campaigns.models import Membership


def _seats_by(column: str) -> Prepared[Membership]:
    seats = Membership.objects.sitting().select_related("campaign", "user")
    return Prepared(lambda user, key: seats.filter(user=user, **{column: key}), int, str)


SEATS: Final = {each: _seats_by(f"campaign__{each}") for each in ("key", "characters__key", "encounters__key")}


def seat_or_404(request: HttpRequest, key: str, of: str = "key") -> Membership:
    """The seat of whoever asks at the campaign `key`, or at that of something that is called so; to a stranger there is
    no such thing."""
    found = SEATS[of](request.user.pk, key) if request.user.is_authenticated else []
    if not found:
        raise Http404
    return found[0]


def leader_or_403(request: HttpRequest, key: str) -> Membership:
    """The same, for what only those who lead may do."""
    seat = seat_or_404(request, key)
    if not seat.leads:
        raise PermissionDenied
    return seat
