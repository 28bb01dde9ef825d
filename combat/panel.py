"""The attack panel: who can attack now, with what, whom, from where and how, and what of it stays as it was chosen."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.models import Membership
from characters.regions.sheet import rules_url
from combat.act_forms import Strike
from combat.acts import offered
from combat.forecast import Forecast, forecast
from combat.gates import in_sight
from combat.models import Combatant, Encounter, Status
from combat.models.choices import HERE, OPENLY, Ambush, Place
from combat.models.manner import PLAIN, TECHNIQUE, Manner
from combat.numbers import in_numbers
from rules.gear import Weapon
from rules.problems import Refused
from rules.protagonism import PROTAGONISM
from rules.shooting import Reach
from rules.techniques import Technique


@dataclass(frozen=True, slots=True)
class Choice:
    """An attack as it is chosen: who with what, whom, and how."""

    attacker: Combatant
    weapon: str
    targets: tuple[Combatant, ...]
    modifier: int = 0
    place: Place = HERE
    manner: Manner = field(default=PLAIN)
    ambush: Ambush = OPENLY

    @property
    def used(self) -> Weapon | None:
        """The weapon; None for a quick foe's one attack, and for a technique."""
        return None if self.technique else self.attacker.weapon(self.weapon)

    @property
    def technique(self) -> Technique | None:
        """The technique, if it is one (P2). Raises Refused for one that they do not know."""
        return technique_of(self.attacker, self.weapon)


def panel_for(request: HttpRequest, found: Encounter, seat: Membership) -> dict[str, Any]:
    """Who can attack now with what, and whom: whoever has the turn first; a player only on the turn of their own."""
    turn = found.turn if seat.leads else found.shown_turn
    able = able_to_attack(found, seat)
    context: dict[str, Any] = {
        "leads": seat.leads,
        "campaign": found.campaign,
        "attackers": [],
        "is_own_turn": any(row.character.key == turn and row.character.owner_id == seat.pk for row in found.present),
        "forecast": None,
        "rules_url": rules_url(found.campaign),
        "acts": (acts := offered(found.campaign.ruleset, leads=seat.leads)),
        "offers_acts": found.status != Status.ENDED and bool(acts) and seat.rank.plays,
    }
    if found.status == Status.ENDED:
        context |= in_numbers(found)
    if able and targets_of(found, seat, able[0]):
        context |= choice_context(found, seat, _still_chosen(request, found, seat, able))
    return context


def able_to_attack(found: Encounter, seat: Membership) -> list[Combatant]:
    """Those for whom the seat can attack now, whoever has the turn first; a player only on the turn of their own."""
    if found.status != Status.RUNNING:
        return []
    turn = found.turn if seat.leads else found.shown_turn
    able = [row for row in found.present if row.character.can_be_played_by(seat) and not row.is_out]
    if not seat.leads:
        able = [row for row in able if row.character.key == turn and row.seen["majors"] > 0]
    return sorted(able, key=lambda row: row.character.key != turn)


def targets_of(found: Encounter, seat: Membership, attacker: Combatant) -> list[Combatant]:
    """Whom somebody may attack, as far as the seat may know of them: those of the other side who stand first, of them
    those in sight."""
    leads = seat.leads
    seen = [row for row in found.present if (leads or not row.is_hidden) and row is not attacker]

    def after(row: Combatant) -> tuple[bool, bool, bool]:
        return row.is_out and (leads or row.known["words"]), row.is_hero == attacker.is_hero, row.is_hidden

    return sorted(seen, key=after)


def choice_of(found: Encounter, seat: Membership, form: Strike) -> Choice:
    """An attack as a valid form says it; a player's own hero, and nobody out of sight. Raises Refused."""
    who, _colon, weapon = form.cleaned_data["weapon"].partition(":")
    attacker = in_sight(found, seat, who)
    targets = tuple(in_sight(found, seat, key) for key in form.targets(who))
    if not attacker.character.can_be_played_by(seat):
        raise PermissionDenied
    place = _place_of(form, attacker, weapon)
    manner = form.manner(attacker, place, leads=seat.leads)
    if manner.off and manner.off_target:
        in_sight(found, seat, manner.off_target)
    choice = Choice(attacker, weapon, targets, form.cleaned_data["modifier"], place, manner, form.ambush)
    return _called_for(found, seat, choice)


def _called_for(found: Encounter, seat: Membership, choice: Choice) -> Choice:
    """The same, with the dodges of foes that the GM has called for beforehand, where a player attacks (D8)."""
    manner, technique = choice.manner, choice.technique
    can = technique is None or (technique.harms and technique.against_defense)
    if seat.leads or manner.sweeps or not (found.foes_dodge and can and found.campaign.ruleset.attacks.is_dodged):
        return choice
    keys = [*(row.character.key for row in choice.targets), *([manner.off_target] if manner.off_target else [])]
    foes = tuple(key for key in dict.fromkeys(keys) if not found.known[key].is_hero)
    return replace(choice, manner=replace(manner, dodgers=foes))


