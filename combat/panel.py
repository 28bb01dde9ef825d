"""The attack panel: who can attack now, with what, whom and from where, and what of it stays as it was chosen."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.models import Membership
from characters.regions.sheet import rules_url
from combat.forecast import forecast
from combat.forms import Attack
from combat.gates import in_sight
from combat.models import Combatant, Encounter, Status
from combat.models.choices import Place
from rules.gear import Weapon
from rules.shooting import Reach


def panel_for(request: HttpRequest, found: Encounter, seat: Membership) -> dict[str, Any]:
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
        "rules_url": rules_url(found.campaign),
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


def chosen(found: Encounter, seat: Membership, form: Attack) -> tuple[Combatant, str, Combatant]:
    """Attacker, weapon and target as chosen; a player's own hero, and nobody out of sight."""
    who, _colon, weapon = form.cleaned_data["weapon"].partition(":")
    attacker, target = (in_sight(found, seat, key) for key in (who, form.cleaned_data["target"]))
    if not attacker.character.can_be_played_by(seat):
        raise PermissionDenied
    return attacker, weapon, target


def place_of(form: Attack, attacker: Combatant, weapon: str) -> Place:
    """From where the chosen weapon is used (C7)."""
    used = attacker.weapon(weapon)
    return form.aim(_reaches(attacker, used), shoots_only=used is not None and not used.melee)


def _reaches(attacker: Combatant, weapon: Weapon | None) -> tuple[Reach, ...]:
    """The distances that a weapon offers; none hand to hand, and none where the rules know none (C7)."""
    shooting = attacker.character.ruleset.attacks.shooting
    return shooting.reaches(weapon) if shooting and weapon else ()


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
        "place": place_of(form, acting, weapon),
        "target": asked["target"] if asked.get("target") in keys else targets[0].character.key,
        "modifier": asked["modifier"] if same else 0,
    }


def _weapon_label(row: Combatant, key: str) -> str:
    weapon = row.weapons[key]
    label = _(weapon.label) if weapon else _("attack")
    return f"{label} · {row.character.ruleset.damage(row.character.sheet, weapon)}"


def everyone(found: Encounter) -> list[tuple[str, str]]:
    return [(row.character.key, row.character.name) for row in found.present]
