"""Growth: px and what they buy, what those who lead put right, and the proof of a sheet (X1–X4)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import leader_or_403
from campaigns.keys import new_key
from campaigns.pages import live_page
from characters import adventures
from characters.forms.growth import NEW, Buy, Correct, Priced, TakeBack
from characters.gates import hero_or_403, led_hero_or_403
from characters.models import Character, LedgerEntry
from characters.proofs import trace
from characters.regions.growth import movement_words
from characters.regions.sheet import rules_url
from rules.growth import Extra, MovementKind
from rules.techniques import Technique
from rules.traits import Chapter


@require_safe
@login_required
def growth(request: HttpRequest, key: str) -> HttpResponse:
    """The px of a hero, what they buy, and the ledger; for those who lead, what they put right."""
    hero, seat = hero_or_403(request, key)
    if hero.is_draft:
        return redirect(hero)
    context: dict[str, Any] = {"character": hero, "tab": "sheet", "rules_url": rules_url(seat.campaign)}
    if seat.leads:
        context |= {"correct": Correct(hero=hero), "priced": Priced(hero=hero)}
    return live_page(request, seat, f"growth-{hero.key}", "characters/growth.html", context)


@require_POST
@login_required
def buy(request: HttpRequest, key: str) -> HttpResponse:
    """The next level of a trait, for px (X2)."""
    hero, seat = hero_or_403(request, key)
    form = Buy(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    trait, to = form.cleaned_data["buy"]
    return accepted(request, seat, hero.buy(seat, trait, to, request.POST.get("press", "")))


@require_POST
@login_required
def buy_priced(request: HttpRequest, key: str) -> HttpResponse:
    """What the GM has priced, bought for its hero (X2, P4)."""
    hero, seat = led_hero_or_403(request, key)
    form = Priced(request.POST, hero=hero)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data, press = form.cleaned_data, request.POST.get("press", "")
    extra = Extra(data["name"], data["px"] or 0)
    chapter, _dot, trait = data["what"].partition(".")
    if data["what"] == NEW:
        technique = Technique(new_key(), data["name"], 1, data["attribute"])
        entry = hero.buy_technique(seat, technique, extra, press)
    elif chapter == Chapter.SPECIALIZATIONS:
        entry = hero.buy_specialization(seat, trait, extra.name, extra.px, press)
    else:
        extras = (extra,) if extra.name else ()
        entry = hero.improve_technique(seat, trait, extras=extras, powers=data["powers"] or 0, press=press)
    return accepted(request, seat, entry)


@require_POST
@login_required
def correct(request: HttpRequest, key: str) -> HttpResponse:
    """A trait that those who lead put right, for a reason (X1)."""
    hero, seat = led_hero_or_403(request, key)
    form = Correct(request.POST, hero=hero)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    name, press = data.get("name", ""), request.POST.get("press", "")
    return accepted(
        request, seat, hero.correct(seat, data["trait"], data["to"], data["reason"], name=name, press=press)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, key: str, movement: str) -> HttpResponse:
    """A spend that is refunded, or an award that is taken back, for a reason (X1)."""
    seat = leader_or_403(request, key)
    movements = LedgerEntry.objects.as_movements()
    found = get_object_or_404(movements, campaign=seat.campaign, key=movement)
    is_spend, left = found.kind == MovementKind.SPEND, adventures.left_of(found)
    is_press = request.method == "POST"
    form = TakeBack(request.POST if is_press else None, left=left, initial={"px": left})
    if is_press and not form.is_valid():
        return refused(request, as_refusal(form))
    hero = Character.objects.with_pools().with_ledger().get(pk=found.character_id or found.earned_by_id)
    hero.campaign = seat.campaign
    if is_press:
        data, press = form.cleaned_data, request.POST.get("press", "")
        entry = (
            hero.refund(seat, found.key, data["reason"], press)
            if is_spend
            else adventures.take_back(seat.campaign, seat, found.key, data.get("px", 0), data["reason"], press)
        )
        return accepted(request, seat, entry)
    back = (
        reverse("characters:growth", args=[hero.key]) if found.character else reverse("characters:evening", args=[key])
    )
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": hero,
        "row": found,
        "is_spend": is_spend,
        "can_be_taken_back": bool(left) or any(each.key == found.key for each in hero.account.spends),
        "form": form,
        "back": back,
        "rules_url": rules_url(seat.campaign),
        "tab": "sheet",
        **movement_words(hero, found),
    }
    return render(request, "characters/take_back.html", context)


@require_safe
@login_required
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """Where each point of a sheet comes from, and which rule it breaks (X1)."""
    hero, seat = hero_or_403(request, key)
    if hero.is_draft:
        return redirect(hero)
    context = {"seat": seat, "campaign": seat.campaign, "character": hero, "tab": "sheet", "tracing": trace(hero)}
    return render(request, "characters/proof.html", {**context, "rules_url": rules_url(seat.campaign)})


@require_safe
@login_required
def proofs(request: HttpRequest, key: str) -> HttpResponse:
    """Every hero of the table with what it breaks of the rules in force now."""
    seat = leader_or_403(request, key)
    heroes = list(Character.objects.heroes().filter(campaign=seat.campaign).with_pools().with_ledger())
    for hero in heroes:
        hero.campaign = seat.campaign
    tracings = [trace(hero) for hero in heroes]
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "broken": [each for each in tracings if not each.proof.is_legal],
        "legal": [each for each in tracings if each.proof.is_legal],
        "tab": "table",
    }
    return render(request, "characters/proofs.html", {**context, "rules_url": rules_url(seat.campaign)})
