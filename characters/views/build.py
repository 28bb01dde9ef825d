"""The build page in its four steps: each change saves itself, by a POST for each field."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import back_to
from campaigns.answers import accepted, as_refusal, refused
from campaigns.finding import plain
from campaigns.gates import seat_or_404
from campaigns.models import LogEntry, Membership, Repeated
from campaigns.models.campaign import settings
from campaigns.pages import live_page
from characters.forms.building import Person, Spend
from characters.forms.inventing import NewTechnique
from characters.forms.rolls import Points
from characters.gates import character_or_403
from characters.models import Character
from characters.models.building import GROUPS, closed, nothing_asked
from characters.regions.build import STEPS, groups, list_problems
from characters.regions.lines import Line, bounds, field_id, lines, told
from rules.problems import Problem, Refused
from rules.traits import Setting

RULES = {"attributes": "P1", "skills": "P2", "masteries": "D10"}


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
    """All that points are spent on (P1, P2, P4, D10). `?find=` shows the skills of that name, for want of a script."""
    character, seat = character_or_403(request, key)
    return step(request, seat, character, "build", points_of(character, seat, find=request.GET.get("find", "")))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def who(request: HttpRequest, key: str) -> HttpResponse:
    """Name, concept, gender of words; each is saved by itself."""
    character, seat = character_or_403(request, key)
    stored = {name: getattr(character, name) for name in Person.WORDS}
    if request.method != "POST":
        return step(request, seat, character, "who", {"form": Person(initial=stored)})
    if not character.is_draft:
        return closed_to(request, character)
    asked = [name for name in Person.WORDS if name in request.POST]
    if not asked:
        raise Refused(nothing_asked())
    form = Person({**stored, **{name: request.POST[name] for name in asked}})
    if not form.is_valid():
        refusal = as_refusal(form)
        sentences = [(each.show(_), each) for each in refusal.problems]
        return at_field(request, refusal.problems[0].field or "", sentences) or refused(request, refusal)
    entry = None
    for name in asked:
        press = request.POST.get("press", "") if entry is None else ""
        entry = character.describe(seat, name, form.cleaned_data[name], press) or entry
    return saved(request, seat, character, "who", entry)


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
        return closed_to(request, character)
    form = Spend(request.POST)
    try:
        if not form.is_valid():
            raise as_refusal(form)
        amount = {"step": form.cleaned_data["step"] or 0, "to": form.cleaned_data["value"]}
        entry = character.spend(seat, group, trait, **amount, press=request.POST.get("press", ""))
    except Refused as refusal:
        typed = request.POST.get("value", "") or character.written_level(group, trait)
        place, path = field_id(group, trait), f"{group}.{trait}"
        sentences = [told(character, problem, path) for problem in refusal.problems]
        return at_field(request, place, sentences) or refused_here(
            request, seat, character, {"field": place, "typed": typed, "problems": sentences}
        )
    if group == "techniques" and not request.htmx:
        return redirect(back_to(request, reverse("characters:build", args=[character.key])))
    return saved(request, seat, character, "build", entry, f"#trait-{field_id(group, trait)}")


@require_POST
@login_required
def approve(request: HttpRequest, key: str, attribute: str) -> HttpResponse:
    """Let an attribute be a prodigy's, or no more ("withdraw"): for those who lead (P3)."""
    character, seat = character_or_403(request, key)
    if not seat.leads:
        raise PermissionDenied
    answer = request.POST.get("answer", "")
    if answer not in {"approve", "withdraw"}:
        raise Refused(nothing_asked())
    entry = character.approve(seat, attribute, on=answer == "approve", press=request.POST.get("press", ""))
    if entry and not character.is_draft:
        return accepted(request, seat, entry)
    return saved(request, seat, character, "build", entry, f"#trait-{attribute}")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def gear(request: HttpRequest, key: str) -> HttpResponse:
    """What it carries and wears (W): `take` and `drop` name a shelf and a thing on it, "weapons:dagger"."""
    character, seat = character_or_403(request, key)
    if request.method != "POST":
        return step(request, seat, character, "gear", {})
    if not character.is_draft:
        return closed_to(request, character)
    takes = "take" in request.POST
    shelf, _colon, thing = request.POST.get("take" if takes else "drop", "").partition(":")
    press = request.POST.get("press", "")
    if shelf == "weapons":
        entry = character.take(seat, thing, carry=takes, press=press)
    elif shelf in {"armor", "shield"}:
        entry = character.wear(seat, shelf, thing, on=takes, press=press)
    else:
        raise Refused(nothing_asked())
    return saved(request, seat, character, "gear", entry)


