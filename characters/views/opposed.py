"""Opposed rolls: name the sides, throw, settle a tie (R9)."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.answers import accepted, as_refusal
from campaigns.gates import seat_or_404
from campaigns.models import Audience, LogEntry, Membership
from characters.forms.rolls import Opposed
from characters.gates import character_or_403
from characters.models import Character, opposing
from characters.models.opposing import Rival, rivals_known_to
from characters.regions.sheet import rules_url
from rules.problems import Problem, Refused

MOST_RIVALS = 3


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def oppose(request: HttpRequest, key: str) -> HttpResponse:
    """Who rolls against whom, and with what: all dice fall at once."""
    character, seat = character_or_403(request, key)
    rivals = [(each, name) for each, name in rivals_known_to(seat, seat.campaign) if each.key != character.key]
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        try:
            _throw(request, character, seat, {each.key: each for each, _name in rivals})
            return redirect(character)
        except Refused as refused:
            problems = refused.problems
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "rivals": rivals,
        "own": list(_own(character)),
        "traits": [(each.key, each.label) for each in character.ruleset.traits],
        "rows": list(_rows(request)),
        "audiences": Audience.choices,
        "data": request.POST or {"trait": request.GET.get("trait", "")},
        "problems": [(problem.show(_), problem) for problem in problems],
        "rules_url": rules_url(seat.campaign),
        "tab": "sheet",
    }
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


def _throw(request: HttpRequest, character: Character, seat: Membership, known: dict[str, Character]) -> None:
    form = Opposed(request.POST, most=MOST_RIVALS)
    if not form.is_valid():
        raise as_refusal(form)
    data, rivals = form.cleaned_data, []
    for number in range(1, MOST_RIVALS + 1):
        if who := data[f"who-{number}"]:
            if who not in known:
                raise Refused(Problem("unknown", gettext_noop("There is nobody like that at the table."), "who", "R9"))
            known[who].campaign = character.campaign
            rivals.append(Rival(known[who], data[f"trait-{number}"], data[f"modifier-{number}"] or 0))
    given = {name: True for name in ("token", "protagonism") if data[name]}
    character.oppose(
        seat,
        data["trait"],
        rivals,
        modifier=data["modifier"] or 0,
        audience=Audience(data["audience"] or Audience.TABLE),
        typed=data["dice"],
        press=request.POST.get("press", ""),
        **given,
    )


def _own(character: Character) -> Iterator[tuple[str, str]]:
    for each in character.ruleset.traits:
        yield each.key, each.label
    for technique in character.build.techniques:
        yield technique.key, technique.name


def _rows(request: HttpRequest) -> Iterator[dict[str, Any]]:
    for number in range(1, MOST_RIVALS + 1):
        asked = {name: request.POST.get(f"{name}-{number}", "") for name in ("who", "trait", "modifier")}
        yield {"number": number, **asked}
