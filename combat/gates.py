"""The first line of every view of an encounter: who may come in, and whom of the fight they may know."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop

from campaigns.gates import seat_or_404
from campaigns.models import Membership
from combat.models import Combatant, Encounter
from rules.problems import Problem, Refused


def encounter_or_404(request: HttpRequest, key: str) -> tuple[Encounter, Membership]:
    """The encounter and the seat of whoever asks; to a stranger there is none, nor to players before it starts."""
    seat = seat_at(request, key)
    encounter = get_object_or_404(Encounter, key=key)
    if not encounter.is_seen_by(seat):
        raise Http404
    encounter.campaign = seat.campaign
    if request.method in ("GET", "HEAD"):  # what is only looked at
        encounter = encounter.as_seen(leads=seat.leads)
    return encounter, seat


def seat_at(request: HttpRequest, key: str) -> Membership:
    """The seat of whoever asks, at the table of an encounter that is not read yet: whether they may see it is still to
    be asked of it."""
    return seat_or_404(request, key, "encounters__key")


def led_encounter(request: HttpRequest, key: str) -> tuple[Encounter, Membership]:
    """The same, for those who lead; others get 403."""
    encounter, seat = encounter_or_404(request, key)
    if not seat.leads:
        raise PermissionDenied
    return encounter, seat


def in_sight(found: Encounter, seat: Membership, key: str) -> Combatant:
    """One of the fight that the seat may know of. Raises Refused, the same for who is hidden and who is not there."""
    row = found.combatant(key)
    if row.is_hidden and not row.character.can_be_played_by(seat):
        raise Refused(no_one())
    return row


def no_one() -> Problem:
    return Problem("not_here", gettext_noop("That one is not in the fight any more."), "who")
