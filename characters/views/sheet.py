"""The sheet: see it, roll from it, change its points."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.models import Audience, Membership
from campaigns.pages import live_page
from characters import rolls
from characters.forms.rolls import Against, Points, Roll, Save, Throw, TypedPoints
from characters.gates import character_or_403, shown_or_403
from characters.models import Character
from characters.models.asked import difficulty_of
from characters.offer import Against as Chosen
from characters.regions.sheet import pools_of, regions_of
from characters.views.words import look
from rules.protagonism import PROTAGONISM
from rules.ruleset.rolling import Given

REMEMBERED = ("difficulty", "modifier", "audience", "all")
A_YEAR = 365 * 24 * 3600


@require_safe
@login_required
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = shown_or_403(request, key)
    if character.is_draft:
        return redirect(character)
    if not character.can_be_played_by(seat):
        return look(request, character, seat)
    chosen = _chosen(request, seat)
    context = {
        "character": character,
        "worn": [(row, name) for row, name in ((character.armor, "armor"), (character.shield, "shield")) if row],
        "kinds_of_points": list(pools_of(character)),
        "modifiers": [row for row in character.ruleset.modifiers if row.key != PROTAGONISM],
        "audiences": Audience.choices,
        "audience": chosen.get("audience", ""),
        "tab": "sheet",
        **_offered(character, chosen),
    }
    held = regions_of(character, seat)
    return live_page(request, seat, f"sheet-{character.key}", "characters/sheet.html", context, held)


@require_safe
@login_required
def traits(request: HttpRequest, key: str) -> HttpResponse:
    """The rolls of a sheet with their odds against what was chosen; asked for again whenever that changes."""
    character, seat = character_or_403(request, key)
    form = Against(request.GET, campaign=character.campaign)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    parts = _offered(character, request.GET)["rolls"]
    answer = HttpResponse("".join(parts[name] for name in rolls.PUSHED))
    return _remembered(request, character, seat, answer, request.GET)


@require_POST
@login_required
def roll(request: HttpRequest, key: str) -> HttpResponse:
    """A roll from the sheet: logged, and seen by whom the roller chose."""
    character, seat = character_or_403(request, key)
    form = Roll(request.POST, campaign=character.campaign)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    entry = character.roll(
        seat,
        data["trait"],
        difficulty=difficulty_of(character, data["trait"], form.rows[data["difficulty"]]),
        modifier=data["modifier"],
        audience=data["audience"],
        typed=data["dice"],
        supports=data["supports"],
        press=request.POST.get("press", ""),
        **form.given,
    )
    if not request.htmx:  # the page that comes back keeps what was chosen
        chosen = {name: request.POST[name] for name in REMEMBERED if name in request.POST}
        query = urlencode({**chosen, "about": data["trait"]})
        return redirect(f"{character.get_absolute_url()}?{query}")
    return accepted(request, seat, entry)


@require_POST
@login_required
def damage(request: HttpRequest, key: str) -> HttpResponse:
    """The damage of an attack that was rolled from the sheet."""
    character, seat = character_or_403(request, key)
    form = Throw(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    entry = character.throw_damage(seat, data["of"], typed=data["dice"], press=request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def save(request: HttpRequest, key: str) -> HttpResponse:
    """A saving throw outside an encounter (R10)."""
    character, seat = character_or_403(request, key)
    form = Save(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    given = {name: True for name in ("token", "protagonism") if data[name]}
    press = request.POST.get("press", "")
    entry = character.save_from(seat, request.POST.get("effect", ""), typed=data["dice"], press=press, **given)
    return accepted(request, seat, entry)


@require_POST
@login_required
def effect_over(request: HttpRequest, key: str) -> HttpResponse:
    """Those who lead take an effect off (R10)."""
    character, seat = _for_leaders(request, key)
    return accepted(
        request, seat, character.end_effect(seat, request.POST.get("effect", ""), request.POST.get("press", ""))
    )


@require_POST
@login_required
def give_token(request: HttpRequest, key: str) -> HttpResponse:
    """The GM gives a token back (R13)."""
    character, seat = _for_leaders(request, key)
    return accepted(request, seat, character.give_token_back(seat, request.POST.get("press", "")))


@require_POST
@login_required
def give_protagonism(request: HttpRequest, key: str) -> HttpResponse:
    """The GM gives a point of protagonism (D3)."""
    character, seat = _for_leaders(request, key)
    return accepted(request, seat, character.give_protagonism(seat, request.POST.get("press", "")))


@require_POST
@login_required
def change_points(request: HttpRequest, key: str, pool: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    form = Points(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = character.change_pool(seat, pool, form.cleaned_data["amount"], request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def type_points(request: HttpRequest, key: str) -> HttpResponse:
    """Points typed in: by so many, or to so many."""
    character, seat = character_or_403(request, key)
    form = TypedPoints(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    pool, change = form.cleaned_data["pool"], form.cleaned_data["change"]
    entry = character.change_pool(seat, pool, change.by, request.POST.get("press", ""), to=change.to)
    return accepted(request, seat, entry)


@require_POST
@login_required
def stay_up(request: HttpRequest, key: str) -> HttpResponse:
    """The check at 0 of a character that is in no encounter (C11)."""
    character, seat = character_or_403(request, key)
    return accepted(request, seat, character.stay_up(seat, request.POST.get("press", "")))


def _for_leaders(request: HttpRequest, key: str) -> tuple[Character, Membership]:
    character, seat = character_or_403(request, key)
    if not seat.leads:
        raise PermissionDenied
    return character, seat


def _cookie(seat: Membership) -> str:
    return f"against-{seat.key}"


def _chosen(request: HttpRequest, seat: Membership) -> QueryDict:
    """What the address says of the next rolls, or else what this seat chose last on this sheet."""
    return request.GET if request.GET else QueryDict(request.COOKIES.get(_cookie(seat), "")[:200])


def _remembered(
    request: HttpRequest, character: Character, seat: Membership, answer: HttpResponse, chosen: QueryDict
) -> HttpResponse:
    """The answer, with what was chosen kept in this browser for this sheet."""
    kept = urlencode({name: chosen[name] for name in REMEMBERED if name in chosen})
    answer.set_cookie(
        _cookie(seat),
        kept,
        max_age=A_YEAR,
        path=character.get_absolute_url(),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


def _offered(character: Character, chosen: QueryDict) -> dict[str, Any]:
    """All that can be rolled against what was chosen, rendered; against the second row of the table where that is
    nonsense."""
    form = Against(chosen or None, campaign=character.campaign)
    is_sound = form.is_bound and form.is_valid()
    keys = list(form.rows)
    row = form.rows[form.cleaned_data["difficulty"] if is_sound else keys[min(1, len(keys) - 1)]]
    modifier, given = (form.cleaned_data["modifier"], _affordable(character, form.given)) if is_sound else (0, {})
    show_all, about = bool(chosen.get("all")), chosen.get("about", "")
    return {
        "rolls": rolls.of(character, Chosen(row, modifier, given), show_all=show_all, about=about),
        "difficulties": form.rows.values(),
        "difficulty": row,
        "modifier": modifier,
        "given": given,
        "show_all": show_all,
    }


def _affordable(character: Character, given: Given) -> Given:
    """What is given as far as there is enough of it: odds promise nothing that the roll would refuse."""
    held = {"token": character.purse.held, "protagonism": character.protagonism_left}
    return {name: value for name, value in given.items() if held.get(name, 1)}  # type: ignore[return-value]
