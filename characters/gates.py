"""The first line of every view of a character: who may come in."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from campaigns.models import Membership
from characters.models import Character


def character_or_403(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    """A character that whoever asks may play, and their seat.

    To a stranger there is none (404); nor is there, to those who do not lead, a foe or somebody else's draft.
    """
    character = get_object_or_404(Character.objects.select_related("owner").filter(archived_at=None), key=key)
    seat = get_object_or_404(Membership.objects.of(request.user), campaign=character.campaign_id)
    if not character.is_known_to(seat):
        raise Http404
    if not character.can_be_played_by(seat):
        raise PermissionDenied
    character.campaign = seat.campaign
    return character, seat
