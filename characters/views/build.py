"""The build page in its four steps: each change saves itself, by a POST for each field."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import seat_or_404
from campaigns.models import LogEntry, Membership, Repeated
from campaigns.pages import live_page
from characters.forms.building import Person, Spend
from characters.forms.rolls import Points
from characters.gates import character_or_403
from characters.models import Character
from characters.models.building import GROUPS, closed, nothing_asked
from characters.regions.build import STEPS, bounds, lines
from rules.problems import Problem, Refused

RULES = {"attributes": "P1", "skills": "P2"}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Who it is going to be; whoever leads makes one for anybody who plays."""
    seat = seat_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    form = Person(request.POST if request.method == "POST" else None, by=seat)
    if request.method != "POST" or not form.is_valid():
        context = {"seat": seat, "campaign": seat.campaign, "form": form}
        return render(request, "characters/new.html", context, status=422 if form.is_bound else 200)
    data = form.cleaned_data
    try:
        draft = Character.begin(
            seat.campaign,
            seat,
            data.get("owner") or seat,
            name=data["name"],
            concept=data["concept"],
            gender=data["gender"],
            press=request.POST.get("press", ""),
        )
    except Repeated as again:
        return redirect("characters:build", again.entry.facts["character"])
    return redirect(draft)


@require_safe
@login_required
def points(request: HttpRequest, key: str) -> HttpResponse:
    """Attributes and skills (P1, P2)."""
    character, seat = character_or_403(request, key)
    return _step(request, seat, character, "build", _points(character))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def who(request: HttpRequest, key: str) -> HttpResponse:
    """Name, concept, gender of words; each is saved by itself."""
    character, seat = character_or_403(request, key)
    stored = {name: getattr(character, name) for name in Person.WORDS}
    if request.method != "POST":
        return _step(request, seat, character, "who", {"form": Person(initial=stored)})
    if not character.is_draft:
        return _closed(request, character)
    asked = [name for name in Person.WORDS if name in request.POST]
    if not asked:
        raise Refused(nothing_asked())
    form = Person({**stored, **{name: request.POST[name] for name in asked}})
    if not form.is_valid():
        problems = [Problem("field", str(error), field) for field, found in form.errors.items() for error in found]
        return _at_field(request, problems[0].field or "", problems) or refused(request, Refused(*problems))
    entry = None
    for name in asked:
        press = request.POST.get("press", "") if entry is None else ""
        entry = character.describe(seat, name, form.cleaned_data[name], press) or entry
    return _saved(request, seat, character, "who", entry)


@require_POST
@login_required
def spend(request: HttpRequest, key: str, group: str, trait: str) -> HttpResponse:
    """A number typed in, or one press of − or +."""
    character, seat = character_or_403(request, key)
    if group not in GROUPS:
        raise Http404
    if trait not in _traits_of(character, group):
        return refused(request, Refused(Problem("unknown_trait", gettext_noop("There is no such trait."), "trait")))
    if not character.is_draft:
        return _closed(request, character)
    form = Spend(request.POST)
    try:
        if not form.is_valid():
            raise Refused(*(Problem("number", str(error), trait) for found in form.errors.values() for error in found))
        amount = {"step": form.cleaned_data["step"] or 0, "to": form.cleaned_data["value"]}
        entry = character.spend(seat, group, trait, **amount, press=request.POST.get("press", ""))
    except Refused as refusal:
        told = [(problem.show(_), problem) for problem in refusal.problems]
        wrong = {"field": trait, "typed": request.POST.get("value", ""), "problems": told}
        if not wrong["typed"]:
            wrong["typed"] = character.traits.get(group, {}).get(trait, 0)
        return _at_field(request, trait, refusal.problems) or _step(
            request, seat, character, "build", {**_points(character), "wrong": wrong}, status=422
        )
    return _saved(request, seat, character, "build", entry, f"#trait-{trait}")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def gear(request: HttpRequest, key: str) -> HttpResponse:
    """What it carries and wears (W): `take` and `drop` name a shelf and a thing on it, "weapons:dagger"."""
    character, seat = character_or_403(request, key)
    if request.method != "POST":
        return _step(request, seat, character, "gear", {})
    if not character.is_draft:
        return _closed(request, character)
    takes = "take" in request.POST
    shelf, _colon, thing = request.POST.get("take" if takes else "drop", "").partition(":")
    press = request.POST.get("press", "")
    if shelf == "weapons":
        entry = character.take(seat, thing, carry=takes, press=press)
    elif shelf in {"armor", "shield"}:
        entry = character.wear(seat, shelf, thing, on=takes, press=press)
    else:
        raise Refused(nothing_asked())
    return _saved(request, seat, character, "gear", entry)


