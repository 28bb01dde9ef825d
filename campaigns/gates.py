"""The first line of every view: who may come in."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from campaigns.models import Membership


def seat_or_404(request: HttpRequest, key: str) -> Membership:
    """The seat of whoever asks at the campaign `key`; to a stranger there is no such campaign."""
    return get_object_or_404(Membership.objects.of(request.user), campaign__key=key)


def leader_or_403(request: HttpRequest, key: str) -> Membership:
    """The same, for what only those who lead may do."""
    seat = seat_or_404(request, key)
    if not seat.leads:
        raise PermissionDenied
    return seat
