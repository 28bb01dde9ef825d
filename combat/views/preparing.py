"""Who is in an encounter, and what the table sees of them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import leader_or_403
from campaigns.models import Campaign
from characters.models import Character
from characters.models.growing import running
from combat.foe_forms import ShelfFoes, WrittenFoes
from combat.forms import Look, NewEncounter, QuickFoe
from combat.gates import led_encounter, no_one
from combat.library import group_of
from combat.lines import read_line
from combat.models import Encounter, FoeTemplate
from rules.problems import Problem, Refused


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Prepare an encounter: it has a name, and all heroes unless somebody says no; foes come on its page."""
    seat = leader_or_403(request, key)
    heroes = Character.objects.heroes().filter(campaign=seat.campaign).with_pools()
    usual = {"name": _usual_name(seat.campaign), "heroes": True}
    sent = request.POST if request.method == "POST" else None
    form = NewEncounter(sent, initial=usual, has_heroes=heroes.exists())
    if request.method == "POST" and form.is_valid():
        name, press = form.cleaned_data["name"], request.POST.get("press", "")
        who = heroes if form.cleaned_data.get("heroes") else ()
        return redirect(Encounter.prepare(seat.campaign, seat, name, press, heroes=who))
    context = {"seat": seat, "campaign": seat.campaign, "form": form}
    return render(request, "combat/new.html", context, status=422 if form.errors else 200)


def _usual_name(campaign: Campaign) -> str:
    """That of the scene the table is in, else a number."""
    adventure = running(campaign).row
    scene = adventure.scenes.first() if adventure else None
    return scene.name if scene else _("Encounter %(n)s") % {"n": campaign.encounters.count() + 1}


@require_POST
@login_required
def add_heroes(request: HttpRequest, key: str) -> HttpResponse:
    """All heroes of the campaign in one tap."""
    found, seat = led_encounter(request, key)
    heroes = Character.objects.heroes().filter(campaign=seat.campaign).with_pools()
    return accepted(request, seat, found.add(seat, heroes, request.POST.get("press", "")))


@require_POST
@login_required
def add_foes(request: HttpRequest, key: str) -> HttpResponse:
    """A quick foe, or a group that numbers itself (P6)."""
    found, seat = led_encounter(request, key)
    form = QuickFoe(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    entry = found.add_foes(
        seat,
        data["name"],
        count=data["count"],
        fixed={
            "pv": data["points"],
            "defense": data["defense"],
            "attack": data["attack"],
            "absorption": data["absorption"] or 0,
            "initiative": data["initiative"],
        },
        damage=data["damage"],
        is_hidden=data["hidden"],
        alias=data["alias"],
        press=request.POST.get("press", ""),
    )
    return accepted(request, seat, entry)


@require_POST
@login_required
def add_line(request: HttpRequest, key: str) -> HttpResponse:
    """Foes in one line: with their values, or by the name of one of the library."""
    found, seat = led_encounter(request, key)
    form = WrittenFoes(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    group = group_of(read_line(form.cleaned_data["line"]), seat.campaign, form.looks)
    return accepted(request, seat, found.bring(seat, [group], press=request.POST.get("press", "")))


@require_POST
@login_required
def add_from_library(request: HttpRequest, key: str) -> HttpResponse:
    """So many of a foe of the library."""
    found, seat = led_encounter(request, key)
    form = ShelfFoes(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    foe = FoeTemplate.objects.of(seat.campaign).filter(key=form.cleaned_data["foe"]).first()
    if foe is None:
        raise Refused(Problem("no_foe", gettext_noop("That foe is not in the library."), "foe"))
    group = foe.group(form.cleaned_data["count"], **form.looks)
    return accepted(request, seat, found.bring(seat, [group], press=request.POST.get("press", "")))


@require_POST
@login_required
def add_foe_at_hand(request: HttpRequest, key: str) -> HttpResponse:
    """A foe that the campaign has already."""
    found, seat = led_encounter(request, key)
    foes = Character.objects.foes().filter(campaign=seat.campaign, key=request.POST.get("who", "")).with_pools()
    if not foes:
        return refused(request, Refused(no_one()))
    return accepted(request, seat, found.add(seat, foes, request.POST.get("press", "")))


@require_POST
@login_required
def hide(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(
        request, seat, found.hide_or_reveal(seat, request.POST.get("who", ""), request.POST.get("press", ""))
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def look(request: HttpRequest, key: str) -> HttpResponse:
    """What the table is told of one foe: alias, PV, defense (S2, S3)."""
    found, seat = led_encounter(request, key)
    row = found.combatant((request.POST if request.method == "POST" else request.GET).get("who", ""))
    start = {"alias": row.alias, "shown_points": row.shown_points, "is_defense_known": row.is_defense_known}
    form = Look(request.POST if request.method == "POST" else None, initial=start)
    if request.method == "POST" and form.is_valid():
        found.show(seat, row.character.key, **form.cleaned_data, press=request.POST.get("press", ""))
        return redirect(found)
    context = {"seat": seat, "campaign": seat.campaign, "encounter": found, "row": row, "form": form}
    return render(request, "combat/look.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def remove(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.remove(seat, request.POST.get("who", ""), request.POST.get("press", "")))