def choice_context(found: Encounter, seat: Membership, choice: Choice) -> dict[str, Any]:
    """What the panel shows of an attack that is being chosen, its odds included. A specialization that was picked with
    another weapon, and does not cover this one, is no longer picked (P4)."""
    leads, ruleset, manner = seat.leads, found.campaign.ruleset, choice.manner
    attacker, targets = choice.attacker, targets_of(found, seat, choice.attacker)
    character, target = attacker.character, choice.targets[0]
    technique, used = choice.technique, choice.used
    also = {row.character.key for row in choice.targets[1:]}
    others = [row for row in targets if row is not target]
    attacks = ruleset.attacks
    purse = character.purse
    shots = target.fighter.shot_from
    tried = attacker.fighter.surprises.get(target.character.key)
    odds: Forecast | None = None
    problems: tuple[Any, ...] = ()
    try:
        odds = forecast(found, choice, leads=leads)
    except Refused as refused:
        if any(problem.field == "specialization" for problem in refused.problems):
            uncovered = replace(manner, spent=replace(manner.spent, specialization=""))
            return choice_context(found, seat, replace(choice, manner=uncovered))
        problems = tuple((problem.show(_), problem) for problem in refused.problems)
    return {
        "leads": leads,
        "campaign": found.campaign,
        "attackers": [{"name": _named(row, leads), "weapons": _weapons(row)} for row in able_to_attack(found, seat)],
        "forecast": odds,
        "problems": problems,
        "rules_url": rules_url(found.campaign),
        "choice": choice,
        "manner": manner,
        "place": choice.place,
        **_distances(choice),
        "chosen": {
            "weapon": f"{character.key}:{choice.weapon}",
            "target": target.character.key,
            "modifier": choice.modifier,
        },
        "targets": [(row.character.key, _named(row, leads)) for row in targets],
        "others": [(row.character.key, _named(row, leads), row.character.key in also) for row in others],
        "shares": _shares(choice, leads) if leads else [],
        "spots": _spots(choice, leads),
        "several": len(choice.targets) > 1,
        "hands": _other_hands(choice),
        "off_target": manner.off_target or target.character.key,
        "modifiers": [row for row in ruleset.modifiers if row.key != PROTAGONISM],
        "picked": len(manner.spent.modifiers),
        "called_shots": ruleset.locations.called_shots if ruleset.locations.counts else (),
        "most_projectiles": used.projectiles if used and attacks.mastery and used.projectiles > 1 else 0,
        "can_sweep": attacks.mastery is not None and not technique,
        "can_be_dodged": attacks.is_dodged and leads and (technique is None or technique.against_defense),
        "lethal": not attacker.is_hero if manner.is_lethal is None else manner.is_lethal,
        "harms": technique is None or technique.harms,
        "tokens": purse.held if character.has_tokens else 0,
        "points_of_protagonism": character.protagonism_left if character.has_protagonism else 0,
        "specializations": odds.covering if odds else (),
        "asks_difficulty": bool(technique) and leads,
        "earlier": _earlier(found, choice, shots) if leads else [],
        "can_surprise": _can_surprise(found, choice),
        "surprise": None if tried is None else ("ready" if tried else "over"),
    }


def _weapons(row: Combatant) -> list[tuple[str, str, bool]]:
    """What somebody attacks with, techniques after weapons; whether it may be shot or thrown."""
    key = row.character.key
    weapons = [
        (f"{key}:{each}", _weapon_label(row, each), bool(_reaches(row, row.weapons[each]))) for each in row.weapons
    ]
    techniques = [
        (f"{key}:{TECHNIQUE}{each.key}", _technique_label(each), False) for each in row.character.sheet.techniques
    ]
    return weapons + techniques


def _named(row: Combatant, leads: bool) -> str:
    called: str = row.called["gm" if leads else "table"]
    return called


def _shares(choice: Choice, leads: bool) -> list[tuple[str, str, str]]:
    """Each target and what is left of the damage for it (C3)."""
    given = choice.manner.shares
    return [
        (
            row.character.key,
            _named(row, leads),
            given[row.character.key].value if row.character.key in given else "whole",
        )
        for row in choice.targets
    ]


def _spots(choice: Choice, leads: bool) -> list[tuple[str, str, Place | None]]:
    """Each of several targets of a shot, and its place where it is another than that of all (C7)."""
    if not choice.place.band or len(choice.targets) < 2:
        return []
    places = choice.manner.places
    return [(row.character.key, _named(row, leads), places.get(row.character.key)) for row in choice.targets]


def _distances(choice: Choice) -> dict[str, Any]:
    """From how far the weapon may be used, and what the choice without a distance is: a weapon that is both shot or
    thrown and held strikes; of one that is only held all of it is hidden, and the next weapon begins as usual (C7)."""
    shooting, used = choice.attacker.character.ruleset.attacks.shooting, choice.used
    reaches = _reaches(choice.attacker, used)
    unaimed = "" if used and not used.melee else _("in the hand") if reaches else _("as usual")
    bands = [reach.band for reach in reaches] or (shooting.bands if shooting else ())
    return {"shooting": shooting, "bands": bands, "unaimed": unaimed}


