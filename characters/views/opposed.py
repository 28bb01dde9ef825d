"""Opposed rolls: name the sides, throw, settle a tie (R9)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.answers import accepted, as_refusal
from campaigns.gates import seat_or_404
from campaigns.models import Audience, LogEntry, Membership
from characters.facing import faced
from characters.forms.rolls import Opposed
from characters.gates import character_or_403
from characters.models import Character, opposing
from characters.models.asked import COVERED, NUMBER
from characters.models.opposing import Rival, rivals_known_to
from characters.regions.sheet import rules_url
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given

MOST_RIVALS = 3
ONLY_THE_MODIFIER = gettext_noop("only the modifier")
Known = Mapping[str, tuple[Character, str]]
"""Who may be named as a rival, by key, each with the name that whoever asks knows."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def oppose(request: HttpRequest, key: str) -> HttpResponse:
    """Who rolls against whom, and with what: the odds as it is chosen, and then all dice at once."""
    character, seat = character_or_403(request, key)
    rivals = [(each, name) for each, name in rivals_known_to(seat, seat.campaign) if each.key != character.key]
    known = {each.key: (each, name) for each, name in rivals}
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and "odds" not in request.POST:
        try:
            _throw(request, character, seat, known)
            return redirect(character)
        except Refused as refused:
            problems = refused.problems
    asked = request.POST if request.method == "POST" else request.GET
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "rivals": rivals,
        "own": list(_own(character)),
        "of_rivals": [*((each.key, each.label) for each in character.ruleset.traits), (NUMBER, ONLY_THE_MODIFIER)],
        "rows": list(_rows(asked)),
        "audiences": Audience.choices,
        "data": asked,
        "problems": [(problem.show(_), problem) for problem in problems],
        **_faced(asked, character, seat, known),
        "rules_url": rules_url(seat.campaign),
        "tab": "sheet",
    }
    if request.htmx and request.method == "GET":
        return render(request, "characters/oppose.html#facing", context)
    return render(request, "characters/oppose.html", context, status=422 if problems else 200)


@require_POST
@login_required
def settle(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """A tie accepted or rolled again, by the GM or whoever plays a tied side."""
    seat = seat_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    entry = get_object_or_404(LogEntry.objects.visible_to(seat), key=entry_key)
    answer = request.POST.get("answer", "")
    if answer not in ("accept", "again"):
        raise Refused(Problem("answer", gettext_noop("Accept the tie, or roll again."), "answer", "R9"))
    press = request.POST.get("press", "")
    return accepted(
        request, seat, opposing.settle(seat.campaign, seat, entry.key, again=answer == "again", press=press)
    )


def _throw(request: HttpRequest, character: Character, seat: Membership, known: Known) -> None:
    data = _understood(request.POST)
    character.oppose(
        seat,
        data["trait"],
        [rival for rival, _name in _rivals(data, character, known)],
        modifier=data["modifier"] or 0,
        audience=Audience(data["audience"] or Audience.TABLE),
        typed=data["dice"],
        press=request.POST.get("press", ""),
        **_given(data),
    )


def _faced(asked: QueryDict, character: Character, seat: Membership, known: Known) -> dict[str, Any]:
    """The odds against each rival that is named, and why there are none."""
    if not any(asked.get(f"who-{number}") for number in range(1, MOST_RIVALS + 1)):
        return {"facing": [], "unfit": []}
    try:
        data = _understood(asked)
        check = character.asked(data["trait"], difficulty=None, modifier=data["modifier"] or 0, **_given(data)).check
        found = list(faced(seat, character.ruleset.rolls, check, _rivals(data, character, known)))
    except Refused as refused:
        return {"facing": [], "unfit": [(problem.show(_), problem) for problem in refused.problems]}
    return {"facing": found, "unfit": []}


def _understood(asked: QueryDict) -> dict[str, Any]:
    form = Opposed(asked, most=MOST_RIVALS)
    if not form.is_valid():
        raise as_refusal(form)
    return form.cleaned_data


def _given(data: dict[str, Any]) -> Given:
    return {name: True for name in ("token", "protagonism") if data[name]}  # type: ignore[return-value]


def _rivals(data: dict[str, Any], character: Character, known: Known) -> list[tuple[Rival, str]]:
    """Those who are named, each with the name that whoever asks knows. Raises Refused for one that is not known."""
    rivals = []
    for number in range(1, MOST_RIVALS + 1):
        if who := data[f"who-{number}"]:
            if who not in known:
                raise Refused(Problem("unknown", gettext_noop("There is nobody like that at the table."), "who", "R9"))
            rival, name = known[who]
            rival.campaign = character.campaign
            rivals.append((Rival(rival, data[f"trait-{number}"], data[f"modifier-{number}"] or 0), name))
    return rivals


def _own(character: Character) -> Iterator[tuple[str, str]]:
    specials = character.build.specializations if character.ruleset.creation.has_specializations else ()
    for each in character.ruleset.traits:
        yield each.key, _(each.label)
        for special in specials:
            if special.skill == each.key:
                yield f"{each.key}{COVERED}{special.name}", f"{_(each.label)} ({special.name})"
    for technique in character.build.techniques:
        yield technique.key, technique.name


def _rows(asked: QueryDict) -> Iterator[dict[str, Any]]:
    for number in range(1, MOST_RIVALS + 1):
        row = {name: asked.get(f"{name}-{number}", "") for name in ("who", "trait", "modifier")}
        yield {"number": number, **row}
