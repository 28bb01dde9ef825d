"""What those who lead open, give and close while the table plays: sessions, days, an adventure and its px (X5, T7)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import leader_or_403
from campaigns.pages import live_page
from characters import adventures, evenings
from characters.forms.evenings import Award, Day, NewAdventure, SceneWords, Ticks
from characters.models.growing import running
from characters.regions.sheet import rules_url


@require_safe
@login_required
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """The page with all of it."""
    seat = leader_or_403(request, key)
    campaign = seat.campaign
    living, now = adventures.living_heroes(campaign), running(campaign)
    scene = now.row.scenes.first() if now.row else None
    context = {
        "adventure": now.row,
        "scene": scene,
        "session": evenings.session_of(campaign),
        "heroes": living,
        "is_shared": campaign.ruleset.growth.has_pool or bool(now.value and now.value.pool),
        "pools": campaign.ruleset.growth.is_pooling(now.value),
        "new_adventure": NewAdventure(auto_id="adventure-%s"),
        "next_scene": SceneWords(auto_id="next-%s"),
        "award": Award(heroes=living, auto_id="award-%s", initial={"who": request.GET.getlist("who")}),
        "rules_url": rules_url(campaign),
        "tab": "table",
    }
    return live_page(request, seat, "evening", "characters/evening.html", context)


@require_POST
@login_required
def open_session(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    return accepted(request, seat, evenings.open_session(seat.campaign, seat, request.POST.get("press", "")))


@require_POST
@login_required
def close_session(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    return accepted(request, seat, evenings.close_session(seat.campaign, seat, request.POST.get("press", "")))


@require_POST
@login_required
def day(request: HttpRequest, key: str) -> HttpResponse:
    """A day passes for those who are ticked (T7)."""
    seat = leader_or_403(request, key)
    form = Day(request.POST, heroes=adventures.living_heroes(seat.campaign))
    if not form.is_valid():
        return refused(request, as_refusal(form))
    who, rests = form.cleaned_data["who"], form.cleaned_data["rests"]
    entry = evenings.pass_day(seat.campaign, seat, who, rests=rests, press=request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def award(request: HttpRequest, key: str) -> HttpResponse:
    """Px that each of the heroes who are ticked has earned (X1, X5)."""
    seat = leader_or_403(request, key)
    form = Award(request.POST, heroes=list(adventures.heroes_of(seat.campaign)))
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data, press = form.cleaned_data, request.POST.get("press", "")
    entry = adventures.award_each(seat.campaign, seat, data["who"], data["px"], data["reason"], press)
    return accepted(request, seat, entry)


@require_POST
@login_required
def open_adventure(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    form = NewAdventure(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    name = form.cleaned_data["name"]
    return accepted(request, seat, adventures.begin(seat.campaign, seat, name, request.POST.get("press", "")))


@require_POST
@login_required
def write_scene(request: HttpRequest, key: str) -> HttpResponse:
    """The next scene."""
    seat = leader_or_403(request, key)
    form = SceneWords(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = adventures.write_scene(seat.campaign, seat, **form.cleaned_data, press=request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def close_adventure(request: HttpRequest, key: str) -> HttpResponse:
    """The adventure is over, and those who are ticked share in its px (X5)."""
    seat = leader_or_403(request, key)
    form = Ticks(request.POST, heroes=adventures.living_heroes(seat.campaign))
    if not form.is_valid():
        return refused(request, as_refusal(form))
    press = request.POST.get("press", "")
    return accepted(request, seat, adventures.close(seat.campaign, seat, form.cleaned_data["who"], press))