@require_safe
@login_required
def review(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    return step(request, seat, character, "review", {})


@require_POST
@login_required
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """The end of building (P3): the sheet from here on."""
    character, seat = character_or_403(request, key)
    if not character.is_draft:
        return closed_to(request, character)
    form = Points({"amount": request.POST.get("losing") or "0"})
    if not form.is_valid():
        return refused(request, as_refusal(form))
    losing = form.cleaned_data["amount"]
    entry = character.finish(seat, losing=losing, press=request.POST.get("press", ""))
    if request.htmx:
        return accepted(request, seat, entry)
    return redirect("characters:sheet", character.key)


# --- what they share --------------------------------------------------------------------------------------------------


def points_of(character: Character, seat: Membership, *, find: str = "", **more: Any) -> dict[str, Any]:
    """What the step of points holds; skills without points are folded away as soon as there are others."""
    rules, wrong = character.ruleset, list_problems(character)
    labels = {"attributes": _("Attributes"), "skills": _("Skills"), "masteries": _("Masteries")}
    found = []
    for group in groups(character):
        if group == "techniques":
            continue
        least, most = bounds(character, group)
        rows = lines(character, group)
        found.append(
            {
                "key": group,
                "label": labels[group],
                "lines": rows,
                "least": least,
                "most": most,
                "rule": RULES[group],
                "show_all": bool(find) or not any(line.value for line in rows),
                "problems": wrong[group],
            }
        )
    skills = next(each for each in found if each["key"] == "skills")
    return {
        "lists": found,
        "find": find,
        "hidden": _not_named(skills["lines"], find),
        "settings": _settings(character),
        "technique_form": NewTechnique(attributes=rules.attributes, auto_id="technique-%s"),
        "technique_problems": wrong["techniques"],
        "leads": seat.leads,
        **more,
    }


def _settings(character: Character) -> list[tuple[str, str, bool]]:
    """The settings to choose from in the list of skills, with the one of the table marked; none where all are alike."""
    if all(skill.settings == frozenset(Setting) for skill in character.ruleset.skills):
        return []
    chosen = character.campaign.setting
    return [(value, label, value == chosen) for value, label in (*settings(), ("", _("All")))]


def _not_named(rows: list[Line], find: str) -> set[str]:
    """The keys of the skills whose name does not hold what is looked for, accents and capitals aside."""
    wanted = plain(find.strip())
    return {line.trait.key for line in rows if wanted not in plain(_(line.trait.label))}


def step(
    request: HttpRequest,
    seat: Membership,
    character: Character,
    name: str,
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
    place = STEPS.index("build" if name == "technique" else name)
    shared = {
        "character": character,
        "step": steps[place]["key"],
        "steps": steps,
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
        "tab": "sheet",
    }
    template = "characters/technique.html" if name == "technique" else "characters/build.html"
    response = live_page(request, seat, f"build-{character.key}-{name}", template, {**shared, **context})
    response.status_code = status
    return response


def saved(
    request: HttpRequest, seat: Membership, character: Character, step: str, entry: LogEntry | None, place: str = ""
) -> HttpResponse:
    """Done, or so already. Without htmx back to the place on the page (never to where a refused form was shown)."""
    if not request.htmx:
        return redirect(reverse(f"characters:{step}", args=[character.key]) + place)
    return HttpResponse(status=204) if entry is None else accepted(request, seat, entry)


def at_field(
    request: HttpRequest, field: str, problems: Sequence[tuple[str, Problem]], status: int = 422, **more: Any
) -> HttpResponse | None:
    """The sentences for the place beside the field; None without htmx, where the page says them."""
    if not request.htmx:
        return None
    response = render(request, "characters/_told.html", {"problems": problems, **more}, status=status)
    response.headers["HX-Retarget"] = f"#told-{field}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def refused_here(
    request: HttpRequest,
    seat: Membership,
    character: Character,
    wrong: Mapping[str, Any],
    status: int = 422,
    **more: Any,
) -> HttpResponse:
    """The step of points with what is wrong at its field, for want of a script."""
    return step(request, seat, character, "build", points_of(character, seat, wrong=wrong, **more), status=status)


def closed_to(request: HttpRequest, character: Character) -> HttpResponse:
    return refused(request, Refused(closed(character.name)), status=409)


def _traits_of(character: Character, group: str) -> set[str]:
    """What has a line on the page: all that the ruleset knows, and what it knew when the character got it."""
    if group == "techniques":
        return {each.key for each in character.build.techniques}
    catalog = character.ruleset.catalog
    known = catalog.weapon_skills if group == "masteries" else {each.key for each in getattr(catalog, group)}
    return {*known, *character.traits.get(group, {})}
