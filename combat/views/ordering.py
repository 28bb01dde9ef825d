"""The order: initiative anew, places, turns that wait or fall out, and the actions of a turn."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from campaigns.answers import accepted, as_refusal, refused
from campaigns.models import Membership
from combat.forms import Dice
from combat.gates import encounter_or_404, in_sight, led_encounter
from combat.models import Encounter
from rules.problems import Problem, Refused
from rules.turns import Action

STEPS = {"up": -1, "down": 1}


@require_POST
@login_required
def initiative(request: HttpRequest, key: str) -> HttpResponse:
    """Initiative anew for one, with dice thrown by the site or at the table."""
    found, seat = led_encounter(request, key)
    form = Dice(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    who = request.POST.get("who", "")
    found.combatant(who)
    return accepted(request, seat, found.roll_initiative(seat, who, form.cleaned_data["dice"], _press(request)))


@require_POST
@login_required
def initiative_for_all(request: HttpRequest, key: str) -> HttpResponse:
    """Initiative anew for all: a new round, once the fight has begun (T3)."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.roll_initiative(seat, press=_press(request)))


@require_POST
@login_required
def move(request: HttpRequest, key: str) -> HttpResponse:
    """One row up or down, or before somebody ("": to the end)."""
    found, seat = led_encounter(request, key)
    who, step = request.POST.get("who", ""), request.POST.get("step", "")
    if step:
        if step not in STEPS:
            raise Refused(Problem("step", gettext_noop("A row goes up or down."), "step"))
        return accepted(request, seat, found.move(seat, who, step=STEPS[step], press=_press(request)))
    before = request.POST.get("before", "")
    return accepted(request, seat, found.move(seat, who, before=before, press=_press(request)))


@require_POST
@login_required
def delay(request: HttpRequest, key: str) -> HttpResponse:
    """Wait, and act later in the round: one's own hero, or whoever leads."""
    found, seat, who = _own(request, key)
    return accepted(request, seat, found.delay(seat, who, _press(request)))


@require_POST
@login_required
def take_up(request: HttpRequest, key: str) -> HttpResponse:
    """Come next after having waited."""
    found, seat, who = _own(request, key)
    return accepted(request, seat, found.take_up(seat, who, _press(request)))


@require_POST
@login_required
def skip(request: HttpRequest, key: str) -> HttpResponse:
    """A turn falls out."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.skip(seat, request.POST.get("who", ""), _press(request)))


@require_POST
@login_required
def spend(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """Take a major or a minor action that no throw counts."""
    found, seat, who = _own(request, key)
    name = request.POST.get("named", "") if action == Action.MINOR else ""
    return accepted(request, seat, found.spend(seat, who, _action(action), name, _press(request)))


@require_POST
@login_required
def give_back(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """What was counted as a major or minor action is none."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.give_back(seat, request.POST.get("who", ""), _action(action), _press(request)))


@require_POST
@login_required
def declare(request: HttpRequest, key: str) -> HttpResponse:
    """One more action than the initiative gives (D7)."""
    found, seat, who = _own(request, key)
    return accepted(request, seat, found.declare(seat, who, press=_press(request)))


def _own(request: HttpRequest, key: str) -> tuple[Encounter, Membership, str]:
    """The encounter, the seat, and one in it whom the seat may play; others get 403."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    row: Any = in_sight(found, seat, request.POST.get("who", ""))
    if not row.character.can_be_played_by(seat):
        raise PermissionDenied
    return found, seat, row.character.key


def _action(name: str) -> Action:
    try:
        return Action(name)
    except ValueError:
        raise Http404 from None


def _press(request: HttpRequest) -> str:
    return request.POST.get("press", "")
