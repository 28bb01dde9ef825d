"""What fighters do to each other, and what the GM does to their points."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from combat.act_forms import ByHand, Defenses, Strike
from combat.gates import encounter_or_404, in_sight, led_encounter
from combat.models.manner import Spent
from combat.panel import able_to_attack, choice_context, choice_of
from rules.blows import Share
from rules.gear import WeaponKind
from rules.problems import Refused


@require_safe
@login_required
def odds(request: HttpRequest, key: str) -> HttpResponse:
    """The attack that is being chosen: whom it may be aimed at, what may be said of it, and its odds. No content where
    nobody can attack any more: the panel is on its way, and its fields keep what they hold until then.
    """
    found, seat = encounter_or_404(request, key)
    form = Strike(request.GET)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    choice = choice_of(found, seat, form)
    if not able_to_attack(found, seat):
        return HttpResponse(status=204)
    context = choice_context(found, seat, choice)
    if context["problems"]:
        return refused(request, Refused(*(problem for _sentence, problem in context["problems"])))
    return render(request, "combat/_chosen.html", {"encounter": found, "ready": not seat.leads, **context})


@require_POST
@login_required
def attack(request: HttpRequest, key: str) -> HttpResponse:
    """Attack: players for their own on their turn, those who lead for all."""
    found, seat = encounter_or_404(request, key)
    form = Strike(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    choice = choice_of(found, seat, form)
    entry = found.attack(
        seat,
        choice.attacker.character.key,
        choice.weapon,
        [row.character.key for row in choice.targets],
        modifier=choice.modifier,
        place=choice.place,
        manner=choice.manner,
        press=request.POST.get("press", ""),
    )
    return accepted(request, seat, entry)


@require_POST
@login_required
def surprise(request: HttpRequest, key: str) -> HttpResponse:
    """Stealth against perception, before the attack that is being chosen (C6)."""
    found, seat = encounter_or_404(request, key)
    form = Strike(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    choice = choice_of(found, seat, form)
    who, target = choice.attacker.character.key, choice.targets[0].character.key
    typed, press = form.cleaned_data["dice"], request.POST.get("press", "")
    return accepted(request, seat, found.surprise(seat, who, target, press, ambush=choice.ambush, typed=typed))


@require_POST
@login_required
def defend(request: HttpRequest, key: str) -> HttpResponse:
    """Dodge, block, or take a hit that waits (C8); the target's player decides, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    pending, how, spend = (*request.POST.get("answer", "").split(":", 2), "", "")[:3]
    target = found.combatant(found.fight.waiting(pending).target)
    if not target.character.can_be_played_by(seat):
        raise PermissionDenied
    spent = Spent(token=spend == "token", protagonism=spend == "protagonism")
    return accepted(request, seat, found.defend(seat, pending, how, request.POST.get("press", ""), spent=spent))


@require_POST
@login_required
def dodge_all(request: HttpRequest, key: str) -> HttpResponse:
    """One dodge from all whose attacks wait for it (D10); the target's player, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    target = in_sight(found, seat, request.POST.get("who", ""))
    if not target.character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.dodge_all(seat, target.character.key, request.POST.get("press", "")))


@require_POST
@login_required
def time_up(request: HttpRequest, key: str) -> HttpResponse:
    """The time to answer is up, as a page of the one who was asked, or of whoever leads, has seen; nothing is left to
    do where somebody has answered meanwhile."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    pending = request.POST.get("answer", "")
    if not found.whose_answer(pending).character.can_be_played_by(seat):
        raise PermissionDenied
    entry = found.time_up(pending, timezone.now())
    return accepted(request, seat, entry) if entry else HttpResponse(status=204)


@require_POST
@login_required
def give_time(request: HttpRequest, key: str) -> HttpResponse:
    """All the time to answer again."""
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.give_time(seat, request.POST.get("answer", ""), request.POST.get("press", "")))


@require_POST
@login_required
def defenses(request: HttpRequest, key: str) -> HttpResponse:
    """How long players may take to answer, or whether foes dodge what they attack with."""
    found, seat = led_encounter(request, key)
    form = Defenses(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    return accepted(request, seat, found.set_defenses(seat, **form.changes, press=request.POST.get("press", "")))


@require_POST
@login_required
def harm(request: HttpRequest, key: str) -> HttpResponse:
    """Points taken by hand, or by dice, from one or several."""
    found, seat = led_encounter(request, key)
    form = ByHand(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    entry = found.harm(
        seat,
        _one_or_many(form),
        data["amount"],
        request.POST.get("press", ""),
        absorbs=data["absorbs"],
        kind=WeaponKind(data["kind"]) if data["kind"] else None,
        is_lethal=form.is_lethal,
    )
    return accepted(request, seat, entry)


@require_POST
@login_required
def heal(request: HttpRequest, key: str) -> HttpResponse:
    """Points given back by hand, or by dice, to one or several."""
    found, seat = led_encounter(request, key)
    form = ByHand(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    pool = data["pool"] or None
    entry = found.heal(seat, _one_or_many(form), data["amount"], request.POST.get("press", ""), pool=pool)
    return accepted(request, seat, entry)


def _one_or_many(form: ByHand) -> Any:
    """Whom the hand reaches: one by its key, or each with its share."""
    shares = form.shares
    (first, share), *others = shares.items()
    return first if not others and share is Share.WHOLE else shares
