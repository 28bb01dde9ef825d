"""What fighters do to each other, and what the GM does to their points."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from characters.regions.sheet import rules_url
from combat.forecast import forecast
from combat.forms import Amount, Attack
from combat.gates import encounter_or_404, led_encounter
from combat.models import Encounter
from combat.panel import chosen, place_of


@require_safe
@login_required
def odds(request: HttpRequest, key: str) -> HttpResponse:
    """The odds of the attack that is being chosen."""
    found, seat = encounter_or_404(request, key)
    form = Attack(request.GET)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    attacker, weapon, target = chosen(found, seat, form)
    place = place_of(form, attacker, weapon)
    shown = forecast(found, attacker, weapon, target, form.cleaned_data["modifier"], leads=seat.leads, place=place)
    context = {"encounter": found, "forecast": shown, "rules_url": rules_url(found.campaign), "ready": not seat.leads}
    return render(request, "combat/_odds.html", context)


@require_POST
@login_required
def attack(request: HttpRequest, key: str) -> HttpResponse:
    """Attack: players for their own on their turn, those who lead for all."""
    found, seat = encounter_or_404(request, key)
    form = Attack(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    attacker, weapon, target = chosen(found, seat, form)
    entry = found.attack(
        seat,
        attacker.character.key,
        weapon,
        target.character.key,
        modifier=form.cleaned_data["modifier"],
        place=place_of(form, attacker, weapon),
        press=request.POST.get("press", ""),
    )
    return accepted(request, seat, entry)


@require_POST
@login_required
def defend(request: HttpRequest, key: str) -> HttpResponse:
    """Dodge, block, or take a hit that waits (C8); the target's player decides, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    pending, _colon, how = request.POST.get("answer", "").partition(":")
    target = found.combatant(found.fight.waiting(pending).target)
    if not target.character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.defend(seat, pending, how, request.POST.get("press", "")))


@require_POST
@login_required
def harm(request: HttpRequest, key: str) -> HttpResponse:
    return _by_hand(request, key, Encounter.harm)


@require_POST
@login_required
def heal(request: HttpRequest, key: str) -> HttpResponse:
    return _by_hand(request, key, Encounter.heal)


def _by_hand(request: HttpRequest, key: str, act: Any) -> HttpResponse:
    found, seat = led_encounter(request, key)
    form = Amount(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    return accepted(request, seat, act(found, seat, data["who"], data["amount"], request.POST.get("press", "")))
