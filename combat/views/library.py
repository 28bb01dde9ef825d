"""The library of those who lead: foes before they fight, and encounters to be met again."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import leader_or_403
from campaigns.models import Membership
from campaigns.pages import live_page
from combat.foe_forms import FoeForm
from combat.forms import Called
from combat.gates import led_encounter
from combat.models import Encounter, FoeTemplate, SavedEncounter


@require_safe
@login_required
def library(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    return live_page(request, seat, "library", "combat/library.html", {})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_foe(request: HttpRequest, key: str) -> HttpResponse:
    """A foe for later."""
    seat = leader_or_403(request, key)
    posted = request.POST if request.method == "POST" else None
    start = {"points": 8, "defense": 12, "attack": 6, "damage": "1d6", "initiative": 5}
    form = FoeForm(posted, ruleset=seat.campaign.ruleset, initial=start)
    if posted is not None and form.is_valid():
        FoeTemplate.make(seat.campaign, seat, request.POST.get("press", ""), **form.written)
        return redirect("combat:library", key)
    return _written(request, seat, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def foe(request: HttpRequest, key: str, foe_key: str) -> HttpResponse:
    """What a foe of the library is; who came from it before stays as it was."""
    seat = leader_or_403(request, key)
    found = get_object_or_404(FoeTemplate, campaign=seat.campaign, key=foe_key)
    found.campaign = seat.campaign
    posted = request.POST if request.method == "POST" else None
    form = FoeForm(posted, ruleset=seat.campaign.ruleset, foe=found)
    if posted is not None and form.is_valid():
        found.change(seat, request.POST.get("press", ""), **form.written)
        return redirect("combat:library", key)
    return _written(request, seat, form, found)


def _written(request: HttpRequest, seat: Membership, form: FoeForm, found: FoeTemplate | None = None) -> HttpResponse:
    attributes, skills = form.fields_of("attributes"), form.fields_of("skills")
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "form": form,
        "foe": found,
        "attributes": attributes,
        "skills": skills,
        "has_traits": any(field.value() or field.errors for field in (*attributes, *skills)),
        "tab": "library",
    }
    return render(request, "combat/foe.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def copy_foe(request: HttpRequest, key: str, foe_key: str) -> HttpResponse:
    """The same once more, to be changed."""
    seat = leader_or_403(request, key)
    found = get_object_or_404(FoeTemplate, campaign=seat.campaign, key=foe_key)
    found.campaign = seat.campaign
    name = (_("%(name)s, a copy") % {"name": found.name[:35]})[:50]
    return accepted(request, seat, found.copy(seat, name, request.POST.get("press", "")))


@require_POST
@login_required
def put_away_foe(request: HttpRequest, key: str, foe_key: str) -> HttpResponse:
    """Off the shelf, or back on it."""
    seat = leader_or_403(request, key)
    found = get_object_or_404(FoeTemplate, campaign=seat.campaign, key=foe_key)
    return accepted(request, seat, found.put_away(seat, request.POST.get("press", "")))


@require_POST
@login_required
def keep_foe(request: HttpRequest, key: str) -> HttpResponse:
    """A foe of an encounter into the library, unhurt and without its number."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.keep_foe(seat, request.POST.get("who", ""), request.POST.get("press", "")))


@require_POST
@login_required
def save(request: HttpRequest, key: str) -> HttpResponse:
    """The foes of an encounter into the library, to be met again."""
    found, seat = led_encounter(request, key)
    form = Called(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    return accepted(request, seat, found.save_as(seat, form.cleaned_data["name"], request.POST.get("press", "")))


@require_POST
@login_required
def prepare_saved(request: HttpRequest, key: str, saved_key: str) -> HttpResponse:
    """A new encounter with the foes of a saved one."""
    seat = leader_or_403(request, key)
    saved = get_object_or_404(SavedEncounter.objects.of(seat.campaign), key=saved_key)
    saved.campaign = seat.campaign
    return redirect(Encounter.prepare_saved(saved, seat, request.POST.get("press", "")))


@require_POST
@login_required
def put_away_saved(request: HttpRequest, key: str, saved_key: str) -> HttpResponse:
    """Off the shelf, or back on it."""
    seat = leader_or_403(request, key)
    saved = get_object_or_404(SavedEncounter, campaign=seat.campaign, key=saved_key)
    return accepted(request, seat, saved.put_away(seat, request.POST.get("press", "")))