@require_safe
@login_required
def review(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    return _step(request, seat, character, "review", {})


@require_POST
@login_required
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """The end of building (P3): the sheet from here on."""
    character, seat = character_or_403(request, key)
    if not character.is_draft:
        return _closed(request, character)
    form = Points({"amount": request.POST.get("losing") or "0"})
    if not form.is_valid():
        return refused(request, as_refusal(form))
    losing = form.cleaned_data["amount"]
    entry = character.finish(seat, losing=losing, press=request.POST.get("press", ""))
    if request.htmx:
        return accepted(request, seat, entry)
    return redirect("characters:sheet", character.key)


# --- what they share --------------------------------------------------------------------------------------------------


def _points(character: Character) -> dict[str, Any]:
    """The two lists of numbers; skills without points are folded away as soon as there are others."""
    found = []
    for group, label in (("attributes", _("Attributes")), ("skills", _("Skills"))):
        least, most = bounds(character, group)
        rows = lines(character, group)
        show_all = not any(line.value for line in rows)
        found.append(
            {
                "key": group,
                "label": label,
                "lines": rows,
                "least": least,
                "most": most,
                "rule": RULES[group],
                "show_all": show_all,
            }
        )
    return {"lists": found}


def _step(
    request: HttpRequest,
    seat: Membership,
    character: Character,
    step: str,
    context: Mapping[str, Any],
    status: int = 200,
) -> HttpResponse:
    """One step of the page; a finished character has a sheet instead."""
    if not character.is_draft:
        return redirect("characters:sheet", character.key)
    labels = {"who": _("Who"), "build": _("Points"), "gear": _("Gear"), "review": _("Review")}
    steps = [
        {"key": each, "label": labels[each], "url": reverse(f"characters:{each}", args=[character.key])}
        for each in STEPS
    ]
    place = STEPS.index(step)
    shared = {
        "character": character,
        "step": step,
        "steps": steps,
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
        "tab": "sheet",
    }
    response = live_page(request, seat, f"build-{character.key}-{step}", "characters/build.html", {**shared, **context})
    response.status_code = status
    return response


def _saved(
    request: HttpRequest, seat: Membership, character: Character, step: str, entry: LogEntry | None, place: str = ""
) -> HttpResponse:
    """Done, or so already. Without htmx back to the place on the page (never to where a refused form was shown)."""
    if not request.htmx:
        return redirect(reverse(f"characters:{step}", args=[character.key]) + place)
    return HttpResponse(status=204) if entry is None else accepted(request, seat, entry)


def _at_field(request: HttpRequest, field: str, problems: Any) -> HttpResponse | None:
    """The sentences for the place beside the field; None without htmx, where the page says them."""
    if not request.htmx:
        return None
    told = [(problem.show(_), problem) for problem in problems]
    response = render(request, "characters/_told.html", {"problems": told}, status=422)
    response.headers["HX-Retarget"] = f"#told-{field}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _closed(request: HttpRequest, character: Character) -> HttpResponse:
    return refused(request, Refused(closed(character.name)), status=409)


def _traits_of(character: Character, group: str) -> set[str]:
    """What has a line on the page: all that the ruleset knows, and what it knew when the character got it."""
    return {each.key for each in getattr(character.ruleset, group)} | set(character.traits.get(group, {}))
