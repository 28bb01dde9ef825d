"""The encounter's page, and what one does there."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import leader_or_403
from campaigns.models import Membership
from campaigns.pages import live_page
from characters.models import Character
from combat.forecast import forecast
from combat.forms import Amount, Attack, Look, NewEncounter, QuickFoe
from combat.models import Combatant, Encounter, Status
from combat.models.choices import Place
from combat.regions import regions_of
from rules.gear import Weapon
from rules.problems import Problem, Refused
from rules.shooting import Reach


def encounter_or_404(request: HttpRequest, key: str) -> tuple[Encounter, Membership]:
    """The encounter and the seat of whoever asks; to a stranger there is none, nor to players before it starts."""
    encounter = get_object_or_404(Encounter, key=key)
    seat = get_object_or_404(Membership.objects.of(request.user), campaign=encounter.campaign_id)
    if not encounter.is_seen_by(seat):
        raise Http404
    encounter.campaign = seat.campaign
    return encounter, seat


def led_encounter(request: HttpRequest, key: str) -> tuple[Encounter, Membership]:
    """The same, for those who lead; others get 403."""
    encounter, seat = encounter_or_404(request, key)
    if not seat.leads:
        raise PermissionDenied
    return encounter, seat


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Prepare an encounter: a name is enough; who fights is added on its page."""
    seat = leader_or_403(request, key)
    form = NewEncounter(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name, press = form.cleaned_data["name"], request.POST.get("press", "")
        return redirect(Encounter.prepare(seat.campaign, seat, name, press))
    context = {"seat": seat, "campaign": seat.campaign, "form": form}
    return render(request, "combat/new.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def encounter(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = encounter_or_404(request, key)
    context: dict[str, Any] = {"encounter": found, "tab": "fight", **_panel(request, found, seat)}
    if seat.leads:
        there = [row.character_id for row in found.present]
        at_hand = Character.objects.foes().filter(campaign=seat.campaign).exclude(pk__in=there)[:50]
        context |= {"everyone": _everyone(found), "foe_form": QuickFoe(auto_id="foe_%s"), "at_hand": list(at_hand)}
    held = regions_of(found.key, seat)
    seat.running_fight_url = found.get_absolute_url() if found.status == Status.RUNNING else ""
    return live_page(request, seat, f"fight-{found.key}", "combat/encounter.html", context, held)


@require_safe
@login_required
def panel(request: HttpRequest, key: str) -> HttpResponse:
    """The attack panel anew: the turn has passed, or someone came or left."""
    found, seat = encounter_or_404(request, key)
    return render(request, "combat/_panel.html", {"encounter": found, **_panel(request, found, seat)})


@require_safe
@login_required
def aim(request: HttpRequest, key: str) -> HttpResponse:
    """Whom the hand can reach, anew."""
    found, _seat = led_encounter(request, key)
    context = {"encounter": found, "everyone": _everyone(found), "aimed": request.GET.get("who", "")}
    return render(request, "combat/_aim.html", context)


@require_safe
@login_required
def odds(request: HttpRequest, key: str) -> HttpResponse:
    """The odds of the attack that is being chosen."""
    found, seat = encounter_or_404(request, key)
    form = Attack(request.GET)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    attacker, weapon, target = _chosen(found, seat, form)
    place = _place(form, attacker, weapon)
    shown = forecast(found, attacker, weapon, target, form.cleaned_data["modifier"], leads=seat.leads, place=place)
    context = {"encounter": found, "forecast": shown, "rules_url": _rules_url(found), "ready": not seat.leads}
    return render(request, "combat/_odds.html", context)


@require_POST
@login_required
def attack(request: HttpRequest, key: str) -> HttpResponse:
    """Attack: players for their own on their turn, those who lead for all."""
    found, seat = encounter_or_404(request, key)
    form = Attack(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    attacker, weapon, target = _chosen(found, seat, form)
    entry = found.attack(
        seat,
        attacker.character.key,
        weapon,
        target.character.key,
        modifier=form.cleaned_data["modifier"],
        place=_place(form, attacker, weapon),
        press=request.POST.get("press", ""),
    )
    return accepted(request, seat, entry)


@require_POST
@login_required
def defend(request: HttpRequest, key: str) -> HttpResponse:
    """Dodge, block, or take a hit that waits (C8); the target's player decides, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    pending, _colon, how = request.POST.get("answer", "").partition(":")
    target = found.combatant(found.fight.waiting(pending).target)
    if not target.character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.defend(seat, pending, how, request.POST.get("press", "")))


@require_POST
@login_required
def next_turn(request: HttpRequest, key: str) -> HttpResponse:
    """End a turn, the one that is named; one's own, or anybody's for those who lead."""
    found, seat = encounter_or_404(request, key)
    ends = request.POST.get("ends", "")
    if not seat.leads and not _in_sight(found, seat, ends).character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.next_turn(seat, ends, request.POST.get("press", "")))


@require_POST
@login_required
def stay_up(request: HttpRequest, key: str) -> HttpResponse:
    """The check of one who fell to 0 (C11); its player throws it, or whoever leads."""
    found, seat = encounter_or_404(request, key)
    row = _in_sight(found, seat, request.POST.get("who", ""))
    if not row.character.can_be_played_by(seat):
        raise PermissionDenied
    return accepted(request, seat, found.stay_up(seat, row.character.key, request.POST.get("press", "")))


@require_POST
@login_required
def start(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.start(seat, request.POST.get("press", "")))


@require_POST
@login_required
def end(request: HttpRequest, key: str) -> HttpResponse:
    found, seat = led_encounter(request, key)
    return accepted(request, seat, found.end(seat, request.POST.get("press", "")))


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
def add_foe_at_hand(request: HttpRequest, key: str) -> HttpResponse:
    """A foe that the campaign has already."""
    found, seat = led_encounter(request, key)
    foes = Character.objects.foes().filter(campaign=seat.campaign, key=request.POST.get("who", "")).with_pools()
    if not foes:
        return refused(request, Refused(_no_one()))
    return accepted(request, seat, found.add(seat, foes, request.POST.get("press", "")))


@require_POST
@login_required
def harm(request: HttpRequest, key: str) -> HttpResponse:
    return _by_hand(request, key, Encounter.harm)


@require_POST
@login_required
def heal(request: HttpRequest, key: str) -> HttpResponse:
    return _by_hand(request, key, Encounter.heal)


def _by_hand(request: HttpRequest, key: str, act: Any) -> HttpResponse:
    found, seat = led_encounter(request, key)
    form = Amount(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    return accepted(request, seat, act(found, seat, data["who"], data["amount"], request.POST.get("press", "")))


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


def _chosen(found: Encounter, seat: Membership, form: Attack) -> tuple[Combatant, str, Combatant]:
    """Attacker, weapon and target as chosen; a player's own hero, and nobody out of sight."""
    who, _colon, weapon = form.cleaned_data["weapon"].partition(":")
    attacker, target = (_in_sight(found, seat, key) for key in (who, form.cleaned_data["target"]))
    if not attacker.character.can_be_played_by(seat):
        raise PermissionDenied
    return attacker, weapon, target


def _place(form: Attack, attacker: Combatant, weapon: str) -> Place:
    """From where the chosen weapon is used (C7)."""
    used = attacker.weapon(weapon)
    return form.aim(_reaches(attacker, used), shoots_only=used is not None and not used.melee)


def _reaches(attacker: Combatant, weapon: Weapon | None) -> tuple[Reach, ...]:
    """The distances that a weapon offers; none hand to hand, and none where the rules know none (C7)."""
    shooting = attacker.character.ruleset.attacks.shooting
    return shooting.reaches(weapon) if shooting and weapon else ()


def _in_sight(found: Encounter, seat: Membership, key: str) -> Combatant:
    """One of the fight that the seat may know of. Raises Refused, the same for who is hidden and who is not there."""
    row = found.combatant(key)
    if row.is_hidden and not row.character.can_be_played_by(seat):
        raise Refused(_no_one())
    return row


def _panel(request: HttpRequest, found: Encounter, seat: Membership) -> dict[str, Any]:
    """Who can attack now with what, and whom: whoever has the turn first; a player only on the turn of their own."""
    leads = seat.leads
    turn = found.turn if leads else found.shown_turn
    able = [row for row in found.present if row.character.can_be_played_by(seat) and not row.is_out]
    if found.status != Status.RUNNING:
        able = []
    elif not leads:
        able = [row for row in able if row.character.key == turn and row.seen["majors"] > 0]
    able.sort(key=lambda row: row.character.key != turn)
    seen = [row for row in found.present if leads or not row.is_hidden]
    acting = able[0] if able else None
    targets = sorted(
        (row for row in seen if row is not acting),
        key=lambda row: (row.is_out and (leads or row.known["words"]), acting and row.is_hero == acting.is_hero),
    )
    context: dict[str, Any] = {
        "leads": leads,
        "campaign": found.campaign,
        "attackers": [
            {
                "name": row.called["gm" if leads else "table"],
                "weapons": [
                    (f"{row.character.key}:{key}", _weapon_label(row, key), bool(_reaches(row, row.weapons[key])))
                    for key in row.weapons
                ],
            }
            for row in able
        ],
        "targets": [(row.character.key, row.called["gm" if leads else "table"]) for row in targets],
        "chosen": {},
        "is_own_turn": any(row.character.key == turn and row.character.owner_id == seat.pk for row in found.present),
        "forecast": None,
        "rules_url": _rules_url(found),
    }
    if acting and targets:
        chosen = _still_chosen(request, acting, targets)
        target = next(row for row in targets if row.character.key == chosen["target"])
        place = chosen["place"]
        context["chosen"] = {**chosen, "weapon": f"{acting.character.key}:{chosen['weapon']}"}
        context |= {"place": place, "shooting": found.campaign.ruleset.attacks.shooting}
        context["forecast"] = forecast(
            found, acting, chosen["weapon"], target, chosen["modifier"], leads=leads, place=place
        )
    elif acting:
        context["attackers"] = []
    return context


def _still_chosen(request: HttpRequest, acting: Combatant, targets: list[Combatant]) -> dict[str, Any]:
    """What stays as it was chosen when the panel is made anew: weapon and modifier while the same one acts, the target
    while it stands; a new attacker does not inherit a target of its own side."""
    form = Attack(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    who, _colon, weapon = asked.get("weapon", "").partition(":")
    same = who == acting.character.key and weapon in acting.weapons
    fit = [row for row in targets if not row.is_out and (same or row.is_hero != acting.is_hero)]
    keys = [row.character.key for row in fit]
    weapon = weapon if same else next(iter(acting.weapons))
    if not form.is_valid():
        form = Attack({"weapon": f"{acting.character.key}:{weapon}", "target": targets[0].character.key})
        form.full_clean()
    return {
        "weapon": weapon,
        "place": _place(form, acting, weapon),
        "target": asked["target"] if asked.get("target") in keys else targets[0].character.key,
        "modifier": asked["modifier"] if same else 0,
    }


def _weapon_label(row: Combatant, key: str) -> str:
    weapon = row.weapons[key]
    label = _(weapon.label) if weapon else _("attack")
    return f"{label} · {row.character.ruleset.damage(row.character.sheet, weapon)}"


def _everyone(found: Encounter) -> list[tuple[str, str]]:
    return [(row.character.key, row.character.name) for row in found.present]


def _rules_url(found: Encounter) -> str:
    return reverse("campaigns:rules", args=[found.campaign.key])


def _no_one() -> Problem:
    return Problem("not_here", gettext_noop("That one is not in the fight any more."), "who")
