"""What is in hand: the weapons that one wields (W2, C4)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from accounts.sessions import back_to
from campaigns.answers import accepted
from characters.gates import character_or_403
from rules.problems import Problem, Refused

HANDS = {"weapon": False, "other": True}
"""The fields of a press, and whether each is about the other hand."""


@require_POST
@login_required
def wield(request: HttpRequest, key: str) -> HttpResponse:
    """Take one weapon in hand, or "" for bare hands; `other`: in the other hand, beside the first."""
    character, seat = character_or_403(request, key)
    said = [name for name in HANDS if name in request.POST]
    if len(said) != 1:
        raise Refused(Problem("no_weapon", gettext_noop("Say which weapon, in one hand."), "weapon"))
    weapon, press = request.POST[said[0]], request.POST.get("press", "")
    entry = character.wield(seat, weapon, other=HANDS[said[0]], press=press)
    if entry:
        return accepted(request, seat, entry)
    if request.htmx:
        return HttpResponse(status=204)
    return HttpResponseRedirect(back_to(request, character.get_absolute_url()))