def _other_hands(choice: Choice) -> list[tuple[str, str]]:
    """What the other hand may strike with (C4)."""
    row = choice.attacker
    if choice.technique or row.character.ruleset.attacks.two_weapons is None or len(row.weapons) < 2:
        return []
    return [(key, _weapon_label(row, key)) for key, weapon in row.weapons.items() if weapon and weapon.melee]


def _earlier(found: Encounter, choice: Choice, shots: Any) -> list[tuple[str, str]]:
    """Those who have shot at the target in this round, with one of whom the attacker may stand (C9)."""
    if not choice.place.band or choice.attacker.character.key in shots:
        return []
    return [(key, found.known[key].character.name) for key in shots]


def _can_surprise(found: Encounter, choice: Choice) -> bool:
    rule = found.campaign.ruleset.attacks.surprise
    return bool(rule and found.campaign.ruleset.find_skill(rule.stealth) and not choice.technique)


def technique_of(attacker: Combatant, key: str) -> Technique | None:
    if not key.startswith(TECHNIQUE):
        return None
    found = attacker.character.sheet.technique(key.removeprefix(TECHNIQUE))
    return found or Technique("", "", 0, "")  # the rules say that there is none of that key


def _place_of(form: Strike, attacker: Combatant, weapon: str) -> Place:
    """From where the chosen weapon is used (C7)."""
    if weapon.startswith(TECHNIQUE):
        return HERE
    used = attacker.weapon(weapon)
    return form.place(_reaches(attacker, used), shoots_only=used is not None and not used.melee)


def _reaches(attacker: Combatant, weapon: Weapon | None) -> tuple[Reach, ...]:
    """The distances that a weapon offers; none hand to hand, and none where the rules know none (C7)."""
    shooting = attacker.character.ruleset.attacks.shooting
    return shooting.reaches(weapon) if shooting and weapon else ()


def _still_chosen(request: HttpRequest, found: Encounter, seat: Membership, able: Sequence[Combatant]) -> Choice:
    """What stays as it was chosen when the panel is made anew: all of it while the same one acts and its targets stand;
    a new attacker begins with what is in hand, on its own enemies."""
    acting = able[0]
    targets = targets_of(found, seat, acting)
    standing = {row.character.key: row for row in targets if not row.is_out}
    form = Strike(request.GET)
    plain = Choice(acting, acting.at_hand, (targets[0],))
    if not form.is_valid():
        return _called_for(found, seat, _from_afar(plain))
    who, _colon, weapon = form.cleaned_data["weapon"].partition(":")
    known = weapon in acting.weapons or any(
        weapon == f"{TECHNIQUE}{each.key}" for each in acting.character.sheet.techniques
    )
    asked = standing.get(form.cleaned_data["target"])
    if who != acting.character.key or not known:
        enemy = asked if asked and asked.is_hero != acting.is_hero else targets[0]
        return _called_for(found, seat, _from_afar(Choice(acting, plain.weapon, (enemy,))))
    kept = [standing[key] for key in form.targets(who) if key in standing]
    place = _place_of(form, acting, weapon)
    manner = form.manner(acting, place, leads=seat.leads)
    if manner.off_target and manner.off_target not in standing:
        manner = PLAIN
    aimed = tuple(kept) or (targets[0],)
    choice = Choice(acting, weapon, aimed, form.cleaned_data["modifier"], place, manner, form.ambush)
    return _called_for(found, seat, choice)


def _from_afar(choice: Choice) -> Choice:
    """The same, from where its weapon is used by itself."""
    form = Strike({"weapon": f"{choice.attacker.character.key}:{choice.weapon}", "target": "-"})
    form.full_clean()
    place = _place_of(form, choice.attacker, choice.weapon)
    return Choice(choice.attacker, choice.weapon, choice.targets, place=place)


def _weapon_label(row: Combatant, key: str) -> str:
    weapon = row.weapons[key]
    label = _(weapon.label) if weapon else _("attack")
    return f"{label} · {row.character.ruleset.damage(row.character.sheet, weapon)}"


def _technique_label(technique: Technique) -> str:
    return f"{technique.name} · {technique.dice}" if technique.dice else technique.name


def hand_for(request: HttpRequest, found: Encounter) -> dict[str, Any]:
    """The GM's hand: whom it can reach, and who of them is ticked, with which share (C3)."""
    asked, ticked = request.GET.get("who", ""), request.GET.getlist("several")
    rows = [(row.character.key, row.character.name) for row in found.present]
    several = [(key, name, key in ticked, request.GET.get(f"share-{key}", "whole")) for key, name in rows]
    pools = found.campaign.ruleset.pools
    return {"everyone": rows, "aimed": asked, "several_of": several, "pools": pools[1:] and pools}
