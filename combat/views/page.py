"""The encounter's page, and the parts of it that are asked for anew."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.pages import live_page
from characters.models import Character
from combat.forms import QuickFoe
from combat.gates import encounter_or_404, led_encounter
from combat.models import Status
from combat.panel import hand_for, panel_for
from combat.regions import regions_of


@require_safe
@login_required
def encounter(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = encounter_or_404(request, key)
    context: dict[str, Any] = {"encounter": found, "tab": "fight", **panel_for(request, found, seat)}
    if seat.leads:
        there = [row.character_id for row in found.present]
        at_hand = Character.objects.foes().filter(campaign=seat.campaign).exclude(pk__in=there)[:50]
        context |= {**hand_for(request, found), "foe_form": QuickFoe(auto_id="foe_%s"), "at_hand": list(at_hand)}
    held = regions_of(found.key, seat)
    seat.running_fight_url = found.get_absolute_url() if found.status == Status.RUNNING else ""
    return live_page(request, seat, f"fight-{found.key}", "combat/encounter.html", context, held)


@require_safe
@login_required
def panel(request: HttpRequest, key: str) -> HttpResponse:
    """The attack panel anew: the turn has passed, or someone came or left."""
    found, seat = encounter_or_404(request, key)
    return render(request, "combat/_panel.html", {"encounter": found, **panel_for(request, found, seat)})


@require_safe
@login_required
def aim(request: HttpRequest, key: str) -> HttpResponse:
    """Whom the hand can reach, anew."""
    found, _seat = led_encounter(request, key)
    return render(request, "combat/_aim.html", {"encounter": found, **hand_for(request, found)})
