"""Free dice, thrown by anybody who plays."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import seat_or_404
from characters.forms.rolls import Formula
from characters.models import Character
from characters.models.free import throw_formula


@require_POST
@login_required
def throw(request: HttpRequest, key: str) -> HttpResponse:
    """A formula thrown as it stands; from a sheet in its character's name."""
    seat = seat_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    form = Formula(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data, character = form.cleaned_data, None
    if data["character"]:
        character = Character.objects.known_to(seat).filter(key=data["character"], archived_at=None).first()
        if character is None:
            raise Http404
        if not character.can_be_played_by(seat):
            raise PermissionDenied
        character.campaign = seat.campaign
    entry = throw_formula(
        seat.campaign,
        seat,
        data["formula"],
        character=character,
        audience=data["audience"],
        typed=data["dice"],
        press=request.POST.get("press", ""),
    )
    return accepted(request, seat, entry)
