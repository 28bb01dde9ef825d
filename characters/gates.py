"""The first line of every view of a character: who may come in."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from campaigns.gates import seat_or_404
from campaigns.models import Membership
from characters.models import Character, Sharing


def character_or_403(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    """A character that whoever asks may play, and their seat.

    To a stranger there is none (404); nor is there, to those who do not lead, a foe or somebody else's draft.
    """
    character, seat = _known_or_404(request, key)
    if not character.can_be_played_by(seat):
        raise PermissionDenied
    return character, seat


def archived_or_403(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    """The same for one that is archived, however long ago."""
    character, seat = _known_or_404(request, key, is_archived=True)
    if not character.can_be_played_by(seat):
        raise PermissionDenied
    return character, seat


def shown_or_403(request: HttpRequest, key: str, least: Sharing = Sharing.ALL) -> tuple[Character, Membership]:
    """The same for those too who may only look, where its player shows the others that much."""
    character, seat = _known_or_404(request, key)
    if character.shown_to(seat) not in (least, Sharing.ALL):
        raise PermissionDenied
    return character, seat


def _known_or_404(request: HttpRequest, key: str, *, is_archived: bool = False) -> tuple[Character, Membership]:
    seat = seat_or_404(request, key, "characters__key")
    character = Character.objects.called(key)
    if character is None or bool(character.archived_at) is not is_archived or not character.is_known_to(seat):
        raise Http404
    character.campaign = seat.campaign
    character.read_at = seat.campaign.version
    if request.method in ("GET", "HEAD"):  # what is only looked at
        character = character.as_seen(leads=seat.leads)
    return character, seat


def hero_or_403(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    """The same for what only heroes have: a foe has no px and nothing to prove (P6)."""
    character, seat = character_or_403(request, key)
    if character.is_foe:
        raise Http404
    return character, seat


def led_hero_or_403(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    """A hero, for what only those who lead may do with it."""
    character, seat = hero_or_403(request, key)
    if not seat.leads:
        raise PermissionDenied
    return character, seat
