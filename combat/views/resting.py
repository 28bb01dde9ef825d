"""After the fight: the breather."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.answers import accepted
from combat.gates import led_encounter


@require_POST
@login_required
def breathe(request: HttpRequest, key: str) -> HttpResponse:
    """The breather of the heroes that are ticked (C13)."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.breathe(seat, request.POST.getlist("who"), request.POST.get("press", "")))
