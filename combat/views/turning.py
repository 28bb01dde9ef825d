"""Turns: the start, the next one, the end, and the check at 0."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.answers import accepted
from combat.gates import encounter_or_404, in_sight, led_encounter


@require_POST
@login_required
def start(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.start(seat, request.POST.get("press", "")))


@require_POST
@login_required
def next_turn(request: HttpRequest, key: str) -> HttpResponse:
    """End a turn, the one that is named; one's own, or anybody's for those who lead."""
    found, seat = encounter_or_404(request, key)
    ends = request.POST.get("ends", "")
    if not seat.leads and not in_sight(found, seat, ends).character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.next_turn(seat, ends, request.POST.get("press", "")))


@require_POST
@login_required
def stay_up(request: HttpRequest, key: str) -> HttpResponse:
    """The check of one who fell to 0 (C11); its player throws it, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    row = in_sight(found, seat, request.POST.get("who", ""))
    if not row.character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.stay_up(seat, row.character.key, request.POST.get("press", "")))


@require_POST
@login_required
def pause(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.pause(seat, request.POST.get("press", "")))


@require_POST
@login_required
def resume(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.resume(seat, request.POST.get("press", "")))


@require_POST
@login_required
def end(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.end(seat, request.POST.get("press", "")))
