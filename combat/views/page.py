"""The encounter's page, and the parts of it that are asked for anew."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Value
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.models import Campaign, Membership
from campaigns.pages import live_page
from campaigns.regions import viewer_of
from characters.forms.evenings import Award
from characters.models import Character
from combat.foe_forms import WrittenFoes
from combat.forms import QuickFoe
from combat.gates import encounter_or_404, led_encounter, seat_at
from combat.models import Encounter, FoeTemplate, Status
from combat.panel import hand_for, panel_for
from combat.regions import load, regions_of, screen_regions

MOST_AT_HAND = 50


@require_safe
@login_required
def encounter(request: HttpRequest, key: str) -> HttpResponse:
    seat = seat_at(request, key)

    def context(campaign: Campaign) -> dict[str, Any]:
        found = load(campaign, key).as_seen(leads=seat.leads)
        if not found.is_seen_by(seat):
            raise Http404
        shown = {"encounter": found, "tab": "fight", **panel_for(request, found, seat)}
        if found.status == Status.RUNNING:
            seat.running_fight_url = found.get_absolute_url()
        if seat.leads:
            looks = WrittenFoes(auto_id="come_%s", use_required_attribute=False)
            shown |= {**hand_for(request, found), "foe_form": QuickFoe(auto_id="foe_%s"), "looks": looks}
            shown |= {**_who_can_come(found), **_award_for(found)}
        return shown

    return live_page(request, seat, f"fight-{key}", "combat/encounter.html", context, regions_of(key, seat))


@require_safe
@login_required
def screen(request: HttpRequest, key: str) -> HttpResponse:
    """What the table knows of it, large and without controls: for a screen that all the room looks at."""
    seat = seat_at(request, key)

    def context(campaign: Campaign) -> dict[str, Any]:
        found = load(campaign, key)
        if not found.is_seen_by(viewer_of(seat, f"screen-{key}")):
            raise Http404
        return {"encounter": found}

    return live_page(request, seat, f"screen-{key}", "combat/screen.html", context, screen_regions(key))


@require_safe
@login_required
def as_member(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """For those who lead: the page as one of the table has it, as it stands now; nothing on it can be pressed."""
    encounter, seat = led_encounter(request, key)
    seats = Membership.objects.sitting().select_related("campaign", "user")
    other = get_object_or_404(seats, campaign=seat.campaign_id, key=member_key)
    if other.leads or not encounter.is_seen_by(other):
        raise Http404

    def context(campaign: Campaign) -> dict[str, Any]:
        found = load(campaign, key).as_seen(leads=other.leads)
        return {"encounter": found, "tab": "", "looks_as": other, "stream": None, **panel_for(request, found, other)}

    return live_page(request, other, f"fight-{key}", "combat/encounter.html", context, regions_of(key, other))


def _award_for(found: Encounter) -> dict[str, Any]:
    """Px for the heroes who fight or fought: the form of the evening, with what for (X5)."""
    heroes = [row.character for row in found.present if row.is_hero]
    if found.status == Status.PREPARING or not heroes:
        return {}
    start = {"who": [hero.key for hero in heroes], "reason": found.name}
    return {"heroes": heroes, "award": Award(heroes=heroes, auto_id="award-%s", initial=start)}


def _who_can_come(found: Encounter) -> dict[str, list[tuple[str, str]]]:
    """The foes of the library and those that the campaign has already, by key and name: one query."""
    there = [row.character_id for row in found.present]
    shelf = FoeTemplate.objects.of(found.campaign).annotate(of=Value("shelf"))
    at_hand = (
        Character.objects.foes().filter(campaign=found.campaign).exclude(pk__in=there).annotate(of=Value("at_hand"))
    )
    fields = ("of", "name", "key")
    rows = shelf.order_by().values_list(*fields).union(at_hand.order_by().values_list(*fields), all=True)
    known: dict[str, list[tuple[str, str]]] = {"shelf": [], "at_hand": []}
    for which, name, foe in rows.order_by("name", "key"):
        known[which].append((foe, name))
    return {"shelf": known["shelf"], "at_hand": known["at_hand"][:MOST_AT_HAND]}


@require_safe
@login_required
def panel(request: HttpRequest, key: str) -> HttpResponse:
    """The attack panel anew: the turn has passed, or someone came or left. With it what stands below it once the fight
    is over. `px_form`: the page has no form for px yet, or one that nobody has opened; that opens at the end."""
    found, seat = encounter_or_404(request, key)
    context = {"encounter": found, **panel_for(request, found, seat)}
    asked_for = request.GET.get("px_form")
    if seat.leads and (asked_for == "none" or (asked_for == "shut" and found.status == Status.ENDED)):
        context |= {"with_award": True, **_award_for(found)}
    return render(request, "combat/_panel.html", context)


@require_safe
@login_required
def aim(request: HttpRequest, key: str) -> HttpResponse:
    """Whom the hand can reach, anew."""
    found, _seat = led_encounter(request, key)
    return render(request, "combat/_aim.html", {"encounter": found, **hand_for(request, found)})
